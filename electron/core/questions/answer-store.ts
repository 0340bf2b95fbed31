import type { Answer } from '../../../shared/questions.ts'
import type { Journal } from '../database/journal.ts'

export type AnswerStore = ReturnType<typeof createAnswerStore>

/** The answers table; an answer is written with its job's end and never overwritten. */
export const createAnswerStore = (journal: Journal) => ({
  save: (answer: Omit<Answer, 'imageName'>): void => {
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
  /** By image in the library's order, then in the order of asking. */
  list: (): Answer[] =>
    journal
      .all(
        'SELECT answers.*, images.name AS image_name FROM answers JOIN images ON images.id = image_id JOIN jobs ON jobs.id = job_id ORDER BY images.seq, jobs.seq',
      )
      .map((row) => ({
        imageId: String(row.image_id),
        imageName: String(row.image_name),
        question: String(row.question),
        kind: row.kind as Answer['kind'],
        text: String(row.text),
        answeredAt: Number(row.answered_at),
        connectionId: String(row.connection_id),
        jobId: String(row.job_id),
      })),
})
