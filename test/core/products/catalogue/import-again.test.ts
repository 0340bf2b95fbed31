import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ListPiece, readList } from '../../../../electron/core/products/catalogue/read-list.ts'
import { type ListImporter, openListImporter } from '../../../support/list-importer.ts'

let lists: ListImporter
beforeEach(async () => {
  lists = await openListImporter()
})
afterEach(() => lists.end())

it('keeps what the earlier list said in columns that the new one lacks', async () => {
  const { importText, rows } = lists
  await importText(
    'product id;sku;ean;name;handle;current pictures;pictures as of;colour\np1;S-1;4006381333931;Pen;pen;src_1;2026-11-01;Blue\n',
  )
  const stock = await importText('sku;stock\nS-1;7\n')
  expect(stock).toMatchObject({ changed: 1, added: 0, missing: 0 })
  const [row] = await rows('pen')
  expect(row).toMatchObject({
    productId: 'p1',
    gtin: '04006381333931',
    name: 'Pen',
    handle: 'pen',
    shows: ['src_1'],
    further: [['stock', '7']],
  })
  expect(row?.showsAt).not.toBeNull()
  expect(await importText('sku;stock\nS-1;7\n')).toMatchObject({ unchanged: 1 })
  // A list without SKUs finds it by its id, and keeps the SKU.
  expect(await importText('product id;stock\np1;8\n')).toMatchObject({ changed: 1 })
  expect(await rows('s-1')).toMatchObject([{ productId: 'p1', sku: 'S-1', further: [['stock', '8']] }])
  // A column that is there says it, also with an empty cell.
  await importText('sku;name;current pictures\nS-1;;\n')
  expect(await rows()).toMatchObject([{ name: null, productId: 'p1', shows: [], showsAt: null }])
})

it('gives the product id of no product to a row that several products fit', async () => {
  const { importText, rows } = lists
  await importText('product id;sku\np1;S\np2;S\n')
  expect(await importText('sku\nS\n')).toMatchObject({ added: 1, missing: 2 })
  expect(await importText('sku\nS\n')).toMatchObject({ unchanged: 1, added: 0, missing: 2 })
  expect((await rows()).map(({ productId, missingSince }) => [productId, missingSince !== null])).toEqual([
    [null, false],
    ['p1', true],
    ['p2', true],
  ])
})

it('tells variants with one handle apart by their GTIN, however many there are', async () => {
  const { importText, rows, client } = lists
  const withCheckDigit = (body: string): string => {
    const sum = [...body].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
    return body + ((10 - (sum % 10)) % 10)
  }
  const [other = '', unknown = '', ...gtins] = Array.from({ length: 9 }, (_, at) => withCheckDigit(`40063813339${at}`))
  const asVariants = { productIs: 'variant' } as const
  await importText(`handle;gtin;name\n${gtins.map((gtin, at) => `shirt;${gtin};Size ${at}`).join('\n')}\n`, {}, asVariants)
  expect(await importText(`handle;gtin;name\nshirt;${other};Size X\n`)).toMatchObject({ added: 1, changed: 0, missing: gtins.length })
  expect(await client.catalogue.summary()).toMatchObject({ products: 8, parents: 1, variants: 8, missing: 7, productIs: 'variant' })
  // One whose GTIN the earlier list did not know is found by its handle.
  await importText('handle;name\nmug;Mug\n')
  expect(await importText(`handle;gtin;name\nmug;${unknown};Mug\n`)).toMatchObject({ changed: 1 })
  expect((await rows()).filter(({ handle }) => handle === 'mug')).toMatchObject([{ gtin: `0${unknown}` }])
})

it('lists refused rows after any number of notes, and counts a row with two notes once', async () => {
  const { importText, client } = lists
  const noted = Array.from({ length: 10_001 }, (_, at) => `N-${at};123;unknown`)
  const result = await importText(`sku;gtin;pictures as of\n${noted.join('\n')}\n4.00638E+12;;\n`)
  expect(result).toMatchObject({ added: 10_001, refused: 1, noted: 10_001 })
  const { rows, total } = await client.catalogue.said({ import: result.import, offset: 0, limit: 1 })
  expect([total, rows.map(({ isIn, row }) => [isIn, row])]).toEqual([10_001, [[false, 10_003]]])
})

it('keeps what a person changes or removes in the earlier list while the next one is read', async () => {
  await lists.end()
  let meanwhile: (() => Promise<unknown>) | undefined
  lists = await openListImporter({
    async *readList(task): AsyncGenerator<ListPiece> {
      for await (const piece of readList(task)) {
        yield piece
        // Its rows are written by now.
        if (piece.kind === 'rows') await meanwhile?.()
        meanwhile = piece.kind === 'rows' ? undefined : meanwhile
      }
    },
  })
  const { client, importText, rows } = lists
  await importText('sku;name\nS-1;Pen\nS-2;Cup\nS-3;Mug\n')
  const refs = (await rows()).map(({ ref }) => ref)
  meanwhile = async () => {
    await client.products.edit({ ref: refs[0] ?? '', fields: { name: 'Red pen' } })
    await client.products.remove({ ref: refs[1] ?? '' })
  }
  expect(await importText('sku;stock\nS-1;7\n')).toMatchObject({ changed: 1, missing: 1 })
  expect((await rows()).map(({ sku, name }) => [sku, name])).toEqual([
    ['S-1', 'Red pen'],
    ['S-3', 'Mug'],
  ])
})

it('knows of each value whether this list says it, an earlier one, or the person', async () => {
  const { importText, rows, client, write } = lists
  const first = write('shop.csv', 'product id;sku;name;gtin\np1;S-1;Pen;4006381333931\np2;S-2;Cup;\n')
  await client.catalogue.importFile({ path: first, columns: {}, dryRun: false })
  const { importedAt: at = 0 } = (await client.catalogue.summary()) ?? {}
  const originsOf = async (text: string) => (await rows(text))[0]?.origins ?? {}
  expect(await originsOf('pen')).toEqual({})
  // A later list without some of the columns, and without a product.
  const shop = { by: 'list', name: 'shop.csv', at }
  await importText('sku;stock\nS-1;7\n')
  expect(await originsOf('pen')).toEqual({ productId: shop, name: shop, gtin: shop })
  expect(await originsOf('cup')).toEqual({ '*': shop })
  // A person's change, and back.
  const [pen] = await rows('pen')
  const { undo } = await client.products.edit({ ref: pen?.ref ?? '', fields: { name: 'Red pen', sku: 'S-1b' } })
  expect(await originsOf('red pen')).toMatchObject({ productId: shop, name: { by: 'person' }, sku: { by: 'person' } })
  await client.products.undoEdit({ undo })
  expect(await originsOf('pen')).toEqual({ productId: shop, name: shop, gtin: shop })
  await client.products.edit({ ref: pen?.ref ?? '', fields: { name: 'Red pen' } })
  // What was said stays said over further lists, until one says it itself.
  await importText('sku;stock\nS-1;8\nS-2;1\n')
  expect(await originsOf('red pen')).toMatchObject({ productId: shop, gtin: shop, name: { by: 'person' } })
  expect(await originsOf('cup')).toEqual({ productId: shop, name: shop })
  await importText('sku;name\nS-1;Blue pen\nS-2;Cup\n')
  expect(await originsOf('blue pen')).toEqual({ productId: shop, gtin: shop })
})
