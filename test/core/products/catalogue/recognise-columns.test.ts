import { expect, it } from 'vitest'
import { recogniseColumns } from '../../../../electron/core/products/catalogue/recognise-columns.ts'

const columnsOf = (...headers: string[]) =>
  Object.fromEntries(Object.entries(recogniseColumns(headers)).map(([role, at]) => [role, headers[at]]))

it.each([
  [
    'Shopify',
    ['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Variant SKU', 'Variant Barcode', 'Image Src'],
    { handle: 'Handle', name: 'Title', sku: 'Variant SKU', gtin: 'Variant Barcode', shows: 'Image Src' },
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
