import type { RawRow } from '../../products/catalogue/reading/raw-rows.ts'
import { headerMark, keyHeader, questionMark, type Revision, readRevisions, revisionsHeader, revisionsOf } from './revisions.ts'

/** A question that cells can be about, with the name of its column. */
export type KnownQuestion = { readonly question: string; readonly column: string }

/** A row of a table that was exported. `imageId`: `null`: it has no key. */
export type TableRow = {
  readonly row: number
  readonly cells: readonly string[]
  readonly imageId: string | null
  readonly revisions: ReadonlyMap<string, Revision> | null
  readonly faults: RawRow['faults']
  readonly isGuessed: boolean
}

/**
 * A table as it came back. `questions`: of each column, `null`: none. `missing`: exported questions that no column was found for. `forgotten`:
 * columns whose questions no set has any more. `repeated`: headers of which a further column is not read.
 */
export type Table = {
  readonly headers: readonly string[]
  readonly rows: readonly TableRow[]
  readonly questions: readonly (KnownQuestion | null)[]
  readonly missing: readonly KnownQuestion[]
  readonly forgotten: readonly string[]
  readonly repeated: readonly string[]
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

/** By its first entry: of a large table, each is parsed once only. */
const isRevisions = (cell: string): boolean => /^r1 [0-9a-f]{14}(?:-|[0-9a-f]{12})(?:\s|$)/.test(cell)

/** The row with the names of the columns, wherever rows were sorted or titles put above it. */
const findHeaderRow = (rows: readonly RawRow[], key: number, revisions: number): RawRow | undefined => {
  const marks = [headerMark(keyHeader), headerMark(revisionsHeader)]
  const isNamed = (cell = ''): boolean =>
    cell.length < 100 && !keyPattern.test(cell) && !isRevisions(cell) && marks.includes(headerMark(cell))
  const named = rows.find(({ cells }) => isNamed(cells[key]) || isNamed(cells[revisions]))
  if (named) return named
  const first = rows.findIndex(({ cells }) => keyPattern.test((cells[key] ?? '').trim()) || isRevisions(cells[revisions] ?? ''))
  return rows.slice(0, Math.max(first, 0)).findLast(({ cells }) => cells.some((cell) => cell.trim() !== ''))
}

/** Cells between two turns of other work. */
const pieceSize = 500

type Marks = ReadonlyMap<string, KnownQuestion>

/** How often each of these columns has the text that was exported for one of these questions. Hashes each cell once for each review. */
const countMatches = async (
  rows: readonly TableRow[],
  columns: readonly number[],
  marks: ReadonlySet<string>,
  pause: () => Promise<void>,
): Promise<ReadonlyMap<number, ReadonlyMap<string, number>>> => {
  const counts = new Map(columns.map((column) => [column, new Map<string, number>()]))
  let hashed = 0
  for (const { cells, revisions } of rows) {
    const marksOf = new Map<string, string[]>()
    for (const [mark, { digest }] of revisions ?? [])
      if (digest !== null && marks.has(mark)) marksOf.set(digest, [...(marksOf.get(digest) ?? []), mark])
    if (marksOf.size === 0) continue
    for (const [column, found] of counts) {
      const cell = cells[column] ?? ''
      if (cell === '' || cell.length > 4_000) continue
      if (hashed++ % pieceSize === pieceSize - 1) await pause()
      for (const digest of revisionsOf(cell)) for (const mark of marksOf.get(digest) ?? []) found.set(mark, (found.get(mark) ?? 0) + 1)
    }
  }
  return counts
}

/** By their headers, where columns kept them. */
const findByHeader = (
  written: readonly string[],
  marks: readonly string[],
  headerOf: ReadonlyMap<string, string>,
): ReadonlyMap<number, string> => {
  const found = new Map<number, string>()
  for (const mark of marks) {
    const column = written.findIndex((header, at) => !found.has(at) && header !== '' && header === headerOf.get(mark))
    if (column >= 0) found.set(column, mark)
  }
  return found
}

/** The others by what is in them: most cells come back as they were. */
const findByTexts = (counts: ReadonlyMap<number, ReadonlyMap<string, number>>): ReadonlyMap<number, string> => {
  const found = new Map<number, string>()
  const taken = new Set<string>()
  const scored = [...counts].flatMap(([column, all]) => [...all].map(([mark, count]) => ({ column, mark, count })))
  for (const { column, mark } of scored.toSorted((one, other) => other.count - one.count)) {
    if (found.has(column) || taken.has(mark)) continue
    found.set(column, mark)
    taken.add(mark)
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
    const { row, cells, faults, isGuessed = false } = one
    return [{ row, cells, imageId: keyPattern.test(id) ? id : null, revisions: found, faults, isGuessed }]
  })
  let width = 0
  for (const { cells } of raw) width = Math.max(width, cells.length)
  const headers = Array.from({ length: width }, (_, at) => (headerRow?.cells[at] ?? '').trim())
  const headerOf = new Map<string, string>()
  for (const row of rows) for (const [mark, { header }] of row.revisions ?? []) headerOf.set(mark, header)
  const isOwn = (at: number): boolean => at === key || at === revisions
  const taken = new Set([...chosen.values()].flatMap((question) => (question === null ? [] : [questionMark(question)])))
  const marks = [...headerOf.keys()].filter((mark) => !taken.has(mark))
  const written = headers.map((header) => (header === '' ? '' : headerMark(header)))
  const isRepeated = (at: number): boolean => written[at] !== '' && written.indexOf(written[at] ?? '') < at
  const free = written.map((header, at) => (isOwn(at) || isRepeated(at) || chosen.has(headers[at] ?? '') ? '' : header))
  const named = findByHeader(free, marks, headerOf)
  const left = new Set(marks)
  for (const mark of named.values()) left.delete(mark)
  const others = headers.flatMap((header, at) => (isOwn(at) || chosen.has(header) || named.has(at) || isRepeated(at) ? [] : [at]))
  const counts = left.size === 0 ? new Map<number, ReadonlyMap<string, number>>() : await countMatches(rows, others, left, pause)
  const found = new Map([...named, ...findByTexts(counts)])
  const questions = headers.map((header, at) => {
    const choice = isOwn(at) || isRepeated(at) ? undefined : chosen.get(header)
    const mark = choice === undefined ? found.get(at) : choice === null ? undefined : questionMark(choice)
    return (mark !== undefined && known.get(mark)) || null
  })
  const missing = [...headerOf.keys()].flatMap((mark) => {
    const one = known.get(mark)
    return one && !questions.some((each) => each?.question === one.question) ? [one] : []
  })
  const forgotten = [...found].flatMap(([at, mark]) => (known.has(mark) ? [] : [headers[at] ?? '']))
  const repeated = new Set(headers.filter((_, at) => isRepeated(at) && !questions[at] && questions[written.indexOf(written[at] ?? '')]))
  return { headers, rows, questions, missing, forgotten, repeated: [...repeated] }
}
