import { describe, expect, it } from 'vitest'
import { askedQuestions, type SheetRow, type SheetViewInput } from '../../../../../shared/answers/sheet.ts'
import { prepareTestLibrary } from '../../../../support/open-test-library.ts'

const library = prepareTestLibrary()
const client = () => library.client()

const page = (view: Partial<SheetViewInput> = {}, offset = 0, limit = 100) =>
  client().sheet.page({ view: { setId: askedQuestions, ...view }, offset, limit })
const texts = ({ name, cells }: SheetRow): string => [name, ...cells.map((cell) => cell.text)].join(' · ')
const countsOf = (view: Partial<SheetViewInput> = {}) => client().sheet.counts({ view: { setId: askedQuestions, ...view } })
const rowsOf = async (view: Partial<SheetViewInput> = {}): Promise<string[]> => (await page(view)).rows.map(texts)

/** Three pictures; “Color?” was asked about two of them, “Label?” about one. */
const prepare = async (): Promise<void> => {
  await library.add(['Mug.png', 'Shirt 2.png', 'Shirt 10.png'])
  await library.connect()
  library.service().answer = (request) => {
    if (request.path !== '/v1/image/analysis') return undefined
    const isLabel = request.json().question === 'Label?'
    return { status: 200, body: { analysis: isLabel ? 'Cannot tell: too small' : 'White' } }
  }
  await library.start()
  await library.ask(['Shirt 10.png'], 'Label?')
  await library.settled()
  await library.ask(['Mug.png', 'Shirt 2.png'], 'Color?')
  await library.settled()
}

describe('a page of the sheet', () => {
  it('has a row for each picture in the library’s order, and a cell for each question', async () => {
    await prepare()
    const { total, rows } = await page()
    expect(rows.map(texts)).toEqual(['Mug.png · White · ', 'Shirt 2.png · White · ', 'Shirt 10.png ·  · Cannot tell: too small'])
    expect(total).toBe(3)
    expect(await countsOf()).toEqual({ total: 3, cells: 6, approved: 0, failing: 0, empty: 4 })
    expect(rows[2]?.cells.map(({ kind }) => kind)).toEqual(['none', 'cannot-tell'])
    expect((await page({}, 1, 1)).rows.map(({ name }) => name)).toEqual(['Shirt 2.png'])
    expect((await client().sheet.keys({ view: { setId: askedQuestions }, offset: 1, limit: 5 })).images).toEqual(
      rows.slice(1).map(({ imageId }) => imageId),
    )
  })

  it('shows what each cell waits for', async () => {
    await prepare()
    await client().queue.pause()
    await library.ask(['Mug.png'], 'Label?')
    expect((await page()).rows[0]?.cells.map(({ work }) => work?.state ?? null)).toEqual([null, 'waiting'])
    expect(await rowsOf({ only: ['on-its-way'] })).toEqual(['Mug.png · White · '])
    expect((await rowsOf({ only: ['not-asked'] })).length).toBe(2)
    expect(await rowsOf({ only: ['no-answer'] })).toEqual(['Shirt 10.png ·  · Cannot tell: too small'])
    const mug = (await page()).rows[0]
    const cleared = { imageId: mug?.imageId ?? '', question: mug?.cells[0]?.question ?? '', text: '', seen: null }
    await client().sheet.edit({ cells: [cleared], kind: 'cleared' })
    expect(await rowsOf({ only: ['no-answer'] })).toHaveLength(2)
  })

  it('counts only shown columns for filters, the search and what is left to review', async () => {
    await prepare()
    const mug = (await page()).rows[0]
    const place = { imageId: mug?.imageId ?? '', question: 'Color?' }
    await client().sheet.review({ what: { kind: 'cells', cells: [place] }, review: 'approved' })
    await client().sheet.edit({ cells: [{ ...place, question: 'Label?', text: 'Hidden words', seen: null }], kind: 'typed' })
    const questions = ['Color?']
    expect((await rowsOf({ only: ['not-approved'] })).length).toBe(2)
    expect(await rowsOf({ only: ['not-approved'], questions })).toEqual(['Shirt 2.png ·  · White'])
    expect(await rowsOf({ text: 'hidden words' })).toHaveLength(1)
    expect(await rowsOf({ text: 'hidden words', questions })).toEqual([])
    expect(await countsOf({ questions })).toEqual({ total: 3, cells: 3, approved: 1, failing: 0, empty: 1 })
    expect(await countsOf({ only: ['approved'] })).toEqual({ total: 1, cells: 2, approved: 1, failing: 0, empty: 0 })
    // A column can be shown again, or be exported: its cells are there.
    expect((await page({ questions })).rows[0]?.cells.map(({ question }) => question)).toEqual(['Label?', 'Color?'])
    const hidden = { sort: { by: 'Label?', descending: false }, questions }
    expect((await rowsOf(hidden))[0]).toContain('Hidden words')
  })

  it('finds rows by their place and by the texts of their cells, not by the question', async () => {
    await prepare()
    expect(await rowsOf({ text: 'shirt whi' })).toEqual(['Shirt 2.png · White · '])
    expect(await rowsOf({ text: 'too small' })).toHaveLength(1)
    expect(await rowsOf({ text: 'label' })).toEqual([])
  })

  it('is sorted by the texts of a column, empty cells last', async () => {
    await prepare()
    const { jobId } = (await page()).rows[1]?.cells[0] ?? {}
    await client().questions.edit({ jobId: jobId ?? '', text: 'A shirt' })
    const byColor = async (descending: boolean) => (await page({ sort: { by: 'Color?', descending } })).rows.map(({ name }) => name)
    expect(await byColor(false)).toEqual(['Shirt 2.png', 'Mug.png', 'Shirt 10.png'])
    expect(await byColor(true)).toEqual(['Mug.png', 'Shirt 2.png', 'Shirt 10.png'])
  })

  it('has a row for each product with the cells of its main picture, and groups pictures by product', async () => {
    await prepare()
    const images = (await page()).rows.map(({ imageId }) => imageId ?? '')
    await client().matching.move({
      imageIds: [images[2] ?? '', images[1] ?? ''],
      to: { key: 'new:shirt', productId: null, sku: null, gtin: null, name: 'Shirt', handle: null },
    })
    const { rows } = await page({ rows: 'products' })
    expect(rows.map(({ productName, name, pictures }) => [productName, name, pictures])).toEqual([['Shirt', 'Shirt 10.png', 2]])
    expect(await rowsOf({ productKey: rows[0]?.key ?? '' })).toHaveLength(2)
    const grouped = await page({ groupBy: 'product' })
    expect(grouped.rows.map(({ name, group }) => [name, group])).toEqual([
      ['Shirt 2.png', 'Shirt'],
      ['Shirt 10.png', 'Shirt'],
      ['Mug.png', null],
    ])
  })

  it('says in how many further products a picture is, also in the group of one of them', async () => {
    await prepare()
    const [mug = ''] = (await page()).rows.map(({ imageId }) => imageId ?? '')
    const add = (name: string) =>
      client().matching.move({
        imageIds: [mug],
        to: { key: `new:${name}`, productId: null, sku: null, gtin: null, name, handle: null },
        also: true,
      })
    for (const name of ['Set', 'Cup', 'Gift box']) await add(name)
    for (const view of [{ groupBy: 'product' }, { productKey: 'new:Set' }] as const) {
      const [row] = (await page(view)).rows
      expect([row?.name, row?.further]).toEqual(['Mug.png', 2])
    }
    expect((await page({ groupBy: 'product' })).rows.map(({ further }) => further)).toEqual([2, undefined, undefined])
    expect((await page({ rows: 'products' })).rows.map(({ further }) => further)).toEqual([undefined, undefined, undefined])
  })
})
