import { describe, expect, it } from 'vitest'
import { waitFor } from '../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../support/open-test-library.ts'

const library = prepareTestLibrary()

const pictures = ['A.png', 'B.png', 'C.png', 'D.png', 'E.png', 'F.png', 'G.png']
const asked = (): number => library.service().received.filter(({ path }) => path === '/v1/image/analysis').length
const holds = async () => (await library.client().queue.status()).holds
const untilStopped = () =>
  waitFor(async () => (await holds()).some(({ kind }) => kind === 'limit') && (await library.counts()).running === 0)

const prepare = async (stopAfter: number | null) => {
  await library.add(pictures, false)
  await library.connect()
  await library.client().connections.change({ stopAfter })
  await library.ask(pictures, 'White?')
}

describe('“Stop after”', () => {
  it('sends so many questions, then waits for a person, also after restarts, and sends the next ones when they go on', async () => {
    await prepare(3)
    await library.start()
    await untilStopped()
    expect(asked()).toBe(3)
    expect(await holds()).toMatchObject([
      { kind: 'limit', operation: 'analyse-image', until: null, reason: { failure: { kind: 'request-limit-reached', requests: 3 } } },
    ])
    for (let restart = 0; restart < 2; restart++) {
      await library.reopen()
      await library.start()
      await untilStopped()
    }
    expect(asked()).toBe(3)
    await library.client().queue.goOn()
    await waitFor(async () => asked() === 6)
    await untilStopped()
    await library.client().queue.goOn()
    await library.settled()
    expect(asked()).toBe(7)
    expect(await holds()).toEqual([])
  })

  it('counts requests that fail, and a request whose answer was lost at the end of Packshot', async () => {
    await prepare(3)
    let never = true
    library.service().answer = (_, index) => (index === 1 && never ? new Promise(() => {}) : undefined)
    await library.start()
    await waitFor(async () => asked() === 3 && (await library.counts()).running === 1)
    never = false
    // The end waits five seconds for it.
    await Promise.all([library.close(), library.pass(5_000)])
    await library.reopen()
    await library.start()
    await untilStopped()
    expect(asked()).toBe(3)
  })

  it('begins a new count with another limit, and ends with none', async () => {
    await prepare(2)
    await library.start()
    await untilStopped()
    await library.client().connections.change({ stopAfter: 1 })
    await waitFor(async () => asked() === 3)
    await untilStopped()
    await library.client().connections.change({ stopAfter: null })
    await library.settled()
    expect(asked()).toBe(7)
  })

  it('takes only whole numbers from 1', async () => {
    await prepare(null)
    for (const stopAfter of [0, 1.5, 1_000_001])
      expect((await library.client().connections.change({ stopAfter })).problems).toEqual([
        { field: 'stopAfter', rule: { kind: 'whole-number', least: 1, most: 1_000_000 } },
      ])
  })

  it('is part of the estimate, with what waits already', async () => {
    await prepare(5)
    const estimate = await library.client().questions.estimate({ images: { kind: 'all' }, questions: ['White?', 'Blue?', 'Round?'] })
    expect(estimate).toMatchObject({ requests: 14, askedBefore: 7, pictures: 7, ahead: 7, left: 5, approved: 0 })
    expect(estimate.time?.perMinute).toBeNull()
  })
})
