import type { Image, ImageFacts, Refusal } from '../../../shared/images.ts'
import { foldName } from '../database/fold-name.ts'
import type { Journal, Row } from '../database/journal.ts'

/** An image with the place of its bytes, relative to the data folder. */
export type StoredImage = Image & {
  readonly staged: string
  /** `refused` by the decoder: it is out of the library. */
  readonly check: 'pending' | 'passed' | 'refused'
}

const checks = ['pending', 'passed', 'refused'] as const

const toImage = (row: Row): StoredImage => ({
  id: String(row.id),
  sha256: String(row.sha256),
  name: String(row.name),
  format: row.format as Image['format'],
  bytes: Number(row.bytes),
  width: Number(row.width),
  height: Number(row.height),
  orientation: Number(row.orientation),
  hasAlpha: row.has_alpha === 1,
  hasGps: row.has_gps === 1,
  origin: JSON.parse(String(row.origin)) as Image['origin'],
  addedAt: Number(row.added_at),
  staged: String(row.staged),
  check: checks[Number(row.checked)] ?? 'pending',
})

const toRefusal = (row: Row): Refusal => ({
  path: String(row.path),
  name: String(row.name),
  problem: JSON.parse(String(row.problem)) as Refusal['problem'],
  at: Number(row.at),
})

/** Image ids come from the bytes: `img_` + the first 24 hex digits of the SHA-256. */
export const imageIdOf = (sha256: string): string => `img_${sha256.slice(0, 24)}`

const countAmong = (journal: Journal, ids: readonly string[], where: string, ...values: number[]): number => {
  const row = journal.get(
    `SELECT count(*) AS n FROM json_each(?1) AS wanted JOIN images ON images.id = wanted.value WHERE ${where}`,
    JSON.stringify(ids),
    ...values,
  )
  return Number(row?.n ?? 0)
}

export type ImageStore = ReturnType<typeof createImageStore>

/** The images and refusals tables. Call its changes inside `journal.write`. */
export const createImageStore = (journal: Journal) => ({
  /** Removed ones too: their sources and jobs speak of them. */
  get: (id: string): StoredImage | undefined => {
    const row = journal.get('SELECT * FROM images WHERE id = ?', id)
    return row && toImage(row)
  },
  /** In the library, and not removed from it. */
  isPresent: (id: string): boolean => journal.get('SELECT 1 FROM images WHERE id = ? AND removed_at IS NULL', id) !== undefined,
  /** False if these bytes are already in the library; a removed picture is restored, and a refused one is to be checked again. */
  add: (image: StoredImage): boolean =>
    journal.run(
      `INSERT INTO images (id, sha256, name, format, bytes, width, height, orientation, has_alpha, has_gps, origin, staged, added_at, folded_name, checked)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET removed_at = NULL, added_at = excluded.added_at, checked = iif(checked = 2, 0, checked),
         name = excluded.name, folded_name = excluded.folded_name, origin = excluded.origin WHERE removed_at IS NOT NULL`,
      image.id,
      image.sha256,
      image.name,
      image.format,
      image.bytes,
      image.width,
      image.height,
      image.orientation,
      image.hasAlpha ? 1 : 0,
      image.hasGps ? 1 : 0,
      JSON.stringify(image.origin),
      image.staged,
      image.addedAt,
      foldName(image.name),
      checks.indexOf(image.check),
    ) === 1,
  /** In the order they were added. */
  list: (): StoredImage[] => journal.all('SELECT * FROM images WHERE removed_at IS NULL ORDER BY seq').map(toImage),
  /** A picture of the library that nobody has decoded yet. */
  getUnchecked: (id: string): StoredImage | undefined => {
    const row = journal.get('SELECT * FROM images WHERE id = ? AND checked = 0 AND removed_at IS NULL', id)
    return row && toImage(row)
  },
  /** The ids of such pictures, the oldest first. */
  listUnchecked: (limit: number): string[] =>
    journal
      .all('SELECT id FROM images INDEXED BY images_unchecked WHERE checked = 0 AND removed_at IS NULL ORDER BY seq LIMIT ?', limit)
      .map((row) => String(row.id)),
  countUnchecked: (): number =>
    Number(journal.get('SELECT count(*) AS n FROM images INDEXED BY images_unchecked WHERE checked = 0 AND removed_at IS NULL')?.n ?? 0),
  /** The decoder's facts about a picture, which passed its check. */
  pass: (id: string, facts: ImageFacts): void => {
    journal.run(
      'UPDATE images SET checked = 1, width = ?, height = ?, orientation = ?, has_alpha = ?, has_gps = ? WHERE id = ? AND checked = 0',
      facts.width,
      facts.height,
      facts.orientation,
      facts.hasAlpha ? 1 : 0,
      facts.hasGps ? 1 : 0,
      id,
    )
  },
  /** The decoder refused a picture. Its caller removes it from the library. */
  fail: (id: string): void => void journal.run('UPDATE images SET checked = 2 WHERE id = ?', id),
  listFailed: (): StoredImage[] => journal.all('SELECT * FROM images WHERE checked = 2').map(toImage),
  /** Pictures of this size in bytes, including removed ones. */
  ofSize: (bytes: number): StoredImage[] => journal.all('SELECT * FROM images WHERE bytes = ?', bytes).map(toImage),
  /** Paths or addresses of pictures added since `at`, including ones removed later. */
  originsSince: (at: number): ReadonlySet<string> =>
    new Set(
      journal
        .all("SELECT ifnull(origin ->> '$.path', origin ->> '$.url') AS place FROM images WHERE added_at >= ?", at)
        .map((row) => String(row.place)),
    ),
  /** All pictures may have unrecorded uploads: the library is an earlier state, or has lost rows. */
  doubtUploads: (): void => void journal.run('UPDATE images SET upload_doubted = 1'),
  doubtUpload: (id: string): void => void journal.run('UPDATE images SET upload_doubted = 1 WHERE id = ?', id),
  /** It was here before a restore, so that uploads of it may have been lost. */
  mayBeUploaded: (id: string): boolean => journal.get('SELECT 1 FROM images WHERE id = ? AND upload_doubted = 1', id) !== undefined,
  count: (): number => Number(journal.get('SELECT pictures AS n FROM picture_count')?.n ?? 0),
  /** How many of these were not added from an address. */
  countWithoutUrl: (ids: readonly string[]): number => countAmong(journal, ids, "origin ->> '$.kind' <> 'url'"),
  /** How many of these are larger. */
  countLarger: (ids: readonly string[], bytes: number): number => countAmong(journal, ids, 'bytes > ?2', bytes),
  /** By exact id, an unambiguous id prefix, or exact file name; returns two if several match. */
  find: (wanted: string): StoredImage[] => {
    const present = (where: string): StoredImage[] =>
      journal.all(`SELECT * FROM images WHERE removed_at IS NULL AND ${where} ORDER BY seq LIMIT 2`, wanted).map(toImage)
    const exact = present('id = ?1')
    if (exact.length > 0) return exact
    const named = present('name = ?1 COLLATE NOCASE AND name = ?1')
    const begun = wanted.length >= 8 ? present("id >= ?1 AND id < ?1 || '~'") : []
    return [...new Map([...named, ...begun].map((one) => [one.id, one])).values()].slice(0, 2)
  },
  refuse: (refusal: Refusal): void => {
    journal.run(
      `INSERT INTO refusals (path, name, problem, at) VALUES (?, ?, ?, ?)
       ON CONFLICT (path) DO UPDATE SET name = excluded.name, problem = excluded.problem, at = excluded.at`,
      refusal.path,
      refusal.name,
      JSON.stringify(refusal.problem),
      refusal.at,
    )
  },
  /** A file refused before has now been added. */
  forgetRefusal: (path: string): void => {
    journal.run('DELETE FROM refusals WHERE path = ?', path)
  },
  /** Why the file of this path was refused. */
  refusalOf: (path: string): Refusal | undefined => {
    const row = journal.get('SELECT path, name, problem, at FROM refusals WHERE path = ?', path)
    return row && toRefusal(row)
  },
  listRefusals: (): Refusal[] => journal.all('SELECT path, name, problem, at FROM refusals ORDER BY at, path').map(toRefusal),
  /** The newest first, those of one moment by path; `news`: how many of all came after `since`. */
  pageRefusals: (offset: number, limit: number, since: number): { total: number; news: number; rows: Refusal[] } => {
    const counts = journal.get('SELECT count(*) AS total, sum(at > :since) AS news FROM refusals', { since })
    const rows = journal.all('SELECT path, name, problem, at FROM refusals ORDER BY at DESC, path LIMIT ? OFFSET ?', limit, offset)
    return { total: Number(counts?.total ?? 0), news: Number(counts?.news ?? 0), rows: rows.map(toRefusal) }
  },
})
