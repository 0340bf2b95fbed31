import type { WrittenText } from '../../../../shared/answers/brand-voices-contract.ts'
import type { Journal, Row } from '../../base/database/journal.ts'

export type WrittenTextStore = ReturnType<typeof createWrittenTexts>

/** A text without whether its answer was changed since. */
export type StoredText = Omit<WrittenText, 'isOutdated'>

export const toStoredText = (row: Row): StoredText => ({
  answerJobId: String(row.answer_job_id),
  jobId: String(row.job_id),
  textId: row.text_id === null ? null : String(row.text_id),
  text: String(row.text),
  voiceId: String(row.voice_id),
  voiceName: String(row.voice_name),
  instruction: row.instruction === null ? null : String(row.instruction),
  writtenAt: Number(row.written_at),
})

/**
 * Orders rows of `written_texts` by job, the newest first, and the texts of a job as they came: they are written at once, so `seq - position` is the same
 * of all. Not by time, as a clock may be set back.
 */
export const newestTextFirst = 'written_texts.seq - position DESC, position'

type NewText = StoredText & {
  /** Its place among the texts of one command, from 0. */
  readonly position: number
  readonly connectionId: string
  readonly fromText: string
}

/** The texts written in a brand voice; each is kept beside its answer with its job's end, and none is ever overwritten. */
export const createWrittenTexts = (journal: Journal) => ({
  /** Removes the texts of answers that are removed for good. Called inside `journal.write`. */
  forgetAnswers: (answerJobIds: readonly string[]): void => {
    journal.run('DELETE FROM written_texts WHERE answer_job_id IN (SELECT value FROM json_each(?))', JSON.stringify(answerJobIds))
  },
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
  /** True if this wording of an answer was written in this voice with this instruction. */
  isWritten: (answerJobId: string, fromText: string, voiceId: string, instruction: string | null): boolean =>
    journal.get(
      `SELECT 1 AS one FROM written_texts
       WHERE answer_job_id = ? AND from_text = ? AND voice_id = ? AND instruction IS ? LIMIT 1`,
      answerJobId,
      fromText,
      voiceId,
      instruction,
    ) !== undefined,
})
