import type { JobNote, Repeat } from '../../../../shared/queue/jobs.ts'
import type { OperationName } from '../../../../shared/queue/operations.ts'
import type { Journal } from '../../base/database/journal.ts'
import { callRecord } from '../../products/ledger/lists/name-records.ts'
import { newestRepeat } from '../../queue/repeats.ts'

/** The oldest first, after a sequence number; of one connection, or of all (`null`). */
export const pageRepeats = (
  journal: Journal,
  { after, limit, connectionId }: { readonly after: number; readonly limit: number; readonly connectionId: string | null },
): { last: number; items: Repeat[] } => {
  const items = journal
    .all(
      `SELECT repeats.seq, repeats.job_id, repeats.note, jobs.operation,
         (SELECT name FROM images WHERE id = jobs.work ->> '$.imageId') AS image, jobs.work ->> '$.productRef' AS product
       FROM repeats JOIN jobs ON jobs.id = repeats.job_id
       WHERE repeats.seq > ?1 AND (?2 IS NULL OR jobs.connection_id = ?2) ORDER BY repeats.seq LIMIT ?3`,
      after,
      connectionId,
      limit,
    )
    .map(
      (row): Repeat => ({
        seq: Number(row.seq),
        jobId: String(row.job_id),
        operation: row.operation as OperationName,
        name: row.image !== null ? String(row.image) : row.product === null ? null : callRecord(journal, String(row.product)),
        note: JSON.parse(String(row.note)) as JobNote,
      }),
    )
  const newest = newestRepeat(journal.get)
  return { last: items.length < limit ? Math.max(after, newest) : (items.at(-1)?.seq ?? after), items }
}
