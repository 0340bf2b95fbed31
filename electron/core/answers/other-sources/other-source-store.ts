import type { OtherSourceKind } from '../../../../shared/queue/operations.ts'
import type { Journal, Row } from '../../base/database/journal.ts'

/** A source other than a file, without its whole value. */
export type StoredOtherSource = {
  readonly ref: string
  readonly connectionId: string | null
  readonly kind: OtherSourceKind
  readonly title: string
  /** The value's first characters. */
  readonly excerpt: string
  readonly bytes: number
  readonly jobId: string
  readonly sourceId: string | null
  readonly createdAt: number
}

const excerptLength = 300
const columns = `ref, connection_id, kind, title, bytes, job_id, source_id, created_at, substr(value, 1, ${excerptLength}) AS excerpt`
const textOrNull = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

const toSource = (row: Row): StoredOtherSource => ({
  ref: String(row.ref),
  connectionId: textOrNull(row.connection_id),
  kind: String(row.kind) as OtherSourceKind,
  title: String(row.title),
  excerpt: String(row.excerpt),
  bytes: Number(row.bytes),
  jobId: String(row.job_id),
  sourceId: textOrNull(row.source_id),
  createdAt: Number(row.created_at),
})

export type OtherSourceStore = ReturnType<typeof createOtherSourceStore>

/**
 * Text, address and knowledge sources, separate per connection (`null`: those that wait for one). A removed source keeps
 * its row, to restore it and for a running job. Call its changes inside `journal.write`.
 */
export const createOtherSourceStore = (journal: Journal) => ({
  add: (source: Omit<StoredOtherSource, 'excerpt' | 'sourceId'> & { readonly value: string }): void => {
    journal.run(
      'INSERT INTO other_sources (ref, connection_id, kind, title, bytes, job_id, created_at, value) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      source.ref,
      source.connectionId,
      source.kind,
      source.title,
      source.bytes,
      source.jobId,
      Math.round(source.createdAt),
      source.value,
    )
  },
  get: (ref: string): StoredOtherSource | undefined => {
    const row = journal.get(`SELECT ${columns} FROM other_sources WHERE ref = ?`, ref)
    return row && toSource(row)
  },
  /** The whole value, as it is sent. */
  readValue: (ref: string): string | undefined => {
    const row = journal.get('SELECT value FROM other_sources WHERE ref = ?', ref)
    return row && String(row.value)
  },
  /** The one in the list with this very value. */
  findSame: (connectionId: string | null, kind: OtherSourceKind, value: string, bytes: number): StoredOtherSource | undefined => {
    const row = journal.get(
      `SELECT ${columns} FROM other_sources WHERE connection_id IS ? AND kind = ? AND bytes = ? AND removed_at IS NULL AND value = ?
       ORDER BY seq DESC LIMIT 1`,
      connectionId,
      kind,
      bytes,
      value,
    )
    return row && toSource(row)
  },
  /** Of any connection, in the list or not. */
  hasAny: (): boolean => journal.get('SELECT 1 FROM other_sources LIMIT 1') !== undefined,
  count: (connectionId: string | null): number =>
    Number(
      journal.get('SELECT count(*) AS n FROM other_sources WHERE connection_id IS :id AND removed_at IS NULL', { id: connectionId })?.n,
    ),
  /** The newest first. */
  page: (connectionId: string | null, offset: number, limit: number): StoredOtherSource[] =>
    journal
      .all(
        `SELECT ${columns} FROM other_sources WHERE connection_id IS ? AND removed_at IS NULL ORDER BY seq DESC LIMIT ? OFFSET ?`,
        connectionId,
        limit,
        offset,
      )
      .map(toSource),
  setSourceId: (ref: string, sourceId: string): void => {
    journal.run('UPDATE other_sources SET source_id = ? WHERE ref = ?', sourceId, ref)
  },
  /** Those that waited for a connection become this one's. */
  adopt: (connectionId: string): void => {
    journal.run('UPDATE other_sources SET connection_id = ? WHERE connection_id IS NULL', connectionId)
  },
  /** Its sources wait for a connection again. */
  release: (connectionId: string): void => {
    journal.run('UPDATE other_sources SET connection_id = NULL WHERE connection_id = ?', connectionId)
  },
  setJob: (ref: string, jobId: string): void => {
    journal.run('UPDATE other_sources SET job_id = ? WHERE ref = ?', jobId, ref)
  },
  /** False if it was not in the list. */
  remove: (ref: string, at: number): boolean =>
    journal.run('UPDATE other_sources SET removed_at = ? WHERE ref = ? AND removed_at IS NULL', Math.round(at), ref) > 0,
  /** False if it is in the list. */
  restore: (ref: string): boolean =>
    journal.run('UPDATE other_sources SET removed_at = NULL WHERE ref = ? AND removed_at IS NOT NULL', ref) > 0,
})
