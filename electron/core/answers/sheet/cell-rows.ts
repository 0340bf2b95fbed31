import type { CellPlace } from '../../../../shared/answers/sheet.ts'
import { foldName } from '../../base/database/fold-name.ts'
import type { Journal, Row } from '../../base/database/journal.ts'
import { seqOfPicture } from '../../pictures/library/picture-id.ts'
import { type CellRow, type CellState, shownText, stays } from './decide-cell.ts'
import { showCells } from './shown-cells.ts'

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

/**
 * `seq` of all answers that don't count (`isCurrent`). Only cells that have several are looked at closely, and few have: for all answers, this takes a
 * tenth of the time of the condition.
 */
export const outdated = `SELECT answers.seq FROM (
    SELECT image_id, question, connection_id FROM answers GROUP BY image_id, question, connection_id HAVING count(*) > 1
  ) AS several CROSS JOIN answers USING (image_id, question, connection_id) WHERE NOT (${isCurrent})`

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
           ON image_id = place.value ->> 0 AND question = place.value ->> 1 AND connection_id = ?2
         ) ORDER BY weight, seq`,
        JSON.stringify(places.map(({ imageId, question }) => [imageId, question])),
        owner,
      )
      .map((row) => [placeKey({ imageId: String(row.image_id), question: String(row.question) }), toRow(row)]),
  )

/** Rows by their ids, as they are. */
const readRows = (journal: Journal, jobIds: readonly string[]): ReadonlyMap<string, CellRow> =>
  new Map(
    journal
      .all(`SELECT ${columns} FROM json_each(?) AS wanted CROSS JOIN answers ON job_id = wanted.value`, JSON.stringify(jobIds))
      .map((row) => [String(row.job_id), toRow(row)]),
  )

/** A row of `sheet_before`: what a change did to one row. */
export type NotedCell = CellPlace & { readonly jobId: string; readonly before: string | null; readonly after: string | null }

/** What becomes of a cell whose row is `row` (`undefined`: it has none). `bring`: a row as a colleague's file has it. */
export type CellChange = CellPlace & {
  readonly row: CellRow | undefined
  readonly to: { readonly kind: 'state'; readonly state: CellState | 'gone' } | { readonly kind: 'bring'; readonly cell: NotedState }
}

type Put = {
  readonly place: CellPlace
  readonly jobId: string
  readonly there: CellRow | undefined
  readonly state: NotedState | null
}

/** Its text and its folded words, which are in an index, stay as they are. */
const isReview = (put: Put): put is Put & { readonly there: CellRow; readonly state: NotedState } =>
  put.there !== undefined && put.state !== null && put.there.editedText === put.state.editedText

/** A row that is put back from what it is (`from`) to what it was (`to`). */
export type RestoredRow = CellPlace & { readonly jobId: string; readonly from: string | null; readonly to: string | null }

/** Statements on the rows of cells. Call those that write inside `journal.write`. Those for many cells read all of them at once. */
export const createCellRows = (journal: Journal) => {
  const current = (owner: string, places: readonly CellPlace[]): ReadonlyMap<string, CellRow> => readCurrent(journal, owner, places)

  /** Makes rows (`there`, if one exists) what they shall be; `state` `null`: it is removed, which only one that no answer made can be. */
  const putAll = (owner: string, puts: readonly Put[]): void => {
    const [gone, judged, written, made]: [string[], unknown[], unknown[], unknown[]] = [[], [], [], []]
    for (const put of puts) {
      const { place, jobId, there, state } = put
      if (state === null) {
        gone.push(jobId)
        continue
      }
      const { editedText, review, reviewedAt, reviewedBy, past, answeredAt, kind = 'own', text = '' } = state
      const values = [jobId, review, reviewedAt, reviewedBy, JSON.stringify(past)]
      if (isReview(put)) {
        judged.push(values)
        continue
      }
      const words = foldWords(place.question, shownText({ text: there?.text ?? text, editedText }))
      if (there) written.push([...values, editedText, words])
      else if (jobId.startsWith(ownPrefix) || jobId.startsWith(mergedPrefix))
        made.push([...values, editedText, words, place.imageId, place.question, kind, text, answeredAt])
    }
    const run = (sql: string, list: readonly unknown[], ...values: string[]): void => {
      if (list.length > 0) journal.run(sql, JSON.stringify(list), ...values)
    }
    run(`DELETE FROM answers WHERE job_id IN (SELECT value FROM json_each(?)) AND (kind = 'own' OR job_id GLOB '${mergedPrefix}*')`, gone)
    const setReview = 'review = value ->> 1, reviewed_at = value ->> 2, reviewed_by = value ->> 3, past = value ->> 4'
    run(`UPDATE answers SET ${setReview} FROM json_each(?) WHERE job_id = value ->> 0`, judged)
    run(
      `UPDATE answers SET ${setReview}, edited_text = value ->> 5, folded_words = value ->> 6 FROM json_each(?) WHERE job_id = value ->> 0`,
      written,
    )
    run(
      `INSERT INTO answers (job_id, review, reviewed_at, reviewed_by, past, edited_text, folded_words, image_id, question, kind, text, answered_at,
         connection_id, picture_seq) SELECT ${Array.from({ length: 12 }, (_, at) => `value ->> ${at}`).join(', ')}, ?2,
         ${seqOfPicture('value ->> 7')} FROM json_each(?1) ORDER BY key`,
      made,
      owner,
    )
    showCells(
      journal,
      owner,
      puts.map(({ place }) => place),
    )
  }

  return {
    read: (jobId: string): CellRow | undefined => readRows(journal, [jobId]).get(jobId),
    current,
    /** Changes cells, each once. Returns what to note of each. */
    changeAll: (owner: string, cells: readonly CellChange[], at: number): readonly NotedCell[] => {
      const puts = cells.map(({ imageId, question, row, to }): Put => {
        const jobId = row?.jobId ?? journal.newId(to.kind === 'bring' ? mergedPrefix : ownPrefix)
        const ownState = to.kind === 'bring' || to.state === 'gone' ? null : { ...to.state, answeredAt: row?.answeredAt ?? at }
        return { place: { imageId, question }, jobId, there: row, state: to.kind === 'bring' ? to.cell : ownState }
      })
      putAll(owner, puts)
      // Texts as the table has them.
      const now = readRows(
        journal,
        puts.filter((put) => !isReview(put)).map(({ jobId }) => jobId),
      )
      return puts.map((put) => {
        const { place, jobId, there } = put
        return { ...place, jobId, before: toNote(there), after: toNote(isReview(put) ? { ...put.there, ...put.state } : now.get(jobId)) }
      })
    },
    /**
     * Puts rows back; returns how many cells stay as they are, since their row changed meanwhile, or they show another one by now. Words or an
     * approval in that other one are never covered.
     */
    restoreAll: (owner: string, restored: readonly RestoredRow[]): number => {
      let kept = 0
      // Two rows of one cell: what it shows may be another one after the first.
      for (let rest = restored; rest.length > 0; ) {
        const round = [...new Map(rest.toReversed().map((one) => [placeKey(one), one])).values()]
        const isNow = new Set(round)
        rest = rest.filter((one) => !isNow.has(one))
        const shown = current(owner, round)
        const isShown = (one: RestoredRow): boolean => shown.get(placeKey(one))?.jobId === one.jobId
        const hidden = readRows(
          journal,
          round.filter((one) => !isShown(one)).map(({ jobId }) => jobId),
        )
        const puts: Put[] = []
        const covered: Put[] = []
        for (const one of round) {
          const { imageId, question, jobId, from, to } = one
          const place = { imageId, question }
          const other = shown.get(placeKey(place))
          const row = isShown(one) ? other : hidden.get(jobId)
          const note = toNote(row)
          if (note === to) continue
          const isCovered = other !== undefined && other.jobId !== jobId
          if (note !== from || (isCovered && stays(other))) {
            kept += 1
            continue
          }
          const put = { place, jobId, there: row, state: to === null ? null : fromNote(to) }
          puts.push(put)
          if (isCovered) covered.push(put)
        }
        putAll(owner, puts)
        const after = current(
          owner,
          covered.map(({ place }) => place),
        )
        kept += covered.filter(({ place, jobId }) => after.get(placeKey(place))?.jobId !== jobId).length
      }
      return kept
    },
  }
}

/** How many rows a workspace’s cells have. */
export const countRows = (journal: Journal, owner: string): number =>
  Number(journal.get('SELECT count(*) AS n FROM answers WHERE connection_id = ?', owner)?.n)

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
