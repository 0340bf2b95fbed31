import type { ListDoubt } from '../../../../shared/products/products.ts'
import type { Journal } from '../../base/database/journal.ts'
import { moveJobsAbout, moveJobsNaming } from '../../queue/move-jobs.ts'
import type { FactLog } from './fact-log.ts'
import { foldWords } from './fold-words.ts'

/** Tells rooms above that one record became another. Called inside `journal.write`. */
export type OnMerged = (from: string, into: string) => void

type Ports = { readonly journal: Journal; readonly facts: FactLog; readonly onMerged: OnMerged }

/** Moves jobs from one record to another; their order and input stay. Called inside `journal.write`. */
export const moveJobs = (journal: Journal, from: string, into: string, jobIds: readonly string[] | 'all'): void => {
  const move = { field: 'productRef', from, into }
  for (const operation of ['attach-sources', 'set-text'] as const) moveJobsAbout(journal, { ...move, operation }, jobIds)
  if (jobIds === 'all') moveJobsNaming(journal, { ...move, operation: 'create-product' })
}

/** Two records of one product become the second: its jobs, its facts by sequence, and its name where it had none. */
export const mergeProducts = ({ journal, facts, onMerged }: Ports, from: string, into: string, doubtShared: ListDoubt): void => {
  moveJobs(journal, from, into, 'all')
  facts.merge(from, into, doubtShared)
  journal.run(
    `UPDATE products SET name = ifnull(name, (SELECT name FROM products WHERE ref = :from)),
       created_by_us = max(created_by_us, (SELECT created_by_us FROM products WHERE ref = :from)),
       listed_as = ifnull(listed_as, (SELECT listed_as FROM products WHERE ref = :from)) WHERE ref = :into`,
    { from, into },
  )
  foldWords(journal, into)
  journal.run('DELETE FROM products WHERE ref = ?', from)
  onMerged(from, into)
}
