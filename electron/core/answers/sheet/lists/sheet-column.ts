import type { CellCheck, SetQuestion } from '../../../../../shared/answers/question-sets.ts'
import { checkCell } from '../../../../../shared/checks/cell-checks.ts'
import { createPause } from '../../../base/database/create-pause.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { placeKey } from '../../../pictures/library/natural-key.ts'

/** What is known of a cell without its text, as bits. None: it is empty, and nothing was answered. */
export const cellBits = { value: 1, unknown: 2, approved: 4, rejected: 8, edited: 16, fails: 32 } as const

/** A cell as it is read to judge it. `kind` as in the table; `text`: as it is shown. */
type ReadCell = readonly [picture: number, seq: number, kind: string, text: string, isEdited: number, review: string, weight: number]

/** The cells of one question in one workspace. By a picture's `seq`: the answer that is shown (0: none), its bits, and what it is sorted by. */
export type Column = {
  readonly question: string
  current: Int32Array
  bits: Uint8Array
  /** Only once rows were sorted by it. */
  keys: string[] | null
  /** Grows with each change. */
  version: number
}

/** Rows that one statement reads. */
const pieceSize = 250
/** Longer texts are sorted by their beginning. */
const longestKey = 80

const columns = `images.seq, answers.seq, answers.kind, coalesce(answers.edited_text, answers.text), answers.edited_text IS NOT NULL, answers.review,
  answers.weight`

const toBits = (kind: string, text: string, isEdited: number, review: string, checks: readonly CellCheck[]): number => {
  const isUnknown = kind === 'cannot-tell' && isEdited === 0
  const value = isUnknown ? '' : text
  const isEmpty = value.trim() === ''
  return (
    (isEmpty ? 0 : cellBits.value) |
    (isUnknown ? cellBits.unknown : 0) |
    (review === 'approved' ? cellBits.approved : 0) |
    (review === 'rejected' ? cellBits.rejected : 0) |
    (isEdited === 1 ? cellBits.edited : 0) |
    (checks.length > 0 && checkCell(value, checks).length > 0 ? cellBits.fails : 0)
  )
}

const keyOf = (bits: number, text: string): string =>
  (bits & cellBits.value) === 0 ? '' : placeKey([text.trim().slice(0, longestKey)], '')

/** Columns get their versions from here, so that one that was read again has another. */
let versions = 0

const nextVersion = (): number => {
  versions += 1
  return versions
}

/** Room for a picture that came after the column was read. */
const makeRoom = (column: Column, picture: number): void => {
  if (picture < column.current.length) return
  const size = Math.ceil((picture + 1) * 1.5)
  const [current, bits] = [new Int32Array(size), new Uint8Array(size)]
  current.set(column.current)
  bits.set(column.bits)
  column.current = current
  column.bits = bits
}

const put = (column: Column, [picture, seq, kind, text, isEdited, review]: ReadCell, checks: readonly CellCheck[]): void => {
  const bits = toBits(kind, text, isEdited, review, checks)
  column.current[picture] = seq
  column.bits[picture] = bits
  if (column.keys) column.keys[picture] = keyOf(bits, text)
}

/** Goes through many items, in turns of the event loop of a few milliseconds. `read` returns the next items; none: it has ended. */
const inTurns = async <Item>(journal: Journal, read: () => readonly Item[], judge: (item: Item) => void): Promise<void> => {
  const pause = createPause(journal)
  for (let items = read(); items.length > 0; items = read())
    for (const item of items) {
      await pause()
      judge(item)
    }
}

/** Reads the cells of a question, in pieces with other work in between. */
export const readColumn = async (
  journal: Journal,
  owner: string,
  { question, checks }: Pick<SetQuestion, 'question' | 'checks'>,
): Promise<Column> => {
  const size = Number(journal.get('SELECT max(seq) AS last FROM images')?.last ?? 0) + 1
  const [current, bits] = [new Int32Array(size), new Uint8Array(size)]
  const column: Column = { question, current, bits, keys: null, version: nextVersion() }
  const weights = new Uint8Array(size)
  let after = 0
  const read = (): ReadCell[] => {
    const row = journal.get(
      `SELECT json_group_array(json_array(${columns})) AS list FROM (
         SELECT * FROM answers WHERE connection_id = ? AND question = ? AND seq > ? ORDER BY seq LIMIT ${pieceSize}
       ) AS answers LEFT JOIN images ON images.id = answers.image_id`,
      owner,
      question,
      after,
    )
    const cells = JSON.parse(String(row?.list)) as ReadCell[]
    for (const [, seq] of cells) after = Math.max(after, seq)
    return cells
  }
  await inTurns(journal, read, (cell) => {
    const [picture] = cell
    const weight = cell[6]
    if (picture === null || picture >= size || ((current[picture] ?? 0) > 0 && weight < (weights[picture] ?? 0))) return
    put(column, cell, checks)
    weights[picture] = weight
  })
  return column
}

/** Reads what a column's cells are sorted by. Those that change meanwhile have to be read again (`refreshColumn`). */
export const readKeys = async (journal: Journal, owner: string, column: Column): Promise<void> => {
  const keys: string[] = []
  const pictures = new Map<number, number>()
  for (const [picture, seq] of column.current.entries()) if (seq > 0) pictures.set(seq, picture)
  let after = 0
  const read = (): (readonly [seq: number, text: string])[] => {
    const row = journal.get(
      `SELECT json_group_array(json_array(seq, coalesce(edited_text, text))) AS list FROM (
         SELECT seq, text, edited_text FROM answers WHERE connection_id = ? AND question = ? AND seq > ? ORDER BY seq LIMIT ${pieceSize}
       )`,
      owner,
      column.question,
      after,
    )
    const texts = JSON.parse(String(row?.list)) as (readonly [number, string])[]
    for (const [seq] of texts) after = Math.max(after, seq)
    return texts
  }
  await inTurns(journal, read, ([seq, text]) => {
    const picture = pictures.get(seq)
    if (picture !== undefined) keys[picture] = keyOf(column.bits[picture] ?? 0, text)
  })
  column.keys = keys
}

/** Reads the cells of these pictures again. */
export const refreshColumn = (
  journal: Journal,
  owner: string,
  column: Column,
  checks: readonly CellCheck[],
  imageIds: readonly string[],
): void => {
  const pictures = journal.all('SELECT seq FROM images WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(imageIds))
  for (const { seq } of pictures) {
    const picture = Number(seq)
    makeRoom(column, picture)
    column.current[picture] = 0
    column.bits[picture] = 0
    if (column.keys) column.keys[picture] = ''
  }
  // The one that counts comes last, and stays.
  const row = journal.get(
    `SELECT json_group_array(json_array(${columns}) ORDER BY answers.weight, answers.seq) AS list FROM json_each(?1) AS wanted
     CROSS JOIN images ON images.id = wanted.value
     CROSS JOIN answers ON answers.image_id = images.id AND answers.question = ?2 AND answers.connection_id = ?3`,
    JSON.stringify(imageIds),
    column.question,
    owner,
  )
  for (const cell of JSON.parse(String(row?.list)) as ReadCell[]) put(column, cell, checks)
  column.version = nextVersion()
}
