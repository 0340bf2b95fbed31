import { AppError } from '../../../../shared/base/errors.ts'
import type { RowProblem } from '../../../../shared/base/row-problem.ts'
import type { ListColumns, ListedTree, SaidRow } from '../../../../shared/products/catalogue.ts'
import { namingRoles } from '../../../../shared/products/column-roles.ts'
import type { ColumnDamage, ListForm, RowSum } from '../../../../shared/products/list-form.ts'
import { createDamageFinder } from './find-damage.ts'
import { createRepeatFinder, type Repeat } from './find-repeats.ts'
import { createGrouper, createViewFinder, emptyEntry, type Groups, type RowKind } from './group-rows.ts'
import type { ListLayout } from './lay-out-columns.ts'
import { listLimits } from './list-limits.ts'
import { type TreeEntry, toTree } from './listed-product.ts'
import { type ReadEntry, type RefusedNames, readEntry, readNames, type StoredNode, toStored } from './read-entry.ts'
import { cleanHeaders, isBlank } from './reading/find-headers.ts'
import type { RawRow } from './reading/raw-rows.ts'
import { recogniseColumns } from './recognise-columns.ts'
import { createTreeSum } from './sum-tree.ts'

export type RowsPiece = {
  readonly kind: 'rows'
  /** A product’s variants come after it, in the same piece. */
  readonly entries: readonly StoredNode[]
  /** Which products the refused rows of this piece are about. */
  readonly refused: readonly RefusedNames[]
  readonly said: readonly SaidRow[]
}

export type RowsEnd = { readonly sum: RowSum; readonly damage: readonly ColumnDamage[]; readonly tree: ListedTree }

export type RowsContext = {
  readonly name: string
  readonly form: ListForm
  readonly headers: readonly string[]
  readonly headerRow: number
  readonly columns: ListColumns
  readonly layout: ListLayout
  readonly groups: Groups | undefined
  /** Ids and names of the workspace’s products. */
  readonly known: readonly string[]
}

const countCells = ({ cells }: RawRow): number => {
  let width = cells.length
  while (width > 0 && cells[width - 1]?.trim() === '') width--
  return width
}

const toNode = (entry: TreeEntry): StoredNode => toStored(entry, entry.kind, entry.options && JSON.stringify(entry.options))

/** Reads the rows of a list, and says of each what became of it. */
export const createRowReader = ({ name, form, headers, headerRow, columns, layout, groups, known }: RowsContext, isCounted = false) => {
  const findRepeats = createRepeatFinder()
  const damage = createDamageFinder(headers, columns)
  let said: SaidRow[] = []
  let refused: RefusedNames[] = []
  let entries: TreeEntry[] = []
  const tree = createTreeSum(known)
  const isView = createViewFinder(layout)
  const counts = { rows: 0, headers: 0, empty: 0, views: 0, refused: 0 }
  const grouper = createGrouper(layout, groups, (product) => {
    tree.count(product)
    const needs = tree.needsEntries(product)
    if (isCounted && !needs) return
    const made = toTree(product)
    if (needs) tree.look(made)
    if (!isCounted) for (const one of made) entries.push(one)
  })

  const refuse = (raw: RawRow, names: RefusedNames, about: RowProblem): void => {
    counts.refused++
    said.push({ row: names.row, isIn: false, about })
    if (names.productId ?? names.sku ?? names.gtin ?? names.handle ?? names.name) refused.push(names)
    grouper.refuse(raw, names)
  }
  /** A number that variants of one product share is that product’s (listed-product.ts). */
  const findRepeated = (raw: RawRow, kind: RowKind, entry: ReadEntry): Repeat => {
    const { productId, sku, gtin } = entry
    if (kind === 'variant' && productId === null && sku === null && gtin === null) return { problem: undefined, notes: [] }
    const found = findRepeats(entry)
    const { problem } = found
    if (kind !== 'variant' || problem?.kind !== 'repeats-row' || problem.role === 'productId') return found
    const { role, value, other } = problem
    if (!grouper.isOtherVariant(raw, other)) return found
    const rest = findRepeated(raw, kind, { ...entry, [role]: null })
    return { ...rest, notes: [{ kind: 'also-in-row', role, value, other }, ...rest.notes] }
  }
  /** Files that were joined have their headers again. */
  const repeatsHeaders = ({ cells }: RawRow): boolean =>
    headers.length > 1 && headers.every((header, at) => header === (cells[at] ?? '').replace(/\s+/g, ' ').trim().slice(0, 200))
  /** Some have a row of labels below the names of their columns. */
  const labelsHeaders = ({ row, cells }: RawRow): boolean => {
    if (row !== headerRow + 1) return false
    const labelled = recogniseColumns(cleanHeaders(cells), true)
    return namingRoles.filter((role) => columns[role] !== undefined && labelled[role] === columns[role]).length > 1
  }
  const take = (raw: RawRow): void => {
    counts.rows++
    if (raw.row <= headerRow || repeatsHeaders(raw) || labelsHeaders(raw)) return void counts.headers++
    const refuseFor = (about: RowProblem): void => refuse(raw, readNames(raw, columns), about)
    damage.look(raw)
    const width = countCells(raw)
    if (raw.quotes === 'open') return void refuseFor({ kind: 'quote-open' })
    if (form.kind === 'text' && width > headers.length)
      return void refuseFor({ kind: 'too-many-cells', cells: width, columns: headers.length })
    if (isView(raw.cells)) return void counts.views++
    const read = readEntry(raw, headers, columns)
    if (read.kind === 'empty') {
      counts.empty++
      return
    }
    if (read.kind === 'refused') {
      if (read.problem.kind !== 'names-nothing' || !grouper.addsPictures(raw)) return void refuse(raw, read.names, read.problem)
      return void grouper.take(raw, emptyEntry(read.names), 'pictures')
    }
    const kind = grouper.kindOf(raw, read.entry)
    const other = grouper.idInRow(raw, read.entry)
    // Variants share their product’s id; only one entry of the list can have it.
    const entry = other === undefined || kind === 'pictures' ? read.entry : { ...read.entry, productId: null, sharesId: true }
    const { problem, notes: found } = kind === 'pictures' ? { problem: undefined, notes: [] } : findRepeated(raw, kind, entry)
    const notes = [...found]
    if (problem) return void refuseFor(problem)
    if (kind === 'again') {
      const [role, value] = entry.handle === null ? (['name', entry.name ?? ''] as const) : (['handle', entry.handle] as const)
      return void refuseFor({ kind: 'repeats-row', role, value: value.slice(0, 100), other: grouper.firstRow(raw) ?? headerRow })
    }
    for (const { sku } of grouper.listedIn(raw)) {
      const { problem } = findRepeats(
        emptyEntry({ row: raw.row, productId: null, sku, skuKey: null, gtin: null, name: null, handle: null }),
      )
      if (problem?.kind === 'repeats-row') notes.push({ kind: 'also-in-row', role: 'sku', value: problem.value, other: problem.other })
    }
    if (raw.quotes) said.push({ row: raw.row, isIn: true, about: { kind: raw.quotes === 'text' ? 'quote-as-text' : 'spans-lines' } })
    if (raw.isCut) said.push({ row: raw.row, isIn: true, about: { kind: 'cut-off' } })
    for (const about of [...read.notes, ...notes]) said.push({ row: raw.row, isIn: true, about })
    grouper.take(raw, entry, kind)
  }
  const sumUp = (): RowSum => ({ ...counts, ...grouper.counts() })
  return {
    take,
    /** Rows with anything in them, without the headers. */
    rows: (): number => counts.rows - counts.headers - counts.empty - counts.views,
    /** What was read since the last piece is only counted. */
    forget: (): void => {
      said = []
      refused = []
    },
    /** What was read since the last piece. `isEnd`: with products whose rows are not all there. */
    piece: (isEnd: boolean): RowsPiece => {
      if (isEnd) grouper.flush()
      const piece = { kind: 'rows', entries: entries.map(toNode), refused, said } as const
      entries = []
      said = []
      refused = []
      return piece
    },
    /** Every row is something; a list of which one is lost is not read at all. */
    end: (): RowsEnd => {
      const sum = sumUp()
      const { rows, ...parts } = sum
      if (Object.values(parts).reduce((all, one) => all + one, 0) !== rows)
        throw new AppError('file-unreadable', { kind: 'list-damaged', name, said: 'its rows don’t add up' }, { kept: 'nothing-changed' })
      return { sum, damage: damage.damage(), tree: tree.end() }
    },
  }
}

/** Throws where a list has more rows than are possible. */
export const checkRows = (rows: number, name: string): void => {
  if (rows > listLimits.rows)
    throw new AppError('file-too-large', { kind: 'list-over-rows', name, limit: listLimits.rows }, { kept: 'nothing-changed' })
}

/** Whether a row is a product’s: below the headers, with anything in it. */
export const isRowOfList = (raw: RawRow, headerRow: number): boolean => raw.row > headerRow && (raw.faults !== undefined || !isBlank(raw))
