import { describe, expect, it } from 'vitest'
import { listProducts } from '../support/compare-with-service.ts'
import { told } from '../support/told.ts'
import { everyOperation, type Operation, operations, type TriedClient, withTriedClient } from './tried-client.ts'

const points = Array.from({ length: 10 }, (_, index) => index / 10)
type Side = 'requestShare' | 'answerShare'

/** Every second request of each operation is cut at another of the ten points; each one between them succeeds. */
const cuts = (side: Side) =>
  everyOperation.flatMap((operation) =>
    points.map((share, index) => ({
      match: { ...operations[operation], nth: 2 * index + 1 },
      effect: { kind: 'cut', at: { [side]: share } },
    })),
  )

/** A person handles products that may have been created: looks in the workspace, and says which exist, without pictures. */
const lookAndSay = async (client: TriedClient): Promise<number> => {
  const { jobs } = client.open().client
  const parked = told(await jobs.list({ state: 'parked' }))
  const there = new Map((await listProducts(client.workspace)).map(({ id, name }) => [name, id]))
  for (const { id, work, status } of parked) {
    if (work.operation !== 'create-product' || status.state !== 'parked') throw new Error(`${work.operation} was not expected to park`)
    expect(status).toMatchObject({
      choices: ['exists', 'again'],
      reason: { code: 'uncertain', message: expect.stringMatching(/^No answer came: “Mug \d+” may have been created.*not sent again/) },
    })
    const productId = there.get(work.name)
    await jobs.retry(
      productId === undefined
        ? { jobIds: [id], choice: 'again' }
        : { jobIds: [id], choice: 'exists', productId, current: { kind: 'nothing' } },
    )
  }
  return parked.length
}

describe.concurrent('a connection that is cut at ten points', () => {
  it.each([
    ['of the request: nothing was done, and it is done afterwards', 'requestShare', 0],
    // Each cut answer of an upload leaves a spare source, and its job says so.
    ['of the answer: what was done is said to be there twice, or asked about', 'answerShare', points.length],
  ] as const)('%s', (_, side, spares) =>
    withTriedClient({}, async (client) => {
      // Five of these are sent piece by piece.
      const ids = [...(await client.addPictures(10)), ...(await client.addPictures(5, true, 1_500_000))]
      for (let index = 0; index < 10; index += 1) await client.attachToNew(`Mug ${index}`, ids.slice(index, index + 2))
      await client.ask('What colours does it have?')
      await client.misbehave(...cuts(side))
      await client.work()
      let asked = 0
      for (let look = 0; look < 20; look += 1) {
        await client.settled()
        const found = await lookAndSay(client)
        asked += found
        if (found === 0) break
      }
      for (const operation of everyOperation) {
        const cut = (await client.requests(operation)).filter(({ effects }) => effects === 'cut')
        if (operation !== 'create-product') expect(cut.length, operation).toBeGreaterThanOrEqual(7)
        for (const one of cut) expect(one.outcome, operation).toBe(side === 'answerShare' ? 'committed' : 'cut')
      }
      expect(asked).toBeGreaterThanOrEqual(5)
      expect(await listProducts(client.workspace)).toHaveLength(10)
      const uploads = await client.requests('upload-source')
      expect(uploads.filter(({ outcome }) => outcome === 'committed')).toHaveLength(ids.length + spares)
      const rows = await client.rows()
      const said = (operation: Operation): number =>
        rows
          .filter(({ work }) => work.operation === operation)
          .flatMap(({ notes }) => notes)
          .reduce((sum, one) => sum + (one.kind === 'done-after-attempts' ? one.attempts : 0), 0)
      for (const operation of ['upload-source', 'analyse-image', 'attach-sources'] as const) {
        const cut = (await client.requests(operation)).filter(({ effects }) => effects === 'cut')
        expect(said(operation), `every cut of ${operation} is said`).toBe(cut.length)
      }
      await client.expectAllDone()
    })(),
  )

  it(
    'where the service appends to a list: the attachment waits for a person, and no picture is added twice',
    withTriedClient({}, async (client) => {
      const ids = await client.addPictures(2)
      const { client: core } = client.open()
      await core.products.attach({
        images: { kind: 'some', images: [...ids] },
        product: { kind: 'new', name: 'Mug' },
        attribute: 'Images',
        current: { kind: 'appends' },
        again: false,
      })
      await client.misbehave({ match: operations['attach-sources'], times: 1, effect: { kind: 'cut', at: { answerShare: 0.5 } } })
      await client.work()
      await client.settled()
      const parked = await client.rowOf('attach-sources')
      expect(parked?.status).toMatchObject({
        state: 'parked',
        choices: ['again'],
        reason: { code: 'uncertain', message: expect.stringMatching(/the pictures may have been added.*not sent again/) },
      })
      expect(await client.requests('attach-sources')).toHaveLength(1)
      expect((await listProducts(client.workspace))[0]?.attributes.Images).toHaveLength(2)
    }),
  )
})
