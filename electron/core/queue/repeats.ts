import type { Job, JobNote } from '../../../shared/queue/jobs.ts'
import type { Journal, Row } from '../base/database/journal.ts'
import type { JobEvent } from './job-transition.ts'
import type { AnyDefinition } from './operation.ts'

/**
 * The remark on a done job whose earlier attempts may have reached the service; `null`: none. `elsewhere`: such
 * attempts of other jobs for the same subject.
 */
export const noteOfRepeats = ({ uncertainAttempts }: Job, elsewhere: number): JobNote | null => {
  const earlier = uncertainAttempts + elsewhere
  return earlier === 0 ? null : { kind: 'done-after-attempts', attempts: earlier }
}

/** The possible repeat caused by this event; `null`: none. Two attempts without an answer may both have been executed. */
export const repeatBy = (event: JobEvent, before: Job, after: Job, elsewhere: number): JobNote | null => {
  if (event.kind === 'succeed') return event.repeat
  const attempts = after.uncertainAttempts + elsewhere
  if (attempts < 2 || after.uncertainAttempts === before.uncertainAttempts) return null
  return { kind: 'attempts-without-answer', attempts }
}

/**
 * Unreported attempts of other jobs for the same subject that may have left something in the workspace: those of jobs
 * that were cancelled, or still wait, since it was last done.
 */
export const countUncertainElsewhere = (journal: Journal, { id, connectionId, work }: Job, operation: AnyDefinition): number => {
  if (!operation.leavesSpare) return 0
  const row = journal.get(
    `SELECT total(uncertain_attempts) AS attempts FROM jobs
     WHERE operation = :operation AND subject = :subject AND connection_id IS :connectionId AND id <> :id AND state <> 'done' AND uncertain_attempts > 0
       AND seq > ifnull((SELECT max(seq) FROM jobs
         WHERE operation = :operation AND subject = :subject AND connection_id IS :connectionId AND id <> :id AND state = 'done'), 0)`,
    { operation: operation.name, subject: operation.subject(work), connectionId, id },
  )
  return Number(row?.attempts ?? 0)
}

/** The sequence number of the newest entry; 0: no entry, or no such table yet. */
export const newestRepeat = (read: (sql: string) => Row | undefined): number => {
  if (read("SELECT 1 FROM sqlite_schema WHERE name = 'repeats'") === undefined) return 0
  return Number(read('SELECT max(seq) AS seq FROM repeats')?.seq ?? 0)
}

/** One entry per job, with a new sequence number each time. Called inside `journal.write`. */
export const keepRepeat = (journal: Journal, jobId: string, note: JobNote): void => {
  journal.run('INSERT OR REPLACE INTO repeats (job_id, note) VALUES (?, ?)', jobId, JSON.stringify(note))
}
