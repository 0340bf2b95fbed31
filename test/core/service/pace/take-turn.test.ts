import { expect, test } from 'vitest'
import { createPacer } from '../../../../electron/core/service/pace/pacer.ts'
import { takeTurn } from '../../../../electron/core/service/pace/take-turn.ts'

const prepare = (statedRate: number | null) => {
  let now = 1_000_000
  const pacer = createPacer({ clock: { now: () => now }, statedRate, defaultRate: null })
  const slept: number[] = []
  const sleep = async (ms: number) => {
    slept.push(ms)
    now += ms
  }
  return { pacer, sleep, slept }
}

test('of five at two a minute, all but the first wait for their turn', async () => {
  const { pacer, sleep, slept } = prepare(2)
  for (let turn = 0; turn < 5; turn += 1) expect(await takeTurn(pacer, { sleep })).toBe(null)
  expect(slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(120_000)
})

test('a request fails instead of waiting for a pause that the service asked for', async () => {
  const { pacer, sleep, slept } = prepare(null)
  pacer.take()
  pacer.refused(90_000)
  expect(await takeTurn(pacer, { sleep })).toMatchObject({
    code: 'rate-limited',
    message: 'The service asked to wait. The next request can go in 90 s.',
    retryAfterMs: 90_000,
  })
  expect(slept).toEqual([])
})

test('a request that is cancelled while it waits ends at once and is not sent', async () => {
  const { pacer } = prepare(1)
  const abort = new AbortController()
  const sleep = () => new Promise(() => {})
  expect(await takeTurn(pacer, { sleep, signal: abort.signal })).toBe(null)
  const turn = takeTurn(pacer, { sleep, signal: abort.signal })
  abort.abort()
  expect(await turn).toMatchObject({ code: 'cancelled' })
})
