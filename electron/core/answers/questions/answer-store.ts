import type { Answer } from '../../../../shared/answers/questions.ts'
import type { Journal, Row } from '../../base/database/journal.ts'
import { seqOfPicture } from '../../pictures/library/picture-id.ts'
import { foldWords, isCurrent } from '../sheet/cell-rows.ts'
import { showCells } from '../sheet/shown-cells.ts'

/** An answer without its picture's name. */
export type StoredAnswer = Omit<Answer, 'imageName'>

/**
 * `hint`: what the question was asked with; `null`: nothing. `sent`: about which file, by the content of its original and as `sources.settings`;
 * `null`: one that Packshot did not send.
 */
type AskedWith = {
  readonly hint: string | null
  readonly sent: { readonly original: string; readonly settings: string } | null
}

export type AnswerStore = ReturnType<typeof createAnswerStore>

export const toStoredAnswer = (row: Row): StoredAnswer => ({
  imageId: String(row.image_id),
  question: String(row.question),
  kind: row.kind as Answer['kind'],
  text: String(row.text),
  editedText: row.edited_text === null ? null : String(row.edited_text),
  answeredAt: Number(row.answered_at),
  connectionId: String(row.connection_id),
  jobId: String(row.job_id),
})

/** The answers table; an answer is written with its job's end, and never overwritten but by a person's edit beside it (sheet-store.ts). */
export const createAnswerStore = (journal: Journal) => ({
  /** These pictures are removed for good: so are their answers. Returns the jobs that these came from. Called inside `journal.write`. */
  forgetPictures: (imageIds: readonly string[]): string[] => {
    const gone = journal.all(
      'DELETE FROM answers WHERE image_id IN (SELECT value FROM json_each(?)) RETURNING connection_id, image_id, question, job_id',
      JSON.stringify(imageIds),
    )
    for (const owner of new Set(gone.map((row) => String(row.connection_id))))
      showCells(
        journal,
        owner,
        gone.flatMap((row) => (row.connection_id === owner ? [{ imageId: String(row.image_id), question: String(row.question) }] : [])),
      )
    return gone.map((row) => String(row.job_id))
  },
  save: (answer: Omit<StoredAnswer, 'editedText'> & AskedWith): void => {
    journal.run(
      `INSERT INTO answers (connection_id, image_id, question, kind, text, answered_at, job_id, folded_words, hint, sent_original, sent_settings, picture_seq)
       VALUES (?1, ?2, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${seqOfPicture('?2')}) ON CONFLICT (job_id) DO NOTHING`,
      answer.connectionId,
      answer.imageId,
      answer.question,
      answer.kind,
      answer.text,
      answer.answeredAt,
      answer.jobId,
      foldWords(answer.question, answer.text),
      answer.hint,
      answer.sent?.original ?? null,
      answer.sent?.settings ?? null,
    )
    showCells(journal, answer.connectionId, [answer])
  },
  get: (jobId: string): StoredAnswer | undefined => {
    const row = journal.get('SELECT * FROM answers WHERE job_id = ?', jobId)
    return row && toStoredAnswer(row)
  },
  /** By the jobs that asked, in that order, without those that are unknown. */
  list: (jobIds: readonly string[]): StoredAnswer[] =>
    journal
      .all(
        'SELECT answers.* FROM json_each(?) AS wanted CROSS JOIN answers ON answers.job_id = wanted.value ORDER BY wanted.key',
        JSON.stringify(jobIds),
      )
      .map(toStoredAnswer),
  /** The one that is shown of each picture and question, the oldest first; those of removed pictures, too. */
  listShown: (connectionId: string): StoredAnswer[] =>
    journal.all(`SELECT * FROM answers WHERE connection_id = ? AND ${isCurrent} ORDER BY seq`, connectionId).map(toStoredAnswer),
})
