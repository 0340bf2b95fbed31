import type { Journal } from '../../base/database/journal.ts'

export type SourceStore = ReturnType<typeof createSourceStore>

/** What a source was made from. `settings`: as of `sources`. */
export type MadeSource = { readonly sourceId: string; readonly imageId: string; readonly version: number; readonly settings: string }

/** The time `?4`, or later than those of the picture's other sources: the newest counts, also after the clock was set back. */
const after = (imageId: string): string =>
  `max(?4, ifnull((
     SELECT max(others.uploaded_at) + 1 FROM sources AS others
     WHERE others.connection_id = ?1 AND others.image_id = ${imageId} AND others.source_id <> ?2
   ), 0))`

const toMade = (row: Record<string, unknown>): MadeSource => ({
  sourceId: String(row.source_id),
  imageId: String(row.image_id),
  version: Number(row.version),
  settings: String(row.settings),
})

/** Which files of which pictures a workspace has, and under which source. Call its changes inside `journal.write`. */
export const createSourceStore = (journal: Journal) => ({
  /** The newest source of the version that counts. */
  get: (connectionId: string, imageId: string): string | undefined => {
    const row = journal.get(
      `SELECT source_id FROM sources JOIN images ON images.id = image_id AND images.version = sources.version
       WHERE connection_id = ? AND image_id = ? AND gone = 0 ORDER BY uploaded_at DESC LIMIT 1`,
      connectionId,
      imageId,
    )
    return row && String(row.source_id)
  },
  /** Settings with which the newest source of the current version was converted (conversion-settings.ts). */
  settingsOf: (connectionId: string, imageId: string): string | undefined => {
    const row = journal.get(
      `SELECT settings FROM sources JOIN images ON images.id = image_id AND images.version = sources.version
       WHERE connection_id = ? AND image_id = ? AND gone = 0 ORDER BY uploaded_at DESC LIMIT 1`,
      connectionId,
      imageId,
    )
    return row && String(row.settings)
  },
  /** What the newest source of the current version was made from. */
  countingOf: (connectionId: string, imageId: string): MadeSource | undefined => {
    const row = journal.get(
      `SELECT source_id, image_id, sources.version, settings FROM sources JOIN images ON images.id = image_id AND images.version = sources.version
       WHERE connection_id = ? AND image_id = ? AND gone = 0 ORDER BY uploaded_at DESC LIMIT 1`,
      connectionId,
      imageId,
    )
    return row && toMade(row)
  },
  /** What a source was made from, even if the workspace no longer has it. */
  madeFrom: (connectionId: string, sourceId: string): MadeSource | undefined => {
    const row = journal.get(
      'SELECT source_id, image_id, version, settings FROM sources WHERE connection_id = ? AND source_id = ? ORDER BY gone LIMIT 1',
      connectionId,
      sourceId,
    )
    return row && toMade(row)
  },
  imageOf: (connectionId: string, sourceId: string): string | undefined => {
    const row = journal.get('SELECT image_id FROM sources WHERE connection_id = ? AND source_id = ? AND gone = 0', connectionId, sourceId)
    return row && String(row.image_id)
  },
  /** All sources of these pictures that were made from the versions that count. */
  asTheyAre: (connectionId: string, imageIds: readonly string[]): { readonly imageId: string; readonly sourceId: string }[] =>
    journal
      .all(
        `SELECT image_id, source_id FROM json_each(?2) AS wanted
         CROSS JOIN sources ON connection_id = ?1 AND image_id = wanted.value AND gone = 0
         CROSS JOIN images ON images.id = image_id AND images.version = sources.version`,
        connectionId,
        JSON.stringify(imageIds),
      )
      .map((row) => ({ imageId: String(row.image_id), sourceId: String(row.source_id) })),
  /** The picture that this is a source of, if it was made from the version that counts. */
  imageAsItIs: (connectionId: string, sourceId: string): string | undefined => {
    const row = journal.get(
      `SELECT image_id FROM sources JOIN images ON images.id = image_id AND images.version = sources.version
       WHERE connection_id = ? AND source_id = ? AND gone = 0`,
      connectionId,
      sourceId,
    )
    return row && String(row.image_id)
  },
  /** The picture of each of these sources; `null`: not known. */
  imagesOf: (connectionId: string | null, sourceIds: readonly string[]): (string | null)[] => {
    const row = journal.get(
      `SELECT json_group_array(
         (SELECT image_id FROM sources WHERE connection_id IS ?1 AND source_id = wanted.value AND gone = 0 LIMIT 1)
       ) AS ids FROM json_each(?2) AS wanted`,
      connectionId,
      JSON.stringify(sourceIds),
    )
    return JSON.parse(String(row?.ids)) as (string | null)[]
  },
  /** All sources that the workspace has of each of these pictures, of any version, the newest first. Pictures without any are left out. */
  madeOfEach: (connectionId: string, imageIds: readonly string[]): ReadonlyMap<string, readonly MadeSource[]> => {
    const rows = journal.all(
      `SELECT source_id, image_id, version, settings FROM json_each(?2) AS wanted
       CROSS JOIN sources ON connection_id = ?1 AND image_id = wanted.value AND gone = 0 ORDER BY wanted.key, uploaded_at DESC`,
      connectionId,
      JSON.stringify(imageIds),
    )
    const found = new Map<string, MadeSource[]>()
    for (const row of rows) {
      const one = toMade(row)
      const known = found.get(one.imageId)
      if (known) known.push(one)
      else found.set(one.imageId, [one])
    }
    return found
  },
  /** Of several sources of a picture, this one counts from now on. */
  prefer: (connectionId: string, sourceId: string, at: number): void => {
    journal.run(
      `UPDATE sources SET uploaded_at = ${after('sources.image_id')} WHERE connection_id = ?1 AND source_id = ?2 AND gone = 0`,
      connectionId,
      sourceId,
      null,
      at,
    )
  },
  /** The picture of a source, even if the workspace no longer has it. */
  formerImageOf: (connectionId: string, sourceId: string): string | undefined => {
    const row = journal.get(
      'SELECT image_id FROM sources WHERE connection_id = ? AND source_id = ? ORDER BY gone LIMIT 1',
      connectionId,
      sourceId,
    )
    return row && String(row.image_id)
  },
  /** The workspace no longer has it. */
  forget: (connectionId: string, sourceId: string): void => {
    journal.run('UPDATE sources SET gone = 1 WHERE connection_id = ? AND source_id = ? AND gone = 0', connectionId, sourceId)
  },
  /**
   * A source was made from the original with this content, converted with these settings. It may be another picture's since its upload began
   * (picture-versions.ts).
   */
  save: (connectionId: string, sha256: string, sourceId: string, at: number, settings = ''): void => {
    journal.run(
      `INSERT INTO sources (connection_id, image_id, source_id, version, settings, uploaded_at)
       SELECT ?1, images.id, ?2, originals.version, ?3, ${after('images.id')} FROM originals JOIN images ON images.seq = originals.picture
       WHERE originals.sha256 = ?5
       ON CONFLICT DO UPDATE SET version = excluded.version, settings = excluded.settings, uploaded_at = excluded.uploaded_at, gone = 0`,
      connectionId,
      sourceId,
      settings,
      at,
      sha256,
    )
  },
  /** True if this workspace has any. */
  hasAny: (connectionId: string): boolean =>
    journal.get('SELECT 1 FROM sources WHERE connection_id = ? AND gone = 0 LIMIT 1', connectionId) !== undefined,
  /** Image id → source id. */
  list: (connectionId: string): Map<string, string> =>
    new Map(
      journal
        .all(
          `SELECT image_id, source_id FROM sources JOIN images ON images.id = image_id AND images.version = sources.version
           WHERE connection_id = ? AND gone = 0 ORDER BY uploaded_at`,
          connectionId,
        )
        .map((row) => [String(row.image_id), String(row.source_id)]),
    ),
})
