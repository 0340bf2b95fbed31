import { AppError } from '../../../../shared/base/errors.ts'
import type { ListColumns, ListedTree } from '../../../../shared/products/catalogue.ts'
import type { ListShape } from '../../../../shared/products/list-dialects.ts'
import type { ColumnDamage, ListForm, ListReading, RowSum, UnclearReading } from '../../../../shared/products/list-form.ts'
import { createGroupCounter, type Groups } from './group-rows.ts'
import { type ListLayout, layOutColumns, type RowGrouping } from './lay-out-columns.ts'
import { toListError } from './list-errors.ts'
import { listLimits, tableLimits } from './list-limits.ts'
import { proposeColumns } from './propose-columns.ts'
import { checkRows, createRowReader, isRowOfList, type RowsContext, type RowsPiece } from './read-rows.ts'
import { cleanHeaders, findHeaders, isBlank, mostBefore } from './reading/find-headers.ts'
import { identifyList } from './reading/identify-list.ts'
import { createKeptRows } from './reading/kept-rows.ts'
import { createPieceCounter, type RawList, type RawRow } from './reading/raw-rows.ts'
import { readSeparated } from './reading/read-separated.ts'
import { readWorkbook } from './reading/read-workbook.ts'
import { recogniseShape, shapeOf } from './shapes/known-shapes.ts'
import type { Shape } from './shapes/shape.ts'

/** `name`: what the file is called where a person sees it. `columns`: `null` if only the beginning is read. */
export type ListTask = {
  readonly path: string
  readonly name: string
  readonly columns: ListColumns | null
  /** What a person says of how it is written. */
  readonly reading?: ListReading
  /** Ids that the workspace gave. */
  readonly givenIds?: readonly string[]
  /** Ids and names of its products. */
  readonly known?: readonly string[]
  /** All rows as they are in the file: it is a table of another kind. */
  readonly isRaw?: boolean
  /** Its rows are only counted. */
  readonly isCounted?: boolean
}

/** The beginning of a list. `columns`: as the headers say. */
export type ListHead = {
  readonly kind: 'head'
  readonly form: ListForm
  readonly shape: ListShape | null
  readonly unclear: readonly UnclearReading[]
  readonly headers: readonly string[]
  readonly headerRow: number
  readonly columns: ListColumns
  /** Columns with ids of a shop, which are none of a workspace. */
  readonly shopIds: readonly number[]
  readonly rows: readonly (readonly string[])[]
}

export type ListEnd = {
  readonly kind: 'end'
  readonly rows: number
  readonly merged: readonly string[]
  readonly sum: RowSum
  readonly damage: readonly ColumnDamage[]
  readonly tree: ListedTree
}

export type ListPiece = ListHead | { readonly kind: 'raw'; readonly rows: readonly RawRow[] } | RowsPiece | ListEnd

/** Reads a list, away from the event loop where the host has threads. `signal`: it ends at once, wherever it is, and rejects. */
export type ListReader = (task: ListTask, signal: AbortSignal) => AsyncIterable<ListPiece>

const previewRows = 8
/** Letters of a cell that a preview shows. */
const previewCell = 120
/** Rows whose values tell what a column is. */
const tellingRows = 50

/** The first rows with anything in them, all rows so far, and an iterator over those after them. */
const readBeginning = async (list: RawList, most: number) => {
  const rest = list.rows[Symbol.asyncIterator]()
  const all: RawRow[] = []
  const rows: RawRow[] = []
  while (rows.length < most) {
    const { value, done } = await rest.next()
    if (done) break
    all.push(...value)
    for (const row of value) if (row.faults || !isBlank(row)) rows.push(row)
  }
  return { rows, all, rest }
}

async function* inTurn(first: readonly RawRow[], rest: AsyncIterator<readonly RawRow[]>): AsyncGenerator<readonly RawRow[]> {
  yield first
  for (;;) {
    const { value, done } = await rest.next()
    if (done) return
    yield value
  }
}

const open = async ({ path, name, isRaw, reading = {} }: ListTask): Promise<RawList> => {
  try {
    const kind = await identifyList(path, name, reading.encoding)
    const limits = isRaw ? tableLimits : listLimits
    if (kind.kind === 'workbook') return await readWorkbook(path, name, limits, reading.sheet)
    return await readSeparated(path, kind, reading, limits)
  } catch (error) {
    throw toListError(name, error)
  }
}

async function* readRaw(list: RawList, name: string): AsyncGenerator<ListPiece> {
  let count = 0
  const { isGuessed } = list
  for await (const rows of list.rows) {
    count += rows.length
    checkRows(count, name)
    const broken = rows.find(({ quotes }) => quotes === 'open')
    if (broken) throw new AppError('file-unreadable', { kind: 'list-quote-open', row: broken.row }, { kept: 'nothing-changed' })
    yield { kind: 'raw', rows: isGuessed ? rows.map((row) => ({ ...row, isGuessed })) : rows }
  }
}

/** How a list was read, as what a person says: so it is read again. */
export const pinReading = (form: ListForm): ListReading =>
  form.kind === 'workbook' ? { sheet: form.sheet } : { encoding: form.encoding, separator: form.separator, quoting: form.quoting }

type Counted = { readonly groups: Groups; readonly rows: AsyncIterable<readonly RawRow[]>; readonly close: () => void }

/**
 * A first pass over all rows, where some belong together: how many each group has, and the rows once more. A text file is read again for them; of a workbook
 * they are kept, as long as that takes no more memory than there is for it.
 */
const countGroups = async (
  task: ListTask,
  { form }: RawList,
  headerRow: number,
  grouping: RowGrouping,
  views: ListLayout['views'],
  pieces: AsyncIterable<readonly RawRow[]>,
): Promise<Counted> => {
  const counter = createGroupCounter(grouping, views)
  const kept = form.kind === 'workbook' ? createKeptRows() : undefined
  for await (const rows of pieces) {
    for (const row of rows) if (isRowOfList(row, headerRow)) counter.take(row)
    kept?.keep(rows)
  }
  const groups = counter.end()
  const rows = kept?.take()
  if (rows) return { groups, rows, close: () => {} }
  const again = await open({ ...task, reading: pinReading(form) })
  return { groups, rows: again.rows, close: again.close }
}

async function* readRows(
  list: RawList,
  task: ListTask,
  context: RowsContext,
  pieces: AsyncIterable<readonly RawRow[]>,
): AsyncGenerator<ListPiece> {
  const reader = createRowReader(context, task.isCounted)
  const isFull = createPieceCounter()
  for await (const rows of pieces) {
    for (const row of rows) {
      reader.take(row)
      checkRows(reader.rows(), task.name)
      if (!isFull(row)) continue
      if (task.isCounted) reader.forget()
      else yield reader.piece(false)
    }
  }
  const last = reader.piece(true)
  if (!task.isCounted) yield last
  yield { kind: 'end', rows: reader.rows(), merged: list.merged(), ...reader.end() }
}

const shapeFor = (headers: readonly string[], said: ListReading['shape']): Shape | undefined => {
  if (said === 'none') return undefined
  return said === undefined ? recogniseShape(headers) : shapeOf(said)
}

/** The row with the headers: as a person says, or found. */
const headersOf = (rows: readonly RawRow[], { name, reading = {} }: ListTask): RawRow => {
  const said = reading.headerRow
  const found = said === undefined ? findHeaders(rows) : rows.find(({ row }) => row === said)
  if (found) return found
  if (said === undefined) throw new AppError('empty-file', { kind: 'list-empty', name })
  throw new AppError('usage', { kind: 'list-header-row-empty', row: said }, { kept: 'nothing-changed' })
}

/** Reads the beginning of a list and, where the task says what its columns are, all of its rows. Errors are AppErrors. */
export async function* readList(task: ListTask): AsyncGenerator<ListPiece> {
  const list = await open(task)
  try {
    if (task.isRaw) return yield* readRaw(list, task.name)
    const { reading = {} } = task
    const { rows, all, rest } = await readBeginning(list, Math.max(mostBefore, reading.headerRow ?? 0) + tellingRows)
    const { row: headerRow, cells } = headersOf(rows, task)
    const headers = cleanHeaders(cells)
    if (headers.length > listLimits.columns)
      throw new AppError('file-too-large', { kind: 'list-over-columns', columns: headers.length, limit: listLimits.columns })
    const below = rows.filter((row) => row.row > headerRow && !isBlank(row))
    const shape = shapeFor(headers, reading.shape)
    const { columns, shopIds } = proposeColumns(
      headers,
      shape,
      below.map((row) => row.cells),
      task.givenIds ?? [],
    )
    yield {
      kind: 'head',
      form: list.form,
      shape: shape?.id ?? null,
      unclear: list.unclear,
      ...{ headers, headerRow, columns, shopIds },
      rows: below.slice(0, previewRows).map((row) => headers.map((_, column) => (row.cells[column] ?? '').trim().slice(0, previewCell))),
    }
    if (!task.columns) return
    const layout = layOutColumns(
      headers,
      task.columns,
      shape,
      below.map((row) => row.cells),
    )
    const { grouping } = layout
    const context = { name: task.name, form: list.form, headers, headerRow, columns: task.columns, layout, known: task.known ?? [] }
    const first = inTurn(all, rest)
    if (!grouping) return yield* readRows(list, task, { ...context, groups: undefined }, first)
    const counted = await countGroups(task, list, headerRow, grouping, layout.views, first)
    try {
      yield* readRows(list, task, { ...context, groups: counted.groups }, counted.rows)
    } finally {
      counted.close()
    }
  } finally {
    list.close()
  }
}
