import type { WrittenText } from '../../../shared/contract/content.ts'
import type { Journal, Row } from '../database/journal.ts'

export type WrittenTextStore = ReturnType<typeof createWrittenTexts>

const toText = (row: Row): WrittenText => ({
  answerJobId: String(row.answer_job_id),
  jobId: String(row.job_id),
  textId: row.text_id === null ? null : String(row.text_id),
  text: String(row.text),
  voiceId: String(row.voice_id),
  voiceName: String(row.voice_name),
  instruction: row.instruction === null ? null : String(row.instruction),
  writtenAt: Number(row.written_at),
  isOutdated: row.is_outdated === 1,
})

const select = `SELECT written_texts.*, from_text IS NOT ifnull(answers.edited_text, answers.text) AS is_outdated
  FROM written_texts JOIN answers ON answers.job_id = answer_job_id`

type NewText = Omit<WrittenText, 'isOutdated'> & {
  /** Its place among the texts of one command, from 0. */
  readonly position: number
  readonly connectionId: string
  readonly fromText: string
}

/** The texts written in a brand voice; each is kept beside its answer with its job's end, and none is ever overwritten. */
export const createWrittenTexts = (journal: Journal) => ({
  save: (one: NewText): void => {
    journal.run(
      `INSERT INTO written_texts (job_id, position, answer_job_id, connection_id, text_id, text, voice_id, voice_name, instruction, from_text, written_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (job_id, position) DO NOTHING`,
      one.jobId,
      one.position,
      one.answerJobId,
      one.connectionId,
      one.textId,
      one.text,
      one.voiceId,
      one.voiceName,
      one.instruction,
      one.fromText,
      Math.round(one.writtenAt),
    )
  },
  /** Texts of one answer, newest first; texts of one command in their order. */
  listOf: (answerJobId: string): WrittenText[] =>
    journal.all(`${select} WHERE answer_job_id = ? ORDER BY written_at DESC, job_id, position`, answerJobId).map(toText),
  /** The newest text of each answer of a workspace (`null`: of all). */
  listNewest: (connectionId: string | null): WrittenText[] =>
    journal
      .all(
        `${select} WHERE (:connectionId IS NULL OR written_texts.connection_id = :connectionId) AND written_texts.seq = (
           SELECT other.seq FROM written_texts AS other WHERE other.answer_job_id = written_texts.answer_job_id
           ORDER BY other.written_at DESC, other.job_id, other.position LIMIT 1
         ) ORDER BY written_texts.seq`,
        { connectionId },
      )
      .map(toText),
  /** True if the current answer was written in this voice with this instruction. */
  isWritten: (answerJobId: string, voiceId: string, instruction: string | null): boolean =>
    journal.get(
      `SELECT 1 AS one FROM written_texts JOIN answers ON answers.job_id = answer_job_id
       WHERE answer_job_id = ? AND voice_id = ? AND instruction IS ? AND from_text IS ifnull(answers.edited_text, answers.text) LIMIT 1`,
      answerJobId,
      voiceId,
      instruction,
    ) !== undefined,
})
