import type { CellPlace } from '../../../shared/sheet.ts'
import { foldName } from '../database/fold-name.ts'
import type { Journal, Row } from '../database/journal.ts'
import type { CellChanges } from './cell-changes.ts'
import { type CellRow, type CellState, shownText, stays } from './decide-cell.ts'

/** As they are searched: what a person reads. */
export const foldWords = (question: string, text: string): string => foldName(`${question}\n${text}`)

/** Rows of a person's words where nothing was answered have ids that begin like this, in place of a job's. */
const ownPrefix = 'own:'
/** And rows that came with a colleague's file. */
const mergedPrefix = 'merged:'

export const placeKey = ({ imageId, question }: CellPlace): string => `${imageId}\n${question}`

/**
 * The shown and exported answer to one question about one picture in one workspace: the newest, unless a person edited or approved one. That one
 * stays until they take back their words or their approval; then it is the newest again. The others are kept as earlier answers.
 */
export const isCurrent = `NOT EXISTS (
  SELECT 1 FROM answers AS other
  WHERE other.image_id = answers.image_id AND other.question = answers.question AND other.connection_id = answers.connection_id
    AND (other.weight, other.seq) > (answers.weight, answers.seq)
)`

/** A condition: the row has a text that goes out (`hasValue`, decide-cell.ts). */
export const hasText = "trim(coalesce(edited_text, text)) <> '' AND (kind <> 'cannot-tell' OR edited_text IS NOT NULL)"

const toRow = (row: Row): CellRow => ({
  jobId: String(row.job_id),
  kind: row.kind as CellRow['kind'],
  text: String(row.text),
  answeredAt: Number(row.answered_at),
  editedText: row.edited_text === null ? null : String(row.edited_text),
  review: row.review as CellRow['review'],
  reviewedAt: row.reviewed_at === null ? null : Number(row.reviewed_at),
  reviewedBy: row.reviewed_by === null ? null : String(row.reviewed_by),
  past: JSON.parse(String(row.past)) as string[],
})

/** A row that a change made, and that its undo removes. `kind`, `text`: of one that came with a colleague's file. */
type NotedState = CellState & Pick<CellRow, 'answeredAt'> & Partial<Pick<CellRow, 'kind' | 'text'>>

/** What a change notes of a row, as text: its state, and of one that a change made all that makes it again. `null`: there is no such row. */
const toNote = (row: CellRow | undefined): string | null => {
  if (!row) return null
  const state = [row.editedText, row.review, row.reviewedAt, row.reviewedBy, row.past, row.answeredAt]
  return JSON.stringify(row.jobId.startsWith(mergedPrefix) ? [...state, row.kind, row.text] : state)
}

const fromNote = (note: string): NotedState => {
  const [editedText, review, reviewedAt, reviewedBy, past, answeredAt, kind, text] = JSON.parse(note) as [
    CellRow['editedText'],
    CellRow['review'],
    CellRow['reviewedAt'],
    CellRow['reviewedBy'],
    CellRow['past'],
    number,
    CellRow['kind']?,
    string?,
  ]
  return { editedText, review, reviewedAt, reviewedBy, past, answeredAt, ...(kind && text !== undefined ? { kind, text } : {}) }
}

const columns = 'job_id, image_id, question, kind, text, answered_at, edited_text, review, reviewed_at, reviewed_by, past'

/** The rows that count of these cells of a workspace, by `placeKey`. */
export const readCurrent = (journal: Journal, owner: string, places: readonly CellPlace[]): ReadonlyMap<string, CellRow> =>
  // The one that counts comes last, and stays in the map.
  new Map(
    journal
      .all(
        `SELECT ${columns} FROM (
           SELECT answers.* FROM json_each(?1) AS place CROSS JOIN answers
           ON image_id = place.value ->> '$.imageId' AND question = place.value ->> '$.question' AND connection_id = ?2
         ) ORDER BY weight, seq`,
        JSON.stringify(places.map(({ imageId, question }) => ({ imageId, question }))),
        owner,
      )
      .map((row) => [placeKey({ imageId: String(row.image_id), question: String(row.question) }), toRow(row)]),
  )

/** A row of `sheet_before`: what a change did to one row. */
export type NotedCell = CellPlace & { readonly jobId: string; readonly before: string | null; readonly after: string | null }

/** Statements on the rows of cells. Call those that write inside `journal.write`. */
export const createCellRows = (journal: Journal, changes: CellChanges) => {
  const read = (jobId: string): CellRow | undefined => {
    const row = journal.get(`SELECT ${columns} FROM answers WHERE job_id = ?`, jobId)
    return row && toRow(row)
  }

  /** Makes a row what it shall be; `null`: it is removed, which only one that no answer made can be. */
  const put = (owner: string, place: CellPlace, jobId: string, state: NotedState | null): void => {
    changes.note(owner, place.imageId, place.question)
    const there = read(jobId)
    if (state === null) {
      journal.run(`DELETE FROM answers WHERE job_id = ? AND (kind = 'own' OR job_id GLOB '${mergedPrefix}*')`, jobId)
      return
    }
    const { editedText, review, reviewedAt, reviewedBy, past, answeredAt, kind = 'own', text = '' } = state
    const words = foldWords(place.question, shownText({ text: there?.text ?? text, editedText }))
    const values = [editedText, review, reviewedAt, reviewedBy, JSON.stringify(past), words] as const
    if (there)
      journal.run(
        'UPDATE answers SET edited_text = ?, review = ?, reviewed_at = ?, reviewed_by = ?, past = ?, folded_words = ? WHERE job_id = ?',
        ...values,
        jobId,
      )
    else if (jobId.startsWith(ownPrefix) || jobId.startsWith(mergedPrefix))
      journal.run(
        `INSERT INTO answers (connection_id, image_id, question, kind, text, answered_at, job_id, edited_text, review, reviewed_at, reviewed_by,
           past, folded_words) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        owner,
        place.imageId,
        place.question,
        kind,
        text,
        answeredAt,
        jobId,
        ...values,
      )
  }

  return {
    read,
    current: (owner: string, places: readonly CellPlace[]): ReadonlyMap<string, CellRow> => readCurrent(journal, owner, places),
    /** Changes a cell whose row is this one (`undefined`: it has none). Returns what to note of it. */
    change: (owner: string, place: CellPlace, row: CellRow | undefined, state: CellState | 'gone', at: number): NotedCell => {
      const jobId = row?.jobId ?? journal.newId(ownPrefix)
      put(owner, place, jobId, state === 'gone' ? null : { ...state, answeredAt: row?.answeredAt ?? at })
      return { imageId: place.imageId, question: place.question, jobId, before: toNote(row), after: toNote(read(jobId)) }
    },
    /** Makes a row for a cell that has none, as a colleague's file has it. Returns what to note of it. */
    bring: (owner: string, place: CellPlace, cell: NotedState): NotedCell => {
      const jobId = journal.newId(mergedPrefix)
      put(owner, place, jobId, cell)
      return { imageId: place.imageId, question: place.question, jobId, before: null, after: toNote(read(jobId)) }
    },
    /**
     * Puts a row back from what it is (`from`) to what it was (`to`). False: the cell stays as it is, since the row changed meanwhile, or the cell shows
     * another one by now. Words or an approval in that other one are never covered.
     */
    restore: (owner: string, place: CellPlace, jobId: string, from: string | null, to: string | null): boolean => {
      const there = toNote(read(jobId))
      if (there === to) return true
      if (there !== from) return false
      const current = (): CellRow | undefined => readCurrent(journal, owner, [place]).get(placeKey(place))
      const before = current()
      const isCovered = before !== undefined && before.jobId !== jobId
      if (isCovered && stays(before)) return false
      put(owner, place, jobId, to === null ? null : fromNote(to))
      return !isCovered || current()?.jobId === jobId
    },
  }
}

/** The rows that count of a workspace's cells, some after `after` (`answers.seq`), those of removed pictures, too. */
export const pageCurrent = (
  journal: Journal,
  owner: string,
  after: number,
  limit: number,
): (CellPlace & { readonly seq: number; readonly cell: CellRow })[] =>
  journal
    .all(
      `SELECT seq, ${columns} FROM answers WHERE connection_id = ? AND seq > ? AND ${isCurrent} ORDER BY seq LIMIT ?`,
      owner,
      after,
      limit,
    )
    .map((row) => ({ seq: Number(row.seq), imageId: String(row.image_id), question: String(row.question), cell: toRow(row) }))

export type CellRows = ReturnType<typeof createCellRows>
