import { checkCell } from '../../../../shared/cell-checks.ts'
import type { CellCheck, SetQuestion } from '../../../../shared/question-sets.ts'
import type { Journal } from '../../database/journal.ts'
import { placeKey } from '../../library/natural-key.ts'

/** What is known of a cell without its text, as bits. None: it is empty, and nothing was answered. */
export const cellBits = { value: 1, unknown: 2, approved: 4, rejected: 8, edited: 16, fails: 32 } as const

/** A cell as it is read to judge it. `kind` as in the table; `text`: as it is shown. */
type ReadCell = readonly [picture: number, seq: number, kind: string, text: string, isEdited: number, review: string, weight: number]

/** The cells of one question in one workspace. By a picture's `seq`: the answer that is shown (0: none), its bits, and what it is sorted by. */
export type Column = {
  readonly question: string
  readonly current: Int32Array
  readonly bits: Uint8Array
  /** Made when it is sorted by. */
  readonly keys: string[]
}

/** Rows that are read in one turn of the event loop, if they are short. */
const pieceSize = 1_000
/** Judging goes on in the next turn after so long, milliseconds. */
const turnMs = 8
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

/**
 * Reads the cells of a question, in pieces with other work in between.
 * @param withKeys so that rows can be sorted by them
 */
export const readColumn = async (
  journal: Journal,
  owner: string,
  { question, checks }: Pick<SetQuestion, 'question' | 'checks'>,
  withKeys: boolean,
): Promise<Column> => {
  const size = Number(journal.get('SELECT max(seq) AS last FROM images')?.last ?? 0) + 1
  const column: Column = {
    question,
    current: new Int32Array(size),
    bits: new Uint8Array(size),
    keys: withKeys ? new Array(size).fill('') : [],
  }
  const weights = new Uint8Array(size)
  let after = 0
  for (;;) {
    const row = journal.get(
      `SELECT json_group_array(json_array(${columns})) AS list FROM (
         SELECT * FROM answers WHERE connection_id = ? AND question = ? AND seq > ? ORDER BY seq LIMIT ${pieceSize}
       ) AS answers LEFT JOIN images ON images.id = answers.image_id`,
      owner,
      question,
      after,
    )
    const cells = JSON.parse(String(row?.list)) as ReadCell[]
    let begun = journal.monotonic()
    for (const [picture, seq, kind, text, isEdited, review, weight] of cells) {
      after = Math.max(after, seq)
      if (picture === null || picture >= size || ((column.current[picture] ?? 0) > 0 && weight < (weights[picture] ?? 0))) continue
      const bits = toBits(kind, text, isEdited, review, checks)
      column.current[picture] = seq
      column.bits[picture] = bits
      weights[picture] = weight
      if (withKeys) column.keys[picture] = keyOf(bits, text)
      if (journal.monotonic() - begun < turnMs) continue
      await journal.nextTurn()
      begun = journal.monotonic()
    }
    if (cells.length < pieceSize) return column
    await journal.nextTurn()
  }
}
