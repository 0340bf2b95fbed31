import { expect, it } from 'vitest'
import { proposeColumns } from '../../../../electron/core/products/catalogue/propose-columns.ts'
import { recogniseColumns } from '../../../../electron/core/products/catalogue/recognise-columns.ts'

const columnsOf = (...headers: string[]) =>
  Object.fromEntries(Object.entries(recogniseColumns(headers)).map(([role, at]) => [role, headers[at]]))

it.each([
  [
    'Shopify',
    ['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Variant SKU', 'Variant Barcode', 'Image Src'],
    { handle: 'Handle', name: 'Title', sku: 'Variant SKU', gtin: 'Variant Barcode' },
  ],
  [
    'WooCommerce',
    ['ID', 'Type', 'SKU', 'GTIN, UPC, EAN, or ISBN', 'Name', 'Images'],
    { productId: 'ID', sku: 'SKU', gtin: 'GTIN, UPC, EAN, or ISBN', name: 'Name', shows: 'Images' },
  ],
  ['Shopware', ['id', 'productNumber', 'ean', 'name'], { productId: 'id', sku: 'productNumber', gtin: 'ean', name: 'name' }],
  ['Magento', ['sku', 'attribute_set_code', 'name', 'url_key'], { sku: 'sku', name: 'name', handle: 'url_key' }],
  ['Akeneo', ['sku', 'family', 'name-en_US', 'ean'], { sku: 'sku', name: 'name-en_US', gtin: 'ean' }],
  ['Odoo', ['Internal Reference', 'Name', 'Barcode'], { sku: 'Internal Reference', name: 'Name', gtin: 'Barcode' }],
  [
    'German',
    ['Artikel-Nr.', 'EAN-Code', 'Artikelbezeichnung', 'Aktuelle Bilder', 'Stand vom'],
    { sku: 'Artikel-Nr.', gtin: 'EAN-Code', name: 'Artikelbezeichnung', shows: 'Aktuelle Bilder', showsAt: 'Stand vom' },
  ],
  [
    'one of its own',
    ['Artikelnummer (SKU)', 'UPC code', 'Product ID', 'TITEL'],
    { productId: 'Product ID', sku: 'Artikelnummer (SKU)', gtin: 'UPC code', name: 'TITEL' },
  ],
  ['none that is known', ['Nr', 'Text', ''], {}],
])('recognises the columns of an export: %s', (_, headers, columns) => {
  expect(columnsOf(...headers)).toEqual(columns)
})

it.each([
  ['numbers of a shop', ['101', '102'], [], false],
  ['UUIDs', ['1f0c6b0e-98a4-4c6f-9d53-2a1f6f0d1a01'], [], false],
  ['ids that no shop has', ['prd_1', 'prd_2'], [], true],
  ['ids like those that the workspace gave', ['101', '102'], ['907', '908'], true],
  ['ids that go on counting from those that the workspace gave', ['prd_10', 'prd_11'], ['prd_8', 'prd_9'], true],
  ['ids as long as those that the workspace gave', ['prd_1f0c'], ['prd_9ab3', 'prd_77'], true],
  ['ids that are longer', ['prd_1f0c55'], ['prd_9ab3'], false],
  ['ids unlike those that the workspace gave', ['8001001', '8001002'], ['prd_907'], false],
  ['nothing yet', ['', ''], [], true],
])('takes a column of ids for those of the workspace by its values: %s', (_, ids, given, isTaken) => {
  const rows = ids.map((id) => [id, 'A'])
  const { columns, shopIds } = proposeColumns(['Product ID', 'SKU'], undefined, rows, given)
  expect([columns.productId, shopIds]).toEqual(isTaken ? [0, []] : [undefined, [0]])
})

it('takes no addresses of pictures for sources', () => {
  const columnsOfImages = (value: string) => proposeColumns(['SKU', 'Images'], undefined, [['A', value]], []).columns.shows
  expect(columnsOfImages('https://shop.example/a.jpg')).toBeUndefined()
  expect(columnsOfImages('a.jpg; b.jpg')).toBeUndefined()
  expect(columnsOfImages('src_1, src_2')).toBe(1)
})
