import { describe, expect, it } from 'vitest'
import { waitFor } from '../support/open-test-core.ts'
import {
  everyOperation,
  inEach,
  type Operation,
  operations,
  queueEachOperation,
  type TriedClient,
  withTriedClient,
} from './tried-client.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const refusal = (retryAfter?: string) => ({ kind: 'status', status: 429, ...(retryAfter === undefined ? {} : { retryAfter }) })

/** From the service's own log: milliseconds between each 429 and the operation's next request. */
const gaps = async (client: TriedClient, operation: Operation): Promise<readonly number[]> => {
  const all = await client.requests(operation)
  return all.flatMap((one, index) => (one.status === 429 ? [(all[index + 1]?.at ?? Number.POSITIVE_INFINITY) - one.at] : []))
}

describe.concurrent('a service that asks for a pause', () => {
  it(
    'in seconds: the pause is shown, and nothing is sent before its end',
    withTriedClient({}, async (client) => {
      await queueEachOperation(client)
      const refused = ['upload-source', 'analyse-image', 'create-product'] as const
      await client.misbehave(...refused.map((one) => ({ match: operations[one], times: 1, effect: refusal('3600') })))
      await client.work()
      for (const operation of refused) {
        await waitFor(async () => (await client.holdOf(operation))?.kind === 'pacing')
        expect(await client.holdOf(operation)).toMatchObject({
          until: expect.closeTo(client.clock.now() + hourMs, -6),
          reason: {
            code: 'rate-limited',
            status: 429,
            message: expect.stringMatching(/asks for fewer requests \(429\): “Told to misbehave”/),
          },
        })
        expect((await client.rowOf(operation))?.status).toMatchObject({ state: 'waiting', because: { code: 'rate-limited' } })
      }
      client.open().core.wake()
      for (const operation of refused) expect(await client.requests(operation), operation).toHaveLength(1)
      client.clock.ahead += hourMs
      client.open().core.wake()
      await client.settled()
      for (const operation of refused) expect(await client.requests(operation), operation).toHaveLength(2)
      await client.expectAllDone()
    }),
  )

  // Time itself, by the service's own clock: a slow machine only makes it longer.
  it(
    'twice, in seconds: each operation sends nothing earlier, and everything is done once',
    withTriedClient({}, async (client) => {
      await queueEachOperation(client)
      await client.misbehave(...inEach(refusal('2'), 2))
      await client.work()
      await client.settled()
      for (const operation of everyOperation) {
        const found = await gaps(client, operation)
        expect(found, operation).toHaveLength(2)
        for (const gap of found) expect(gap, operation).toBeGreaterThanOrEqual(2_000)
        expect(await client.requests(operation)).toHaveLength(3)
      }
      expect((await client.rows()).map(({ notes }) => notes)).toEqual([[], [], [], []])
      await client.expectAllDone()
    }),
  )

  it.each([
    ['a clock that is right', 0],
    ['a clock of ours that is an hour fast', hourMs],
    ['a clock of ours that is an hour slow', -hourMs],
  ])('by an HTTP date, with %s: nothing before that date, and the next request soon after, not an hour later', (_, ahead) =>
    withTriedClient({ ahead }, async (client) => {
      await queueEachOperation(client)
      // Time itself: the date is by the service's clock. Far enough that a slow machine has asked by then.
      const date = new Date(Date.now() + 10_000).toUTCString()
      await client.misbehave(...inEach(refusal(date)))
      await client.work()
      await client.settled()
      for (const operation of ['upload-source', 'analyse-image', 'create-product'] as const) {
        const [refused, next, ...more] = await client.requests(operation)
        expect([refused?.status, more], operation).toEqual([429, []])
        expect(refused?.at, operation).toBeLessThan(Date.parse(date))
        expect(next?.at, operation).toBeGreaterThanOrEqual(Date.parse(date))
        expect(next?.at, operation).toBeLessThan(Date.parse(date) + hourMs / 2)
      }
      await client.expectAllDone()
    })(),
  )

  it.each([
    ['nothing', undefined],
    ['words', 'in a while'],
    ['a negative number', '-5'],
    ['no time', '0'],
    ['a date that is past', 'Sun, 06 Nov 1994 08:49:37 GMT'],
  ])('with %s as its length: backs off by itself, floods nobody, and everything is done once', (_, retryAfter) =>
    withTriedClient({}, async (client) => {
      await queueEachOperation(client)
      await client.misbehave(...inEach(refusal(retryAfter), 3))
      await client.work()
      await client.settled()
      for (const operation of everyOperation) {
        const found = await gaps(client, operation)
        expect(found, operation).toHaveLength(3)
        // Exponential with jitter, here half of 1, 2 and 4 seconds.
        for (const [index, gap] of found.entries()) expect(gap, operation).toBeGreaterThanOrEqual([480, 980, 1_980][index] ?? 0)
        expect(await client.requests(operation)).toHaveLength(4)
      }
      await client.expectAllDone()
    })(),
  )

  it(
    'of three hundred years: waits a day, says until when, also after a restart and for operations that were not refused',
    withTriedClient({}, async (client) => {
      await client.addPictures(3)
      await client.misbehave(...inEach(refusal('9999999999'), 'forever'))
      await client.work()
      await waitFor(async () => (await client.holdOf('upload-source'))?.kind === 'pacing')
      const inADay = expect.closeTo(Date.now() + dayMs, -5)
      expect(await client.holdOf('upload-source')).toMatchObject({ kind: 'pacing', until: inADay })
      await client.restart()
      await client.addPictures(2)
      // Asked to look again, it sends nothing.
      client.open().core.wake()
      expect(await client.holdOf('upload-source')).toMatchObject({ kind: 'pacing', until: inADay, reason: { code: 'rate-limited' } })
      await waitFor(async () => (await client.counts()).waiting === 5)
      expect(await client.counts()).toMatchObject({ waiting: 5, parked: 0 })
      expect(await client.requests('upload-source')).toHaveLength(1)
      client.clock.ahead += dayMs + 1_000
      await client.misbehave()
      client.open().core.wake()
      await client.settled()
      await client.expectAllDone()
    }),
  )

  it(
    'while many pictures are sent: running requests are answered, then none comes before the pause is over',
    withTriedClient({ atOnce: 8 }, async (client) => {
      await client.addPictures(12)
      await client.misbehave(...inEach(refusal('6'), 10))
      await client.work()
      await client.settled()
      const log = await client.requests('upload-source')
      const first = log[0]?.at ?? 0
      // Time itself: on a slow machine those that were sent with the first arrive seconds later, well before the pause is over.
      const onTheirWay = log.filter((one) => one.at < first + 4_000)
      expect(onTheirWay.length).toBeLessThanOrEqual(8)
      const refusals = log.filter((one) => one.status === 429)
      expect(refusals).toHaveLength(10)
      for (const one of refusals) {
        const group = onTheirWay.includes(one) ? onTheirWay : [one]
        const next = log.find((other) => other.id > one.id && !group.includes(other))
        expect((next?.at ?? 0) - one.at).toBeGreaterThanOrEqual(onTheirWay.includes(one) ? 2_000 : 6_000)
      }
      expect(log).toHaveLength(12 + 10)
      await client.expectAllDone()
    }),
  )

  it.each([
    ['2', 2_000],
    [undefined, 0],
  ])('503 with Retry-After %s: as with a 429', (retryAfter, told) =>
    withTriedClient({}, async (client) => {
      await client.addPictures(2)
      await client.ask('What colours does it have?')
      await client.misbehave(...inEach({ ...refusal(retryAfter), status: 503 }, 2))
      await client.work()
      await client.settled()
      for (const operation of ['upload-source', 'analyse-image'] as const) {
        const all = await client.requests(operation)
        expect(all.filter(({ status }) => status === 503)).toHaveLength(2)
        for (const [index, one] of all.entries())
          if (one.status === 503) expect((all[index + 1]?.at ?? 0) - one.at).toBeGreaterThanOrEqual(Math.max(told, 200))
      }
      await client.expectAllDone()
    })(),
  )
})
