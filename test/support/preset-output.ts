import type { WalkedRow } from '../../electron/core/answers/sheet/lists/sheet-lists.ts'
import { writeSeparated } from '../../electron/core/exchange/exports/files/write-separated.ts'
import { createTable, emptyCounts, headersOf } from '../../electron/core/exchange/exports/table-rows.ts'
import type { SheetCell } from '../../shared/answers/sheet.ts'
import { layoutOfPreset, type ShopPreset } from '../../shared/exchange/export-presets.ts'

const questions = ['Alt text', 'Product title', 'Description', 'Größe (cm)'].map((column) => ({
  question: `${column}?`,
  column,
  checks: [],
}))
const cellOf = (question: string, text: string): SheetCell => ({
  question,
  jobId: 'job_1',
  kind: 'answer',
  text,
  isEdited: false,
  review: 'approved',
  reviewedBy: null,
  reviewedAt: null,
  digest: '',
  fails: [],
  work: null,
})
const product = { key: 'sku:m-1', productId: 'prd_1', sku: 'M-1', gtin: '4006381333931', name: 'Red mug', handle: 'red-mug' }
const walked: WalkedRow = {
  product,
  place: 2,
  further: [],
  row: {
    key: product.key,
    imageId: 'img_1',
    name: 'mug.jpg',
    folder: null,
    productKey: product.key,
    sku: product.sku,
    productId: product.productId,
    productName: product.name,
    pictures: 2,
    group: null,
    cells: ['A red mug, "large"', 'Mug; red', 'Holds tea.\nAnd\tcoffee.', '12'].map((text, at) => cellOf(questions[at]!.question, text)),
  },
}
const ports = { findListed: () => undefined, findPlace: () => ({ path: '', address: 'https://cdn.example.com/mug.jpg' }) }

/** A shop's table with one picture of a product. */
export const outputOf = async (preset: ShopPreset): Promise<string> => {
  const layout = layoutOfPreset(preset, questions)
  const toRow = createTable(layout, 'approved', ports, emptyCounts())
  if (layout.form.kind !== 'csv') throw new Error('it is no text')
  async function* rows() {
    yield [headersOf(layout), toRow(walked) ?? []]
  }
  const pieces: Uint8Array[] = []
  for await (const piece of writeSeparated(rows(), layout.form)) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

/** Each field as the program's own documentation names it (`source`), in its form: what separates fields, and what a field may have. */
export const documented: Readonly<
  Record<ShopPreset['id'], { readonly delimiter: string; readonly fields: Readonly<Record<string, string>> }>
> = {
  // “Each column must be separated by a comma”; “URL handle” and “Title” are required to update; “Image position” begins at 1; UTF-8.
  shopify: {
    delimiter: ',',
    fields: {
      Title: 'Red mug',
      'URL handle': 'red-mug',
      'Product image URL': 'https://cdn.example.com/mug.jpg',
      'Image position': '2',
      'Image alt text': 'A red mug, "large"',
    },
  },
  // The importer's schema: columns by name, “Meta: key” for custom fields; line breaks inside quotes.
  woocommerce: {
    delimiter: ',',
    fields: {
      SKU: 'M-1',
      Name: 'Red mug',
      Description: 'Holds tea.\nAnd\tcoffee.',
      'Meta: image_alt_text': 'A red mug, "large"',
      'Meta: product_title': 'Mug; red',
      'Meta: grosse_cm': '12',
    },
  },
  // “Product data structure”: the identifier, then codes of attributes (letters, digits, underscores); semicolons.
  akeneo: {
    delimiter: ';',
    fields: {
      sku: 'M-1',
      alt_text: 'A red mug, "large"',
      product_title: 'Mug; red',
      description: 'Holds tea.\nAnd\tcoffee.',
      grosse_cm: '12',
    },
  },
  // Attribute names in English with underscores; tabs; no tab or line break in a value.
  google: {
    delimiter: '\t',
    fields: {
      id: 'M-1',
      title: 'Mug; red',
      description: 'Holds tea. And coffee.',
      image_link: 'https://cdn.example.com/mug.jpg',
    },
  },
}
