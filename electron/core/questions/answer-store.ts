import type { Answer } from '../../../shared/questions.ts'
import type { Journal, Row } from '../database/journal.ts'

export type AnswerStore = ReturnType<typeof createAnswerStore>

const toAnswer = (row: Row): Answer => ({
  imageId: String(row.image_id),
  imageName: String(row.image_name),
  question: String(row.question),
  kind: row.kind as Answer['kind'],
  text: String(row.text),
  editedText: row.edited_text === null ? null : String(row.edited_text),
  answeredAt: Number(row.answered_at),
  connectionId: String(row.connection_id),
  jobId: String(row.job_id),
})

/**
 * The shown and exported answer to one question about one picture in one workspace: the newest, unless a person edited one.
 * Their words stay until they take them back; then it is the newest again. The others are kept as earlier answers.
 */
export const isCurrent = `NOT EXISTS (
  SELECT 1 FROM answers AS other
  WHERE other.image_id = answers.image_id AND other.question = answers.question AND other.connection_id = answers.connection_id
    AND (other.edited_text IS NOT NULL, other.seq) > (answers.edited_text IS NOT NULL, answers.seq)
)`

const select = 'SELECT answers.*, images.name AS image_name FROM answers JOIN images ON images.id = image_id'

/** The answers table; an answer is written with its job's end, and never overwritten but by a person's edit beside it. */
export const createAnswerStore = (journal: Journal) => ({
  save: (answer: Omit<Answer, 'imageName' | 'editedText'>): void => {
    journal.run(
      `INSERT INTO answers (connection_id, image_id, question, kind, text, answered_at, job_id) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (job_id) DO NOTHING`,
      answer.connectionId,
      answer.imageId,
      answer.question,
      answer.kind,
      answer.text,
      answer.answeredAt,
      answer.jobId,
    )
  },
  get: (jobId: string): Answer | undefined => {
    const row = journal.get(`${select} WHERE job_id = ?`, jobId)
    return row && toAnswer(row)
  },
  /** A person's own words; `null`: the service's count again. */
  edit: (jobId: string, text: string | null): void => {
    journal.run('UPDATE answers SET edited_text = ? WHERE job_id = ?', text, jobId)
  },
  /** The current ones of one workspace (`null`: of all), by image in the library's order, then in the order of asking; without those of removed pictures. */
  list: (connectionId: string | null): Answer[] =>
    journal
      .all(
        `${select} JOIN jobs ON jobs.id = job_id WHERE images.removed_at IS NULL
         AND (:connectionId IS NULL OR answers.connection_id = :connectionId) AND ${isCurrent} ORDER BY images.seq, jobs.seq`,
        { connectionId },
      )
      .map(toAnswer),
  /** All about one picture, the newest first: those that count, and those that another took the place of. */
  listOf: (imageId: string, connectionId: string | null): { readonly current: Answer[]; readonly earlier: Answer[] } => {
    const list = (which: string): Answer[] =>
      journal
        .all(
          `${select} WHERE image_id = ?1 AND (?2 IS NULL OR connection_id = ?2) AND ${which} ORDER BY answers.seq DESC`,
          imageId,
          connectionId,
        )
        .map(toAnswer)
    return { current: list(isCurrent), earlier: list(`NOT (${isCurrent})`) }
  },
  /** By `seq`, in that order. */
  listRows: (seqs: readonly number[]): Answer[] =>
    journal
      .all(
        `SELECT answers.*, images.name AS image_name FROM json_each(?) AS wanted CROSS JOIN answers ON answers.seq = wanted.value
         JOIN images ON images.id = image_id ORDER BY wanted.key`,
        JSON.stringify(seqs),
      )
      .map(toAnswer),
})
