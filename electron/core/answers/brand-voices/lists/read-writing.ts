import type { PendingText, Writing, WrittenText } from '../../../../../shared/answers/brand-voices-contract.ts'
import type { Job } from '../../../../../shared/queue/jobs.ts'
import type { Journal, Row } from '../../../base/database/journal.ts'
import type { JobStore } from '../../../queue/job-store.ts'
import { writing } from '../queue-writing.ts'
import { newestTextFirst, toStoredText } from '../written-texts.ts'

type Ports = { readonly journal: Journal; readonly jobs: Pick<JobStore, 'get'> }

const select = `SELECT written_texts.*, from_text IS NOT ifnull(answers.edited_text, answers.text) AS is_outdated
  FROM written_texts JOIN answers ON answers.job_id = answer_job_id`

const toText = (row: Row): WrittenText => ({ ...toStoredText(row), isOutdated: row.is_outdated === 1 })

/** Texts of one answer, newest first; texts of one command in their order. */
const readTextsOf = (journal: Journal, answerJobId: string): WrittenText[] =>
  journal.all(`${select} WHERE answer_job_id = ? ORDER BY ${newestTextFirst}`, answerJobId).map(toText)

const toPending = ({ id, work, status }: Job): PendingText[] => {
  if (work.operation !== writing) return []
  const { voiceName, instruction } = work
  switch (status.state) {
    case 'waiting':
      return [{ jobId: id, voiceName, instruction, state: 'waiting', reason: status.because }]
    case 'running':
      return [{ jobId: id, voiceName, instruction, state: 'running', reason: null }]
    case 'parked':
      return [{ jobId: id, voiceName, instruction, state: 'parked', reason: status.reason }]
    case 'done':
    case 'cancelled':
      return []
  }
}

/** The texts written from one answer, and those in progress or parked. The subject of a job begins with picture and answer. */
export const readWriting = ({ journal, jobs }: Ports, answerJobId: string): Writing => {
  const rows = journal.all(
    `SELECT jobs.id FROM answers JOIN jobs ON jobs.operation = '${writing}'
       AND jobs.subject > answers.image_id || char(10) || answers.job_id || char(10)
       AND jobs.subject < answers.image_id || char(10) || answers.job_id || char(11)
     WHERE answers.job_id = ? AND jobs.state IN ('waiting', 'running', 'parked') ORDER BY jobs.seq DESC`,
    answerJobId,
  )
  const pending = rows.flatMap((row) => {
    const job = jobs.get(String(row.id))
    return job ? toPending(job) : []
  })
  return { answerJobId, texts: readTextsOf(journal, answerJobId), pending }
}
