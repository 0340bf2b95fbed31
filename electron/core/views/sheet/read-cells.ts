import { checkCell } from '../../../../shared/cell-checks.ts'
import type { ErrorRecord } from '../../../../shared/errors.ts'
import type { SetQuestion } from '../../../../shared/question-sets.ts'
import { type CellReview, cellValue, type SheetCell } from '../../../../shared/sheet.ts'
import type { Journal, Row } from '../../database/journal.ts'
import { cellDigest } from '../../questions/cell-digest.ts'

/** Cells that are read in one turn of the event loop. */
const pieceSize = 1_000

type Picture = { readonly id: string; readonly seq: number }
type Work = NonNullable<SheetCell['work']>

/** The open question of each cell, by its subject; a set aside one only where nothing else is under way. */
const readWork = (journal: Journal, connectionId: string | null, subjects: readonly string[]): ReadonlyMap<string, Work> => {
  const rows = journal.all(
    `SELECT jobs.id, subject, state, status ->> '$.reason' AS reason FROM json_each(?) AS wanted
     CROSS JOIN jobs ON operation = 'analyse-image' AND subject = wanted.value AND connection_id IS ?
     WHERE state IN ('waiting', 'running', 'parked') ORDER BY state = 'parked' DESC, jobs.seq`,
    JSON.stringify(subjects),
    connectionId,
  )
  return new Map(
    rows.map((row) => [
      String(row.subject),
      {
        state: row.state as Work['state'],
        jobId: String(row.id),
        reason: row.reason == null ? null : (JSON.parse(String(row.reason)) as ErrorRecord),
      },
    ]),
  )
}

const toCell = (row: Row | undefined, { question, checks }: SetQuestion, work: Work | null): SheetCell => {
  if (!row)
    return {
      question,
      jobId: null,
      kind: 'none',
      text: '',
      isEdited: false,
      review: 'draft',
      reviewedBy: null,
      reviewedAt: null,
      digest: cellDigest('', 'draft'),
      fails: [],
      work,
    }
  const kind = row.kind as 'answer' | 'cannot-tell' | 'own'
  const isEdited = row.edited_text !== null
  const text = String(row.edited_text ?? row.text)
  const review = row.review as CellReview
  return {
    question,
    jobId: String(row.job_id),
    kind,
    text,
    isEdited,
    review,
    reviewedBy: row.reviewed_by === null ? null : String(row.reviewed_by),
    reviewedAt: row.reviewed_at === null ? null : Number(row.reviewed_at),
    digest: cellDigest(text, review),
    fails: checkCell(cellValue({ kind, text, isEdited }), checks),
    work,
  }
}

/** The cells of these pictures, picture by picture in the order of the questions; in pieces, with other work in between. */
export const readCells = async (
  journal: Journal,
  connectionId: string | null,
  pictures: readonly Picture[],
  questions: readonly SetQuestion[],
): Promise<ReadonlyMap<string, readonly SheetCell[]>> => {
  const cells = new Map<string, SheetCell[]>()
  const asked = JSON.stringify(questions.map(({ question }) => question))
  const atOnce = Math.max(1, Math.floor(pieceSize / Math.max(1, questions.length)))
  for (let from = 0; from < pictures.length; from += atOnce) {
    if (from > 0) await journal.nextTurn()
    const piece = pictures.slice(from, from + atOnce)
    // The one that counts comes last, and stays in the map.
    const rows = journal.all(
      `SELECT answers.* FROM json_each(?1) AS picture CROSS JOIN json_each(?2) AS asked
       CROSS JOIN answers ON image_id = picture.value AND question = asked.value AND connection_id = ?3 ORDER BY weight, seq`,
      JSON.stringify(piece.map(({ id }) => id)),
      asked,
      connectionId ?? '',
    )
    const found = new Map(rows.map((row) => [`${row.image_id}\n${row.question}`, row]))
    const busy = new Set(
      journal
        .all(
          `SELECT seq FROM picture_work WHERE connection_id = ? AND seq IN (SELECT value FROM json_each(?)) AND (pending > 0 OR parked > 0)`,
          connectionId ?? '',
          JSON.stringify(piece.map(({ seq }) => seq)),
        )
        .map(({ seq }) => Number(seq)),
    )
    const subjects = piece.flatMap(({ id, seq }) => (busy.has(seq) ? questions.map(({ question }) => `${id}\n${question}`) : []))
    const work = readWork(journal, connectionId, subjects)
    for (const { id } of piece)
      cells.set(
        id,
        questions.map((one) => {
          const subject = `${id}\n${one.question}`
          return toCell(found.get(subject), one, work.get(subject) ?? null)
        }),
      )
  }
  return cells
}
