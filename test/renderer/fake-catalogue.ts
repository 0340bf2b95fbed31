import { implementer } from '../../electron/core/implementer.ts'
import { AppError } from '../../shared/base/errors.ts'
import type { CatalogueEntry, ImportResult, ListedTree, OpenedList, SaidRow } from '../../shared/products/catalogue.ts'

const columns = { sku: 0, gtin: 1, name: 2 }
const headers = ['Artikelnummer', 'EAN', 'Bezeichnung', 'Farbe']
const colors = ['Red', 'Blue', 'Green', 'Black']
const examples: ListedTree['examples'] = {
  product: ['Linen shirt', 'Merino scarf', 'Canvas shoe'].map((name) => ({ name, sku: null })),
  variant: colors.slice(0, 3).map((color) => ({ name: `Linen shirt – ${color}, M`, sku: `SHIRT-${color.toUpperCase()}-M` })),
}
const tree: ListedTree = { products: 400, sold: 1600, variants: 1596, examples, proposed: 'product' }

const entryOf = (name: string, more: Partial<CatalogueEntry>): CatalogueEntry => ({
  ...{ ref: 'entry_1', productId: null, sku: null, gtin: null, name, handle: 'linen-shirt', shows: null, showsAt: null },
  ...{ further: [['Vendor', 'Acme']], missingSince: null, kind: 'parent', options: [], ...more },
})
const variantsOf = colors.map((color, at) =>
  entryOf(`Linen shirt – ${color}, M`, {
    ...{ ref: `entry_${at + 2}`, sku: `SHIRT-${color.toUpperCase()}-M`, gtin: '04006381333931', kind: 'variant' },
    ...{ options: [['Color', color]], missingSince: at === 3 ? 1 : null },
  }),
)
const result = {
  import: 1,
  name: 'team.xlsx',
  columns,
  rows: 401,
  added: 12,
  changed: 3,
  unchanged: 384,
  missing: 1,
  refused: 1,
  kept: 1,
  noted: 600,
  merged: ['A2:A3'] as string[],
  sum: { rows: 402, headers: 1, empty: 0, products: 399, variants: 1, pictures: 0, views: 0, refused: 1 },
  damage: [] as ImportResult['damage'],
  ...{ tree, productIs: 'product', sharedPictures: 'each', missingVariants: 0 },
} as const satisfies ImportResult

const reading = { productIs: 'product', sharedPictures: 'each', parents: 399, variants: 1596 } as const

const said: readonly SaidRow[] = [
  { row: 17, isIn: false, about: { kind: 'number-shortened', role: 'gtin', value: '4.00638E+12' } },
  ...Array.from(
    { length: 600 },
    (_, at): SaidRow => ({
      row: 23 + at,
      isIn: true,
      about: { kind: 'zeros-restored', value: '36000291452', gtin: '00036000291452' },
    }),
  ),
]

const opened: OpenedList = {
  id: 'list_1',
  name: 'team.xlsx',
  from: 'file',
  state: {
    kind: 'ready',
    preview: {
      name: 'team.xlsx',
      form: { kind: 'workbook', sheet: 'Products', otherSheets: ['Prices'], hasMacros: true },
      shape: null,
      unclear: [],
      reading: {},
      headers,
      headerRow: 1,
      columns,
      shopIds: [],
      sum: result.sum,
      ...{ tree, targets: { productIs: null, sharedPictures: 'each' } },
      damage: [{ column: 'Artikelnummer', kind: 'date', cells: 2, row: 12, example: '3-Mar' }],
      isRemembered: true,
      rows: Array.from({ length: 8 }, (_, at) => [`SKU-${1000 + at}`, '4006381333931', `Linen shirt ${at}`, at % 2 === 0 ? 'Blue' : '']),
    },
  },
}

/** A list that is ready to be imported, or none. */
export const createFakeCatalogue = (isOpened: boolean, announce: () => void) => {
  const os = implementer.catalogue
  let list: OpenedList | null = isOpened ? opened : null
  return {
    opened: os.opened.handler(() => list),
    paste: os.paste.handler(() => ({ id: 'list_1' })),
    import: os.import.handler(() => {
      list = { ...opened, state: { kind: 'imported', result } }
      announce()
      return result
    }),
    importFile: os.importFile.handler(() => {
      throw new AppError('usage', { kind: 'window-names-path' })
    }),
    readAs: os.readAs.handler(() => {}),
    close: os.close.handler(() => {
      list = null
      announce()
    }),
    summary: os.summary.handler(() =>
      isOpened ? { import: 1, name: 'team.xlsx', importedAt: 1, products: 400, missing: 1, refused: 1, noted: 1, ...reading } : null,
    ),
    ids: os.ids.handler(() => (isOpened ? { ids: 250, waiting: 12 } : { ids: 0, waiting: 0 })),
    setTargets: os.setTargets.handler(() => ({ moved: 12, open: 3 })),
    forgetIds: os.forgetIds.handler(() => ({ forgotten: 250 })),
    page: os.page.handler(() => ({ total: 0, rows: [] })),
    variants: os.variants.handler(() => ({ product: null, total: isOpened ? variantsOf.length : 0, rows: isOpened ? variantsOf : [] })),
    find: os.find.handler(() => (isOpened ? entryOf('Linen shirt', {}) : null)),
    said: os.said.handler(({ input: { offset, limit } }) => ({ total: said.length, rows: said.slice(offset, offset + limit) })),
    forgetMissing: os.forgetMissing.handler(() => ({ removed: 0 })),
  }
}
