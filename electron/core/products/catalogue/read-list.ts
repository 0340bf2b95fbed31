import { AppError } from '../../../../shared/base/errors.ts'
import type { RowProblem } from '../../../../shared/base/row-problem.ts'
import type { ListColumns, ListForm, SaidRow } from '../../../../shared/products/catalogue.ts'
import { namingRoles } from '../../../../shared/products/column-roles.ts'
import { createRepeatFinder } from './find-repeats.ts'
import { toListError } from './list-errors.ts'
import { listLimits, tableLimits } from './list-limits.ts'
import { type ReadEntry, type RefusedNames, readEntry, readNames, type StoredEntry, toStored } from './read-entry.ts'
import { identifyList } from './reading/identify-list.ts'
import { createPieceCounter, type RawList, type RawRow } from './reading/raw-rows.ts'
import { readSeparated } from './reading/read-separated.ts'
import { readWorkbook } from './reading/read-workbook.ts'
import { recogniseColumns } from './recognise-columns.ts'

/** `name`: what the file is called where a person sees it. `columns`: `null` if only the beginning is read. */
export type ListTask = {
  readonly path: string
  readonly name: string
  readonly columns: ListColumns | null
  /** All rows as they are in the file: it is a table of another kind. */
  readonly isRaw?: boolean
}

/** The beginning of a list. `columns`: as the headers say. */
export type ListHead = {
  readonly kind: 'head'
  readonly form: ListForm
  readonly headers: readonly string[]
  readonly columns: ListColumns
  readonly rows: readonly (readonly string[])[]
}

export type ListPiece =
  | ListHead
  | { readonly kind: 'raw'; readonly rows: readonly RawRow[] }
  | {
      readonly kind: 'rows'
      readonly entries: readonly StoredEntry[]
      /** Which products the refused rows of this piece are about. */
      readonly refused: readonly RefusedNames[]
      readonly said: readonly SaidRow[]
    }
  | { readonly kind: 'end'; readonly rows: number; readonly merged: readonly string[] }

/** Reads a list, away from the event loop where the host has threads. `signal`: it ends at once, wherever it is, and rejects. */
export type ListReader = (task: ListTask, signal: AbortSignal) => AsyncIterable<ListPiece>

/** Rows before the headers, such as a title. */
const mostBefore = 10
const previewRows = 8
/** Letters of a cell that a preview shows. */
const previewCell = 120

const isBlank = ({ cells }: RawRow): boolean => cells.every((cell) => cell.trim() === '')

const namesProducts = (columns: ListColumns): boolean => namingRoles.some((role) => columns[role] !== undefined)

const cleanHeaders = (cells: readonly string[]): string[] => {
  const headers = cells.map((cell) => cell.replace(/\s+/g, ' ').trim().slice(0, 200))
  while (headers.at(-1) === '') headers.pop()
  return headers
}

const countFilled = ({ cells }: RawRow): number => cells.filter((cell) => cell.trim() !== '').length

/** A header is hardly ever a number; a row of products mostly has one. */
const hasNumber = ({ cells }: RawRow): boolean =>
  cells.some((cell) => cell.trim() !== '' && !Number.isNaN(Number(cell.trim().replaceAll(',', '.'))))

/**
 * The header row among the first rows: the first, or one that names products below a title. A row of products may have a word in it that a
 * header has, too (“Door handle”): where the rows above are no titles, only whole names of columns count.
 */
const findHeaders = (rows: readonly RawRow[]): RawRow | undefined => {
  const candidates = rows.filter((row) => !isBlank(row)).slice(0, mostBefore)
  const isHeader = (row: RawRow, at: number): boolean => {
    if (at > 0 && hasNumber(row)) return false
    const isBelowTitles = candidates.slice(0, at).every((above) => countFilled(above) < countFilled(row))
    return namesProducts(recogniseColumns(cleanHeaders(row.cells), !isBelowTitles))
  }
  return candidates.find(isHeader) ?? candidates[0]
}

/** The first rows with anything in them, and an iterator over those after them. */
const readBeginning = async (
  list: RawList,
): Promise<{ readonly rows: readonly RawRow[]; readonly rest: AsyncIterator<readonly RawRow[]> }> => {
  const rest = list.rows[Symbol.asyncIterator]()
  const rows: RawRow[] = []
  while (rows.length < mostBefore + previewRows) {
    const { value, done } = await rest.next()
    if (done) break
    for (const row of value) if (row.faults || !isBlank(row)) rows.push(row)
  }
  return { rows, rest }
}

/** A row of a shop's export that only adds pictures to the row above with its handle. */
const continues = (entry: ReadEntry, handle: string | null | undefined): boolean =>
  entry.handle !== null &&
  entry.handle === handle &&
  entry.productId === null &&
  entry.sku === null &&
  entry.gtin === null &&
  entry.name === null

const createRowReader = (form: ListForm, headers: readonly string[], columns: ListColumns) => {
  const findRepeats = createRepeatFinder()
  let said: SaidRow[] = []
  let refused: RefusedNames[] = []
  let entries: ReadEntry[] = []
  let above: ReadEntry | undefined
  /** Of a refused row, whose further rows must not become a product without what it is known by. */
  let refusedHandle: string | null = null
  let rows = 0
  const refuse = (names: RefusedNames, about: RowProblem): void => {
    said.push({ row: names.row, isIn: false, about })
    if (names.handle !== null && names.handle !== above?.handle) refusedHandle = names.handle
    if (names.productId ?? names.sku ?? names.gtin ?? names.handle ?? names.name) refused.push(names)
  }
  const take = (raw: RawRow): void => {
    let width = raw.cells.length
    while (width > 0 && raw.cells[width - 1]?.trim() === '') width--
    if (form.kind === 'text' && width > headers.length) {
      rows++
      return void refuse(readNames(raw, columns), { kind: 'too-many-cells', cells: width, columns: headers.length })
    }
    const read = readEntry(raw, headers, columns)
    if (read.kind === 'empty') return
    rows++
    if (read.kind === 'refused') return void refuse(read.names, read.problem)
    if (continues(read.entry, refusedHandle)) return
    if (above && continues(read.entry, above.handle)) {
      above = { ...above, shows: above.shows && [...above.shows, ...(read.entry.shows ?? [])] }
      entries[entries.length - 1] = above
      return
    }
    const { problem, notes } = findRepeats(read.entry)
    if (problem) return void refuse(readNames(raw, columns), problem)
    for (const about of [...read.notes, ...notes]) said.push({ row: raw.row, isIn: true, about })
    above = read.entry
    refusedHandle = null
    entries.push(above)
  }
  return {
    take,
    rows: (): number => rows,
    /** All but the last entry, which the next row may continue; `isEnd`: that one, too. */
    piece: (isEnd: boolean): ListPiece => {
      const last = isEnd ? undefined : entries.pop()
      const piece = { kind: 'rows', entries: entries.map(toStored), refused, said } as const
      entries = last ? [last] : []
      said = []
      refused = []
      return piece
    },
  }
}

async function* readRows(
  list: RawList,
  task: ListTask,
  headers: readonly string[],
  columns: ListColumns,
  after: AsyncIterable<readonly RawRow[]>,
): AsyncGenerator<ListPiece> {
  const reader = createRowReader(list.form, headers, columns)
  const isFull = createPieceCounter()
  for await (const rows of after) {
    for (const row of rows) {
      reader.take(row)
      if (reader.rows() > listLimits.rows)
        throw new AppError(
          'file-too-large',
          { kind: 'list-over-rows', name: task.name, limit: listLimits.rows },
          { kept: 'nothing-changed' },
        )
      if (isFull(row)) yield reader.piece(false)
    }
  }
  yield reader.piece(true)
  yield { kind: 'end', rows: reader.rows(), merged: list.merged() }
}

async function* inTurn(first: readonly RawRow[], rest: AsyncIterator<readonly RawRow[]>): AsyncGenerator<readonly RawRow[]> {
  yield first
  for (;;) {
    const { value, done } = await rest.next()
    if (done) return
    yield value
  }
}

const open = async ({ path, name, isRaw }: ListTask): Promise<RawList> => {
  try {
    const kind = await identifyList(path, name)
    const limits = isRaw ? tableLimits : listLimits
    return kind === 'workbook' ? await readWorkbook(path, name, limits) : await readSeparated(path, name, kind, limits)
  } catch (error) {
    throw toListError(name, error)
  }
}

async function* readRaw(list: RawList, name: string): AsyncGenerator<ListPiece> {
  let count = 0
  const isGuessed = list.form.kind === 'text' && list.form.encoding === 'windows-1252'
  for await (const rows of list.rows) {
    count += rows.length
    if (count > listLimits.rows)
      throw new AppError('file-too-large', { kind: 'list-over-rows', name, limit: listLimits.rows }, { kept: 'nothing-changed' })
    yield { kind: 'raw', rows: isGuessed ? rows.map((row) => ({ ...row, isGuessed })) : rows }
  }
}

/** Reads the beginning of a list and, where the task says what its columns are, all of its rows. Errors are AppErrors. */
export async function* readList(task: ListTask): AsyncGenerator<ListPiece> {
  const list = await open(task)
  try {
    if (task.isRaw) return yield* readRaw(list, task.name)
    const { rows, rest } = await readBeginning(list)
    const headerRow = findHeaders(rows)
    if (!headerRow) throw new AppError('empty-file', { kind: 'list-empty', name: task.name })
    const headers = cleanHeaders(headerRow.cells)
    if (headers.length > listLimits.columns)
      throw new AppError('file-too-large', { kind: 'list-over-columns', columns: headers.length, limit: listLimits.columns })
    const below = rows.filter(({ row }) => row > headerRow.row)
    const shown = below.filter((row) => !isBlank(row)).slice(0, previewRows)
    yield {
      kind: 'head',
      form: list.form,
      headers,
      columns: recogniseColumns(headers),
      rows: shown.map(({ cells }) => headers.map((_, column) => (cells[column] ?? '').trim().slice(0, previewCell))),
    }
    if (task.columns) yield* readRows(list, task, headers, task.columns, inTurn(below, rest))
  } finally {
    list.close()
  }
}
