import type { CellEvent, CellPlace, CellReview } from '../../../../../shared/answers/sheet.ts'
import type { Journal, Row } from '../../../base/database/journal.ts'
import { type PlacedEvent, toCellEvents } from '../cell-events.ts'

/** The newest changes and answers of a cell that are shown. */
const mostEvents = 200

const toAnswer = (row: Row): PlacedEvent => {
  const at = Number(row.answered_at)
  return {
    at,
    event: {
      kind: row.kind === 'cannot-tell' ? 'cannot-tell' : 'answer',
      jobId: String(row.job_id),
      text: String(row.text),
      at,
      hint: row.hint === null ? null : String(row.hint),
    },
  }
}

/** Texts and reviews that no change explains, such as a colleague's. */
const toUnexplained = (row: Row, known: readonly PlacedEvent[]): PlacedEvent[] => {
  const text = String(row.edited_text ?? row.text)
  const isKnown = (kind: CellEvent['kind']): boolean => known.some(({ event }) => event.kind === kind && event.text === text)
  const found: PlacedEvent[] = []
  const at = Number(row.answered_at)
  if (row.edited_text !== null && !isKnown('edited')) found.push({ at, event: { kind: 'edited', text, at: null } })
  if (row.review !== 'draft' && !isKnown('reviewed')) {
    const reviewedAt = row.reviewed_at === null ? null : Number(row.reviewed_at)
    const by = row.reviewed_by === null ? null : String(row.reviewed_by)
    found.push({ at: reviewedAt ?? at, event: { kind: 'reviewed', review: row.review as CellReview, text, by, at: reviewedAt } })
  }
  return found
}

/** What became of a cell in a workspace (`''`: in none yet), the newest first. What was undone is left out. */
export const readCellHistory = (journal: Journal, owner: string, { imageId, question }: CellPlace): CellEvent[] => {
  const answers = journal.all(
    `SELECT seq, job_id, kind, text, answered_at, edited_text, review, reviewed_at, reviewed_by, hint FROM answers
     WHERE image_id = ? AND question = ? AND connection_id = ? ORDER BY seq DESC LIMIT ${mostEvents}`,
    imageId,
    question,
    owner,
  )
  const changes = journal.all(
    `SELECT sheet_before.job_id, before, after, sheet_changes.at, answers.text FROM sheet_before
     JOIN sheet_changes ON sheet_changes.seq = change LEFT JOIN answers ON answers.job_id = sheet_before.job_id
     WHERE sheet_before.image_id = ? AND sheet_before.question = ? AND sheet_changes.connection_id = ? AND state IN ('done', 'past')
     ORDER BY change DESC LIMIT ${mostEvents}`,
    imageId,
    question,
    owner,
  )
  const changed = changes.flatMap((row) =>
    toCellEvents(row.before as string | null, row.after as string | null, String(row.text ?? ''), Number(row.at)).toReversed(),
  )
  const earlier = journal
    .all(
      'SELECT at, event FROM cell_history WHERE image_id = ? AND question = ? AND connection_id = ? ORDER BY seq DESC',
      imageId,
      question,
      owner,
    )
    .map(({ at, event }): PlacedEvent => ({ at: Number(at), event: JSON.parse(String(event)) as CellEvent }))
  const answered = answers.filter(({ kind }) => kind !== 'own').map(toAnswer)
  const unexplained = answers.flatMap((row) => toUnexplained(row, [...changed, ...earlier]))
  // Each list is in its own order already, which counts where clocks say the same.
  return [...changed, ...earlier, ...unexplained, ...answered].sort((one, other) => other.at - one.at).map(({ event }) => event)
}
