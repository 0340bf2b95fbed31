import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const day = 24 * 60 * 60 * 1000
let now = Date.now()
const library = prepareTestLibrary({ clock: { now: () => now } })

const nothing = { kind: 'nothing' } as const
const attach = (image: string, productId: string, current: object | null = nothing) =>
  library.attach([image], 'unused', { product: { kind: 'id', productId }, current })
const sentTo = (productId: string) =>
  library
    .service()
    .received.filter((one) => one.method === 'PATCH' && one.path.endsWith(`/${productId}`))
    .map((one) => (one.json() as { attributes: { Images: string[] } }).attributes.Images)
const sourceOf = async (name: string) => (await library.client().pictures.list()).find((one) => one.name === name)?.sourceId ?? ''
const unsettled = (offset = 0, limit = 100) => library.client().products.unsettled({ offset, limit })

/** Two products whose lists became too old while the queue was paused: two jobs for the first, one for the second. */
const letTwoGetOld = async () => {
  now = Date.now()
  await library.add(['a.png', 'b.png', 'c.png'])
  await library.connect()
  await library.client().connections.change({ productAddress: 'https://shop.example/p/{productId}' })
  await library.start()
  await library.settled()
  await library.client().queue.pause()
  await attach('a.png', 'SKU-1', { kind: 'ids', ids: ['X'] })
  await attach('b.png', 'SKU-1', null)
  await attach('c.png', 'SKU-2')
  now += 2 * day
  await library.client().queue.resume()
  await library.settled()
}

describe('lists that parked jobs wait for', () => {
  it('are shown with their known content, its origin and age, and where to look', async () => {
    await letTwoGetOld()
    const { total, rows } = await unsettled()
    expect(total).toBe(2)
    expect(rows[0]).toMatchObject({
      productId: 'SKU-1',
      attribute: 'Images',
      why: 'too-old',
      doubt: null,
      sourceIds: ['X'],
      imageIds: [null],
      origin: 'stated',
      address: 'https://shop.example/p/SKU-1',
    })
    expect(rows[0]?.jobIds).toHaveLength(2)
    expect(rows[0]?.addsImageIds).toHaveLength(2)
    expect(rows[0]?.ageMs).toBeGreaterThanOrEqual(2 * day)
    expect(await unsettled(0, 0)).toEqual({ total: 2, rows: [] })
    expect((await unsettled(1, 1)).rows.map((row) => row.productId)).toEqual(['SKU-2'])
  })

  it('are settled together but independently, and one statement counts for all jobs of its list', async () => {
    await letTwoGetOld()
    const [first, second] = (await unsettled()).rows
    const of = (row: typeof first) => ({ productRef: row?.productRef ?? '', attribute: row?.attribute ?? '' })
    const result = await library.client().products.settle({
      lists: [
        { ...of(first), current: nothing },
        { ...of(second), current: { kind: 'as-known' } },
      ],
    })
    expect(result).toMatchObject({ retried: 1, refused: [{ productRef: first?.productRef, reason: { code: 'current-contradicts' } }] })
    await library.settled()
    expect(sentTo('SKU-2')).toEqual([[await sourceOf('c.png')]])
    expect(sentTo('SKU-1')).toEqual([])
    const again = { ...of(first), current: { kind: 'ids' as const, ids: ['Y'], removed: ['X'] } }
    expect(await library.client().products.settle({ lists: [again] })).toEqual({ retried: 2, refused: [] })
    await library.settled()
    expect(sentTo('SKU-1').at(-1)).toEqual(['Y', await sourceOf('a.png'), await sourceOf('b.png')])
    expect((await unsettled()).total).toBe(0)
  })

  it('are settled without a statement for a service that appends', async () => {
    await letTwoGetOld()
    const [first] = (await unsettled()).rows
    const appends = { productRef: first?.productRef ?? '', attribute: 'Images', current: { kind: 'appends' as const } }
    expect(await library.client().products.settle({ lists: [appends] })).toEqual({ retried: 2, refused: [] })
    await library.settled()
    expect(sentTo('SKU-1')).toEqual([[await sourceOf('a.png')], [await sourceOf('b.png')]])
  })
})

describe('the current lists', () => {
  it('combine all facts', async () => {
    await letTwoGetOld()
    const [first] = (await unsettled()).rows
    const settle = { productRef: first?.productRef ?? '', attribute: 'Images', current: { kind: 'as-known' as const } }
    await library.client().products.settle({ lists: [settle] })
    await library.settled()
    const before = await library.client().products.list()
    await library.close()
    const database = new DatabaseSync(join(library.folder(), 'data', 'library.db'))
    const kinds = database.prepare("SELECT kind FROM facts WHERE attribute = 'Images' ORDER BY seq").all()
    expect(kinds.map(({ kind }) => kind)).toEqual(['stated', 'stated', 'stated', 'sent', 'confirmed', 'sent', 'confirmed'])
    database.close()
    await library.reopen()
    expect(await library.client().products.list()).toEqual(before)
  })
})
