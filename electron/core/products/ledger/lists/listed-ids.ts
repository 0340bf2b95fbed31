import type { Journal } from '../../../base/database/journal.ts'

/** How many products of a list have an id in the workspace, and how many attachments and texts wait for these. */
export const countListedIds = (journal: Journal, list: { readonly import: number } | undefined): { ids: number; waiting: number } => {
  if (!list) return { ids: 0, waiting: 0 }
  const ids = journal.get('SELECT count(*) AS n FROM catalogue_entries WHERE import = ? AND product_id IS NOT NULL', list.import)
  const waiting = journal.get(
    `SELECT count(*) AS n FROM jobs INDEXED BY jobs_by_change CROSS JOIN products ON ref = work ->> '$.productRef'
     WHERE state IN ('waiting', 'parked') AND operation IN ('attach-sources', 'set-text')
       AND EXISTS (SELECT 1 FROM catalogue_entries AS entry WHERE entry.import = ? AND entry.product_id = products.product_id)`,
    list.import,
  )
  return { ids: Number(ids?.n ?? 0), waiting: Number(waiting?.n ?? 0) }
}
