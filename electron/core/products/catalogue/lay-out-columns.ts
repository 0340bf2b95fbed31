import type { ListColumns } from '../../../../shared/products/catalogue.ts'
import { nameColumn } from './read-entry.ts'
import { findOptions, isCombinedHeader, type OptionColumn } from './shapes/find-options.ts'
import { anyShape } from './shapes/known-shapes.ts'
import { findListedVariants, type ListedVariants } from './shapes/listed-variants.ts'
import { findRowKinds, type RowKinds } from './shapes/row-kinds.ts'
import { foldHeader, type Shape } from './shapes/shape.ts'

export type Cells = readonly string[]

export const textAt = (cells: Cells, column: number | undefined): string => (column === undefined ? '' : (cells[column] ?? '').trim())

/**
 * How the rows of this list belong together. `keys`: what a parent is named by. `kinds`: each row says what it is. `listed`: a product says which are its variants. `isExact`: upper and lower
 * case differ, as in a shop’s keys.
 */
export type RowGrouping = {
  readonly isExact?: true
  readonly by: 'handle' | 'parent' | 'name' | 'above' | 'listed'
  readonly column: number
  readonly keys: readonly { readonly column: number; readonly prefix: string }[]
  readonly kinds?: RowKinds
  readonly listed?: ListedVariants
}

export type ListLayout = {
  readonly grouping: RowGrouping | null
  readonly options: readonly OptionColumn[]
  readonly pictures: readonly { readonly column: number; readonly isOfVariant: boolean }[]
  /** Where a row says that it is for another view of the shop, and what names its product. */
  readonly views: { readonly column: number; readonly sku: number } | null
}

/** The first rows of a list with anything in them. */
type Sample = readonly Cells[]

/**
 * Only the first row of a product has its name, and those below it, at least three of ten, have an SKU and options; or lack something else, too,
 * that each row with a name has.
 */
const namesFirstOnly = (rows: Sample, { sku, gtin, name }: ListColumns, options: ListLayout['options']): boolean => {
  const [first] = rows
  if (!first || sku === undefined || textAt(first, name) === '') return false
  // A row with a picture has nothing else.
  const whole = rows.filter((cells) => cells.filter((cell) => cell.trim() !== '').length > 1)
  const [named, without] = [whole.filter((cells) => textAt(cells, name) !== ''), whole.filter((cells) => textAt(cells, name) === '')]
  if (without.length < whole.length * 0.3 || without.some((cells) => textAt(cells, sku) === '')) return false
  if (without.every((cells) => options.some(({ value }) => textAt(cells, value) !== ''))) return true
  const others = first.flatMap((_, column) => (column === name || column === sku || column === gtin ? [] : [column]))
  return others.some(
    (column) => named.every((cells) => textAt(cells, column) !== '') && without.every((cells) => textAt(cells, column) === ''),
  )
}

/** Columns whose value the variants of a product share. */
const sharedHeaders = 'productid itemid id productreferencecode productreference productkey productgroupid parentgroup token'.split(' ')

/** Columns with the number of a product, where its variants share it; else it may be a number of the maker. */
const modelHeaders = (
  'modell modellnummer modellnr modellcode model modelnumber modelno modelcode modele modello modelo styleno stylenr stylename stilnummer ' +
  'grundartikel basisartikel basisartikelnummer artikelgruppe'
).split(' ')

const isOneName = (one: Cells, other: Cells, name: number | undefined): boolean =>
  new Set([textAt(one, name), textAt(other, name)].filter((text) => text !== '')).size < 2

/** The first of these columns in which neighbours with different SKUs or GTINs have one value, and one name at most. `isAlways`: all of them. */
const findShared = (
  headers: readonly string[],
  folded: readonly string[],
  { sku, gtin, name }: ListColumns,
  rows: Sample,
  isAlways = false,
): number | undefined => {
  const own = sku ?? gtin
  if (own === undefined) return undefined
  const isShared = (column: number): boolean => {
    const pairs = rows.flatMap((cells, at): [Cells, Cells][] => {
      const above = rows[at - 1]
      return above && textAt(cells, column) !== '' && textAt(cells, column) === textAt(above, column) ? [[above, cells]] : []
    })
    const isOne = ([one, other]: [Cells, Cells]): boolean => textAt(one, own) !== textAt(other, own) && isOneName(one, other, name)
    return pairs.length > 0 && (isAlways ? pairs.every(isOne) : pairs.some(isOne))
  }
  return headers.map((one) => folded.indexOf(one)).find((column) => column >= 0 && column !== own && isShared(column))
}

/** Columns with the values of a column of parents: what parents are named by. */
const findKeys = (column: number, headers: readonly string[], rows: Sample): number[] => {
  const parents = new Set(rows.map((cells) => textAt(cells, column)).filter((text) => text !== ''))
  return headers.flatMap((_, at) => (at !== column && rows.some((cells) => parents.has(textAt(cells, at))) ? [at] : []))
}

/** Words for a parent that are in headers of many kinds: “Référence parent”, “Identifizierungsspalte Vaterartikel”. */
const parentWords = 'parent vater eltern ubergeordnet hauptartikel masterartikel padre genitore ouder hoofdartikel rodzic'.split(' ')

/** A column with a product’s number, or one with such a word whose values are numbers that other rows have: at least two, and most of them. */
const findParents = (folded: readonly string[], columns: ListColumns, rows: Sample): number | undefined => {
  const { sku, gtin } = columns
  const column = folded.findIndex((header, at) => at !== sku && at !== gtin && parentWords.some((word) => header.includes(word)))
  if (column < 0) return findShared(modelHeaders, folded, columns, rows, true)
  const named = rows.map((cells) => textAt(cells, column)).filter((text) => text !== '')
  const others = new Set(rows.flatMap((cells) => cells.flatMap((_, at) => (at === column ? [] : [textAt(cells, at)]))))
  return named.length > 1 && named.filter((text) => others.has(text)).length * 2 > named.length ? column : undefined
}

/** Which columns group rows, name options and have pictures. `rows`: the first. */
export const layOutColumns = (
  headers: readonly string[],
  columns: ListColumns,
  known: Shape | undefined,
  rows: Sample = [],
): ListLayout => {
  const shape = known ?? anyShape
  const folded = headers.map(foldHeader)
  const find = (names: readonly string[]): number | undefined => names.map((one) => folded.indexOf(one)).find((at) => at >= 0)
  const roles = new Set(Object.values(columns))
  const taken = new Set<number>(roles)
  const named = shape.options.flatMap((one): OptionColumn[] => {
    const [name, value] = typeof one === 'string' ? [undefined, folded.indexOf(one)] : [folded.indexOf(one[0]), folded.indexOf(one[1])]
    if (value < 0 || taken.has(value)) return []
    taken.add(value)
    if (isCombinedHeader(headers[value] ?? '')) return [{ name: value, value, isCombined: true }]
    return [{ name: name === undefined || name < 0 ? nameColumn(headers, value) : name, value }]
  })
  const options = known ? named : [...named, ...findOptions(headers, (column) => !taken.has(column))]
  const picturesOf = (names: readonly string[], isOfVariant: boolean) =>
    names.flatMap((one) => folded.flatMap((header, column) => (header === one && !roles.has(column) ? [{ column, isOfVariant }] : [])))
  const pictures = [...picturesOf(shape.pictures.product, false), ...picturesOf(shape.pictures.variant, true)]
  const findGrouping = (): RowGrouping | null => {
    const { grouping } = shape
    const column = (grouping ? find(grouping.column) : undefined) ?? (known ? undefined : findParents(folded, columns, rows))
    const kinds = known && grouping?.by !== 'above' ? undefined : findRowKinds(headers, rows)
    if (grouping && column !== undefined) {
      if (grouping.by !== 'parent' && grouping.by !== 'listed') return { by: grouping.by, column, keys: [], ...(kinds ? { kinds } : {}) }
      const keys = grouping.keys.flatMap(({ column: names, prefix = '' }) => {
        const at = find(names)
        return at === undefined ? [] : [{ column: at, prefix }]
      })
      if (grouping.by === 'listed') return { by: 'listed', column, keys, listed: findListedVariants(grouping.how, headers, column) }
      const further = known ? [] : [...(columns.sku === undefined ? [] : [columns.sku]), ...findKeys(column, headers, rows)]
      const added = [...new Set(further)].filter((at) => !keys.some((key) => key.column === at)).map((at) => ({ column: at, prefix: '' }))
      return { by: 'parent', column, keys: [...keys, ...added] }
    }
    if (known) return null
    if (kinds) return { by: 'above', column: kinds.column, keys: [], kinds }
    if (columns.name !== undefined && namesFirstOnly(rows, columns, options)) return { by: 'above', column: columns.name, keys: [] }
    if (columns.handle !== undefined) return { by: 'handle', column: columns.handle, keys: [] }
    const shared = findShared(sharedHeaders, folded, columns, rows)
    if (shared !== undefined) return { by: 'handle', column: shared, keys: [], isExact: true }
    return columns.name === undefined || options.length === 0 ? null : { by: 'name', column: columns.name, keys: [] }
  }
  const [view, { sku }] = [find(shape.views ?? []), columns]
  return { grouping: findGrouping(), options, pictures, views: view === undefined || sku === undefined ? null : { column: view, sku } }
}
