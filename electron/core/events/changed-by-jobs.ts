import type { Journal } from '../database/journal.ts'
import type { Subject } from './change-feed.ts'

/** What a window shows differently after these jobs changed. */
export const changedByJobs = (journal: Journal, jobIds: readonly string[]): Subject[] => {
  const subjects = new Set<Subject>(['jobs'])
  for (const id of jobIds) {
    const row = journal.get('SELECT operation, state FROM jobs WHERE id = ?', id)
    if (row?.operation === 'create-source' || row?.operation === 'write-text') {
      subjects.add(row.operation === 'create-source' ? 'sources' : 'content')
      continue
    }
    if (row?.operation === 'create-product' || row?.operation === 'attach-sources') subjects.add('products')
    if (row?.operation === 'analyse-image' && row.state === 'done') subjects.add('answers')
    if (row?.operation !== 'create-product' && !(row?.operation === 'analyse-image' && row.state === 'running')) subjects.add('library')
  }
  return [...subjects]
}
