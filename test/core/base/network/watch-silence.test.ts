import { expect, it } from 'vitest'
import { watchSilence } from '../../../../electron/core/base/network/watch-silence.ts'
import { createTestTime } from '../../../support/test-time.ts'

const watch = (isAlive: () => boolean) => {
  const time = createTestTime()
  const seen: (number | null | 'dead')[] = []
  const watched = watchSilence({
    ...time,
    isAlive: async () => isAlive(),
    onSilence: (ms) => void seen.push(ms === null ? null : Math.round(ms / 1_000)),
    onDead: () => void seen.push('dead'),
  })
  return { time, seen, watched }
}

it('a dead connection is detected within half a minute of the last byte, and once', async () => {
  const { time, seen, watched } = watch(() => false)
  await time.pass(11_000)
  watched.heard()
  await time.pass(11_000)
  expect(seen).toEqual([])
  await time.pass(19_000)
  expect(seen).toEqual(['dead'])
  await time.pass(60_000)
  expect(seen).toEqual(['dead'])
})

it('a service that is silent but alive is said to be silent within half a minute, again and again, until a byte comes', async () => {
  const { time, seen, watched } = watch(() => true)
  await time.pass(30_000)
  expect(seen).toEqual([12, 24])
  watched.heard()
  expect(seen).toEqual([12, 24, null])
  watched.stop()
  await time.pass(60_000)
  expect(seen).toEqual([12, 24, null])
})
