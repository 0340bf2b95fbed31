import type { Answer, AnswersPiece } from '../../../../../shared/answers/questions.ts'
import type { Journal, Row } from '../../../base/database/journal.ts'
import type { FindAboutEarlier } from '../../../pictures/library/lists/about-earlier.ts'
import { newestTextFirst } from '../../brand-voices/written-texts.ts'
import { isCurrent, outdated } from '../../sheet/cell-rows.ts'
import { toStoredAnswer } from '../answer-store.ts'

const select = 'SELECT answers.*, images.name AS image_name FROM answers JOIN images ON images.id = image_id'

const toAnswer = (row: Row): Answer => ({ ...toStoredAnswer(row), imageName: String(row.image_name) })

/** Pictures whose answers are in one piece. */
const pieceSize = 500

/** A row as it is read: one text for many rows, since each row of its own costs more than what is in it. */
type ReadRow = readonly [Answer, seq: number, isSent: 0 | 1, written: readonly [text: string, voiceName: string] | null]

const answerJson = `json_object('imageId', answers.image_id, 'question', answers.question, 'kind', answers.kind, 'text', answers.text,
  'editedText', answers.edited_text, 'answeredAt', answers.answered_at, 'connectionId', answers.connection_id, 'jobId', answers.job_id,
  'imageName', images.name)`
const newestWritten = `json((SELECT json_array(text, voice_name) FROM written_texts WHERE answer_job_id = answers.job_id ORDER BY ${newestTextFirst} LIMIT 1))`

/** In the order of asking, which only their jobs know: of pictures that have several. */
const inOrder = (journal: Journal, rows: readonly ReadRow[]): readonly ReadRow[] => {
  const several = rows.flatMap(([{ imageId, jobId }], at) => {
    const isWithNeighbour = rows[at - 1]?.[0].imageId === imageId || rows[at + 1]?.[0].imageId === imageId
    return isWithNeighbour ? [jobId] : []
  })
  if (several.length === 0) return rows
  const asked = journal.all(
    'SELECT wanted.value AS id, jobs.seq FROM json_each(?) AS wanted CROSS JOIN jobs ON jobs.id = wanted.value',
    JSON.stringify(several),
  )
  const placeOf = new Map(asked.map(({ id, seq }) => [String(id), Number(seq)]))
  let picture = 0
  const placed = rows.map((row, at) => {
    if (rows[at - 1]?.[0].imageId !== row[0].imageId) picture = at
    // One without a job, a person's own, comes first.
    return { row, picture, place: placeOf.get(row[0].jobId) ?? 0 }
  })
  return placed.toSorted((one, other) => one.picture - other.picture || one.place - other.place).map(({ row }) => row)
}

/**
 * The current ones in pieces, by picture in the order they were added, then in the order of asking; without those of removed pictures. A long read: all
 * is of one state.
 */
export const createAnswerPieces = (journal: Journal, findAboutEarlier: FindAboutEarlier) =>
  async function* ({ workspace }: { readonly workspace: string | null }): AsyncGenerator<AnswersPiece, void> {
    // Asked of each answer whether it counts, 100,000 take a sixth of a second more.
    const old = new Set(journal.all(outdated).map(({ seq }) => Number(seq)))
    const total = Number(journal.get('SELECT pictures FROM picture_count')?.pictures ?? 0)
    for (let [from, done] = [0, 0]; ; ) {
      const piece = journal.get(
        `SELECT max(seq) AS last, count(*) AS pictures FROM (SELECT seq FROM images WHERE seq > ? AND removed_at IS NULL ORDER BY seq LIMIT ${pieceSize})`,
        from,
      )
      if (typeof piece?.last !== 'number') return
      const row = journal.get(
        `SELECT json_group_array(json(one)) AS list FROM (
           SELECT json_array(${answerJson}, answers.seq, answers.sent_original IS NOT NULL, ${newestWritten}) AS one
           FROM images CROSS JOIN answers ON answers.image_id = images.id
           WHERE images.seq > ?1 AND images.seq <= ?2 AND images.removed_at IS NULL AND (?3 IS NULL OR answers.connection_id = ?3) ORDER BY images.seq
         )`,
        from,
        piece.last,
        workspace,
      )
      const found = (JSON.parse(String(row?.list)) as ReadRow[]).filter(([, seq]) => !old.has(seq))
      const rows = inOrder(journal, found)
      const sent = new Set(rows.flatMap(([{ imageId }, , isSent]) => (isSent ? [imageId] : [])))
      const aboutEarlier = findAboutEarlier(workspace, [...sent])
      done += Number(piece.pictures)
      yield {
        answers: rows.map(([one]) => (aboutEarlier.has(one.jobId) ? { ...one, isAboutEarlier: true } : one)),
        written: rows.flatMap(([{ jobId }, , , written]) => (written ? [{ jobId, text: written[0], voiceName: written[1] }] : [])),
        done,
        total,
      }
      from = piece.last
    }
  }

/** All about one picture, the newest first: those that count, and those that another took the place of. */
export const readAnswersOf = (
  journal: Journal,
  imageId: string,
  connectionId: string | null,
): { readonly current: Answer[]; readonly earlier: Answer[] } => {
  const list = (which: string): Answer[] =>
    journal
      .all(
        `${select} WHERE image_id = ?1 AND (?2 IS NULL OR connection_id = ?2) AND ${which} ORDER BY answers.seq DESC`,
        imageId,
        connectionId,
      )
      .map(toAnswer)
  return { current: list(isCurrent), earlier: list(`NOT (${isCurrent})`) }
}

/** By `seq`, in that order. */
export const readAnswerRows = (journal: Journal, seqs: readonly number[]): Answer[] =>
  journal
    .all(
      `SELECT answers.*, images.name AS image_name FROM json_each(?) AS wanted CROSS JOIN answers ON answers.seq = wanted.value
       JOIN images ON images.id = image_id ORDER BY wanted.key`,
      JSON.stringify(seqs),
    )
    .map(toAnswer)
