import type { RowProblem } from '../../../../shared/base/row-problem.ts'
import type { ListColumns, RowNote } from '../../../../shared/products/catalogue.ts'
import type { ColumnRole } from '../../../../shared/products/column-roles.ts'
import { readGtin } from '../../../../shared/products/gtin.ts'
import type { EntryKind } from '../../../../shared/products/variants.ts'
import { foldName } from '../../base/database/fold-name.ts'
import { listLimits } from './list-limits.ts'
import { readDate } from './read-date.ts'
import type { RawRow } from './reading/raw-rows.ts'

/** A row as a product of the list. */
export type ReadEntry = {
  readonly row: number
  readonly productId: string | null
  readonly sku: string | null
  /** 14 digits. */
  readonly gtin: string | null
  readonly name: string | null
  readonly handle: string | null
  readonly shows: readonly string[] | null
  readonly showsAt: number | null
  /** Header and value of each other column that has one. */
  readonly further: readonly (readonly [string, string])[]
  /** Its product has its id in an earlier row. */
  readonly sharesId?: boolean
}

/** What can be read of a refused row: which product it is about. `row` is its number, as of an entry. */
export type RefusedNames = Pick<StoredEntry, 'row' | 'productId' | 'sku' | 'skuKey' | 'gtin' | 'name' | 'handle'>

export type ReadRow =
  | { readonly kind: 'entry'; readonly entry: ReadEntry; readonly notes: readonly RowNote[] }
  | { readonly kind: 'refused'; readonly problem: RowProblem; readonly names: RefusedNames }
  | { readonly kind: 'empty' }

/** What spreadsheets and programs make of a long number: `4.00638E+12`. An SKU such as 12E4 is left alone. */
const shortened = /^[+-]?\d(?:[.,]\d+)?E\+\d{1,3}$/i

/** Where digits must not be lost. */
const isExact = (role: ColumnRole): boolean => role === 'productId' || role === 'sku' || role === 'gtin' || role === 'handle'

/** Letters of a further column that are searched, and of all. */
const searchedCell = 200
export const mostSearched = 2_000

/** What is searched in an entry, folded. */
const toSearched = ({ productId, sku, gtin, name, handle, further }: ReadEntry): string =>
  foldName(
    [productId, sku, gtin, name, handle, ...further.map(([, value]) => value.slice(0, searchedCell))]
      .filter((one) => one !== null)
      .join('\n')
      .slice(0, mostSearched),
  )

/** The SKU as it is compared: without case and spaces around. Accents count: `GRÜN-1` and `GRUN-1` may be two products, as in matching. */
export const foldSku = (sku: string): string => sku.normalize('NFKC').toLowerCase().trim()

/** An entry as it is stored. Made where the list is read, because folding and JSON take a third of an import's time. */
export type StoredEntry = Omit<ReadEntry, 'shows' | 'further' | 'sharesId'> & {
  /** The SKU as it is compared. */
  readonly skuKey: string | null
  /** JSON. */
  readonly shows: string | null
  /** JSON. */
  readonly further: string
  readonly searched: string
}

/** Such an entry as a product or variant. */
export type StoredNode = StoredEntry & {
  /** JSON: where values are from that this list does not have. */
  readonly origins?: string | null
  readonly kind: EntryKind
  /** JSON; `null`: it is no variant. */
  readonly options: string | null
}

export const toStored = (entry: ReadEntry, kind: EntryKind = 'single', options: string | null = null): StoredNode => ({
  row: entry.row,
  productId: entry.productId,
  sku: entry.sku,
  gtin: entry.gtin,
  name: entry.name,
  handle: entry.handle,
  showsAt: entry.showsAt,
  skuKey: entry.sku === null ? null : foldSku(entry.sku),
  shows: entry.shows === null ? null : JSON.stringify(entry.shows),
  further: JSON.stringify(entry.further),
  searched: toSearched(entry),
  kind,
  options,
})

const findFault = ({ cells, faults }: RawRow, columns: ListColumns): RowProblem | undefined => {
  for (const [role, column] of Object.entries(columns) as [ColumnRole, number][]) {
    const value = (cells[column] ?? '').trim().slice(0, 100)
    const fault = faults?.get(column)
    if (fault === 'failed') return { kind: 'formula-failed', role, value }
    if (fault === 'without-value') return { kind: 'formula-without-value', role }
    if (fault === 'too-many-digits' && isExact(role)) return { kind: 'number-too-long', role, value }
    if (isExact(role) && shortened.test(value)) return { kind: 'number-shortened', role, value }
  }
  return undefined
}

const readShows = (text: string): readonly string[] => {
  if (/^(?:-|–|none|keine?|n\/a|null|\[\])$/i.test(text)) return []
  return text.split(/[\s,;|]+/).filter((one) => one !== '')
}

type Gtin = { readonly gtin: string | null; readonly notes: readonly RowNote[]; readonly problem?: RowProblem }

const takeGtin = (value: string | null, hasOther: boolean): Gtin => {
  const read = readGtin(value ?? '')
  switch (read.kind) {
    case 'none':
      return { gtin: null, notes: [] }
    case 'gtin':
      return {
        gtin: read.digits,
        notes: read.hadLostZeros ? [{ kind: 'zeros-restored', value: value ?? '', gtin: read.digits }] : [],
      }
    case 'wrong': {
      const facts = { value: (value ?? '').slice(0, 100), why: read.why }
      if (!hasOther) return { gtin: null, notes: [], problem: { kind: 'gtin-wrong', ...facts } }
      return { gtin: null, notes: [{ kind: 'gtin-left-out', ...facts }] }
    }
  }
}

/** The name of a column without a header is its letter. */
export const nameColumn = (headers: readonly string[], column: number): string => {
  const header = headers[column]
  if (header) return header
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : `${String.fromCharCode(64 + Math.floor(column / 26))}${letter}`
}

/** Words for a sum below the rows. */
const sums = new Set(
  'sum,total,totals,grand total,subtotal,summe,gesamt,gesamtsumme,insgesamt,zwischensumme,somme,total général,totale,suma,razem,итого,всего,合計,合计,总计,합계'
    .split(',')
    .map(foldName),
)

/** The word of a row that has a sum, and nothing else but numbers. */
const sumOf = (cells: readonly string[]): string | undefined => {
  const at = cells.findIndex((cell) => cell !== '')
  const word = cells[at] ?? ''
  if (word.length > 15 || !sums.has(foldName(word.replace(/:$/, '')))) return undefined
  const rest = cells.slice(at + 1).filter((cell) => cell !== '')
  return rest.length > 0 && rest.every((cell) => /^[\d.,’' %€$£+-]+$/.test(cell)) ? word : undefined
}

/** Cells longer than this name nothing. */
const longestName = 1_000

/** Which product a refused row is about, as far as its cells can be relied on. */
export const readNames = ({ row, cells, faults }: RawRow, columns: ListColumns): RefusedNames => {
  const textOf = (role: ColumnRole): string | null => {
    const column = columns[role]
    if (column === undefined || faults?.has(column)) return null
    const text = (cells[column] ?? '').trim()
    return text === '' || text.length > longestName || (isExact(role) && shortened.test(text)) ? null : text
  }
  const sku = textOf('sku')
  const gtin = readGtin(textOf('gtin') ?? '')
  return {
    row,
    productId: textOf('productId'),
    sku,
    skuKey: sku === null ? null : foldSku(sku),
    gtin: gtin.kind === 'gtin' ? gtin.digits : null,
    name: textOf('name'),
    handle: textOf('handle'),
  }
}

/** Reads a row by what its columns are. Depends on nothing but this row. */
export const readEntry = (raw: RawRow, headers: readonly string[], columns: ListColumns): ReadRow => {
  const cells = raw.cells.map((cell) => cell.trim())
  if (cells.every((cell) => cell === '') && !raw.faults) return { kind: 'empty' }
  const refuse = (problem: RowProblem): ReadRow => ({ kind: 'refused', problem, names: readNames(raw, columns) })
  const sum = sumOf(cells)
  if (sum !== undefined) return refuse({ kind: 'total', value: sum })
  const long = cells.findIndex((cell) => cell.length > listLimits.cell)
  if (long >= 0) return refuse({ kind: 'cell-too-long', column: nameColumn(headers, long), limit: listLimits.cell })
  const fault = findFault(raw, columns)
  if (fault) return refuse(fault)
  const textOf = (role: ColumnRole): string | null => {
    const column = columns[role]
    return column === undefined ? null : (cells[column] ?? '') || null
  }
  const named = { productId: textOf('productId'), sku: textOf('sku'), name: textOf('name'), handle: textOf('handle') }
  const hasOther = Object.values(named).some((one) => one !== null)
  const { gtin, notes, problem } = takeGtin(textOf('gtin'), hasOther)
  if (problem) return refuse(problem)
  if (!hasOther && gtin === null) return refuse({ kind: 'names-nothing' })
  const at = textOf('showsAt')
  const showsAt = at === null ? null : readDate(at)
  const isKnown = new Set(Object.values(columns))
  const wrongGtin: (readonly [string, string])[] =
    gtin === null && notes.length > 0 ? [[nameColumn(headers, columns.gtin ?? 0), textOf('gtin') ?? '']] : []
  const others = cells.flatMap((cell, column): (readonly [string, string])[] =>
    cell === '' || isKnown.has(column) || raw.faults?.has(column) ? [] : [[nameColumn(headers, column), cell]],
  )
  return {
    kind: 'entry',
    entry: {
      row: raw.row,
      ...named,
      gtin,
      shows: columns.shows === undefined ? null : readShows(textOf('shows') ?? ''),
      showsAt,
      further: [...wrongGtin, ...others],
    },
    notes: at !== null && showsAt === null ? [...notes, { kind: 'date-unknown', value: at.slice(0, 100) }] : notes,
  }
}
