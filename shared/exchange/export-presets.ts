import type { SetQuestion } from '../answers/question-sets.ts'
import type { OutColumn, OutFact, OutForm, OutLayout, OutRows } from './exports.ts'

/** What a question of a set is for, by the name of its column. */
export const textRoles = ['alt', 'extended', 'title', 'description'] as const
export type TextRole = (typeof textRoles)[number]

const rolePatterns: Readonly<Record<TextRole, RegExp>> = {
  extended: /extended|long desc|ausf(ü|ue)hrlich|longdesc/i,
  alt: /\balt\b|alt[ _-]?text|alternativ/i,
  title: /title|titel|headline|\bname\b/i,
  description: /desc|beschreibung|caption/i,
}
const roleOrder: readonly TextRole[] = ['extended', 'alt', 'title', 'description']

/** The first column for each role; a column has one role only. */
export const findRoles = <Question extends { readonly column: string }>(
  questions: readonly Question[],
): Partial<Record<TextRole, Question>> => {
  const found: Partial<Record<TextRole, Question>> = {}
  for (const one of questions) {
    const role = roleOrder.find((each) => rolePatterns[each].test(one.column))
    if (role && !found[role]) found[role] = one
  }
  return found
}

type FromRole = { readonly kind: 'role'; readonly role: TextRole }
type Source = FromRole | { readonly kind: 'fact'; readonly fact: OutFact }

/** A shop's or feed's own table. `readAt`: when its documentation was read. */
export type ShopPreset = {
  readonly id: 'shopify' | 'woocommerce' | 'akeneo' | 'google'
  readonly name: string
  readonly source: string
  readonly readAt: string
  readonly rows: OutRows
  readonly form: OutForm
  readonly columns: readonly { readonly header: string; readonly from: Source }[]
  /** What its program finds a row by. */
  readonly key: OutFact
  /** Headers of the set's further columns; `null`: they are left out. */
  readonly further: ((column: string) => string) | null
  /** What a person has to know or add. */
  readonly notes: readonly string[]
}

const fact = (name: OutFact): Source => ({ kind: 'fact', fact: name })
const role = (name: TextRole): Source => ({ kind: 'role', role: name })

/** Letters, digits and underscores: the code of an attribute. */
const attributeCode = (column: string): string =>
  column
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replaceAll('ß', 'ss')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .toLowerCase()
    .slice(0, 100) || 'text'

/** Empty cells go out where a product has some of its texts only. */
const emptyCells =
  'Products without any text to export are left out. In others, an empty cell can empty the shop’s field: approve all texts of a product, or remove the column.'

/** Tables as their programs document them, each with only the columns that texts about pictures fill. */
export const shopPresets: readonly ShopPreset[] = [
  {
    id: 'shopify',
    name: 'Shopify products',
    source: 'https://help.shopify.com/en/manual/products/import-export/using-csv',
    readAt: '2026-11-23',
    rows: 'pictures',
    form: { kind: 'csv', separator: ',', bom: false, flat: false },
    columns: [
      { header: 'Title', from: fact('productName') },
      { header: 'URL handle', from: fact('handle') },
      { header: 'Product image URL', from: fact('address') },
      { header: 'Image position', from: fact('position') },
      { header: 'Image alt text', from: role('alt') },
    ],
    key: 'handle',
    further: null,
    notes: [
      emptyCells,
      'Shopify finds products by “URL handle”, and requires “Title”. Both come from your product list.',
      'Shopify takes alt texts of up to 512 characters.',
      'Shopify finds pictures by “Product image URL”. It is filled where a picture came from an address; take the others from a Shopify export.',
    ],
  },
  {
    id: 'woocommerce',
    name: 'WooCommerce products',
    source: 'https://github.com/woocommerce/woocommerce/wiki/Product-CSV-Importer-&-Exporter',
    readAt: '2026-11-23',
    rows: 'products',
    form: { kind: 'csv', separator: ',', bom: false, flat: false },
    columns: [
      { header: 'SKU', from: fact('sku') },
      { header: 'Name', from: fact('productName') },
      { header: 'Description', from: role('description') },
      { header: 'Meta: image_alt_text', from: role('alt') },
    ],
    key: 'sku',
    further: (column) => `Meta: ${attributeCode(column)}`,
    notes: [
      emptyCells,
      'Select “Update existing products” in WooCommerce. It finds them by SKU.',
      'WooCommerce’s own import has no column for alt texts. They go into the product’s custom field “image_alt_text”.',
    ],
  },
  {
    id: 'akeneo',
    name: 'Akeneo products',
    source: 'https://github.com/akeneo/pim-docs/blob/master/import_and_export_data/formats/product.rst',
    readAt: '2026-11-23',
    rows: 'products',
    form: { kind: 'csv', separator: ';', bom: false, flat: false },
    columns: [{ header: 'sku', from: fact('sku') }],
    key: 'sku',
    further: attributeCode,
    notes: [
      emptyCells,
      'Each column is an attribute’s code. Rename the columns to your codes.',
      'Attributes with a locale or channel have it in their name, such as description-en_US-ecommerce.',
    ],
  },
  {
    id: 'google',
    name: 'Google Merchant feed',
    source: 'https://support.google.com/merchants/answer/7052112',
    readAt: '2026-11-23',
    rows: 'products',
    form: { kind: 'csv', separator: '\t', bom: false, flat: true },
    columns: [
      { header: 'id', from: fact('sku') },
      { header: 'title', from: role('title') },
      { header: 'description', from: role('description') },
      { header: 'image_link', from: fact('address') },
    ],
    key: 'sku',
    further: null,
    notes: [
      emptyCells,
      'Use it as a supplemental source: it adds texts to products that Merchant Center already has, by their “id”.',
      'Titles have up to 150 characters, descriptions up to 5,000. Google’s feeds have no alt texts.',
    ],
  },
]

const asked = (header: string, question: string): OutColumn => ({ header, from: { kind: 'question', question } })

/** A header that no other column has. */
const freeHeader = (header: string, taken: ReadonlySet<string>): string => {
  if (!taken.has(header)) return header
  let number = 2
  while (taken.has(`${header} ${number}`)) number++
  return `${header} ${number}`
}

/** A preset with the questions of a set. A column that no question is for is left out: it would empty what is in the shop. */
export const layoutOfPreset = (preset: ShopPreset, questions: readonly SetQuestion[]): OutLayout => {
  const roles = findRoles(questions)
  const columns: OutColumn[] = preset.columns.flatMap(({ header, from }) => {
    if (from.kind === 'fact') return [{ header, from }]
    const found = roles[from.role]
    return found ? [asked(header, found.question)] : []
  })
  if (preset.further) {
    const used = new Set(columns.flatMap(({ from }) => (from.kind === 'question' ? [from.question] : [])))
    for (const { question, column } of questions) {
      if (used.has(question)) continue
      const header = freeHeader(preset.further(column), new Set(columns.map((one) => one.header)))
      columns.push(asked(header, question))
    }
  }
  return { rows: preset.rows, form: preset.form, columns, comesBack: false, onlyWith: preset.key }
}

/** What is exported until a person chooses columns. */
export const usualLayout = (rows: OutRows, questions: readonly SetQuestion[]): OutLayout => {
  const facts: readonly (readonly [string, OutFact])[] =
    rows === 'pictures'
      ? [
          ['Picture', 'name'],
          ['Folder', 'folder'],
          ['Path', 'path'],
          ['SKU', 'sku'],
          ['Product ID', 'productId'],
          ['Product', 'productName'],
        ]
      : [
          ['SKU', 'sku'],
          ['Product ID', 'productId'],
          ['Product', 'productName'],
          ['Pictures', 'pictures'],
        ]
  const columns: OutColumn[] = facts.map(([header, name]) => ({ header, from: { kind: 'fact', fact: name } }))
  for (const { question, column } of questions)
    columns.push(asked(freeHeader(column, new Set(columns.map(({ header }) => header))), question))
  return { rows, form: { kind: 'xlsx' }, columns, comesBack: true }
}
