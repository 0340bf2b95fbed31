import type { RawRow } from '../catalogue/reading/raw-rows.ts'
import { headerMark, keyHeader, questionMark, type Revision, readRevisions, reviewOfRevision, revisionsHeader } from './revisions.ts'

/** A question that cells can be about, with the name of its column. */
export type KnownQuestion = { readonly question: string; readonly column: string }

/** A row of a table that was exported. `imageId`: `null`: it has no key. */
export type TableRow = {
  readonly row: number
  readonly cells: readonly string[]
  readonly imageId: string | null
  readonly revisions: ReadonlyMap<string, Revision> | null
  readonly faults: RawRow['faults']
}

/** A table as it came back. `questions`: of each column, `null`: none. `missing`: exported questions that no column was found for. */
export type Table = {
  readonly headers: readonly string[]
  readonly rows: readonly TableRow[]
  readonly questions: readonly (KnownQuestion | null)[]
  readonly missing: readonly KnownQuestion[]
}

const keyPattern = /^img_[0-9a-f]{24}$/

/** The column where most cells are of a kind; −1: none. */
const findColumn = (rows: readonly RawRow[], is: (cell: string) => boolean): number => {
  const counts: number[] = []
  for (const { cells } of rows) for (const [at, cell] of cells.entries()) if (is(cell)) counts[at] = (counts[at] ?? 0) + 1
  let best = -1
  for (const [at, count] of counts.entries()) if ((count ?? 0) > (counts[best] ?? 0)) best = at
  return best
}

const isRevisions = (cell: string): boolean => cell.startsWith('r1 ') && readRevisions(cell) !== null

/** The row with the names of the columns, wherever rows were sorted or titles put above it. */
const findHeaderRow = (rows: readonly RawRow[], key: number, revisions: number): RawRow | undefined => {
  const marks = [headerMark(keyHeader), headerMark(revisionsHeader)]
  const named = rows.find(({ cells }) => cells.some((cell) => cell.length < 200 && marks.includes(headerMark(cell))))
  if (named) return named
  const first = rows.findIndex(({ cells }) => keyPattern.test((cells[key] ?? '').trim()) || isRevisions(cells[revisions] ?? ''))
  return rows.slice(0, Math.max(first, 0)).findLast(({ cells }) => cells.some((cell) => cell.trim() !== ''))
}

/** Where `pause` lets other work run. */
const pieceSize = 100

type Marks = ReadonlyMap<string, KnownQuestion>

/** How often each column has the text that was exported for a question. */
const countMatches = async (
  rows: readonly TableRow[],
  width: number,
  pause: () => Promise<void>,
): Promise<readonly Map<string, number>[]> => {
  const counts = Array.from({ length: width }, () => new Map<string, number>())
  for (const [at, { cells, revisions }] of rows.entries()) {
    if (at % pieceSize === pieceSize - 1) await pause()
    if (!revisions) continue
    for (const [column, cell] of cells.entries()) {
      if (cell === '' || cell.length > 4_000) continue
      for (const [mark, { digest }] of revisions)
        if (digest !== null && reviewOfRevision(digest, cell) !== undefined) counts[column]?.set(mark, (counts[column]?.get(mark) ?? 0) + 1)
    }
  }
  return counts
}

/** By its header where it kept it, else by what is in it: most cells come back as they were. */
const findQuestions = (
  headers: readonly string[],
  marks: readonly string[],
  headerOf: ReadonlyMap<string, string>,
  counts: readonly Map<string, number>[],
): ReadonlyMap<number, string> => {
  const found = new Map<number, string>()
  const left = new Set(marks)
  for (const mark of marks) {
    const column = headers.findIndex((header, at) => !found.has(at) && header !== '' && headerMark(header) === headerOf.get(mark))
    if (column < 0) continue
    found.set(column, mark)
    left.delete(mark)
  }
  const scored = counts.flatMap((all, column) => [...all].map(([mark, count]) => ({ column, mark, count })))
  for (const { column, mark } of scored.toSorted((one, other) => other.count - one.count)) {
    if (found.has(column) || !left.has(mark)) continue
    found.set(column, mark)
    left.delete(mark)
  }
  return found
}

/**
 * Finds the key, the revisions and the questions of a table, whatever its columns are called now and wherever they are.
 * @param chosen a person's choice: by header, the question; `null`: none
 */
export const readTable = async (
  raw: readonly RawRow[],
  known: Marks,
  chosen: ReadonlyMap<string, string | null>,
  pause: () => Promise<void>,
): Promise<Table | null> => {
  const key = findColumn(raw, (cell) => keyPattern.test(cell.trim()))
  const revisions = findColumn(raw, isRevisions)
  if (key < 0 || revisions < 0) return null
  const headerRow = findHeaderRow(raw, key, revisions)
  const rows = raw.flatMap((one): TableRow[] => {
    if (one === headerRow || one.cells.every((cell) => cell.trim() === '')) return []
    const id = (one.cells[key] ?? '').trim()
    const found = readRevisions(one.cells[revisions] ?? '')
    return [{ row: one.row, cells: one.cells, imageId: keyPattern.test(id) ? id : null, revisions: found, faults: one.faults }]
  })
  const width = Math.max(0, ...raw.map(({ cells }) => cells.length))
  const headers = Array.from({ length: width }, (_, at) => (headerRow?.cells[at] ?? '').trim())
  const headerOf = new Map<string, string>()
  for (const row of rows) for (const [mark, { header }] of row.revisions ?? []) headerOf.set(mark, header)
  const isOwn = (at: number): boolean => at === key || at === revisions
  const taken = new Set([...chosen.values()].flatMap((question) => (question === null ? [] : [questionMark(question)])))
  const marks = [...headerOf.keys()].filter((mark) => !taken.has(mark))
  const free = headers.map((header, at) => (isOwn(at) || chosen.has(header) ? '' : header))
  const counts = (await countMatches(rows, width, pause)).map((all, at) => (isOwn(at) || chosen.has(headers[at] ?? '') ? new Map() : all))
  const found = findQuestions(free, marks, headerOf, counts)
  const questions = headers.map((header, at) => {
    const choice = isOwn(at) ? undefined : chosen.get(header)
    const mark = choice === undefined ? found.get(at) : choice === null ? undefined : questionMark(choice)
    return (mark !== undefined && known.get(mark)) || null
  })
  const missing = [...headerOf.keys()].flatMap((mark) => {
    const one = known.get(mark)
    return one && !questions.some((each) => each?.question === one.question) ? [one] : []
  })
  return { headers, rows, questions, missing }
}
