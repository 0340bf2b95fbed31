import type { Journal } from '../../../base/database/journal.ts'

/** Another value after every change of the groups of pictures that show the same. */
export const readSimilarVersion = (journal: Pick<Journal, 'get'>): string => {
  const row = journal.get('SELECT order_changes, similar_changes FROM picture_count')
  return `${row?.order_changes} ${row?.similar_changes}`
}
