import type { Journal } from '../../base/database/journal.ts'
import { findNewestWith } from '../../queue/find-jobs.ts'

/*
 * `replaced_lists`: the lists of the jobs that replace one, beside their rows, so that these stay small.
 */

/** Source ids in order. `seen`: the list that the person saw; pictures attached since then stay, at the end. */
export type ReplacedList = { readonly wanted: readonly string[]; readonly seen: readonly string[] }

/** Called inside `journal.write`, with the job. */
export const addReplacedList = (journal: Journal, jobId: string, { wanted, seen }: ReplacedList): void => {
  journal.run('INSERT INTO replaced_lists (job_id, wanted, seen) VALUES (?, ?, ?)', jobId, JSON.stringify(wanted), JSON.stringify(seen))
}

export const readReplacedList = (journal: Journal, jobId: string): ReplacedList => {
  const row = journal.get('SELECT wanted, seen FROM replaced_lists WHERE job_id = ?', jobId)
  if (!row) throw journal.damaged(`no list of job ${jobId}`)
  return { wanted: JSON.parse(String(row.wanted)) as string[], seen: JSON.parse(String(row.seen)) as string[] }
}

/** What the newest job with this subject that is not over will replace its list with; `undefined`: none of them replaces it. */
export const findLastReplaced = (journal: Journal, subject: string): ReplacedList | undefined => {
  const jobId = findNewestWith(journal, 'attach-sources', subject, 'replaces')
  return jobId === undefined ? undefined : readReplacedList(journal, jobId)
}
