import type { Journal } from '../database/journal.ts'

export type SourceStore = ReturnType<typeof createSourceStore>

/** Maps images to sources per workspace. */
export const createSourceStore = (journal: Journal) => ({
  get: (connectionId: string, imageId: string): string | undefined => {
    const row = journal.get('SELECT source_id FROM sources WHERE connection_id = ? AND image_id = ?', connectionId, imageId)
    return row && String(row.source_id)
  },
  imageOf: (connectionId: string, sourceId: string): string | undefined => {
    const row = journal.get('SELECT image_id FROM sources WHERE connection_id = ? AND source_id = ?', connectionId, sourceId)
    return row && String(row.image_id)
  },
  /** The picture of each of these sources; `null`: not known. */
  imagesOf: (connectionId: string | null, sourceIds: readonly string[]): (string | null)[] =>
    sourceIds.map((id) => {
      const row = journal.get('SELECT image_id FROM sources WHERE connection_id IS ? AND source_id = ?', connectionId, id)
      return row ? String(row.image_id) : null
    }),
  /** The picture of a source, even if it was uploaded again since. */
  formerImageOf: (connectionId: string, sourceId: string): string | undefined => {
    const row = journal.get(
      `SELECT image_id FROM sources WHERE connection_id = ?1 AND source_id = ?2
       UNION ALL SELECT image_id FROM former_sources WHERE connection_id = ?1 AND source_id = ?2 LIMIT 1`,
      connectionId,
      sourceId,
    )
    return row && String(row.image_id)
  },
  /** The workspace no longer has it. */
  forget: (connectionId: string, sourceId: string): void => {
    journal.run(
      `INSERT OR REPLACE INTO former_sources (connection_id, source_id, image_id)
       SELECT connection_id, source_id, image_id FROM sources WHERE connection_id = ? AND source_id = ?`,
      connectionId,
      sourceId,
    )
    journal.run('DELETE FROM sources WHERE connection_id = ? AND source_id = ?', connectionId, sourceId)
  },
  save: (connectionId: string, imageId: string, sourceId: string, at: number): void => {
    journal.run(
      'INSERT OR REPLACE INTO sources (connection_id, image_id, source_id, uploaded_at) VALUES (?, ?, ?, ?)',
      connectionId,
      imageId,
      sourceId,
      at,
    )
  },
  /** True if this workspace has any. */
  hasAny: (connectionId: string): boolean =>
    journal.get('SELECT 1 FROM sources WHERE connection_id = ? LIMIT 1', connectionId) !== undefined,
  /** Image id → source id. */
  list: (connectionId: string): Map<string, string> =>
    new Map(
      journal
        .all('SELECT image_id, source_id FROM sources WHERE connection_id = ?', connectionId)
        .map((row) => [String(row.image_id), String(row.source_id)]),
    ),
})
