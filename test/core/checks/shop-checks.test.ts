import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { findUnreadableRows } from '../../../electron/core/base/database/find-damage.ts'
import { describeCause } from '../../../shared/base/describe-error.ts'
import { AppError } from '../../../shared/base/errors.ts'
import { waitFor } from '../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../support/open-test-library.ts'

const library = prepareTestLibrary()
const checks = () => library.client().checks

const profile = (over: object = {}) =>
  JSON.stringify({
    packshotProfile: 1,
    id: 'team',
    revision: 1,
    name: 'Our shop',
    rules: [
      { kind: 'edge', side: 'longest', least: 500 },
      { kind: 'file-size', most: 1_000_000 },
      { kind: 'sharpness', least: 'soft' },
    ],
    ...over,
  })

const refusal = async (call: Promise<unknown>): Promise<string> => {
  const error = await call.then(
    () => new Error('was not refused'),
    (thrown: unknown) => thrown,
  )
  return error instanceof AppError ? describeCause(error.toRecord()) : String(error)
}

/** Until no picture of the library is to be judged. */
const judged = () => waitFor(async () => !(await checks().summary()).left)
const begin = async (): Promise<void> => {
  await library.start()
  await judged()
}
const usedIds = async () => (await checks().profiles()).filter(({ isUsed }) => isUsed).map(({ id }) => id)

describe('requirement profiles', () => {
  it('come with Packshot, and none is in use at first', async () => {
    const all = await checks().profiles()
    expect(all.map(({ name }) => name)).toEqual([
      'Amazon main image',
      'Amazon other images',
      'Google Merchant Center',
      'eBay',
      'Shopify',
      'Zalando',
    ])
    expect(all.filter(({ isUsed }) => isUsed)).toEqual([])
    expect(await refusal(checks().pictures({ imageIds: [] }))).toMatch('No requirement profile is in use')
  })

  it('are imported, updated, kept where the file is older, exported and removed', async () => {
    expect(await checks().read({ text: profile() })).toMatchObject({ relation: 'new', rules: 3, unknownRules: 0, knownRevision: null })
    expect(await checks().import({ text: profile() })).toMatchObject({ outcome: 'added' })
    expect(await checks().import({ text: profile() })).toMatchObject({ outcome: 'same' })
    expect(await checks().import({ text: profile({ revision: 3, name: 'Our new shop' }) })).toMatchObject({ outcome: 'updated' })
    expect(await checks().import({ text: profile({ revision: 2 }) })).toMatchObject({ outcome: 'older' })
    await library.reopen()
    const { text, fileName } = await checks().export({ id: 'team' })
    expect(fileName).toBe('Our new shop.packshot-profile')
    const removed = await checks().remove({ id: 'team' })
    expect(removed.text).toBe(text)
    expect(await refusal(checks().export({ id: 'team' }))).toBe('This requirement profile no longer exists.')
    await checks().import({ text: removed.text })
    expect((await checks().profiles()).at(-1)).toMatchObject({ name: 'Our new shop', revision: 3, origin: 'imported' })
  })

  it('that come with Packshot are updated by a file, and come back when that is removed', async () => {
    const amazon = async () => (await checks().profiles()).find(({ id }) => id === 'amazon-main')
    expect(await refusal(checks().remove({ id: 'amazon-main' }))).toBe('“Amazon main image” comes with Packshot and can’t be removed.')
    expect(await checks().import({ text: profile({ id: 'amazon-main' }) })).toMatchObject({ outcome: 'built-in' })
    await checks().import({ text: profile({ id: 'amazon-main', revision: 9, name: 'Amazon 2027' }) })
    expect(await amazon()).toMatchObject({ name: 'Amazon 2027', origin: 'updated' })
    await checks().remove({ id: 'amazon-main' })
    expect(await amazon()).toMatchObject({ name: 'Amazon main image', origin: 'built-in' })
  })

  it('of a file count no longer once a release has the same revision', async () => {
    await checks().import({ text: profile({ id: 'amazon-main', revision: 9, name: 'Amazon 2027' }) })
    await library.close()
    const database = new DatabaseSync(join(library.folder(), 'data', 'library.db'))
    database.exec("UPDATE requirement_profiles SET content = json_set(content, '$.revision', 1)")
    database.close()
    await library.reopen()
    const amazon = (await checks().profiles()).filter(({ id }) => id === 'amazon-main')
    expect(amazon).toMatchObject([{ name: 'Amazon main image', revision: 1, origin: 'built-in' }])
  })

  it('that can’t be read are left out, and named by a thorough check of the library', async () => {
    await checks().import({ text: profile() })
    await library.close()
    const database = new DatabaseSync(join(library.folder(), 'data', 'library.db'))
    database.exec("UPDATE requirement_profiles SET content = json_set(content, '$.revision', 'first')")
    expect(findUnreadableRows(database)).toMatchObject([
      { place: 'requirement_profiles', lost: { kind: 'requirement profile', name: 'Our shop' } },
    ])
    database.close()
    await library.reopen()
    expect((await checks().profiles()).map(({ id }) => id)).not.toContain('team')
  })

  it('are used by workspace, and a new workspace uses those that were chosen without one', async () => {
    await checks().import({ text: profile() })
    await checks().use({ ids: ['team', 'ebay'] })
    await library.connect()
    expect(await usedIds()).toEqual(['ebay', 'team'])
    await checks().use({ ids: ['shopify'] })
    await library.reopen()
    expect(await usedIds()).toEqual(['shopify'])
    expect(await refusal(checks().use({ ids: ['nowhere'] }))).toBe('This requirement profile no longer exists.')
  })
})

describe('checking pictures', () => {
  it('says what was measured and required, without a workspace, and passes nothing that it doesn’t know', async () => {
    await library.add(['Mug.png'], false)
    await checks().import({ text: profile() })
    const { id } = await library.row('Mug.png')
    const [found] = await checks().pictures({ imageIds: [id], profiles: ['team'] })
    expect(found).toMatchObject({
      name: 'Mug.png',
      profiles: [
        {
          failed: 1,
          notChecked: 1,
          rules: [
            { rule: { kind: 'edge' }, result: { state: 'failed', measured: { kind: 'edge', value: 1 } } },
            { rule: { kind: 'file-size' }, result: { state: 'passed' } },
            { rule: { kind: 'sharpness' }, result: { state: 'not-checked', why: 'not-measured' } },
          ],
        },
      ],
    })
  })

  it('marks and filters the library’s rows, and follows profiles as they come and go', async () => {
    await library.add(['Mug.png', 'Shirt.png'], false)
    await begin()
    expect((await library.row('Mug.png')).checks).toBeUndefined()
    await checks().import({ text: profile() })
    await checks().use({ ids: ['team', 'shopify'] })
    await judged()
    expect((await library.row('Mug.png')).checks).toEqual({ failed: 1, notChecked: 1 })
    expect(await library.names({ failing: '*' })).toEqual(['Mug.png', 'Shirt.png'])
    expect(await library.names({ failing: 'team' })).toEqual(['Mug.png', 'Shirt.png'])
    expect(await library.names({ failing: 'shopify' })).toEqual([])
    expect(await checks().summary()).toMatchObject({ failing: 2, byProfile: { team: 2 } })
    await checks().use({ ids: [] })
    expect((await library.row('Mug.png')).checks).toBeUndefined()
    expect(await library.names({ failing: '*' })).toEqual([])
  })

  it('goes on after an end in the middle', async () => {
    await library.add(['Mug.png', 'Shirt.png', 'Bag.png'], false)
    await checks().import({ text: profile() })
    await checks().use({ ids: ['team'] })
    await library.reopen()
    await begin()
    expect(await library.names({ failing: '*' })).toHaveLength(3)
  })

  it('checks products by the number of their pictures and by the first one', async () => {
    await library.add(['A-1_01.png', 'A-1_02.png'], false)
    await checks().import({
      text: profile({
        pictures: 'first',
        rules: [
          { kind: 'edge', side: 'longest', least: 500 },
          { kind: 'picture-count', least: 3 },
        ],
      }),
    })
    const rows = await library.page()
    const to = { key: 'sku:a-1', productId: null, sku: 'A-1', gtin: null, name: null, handle: null }
    await library.client().matching.move({ imageIds: rows.rows.map(({ id }) => id), to })
    const { total, rows: products } = await checks().products({ offset: 0, limit: 10, profiles: ['team'] })
    expect(total).toBe(1)
    expect(products[0]).toMatchObject({
      pictures: 2,
      profiles: [{ failed: 1, failing: [{ failed: 1 }], rules: [{ result: { state: 'failed', measured: { value: 2 } } }] }],
    })
  })

  it('checks one product by the profiles in use: the first of its pictures, and how many there are', async () => {
    await library.add(['Mug.png', 'Shirt.png'], false)
    const ids = (await library.page()).rows.map(({ id }) => id)
    expect(await checks().product({ imageIds: ids, total: 2 })).toEqual([])
    const rules = [
      { kind: 'edge', side: 'longest', least: 500 },
      { kind: 'picture-count', least: 2 },
    ]
    await checks().import({ text: profile({ pictures: 'others', rules }) })
    await checks().use({ ids: ['team'] })
    expect(await checks().product({ imageIds: ids, total: 2 })).toMatchObject([{ failed: 0, failing: [{ imageId: ids[1] }], unsure: 0 }])
    expect(await checks().product({ imageIds: ids.toReversed(), total: 2 })).toMatchObject([{ failing: [{ imageId: ids[0] }] }])
    expect(await checks().product({ imageIds: [...ids.slice(0, 1), 'gone'], total: 1 })).toMatchObject([
      { failed: 1, failing: [], unsure: 1 },
    ])
    // More than it was asked about.
    expect(await checks().product({ imageIds: ids, total: 300 })).toMatchObject([{ failed: 0, unsure: 298 }])
  })

  it('counts a source that is not ours, and never passes it', async () => {
    await library.add(['Mug.png', 'Shirt.png'], false)
    const [mug = '', shirt = ''] = (await library.page()).rows.map(({ id }) => id)
    const rules = [
      { kind: 'edge', side: 'longest', most: 500 },
      { kind: 'picture-count', least: 3 },
    ]
    for (const pictures of ['every', 'first', 'others']) await checks().import({ text: profile({ id: pictures, pictures, rules }) })
    await checks().use({ ids: ['every', 'first', 'others'] })
    const find = async (imageIds: (string | null)[], total: number) => {
      const found = await checks().product({ imageIds, total })
      return ['every', 'first', 'others'].map((id) => found.find((one) => one.id === id))
    }
    expect(await find([null, mug, shirt], 3)).toMatchObject([
      { failed: 0, fails: 0, meant: 3, unsure: 1, unseen: 1 },
      { failed: 0, fails: 0, meant: 1, unsure: 1, unseen: 1 },
      { failed: 0, fails: 0, meant: 2, unsure: 0, unseen: 0 },
    ])
    expect(await find([mug, shirt], 2)).toMatchObject([
      { failed: 1, unsure: 0 },
      { failed: 1, unsure: 0, meant: 1 },
      { failed: 1, unsure: 0, meant: 1 },
    ])
  })

  it('tells the rules of the first pictures that did not pass, with their places, and counts the others', async () => {
    await library.add(['Mug.png', 'Shirt.png'], false)
    const [mug = '', shirt = ''] = (await library.page()).rows.map(({ id }) => id)
    await checks().import({
      text: profile({
        rules: [
          { kind: 'edge', side: 'longest', least: 500 },
          { kind: 'sharpness', least: 'soft' },
        ],
      }),
    })
    await checks().use({ ids: ['team'] })
    const many = Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? mug : shirt))
    const [found] = await checks().product({ imageIds: [null, ...many], total: 61 })
    expect(found).toMatchObject({ fails: 60, unsure: 1, unseen: 1, meant: 61 })
    expect(found?.failing).toHaveLength(12)
    expect(found?.told.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect(found?.told[0]).toMatchObject({ imageId: mug, failed: 1, notChecked: 1, rules: [{ result: { state: 'failed' } }, {}] })
  })

  it('checks all pictures of a product, however many it has', async () => {
    const names = Array.from({ length: 203 }, (_, at) => `A-1_${at}.png`)
    await library.add(names, false)
    await checks().import({ text: profile({ rules: [{ kind: 'edge', side: 'longest', least: 500 }] }) })
    const { rows } = await library.page()
    const to = { key: 'sku:a-1', productId: null, sku: 'A-1', gtin: null, name: null, handle: null }
    await library.client().matching.move({ imageIds: rows.map(({ id }) => id), to })
    const [found] = (await checks().products({ offset: 0, limit: 10, profiles: ['team'] })).rows
    expect(found?.profiles[0]?.failing).toHaveLength(203)
  })
})
