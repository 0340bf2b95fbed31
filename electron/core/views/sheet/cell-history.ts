import type { CellEvent, CellPlace, CellReview } from '../../../../shared/sheet.ts'
import type { Journal, Row } from '../../database/journal.ts'

/** The newest changes and answers of a cell that are shown. */
const mostEvents = 200

type Placed = { readonly at: number; readonly event: CellEvent }
type State = { readonly edited: string | null; readonly review: CellReview; readonly at: number | null; readonly by: string | null }

const readState = (note: unknown): State | null => {
  if (note === null) return null
  const [edited, review, at, by] = JSON.parse(String(note)) as [string | null, CellReview, number | null, string | null]
  return { edited, review, at, by }
}

/** What a change did to a row: another text, another review, or both. */
const toEvents = (before: State | null, after: State | null, text: string, at: number): Placed[] => {
  const shown = (state: State | null): string => (state ? (state.edited ?? text) : '')
  const events: Placed[] = []
  if (shown(before) !== shown(after)) events.push({ at, event: { kind: 'edited', text: shown(after), at } })
  const [was, is] = [before?.review ?? 'draft', after?.review ?? 'draft']
  // That another text is a draft again needs no line of its own.
  if (was !== is && (is !== 'draft' || events.length === 0))
    events.push({ at, event: { kind: 'reviewed', review: is, text: shown(after), by: after?.by ?? null, at: after?.at ?? at } })
  return events
}

const toAnswer = (row: Row): Placed => {
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

/** Texts and reviews that no kept change explains, since only the newest changes are kept. */
const toUnexplained = (row: Row, known: readonly Placed[]): Placed[] => {
  const text = String(row.edited_text ?? row.text)
  const isKnown = (kind: CellEvent['kind']): boolean => known.some(({ event }) => event.kind === kind && event.text === text)
  const found: Placed[] = []
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
     WHERE sheet_before.image_id = ? AND sheet_before.question = ? AND sheet_changes.connection_id = ? AND state = 'done'
     ORDER BY change DESC LIMIT ${mostEvents}`,
    imageId,
    question,
    owner,
  )
  const changed = changes.flatMap((row) =>
    toEvents(readState(row.before), readState(row.after), String(row.text ?? ''), Number(row.at)).toReversed(),
  )
  const answered = answers.filter(({ kind }) => kind !== 'own').map(toAnswer)
  const unexplained = answers.flatMap((row) => toUnexplained(row, changed))
  // Each list is in its own order already, which counts where clocks say the same.
  return [...changed, ...unexplained, ...answered].sort((one, other) => other.at - one.at).map(({ event }) => event)
}
