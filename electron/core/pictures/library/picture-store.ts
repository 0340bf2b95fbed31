import { basename } from 'node:path'
import { readFixesKey } from '../../../../shared/checks/picture-fixes.ts'
import type { Image, ImageFacts } from '../../../../shared/pictures/pictures.ts'
import type { Journal, Row } from '../../base/database/journal.ts'
import { everyConnectionId } from '../../workspaces/connections/connection-store.ts'
import { nameKey } from './natural-key.ts'
import { describePlace, rootOfPlaced } from './picture-place.ts'
import { createRefusals, type RefusedFrom } from './refusals.ts'

/** A picture with one of its originals: the version that counts, where nothing else is said. */
export type StoredImage = Image & {
  /** The place of the bytes, relative to the data folder. */
  readonly staged: string
  /** `refused` by the decoder: it is out of the library. */
  readonly check: 'pending' | 'passed' | 'refused'
}

const checks = ['pending', 'passed', 'refused'] as const

/** What `originals.reading` says. */
export const readingOf = ({ reading }: Row): Pick<Image, 'reading'> =>
  reading == null ? {} : { reading: JSON.parse(String(reading)) as NonNullable<Image['reading']> }

/** What `picture_fixes.fixes` says. */
export const fixesOf = ({ fixes }: Row): Pick<Image, 'fixes'> => {
  const read = fixes == null ? null : readFixesKey(String(fixes))
  return read ? { fixes: read } : {}
}

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
  version: Number(row.version),
  check: checks[Number(row.checked)] ?? 'pending',
  ...readingOf(row),
  ...fixesOf(row),
})

const columns = `images.id, images.name, images.origin, images.added_at, images.checked, originals.version, originals.sha256, originals.format,
  originals.bytes, originals.width, originals.height, originals.orientation, originals.has_alpha, originals.has_gps, originals.staged, originals.reading,
  (SELECT fixes FROM picture_fixes WHERE original = originals.sha256) AS fixes`
const withOriginal = `SELECT ${columns} FROM images JOIN originals ON originals.picture = images.seq AND originals.version = images.version`
const originalsWithPicture = `SELECT ${columns} FROM originals JOIN images ON images.seq = originals.picture`

const countAmong = (journal: Journal, ids: readonly string[], where: string, ...values: number[]): number => {
  const row = journal.get(
    `SELECT count(*) AS n FROM json_each(?1) AS wanted JOIN images ON images.id = wanted.value WHERE ${where}`,
    JSON.stringify(ids),
    ...values,
  )
  return Number(row?.n ?? 0)
}

/** What was added together, and when. */
export type StoredDrop = { readonly seq: number; readonly id: string; readonly at: number }

export type ImageStore = ReturnType<typeof createImageStore>

/** How a picture came: `drop` is one of `dropOf`; `named` are the absolute paths that a person dropped. */
export type Arrival = { readonly drop: number; readonly named: ReadonlySet<string> }

const unknownArrival: Arrival = { drop: 0, named: new Set() }

/**
 * A person decides whether it becomes a version of the picture that came from the same file before. Offers never go in a circle, also where the file
 * gets its earlier content back: one after the other they would make a picture a version of itself.
 */
const offerAsVersion = (journal: Journal, id: string): void => {
  journal.run(
    `INSERT INTO changed_files (picture, earlier, found_at)
     SELECT images.seq, earlier.seq, images.added_at FROM images JOIN images AS earlier ON earlier.folder = images.folder AND earlier.name = images.name
     WHERE images.id = ? AND earlier.folder IS NOT NULL AND earlier.removed_at IS NULL AND images.seq NOT IN (
       WITH RECURSIVE before (seq) AS (
         SELECT earlier.seq UNION SELECT changed.earlier FROM before CROSS JOIN changed_files AS changed ON changed.picture = before.seq
       )
       SELECT seq FROM before
     )
     ORDER BY earlier.seq DESC LIMIT 1 ON CONFLICT DO NOTHING`,
    id,
  )
}

/** Pictures, their originals and refusals. Call its changes inside `journal.write`. */
export const createImageStore = (journal: Journal) => ({
  /** Removed ones too: their sources and jobs speak of them. */
  get: (id: string): StoredImage | undefined => {
    const row = journal.get(`${withOriginal} WHERE images.id = ?`, id)
    return row && toImage(row)
  },
  /** A picture with each of its originals, the newest first. */
  versionsOf: (id: string): StoredImage[] =>
    journal.all(`${originalsWithPicture} WHERE images.id = ? ORDER BY originals.version DESC`, id).map(toImage),
  /** A picture with one of its originals. */
  ofVersion: (id: string, version: number): StoredImage | undefined => {
    const row = journal.get(`${originalsWithPicture} WHERE images.id = ? AND originals.version = ?`, id, version)
    return row && toImage(row)
  },
  /** The picture at this place (`images.seq`). */
  getBySeq: (seq: number): StoredImage | undefined => {
    const row = journal.get(`${withOriginal} WHERE images.seq = ?`, seq)
    return row && toImage(row)
  },
  /** The picture with these bytes among its originals, with this original: the same bytes again are the same picture. */
  ofContent: (sha256: string): StoredImage | undefined => {
    const row = journal.get(`${originalsWithPicture} WHERE originals.sha256 = ?`, sha256)
    return row && toImage(row)
  },
  /** In the library, and not removed from it. */
  isPresent: (id: string): boolean => journal.get('SELECT 1 FROM images WHERE id = ? AND removed_at IS NULL', id) !== undefined,
  /** Those of these that are in the library, by their ids. */
  getPresent: (ids: readonly string[]): ReadonlyMap<string, StoredImage> => {
    const rows = journal.all(
      `${withOriginal} WHERE images.id IN (SELECT value FROM json_each(?)) AND removed_at IS NULL`,
      JSON.stringify(ids),
    )
    return new Map(rows.map(toImage).map((image) => [image.id, image]))
  },
  /** Those of these that are in the library, each once, in their order. */
  listPresent: (ids: readonly string[]): string[] => {
    const row = journal.get(
      `SELECT json_group_array(id) AS ids FROM (
         SELECT images.id FROM json_each(?) AS wanted CROSS JOIN images ON images.id = wanted.value WHERE removed_at IS NULL
         GROUP BY images.seq ORDER BY min(wanted.key)
       )`,
      JSON.stringify(ids),
    )
    return JSON.parse(String(row?.ids)) as string[]
  },
  /**
   * False if these bytes are already in the library; a removed picture is restored, and a refused one is to be checked again. One that became
   * a version of another picture comes back if that was lost.
   */
  add: (image: StoredImage, { drop, named }: Arrival = unknownArrival): boolean => {
    const place = describePlace(image, named)
    const isAdded =
      journal.run(
        `INSERT INTO images (id, name, folder, dropped, folded_place, place_key, name_key, origin, added_at, checked, format, bytes, width, height)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET removed_at = NULL, added_at = excluded.added_at, checked = iif(checked = 2 OR version = 0, 0, checked),
           name = excluded.name, folder = excluded.folder, dropped = excluded.dropped, folded_place = excluded.folded_place,
           place_key = excluded.place_key, name_key = excluded.name_key, origin = excluded.origin, version = max(version, 1)
         WHERE removed_at IS NOT NULL AND (version > 0 OR NOT EXISTS (SELECT 1 FROM originals WHERE sha256 = ?))`,
        image.id,
        image.name,
        place.folder,
        drop,
        place.foldedPlace,
        place.placeKey,
        place.nameKey,
        JSON.stringify(image.origin),
        image.addedAt,
        checks.indexOf(image.check),
        image.format,
        image.bytes,
        image.width,
        image.height,
        image.sha256,
      ) === 1
    if (isAdded)
      journal.run(
        `INSERT INTO originals (picture, version, sha256, format, bytes, width, height, orientation, has_alpha, has_gps, staged, added_at)
         SELECT seq, 1, ?, format, bytes, width, height, ?, ?, ?, ?, added_at FROM images WHERE id = ? ON CONFLICT DO NOTHING`,
        image.sha256,
        image.orientation,
        image.hasAlpha ? 1 : 0,
        image.hasGps ? 1 : 0,
        image.staged,
        image.id,
      )
    if (isAdded) offerAsVersion(journal, image.id)
    return isAdded
  },
  /**
   * Its file has another name or place, and the picture follows; another one from a file there is offered this one as its new version. Returns
   * the pictures that were offered as versions until now, as this one or of it.
   */
  moveTo: (id: string, path: string, named: ReadonlySet<string>): string[] => {
    const row = journal.get(`${withOriginal} WHERE images.id = ?`, id)
    if (!row) return []
    const moved = { ...toImage(row), name: basename(path), origin: { kind: 'file' as const, path } }
    const place = describePlace(moved, named)
    journal.run(
      'UPDATE images SET name = ?, folder = ?, folded_place = ?, place_key = ?, name_key = ?, origin = ? WHERE id = ?',
      moved.name,
      place.folder,
      place.foldedPlace,
      place.placeKey,
      place.nameKey,
      JSON.stringify(moved.origin),
      id,
    )
    const ended = journal
      .all(
        `DELETE FROM changed_files WHERE (SELECT seq FROM images WHERE id = ?) IN (picture, earlier)
         RETURNING (SELECT id FROM images WHERE seq = changed_files.picture) AS id`,
        id,
      )
      .map((one) => String(one.id))
    // One that was a version of this one may be that of the picture before it.
    for (const one of new Set([id, ...ended])) offerAsVersion(journal, one)
    return ended
  },
  /**
   * It came as other content of a picture's file, and nobody has decided yet whether it is a version of that one. With questions of its own it
   * can no longer become one.
   */
  isOfferedAsVersion: (id: string): boolean =>
    journal.get(
      `SELECT 1 FROM changed_files AS changed
       CROSS JOIN images AS earlier ON earlier.seq = changed.earlier
       WHERE changed.picture = (SELECT seq FROM images WHERE id = ?) AND earlier.removed_at IS NULL AND NOT EXISTS (
         SELECT 1 FROM (${everyConnectionId})
         CROSS JOIN picture_work ON connection_id = connection AND seq = changed.picture WHERE questions > 0
       )`,
      id,
    ) !== undefined,
  /** The drop with this id, in the order of drops; a new one comes after all others. */
  dropOf: (id: string, at: number): number => {
    const found = journal.get('SELECT seq FROM drops WHERE id = ?', id)
    if (found) return Number(found.seq)
    // Pictures keep their drop where a damaged library has lost its row.
    const last = journal.get(
      `SELECT max(ifnull((SELECT max(seq) FROM drops), 0), ifnull((SELECT max(dropped) FROM images WHERE removed_at IS NULL), 0)) AS last`,
    )
    const seq = Number(last?.last ?? 0) + 1
    journal.run('INSERT INTO drops (seq, id, at) VALUES (?, ?, ?)', seq, id, at)
    return seq
  },
  /** Its number; `null`: nothing came with it. */
  findDrop: (id: string): number | null => {
    const row = journal.get('SELECT seq FROM drops WHERE id = ?', id)
    return row ? Number(row.seq) : null
  },
  /** Some pictures of the library after one (`images.seq`), each with its drop and the folder or file that a person dropped. */
  page: (
    after: number,
    limit: number,
  ): (StoredImage & { readonly seq: number; readonly drop: StoredDrop | null; readonly root: string | null })[] =>
    journal
      .all(
        `SELECT ${columns}, images.seq, images.dropped, images.folded_place, drops.id AS drop_id, drops.at AS drop_at FROM images
         JOIN originals ON originals.picture = images.seq AND originals.version = images.version LEFT JOIN drops ON drops.seq = images.dropped
         WHERE images.removed_at IS NULL AND images.seq > ? ORDER BY images.seq LIMIT ?`,
        after,
        limit,
      )
      .map((row) => {
        const image = toImage(row)
        return {
          ...image,
          seq: Number(row.seq),
          drop: row.drop_id === null ? null : { seq: Number(row.dropped), id: String(row.drop_id), at: Number(row.drop_at) },
          root: image.origin.kind === 'file' ? rootOfPlaced(image.origin.path, String(row.folded_place)) : null,
        }
      }),
  /** In the library's order: the newest drop first, in natural order inside it. */
  list: (): StoredImage[] =>
    journal.all(`${withOriginal} WHERE removed_at IS NULL ORDER BY images.dropped DESC, images.place_key, images.seq`).map(toImage),
  /** A picture of the library that is not decoded yet. */
  getUnchecked: (id: string): StoredImage | undefined => {
    const row = journal.get(`${withOriginal} WHERE images.id = ? AND checked = 0 AND removed_at IS NULL`, id)
    return row && toImage(row)
  },
  /** The ids of such pictures among these. */
  uncheckedOf: (ids: readonly string[]): string[] =>
    journal
      .all(
        `SELECT images.id FROM json_each(?) AS wanted CROSS JOIN images ON images.id = wanted.value WHERE checked = 0 AND removed_at IS NULL`,
        JSON.stringify(ids),
      )
      .map((row) => String(row.id)),
  /** The ids of such pictures, the oldest first. */
  listUnchecked: (limit: number): string[] =>
    journal
      .all('SELECT id FROM images INDEXED BY images_unchecked WHERE checked = 0 AND removed_at IS NULL ORDER BY seq LIMIT ?', limit)
      .map((row) => String(row.id)),
  countUnchecked: (): number =>
    Number(journal.get('SELECT count(*) AS n FROM images INDEXED BY images_unchecked WHERE checked = 0 AND removed_at IS NULL')?.n ?? 0),
  /** The decoder's facts about a picture, which passed its check. One that needs no check is left as it is. */
  pass: (id: string, facts: ImageFacts): void => {
    journal.run(
      `UPDATE originals SET width = ?, height = ?, orientation = ?, has_alpha = ?, has_gps = ?, reading = ?
       WHERE (picture, version) = (SELECT seq, version FROM images WHERE id = ? AND checked = 0)`,
      facts.width,
      facts.height,
      facts.orientation,
      facts.hasAlpha ? 1 : 0,
      facts.hasGps ? 1 : 0,
      facts.reading ? JSON.stringify(facts.reading) : null,
      id,
    )
    journal.run('UPDATE images SET checked = 1, width = ?, height = ? WHERE id = ? AND checked = 0', facts.width, facts.height, id)
  },
  /** The decoder refused a picture. Its caller removes it from the library. */
  fail: (id: string): void => void journal.run('UPDATE images SET checked = 2 WHERE id = ?', id),
  listFailed: (): StoredImage[] => journal.all(`${withOriginal} WHERE checked = 2`).map(toImage),
  /** All originals of this size in bytes, including those of removed pictures. */
  ofSize: (bytes: number): StoredImage[] => journal.all(`${originalsWithPicture} WHERE originals.bytes = ?`, bytes).map(toImage),
  /** Paths or addresses of pictures that came with the drop of this id, including ones removed later. */
  originsOf: (dropId: string): ReadonlySet<string> =>
    new Set(
      journal
        .all(
          "SELECT ifnull(origin ->> '$.path', origin ->> '$.url') AS place FROM images WHERE dropped = (SELECT seq FROM drops WHERE id = ?)",
          dropId,
        )
        .map((row) => String(row.place)),
    ),
  /** All pictures may have unrecorded uploads: the library is an earlier state, or has lost rows. */
  doubtUploads: (): void => void journal.run('UPDATE images SET upload_doubted = 1'),
  doubtUpload: (id: string): void => void journal.run('UPDATE images SET upload_doubted = 1 WHERE id = ?', id),
  /** It was here before a restore, so that uploads of it may have been lost. */
  mayBeUploaded: (id: string): boolean => journal.get('SELECT 1 FROM images WHERE id = ? AND upload_doubted = 1', id) !== undefined,
  /** The same of any of these. */
  mayAnyBeUploaded: (ids: readonly string[]): boolean => countAmong(journal, ids, 'upload_doubted = 1') > 0,
  count: (): number => Number(journal.get('SELECT pictures AS n FROM picture_count')?.n ?? 0),
  /** How many of these were not added from an address. */
  countWithoutUrl: (ids: readonly string[]): number => countAmong(journal, ids, "origin ->> '$.kind' <> 'url'"),
  /** How many of these are larger. */
  countLarger: (ids: readonly string[], bytes: number): number => countAmong(journal, ids, 'bytes > ?2', bytes),
  /** By exact id, an unambiguous id prefix, or exact file name; returns two if several match. */
  find: (wanted: string): StoredImage[] => {
    const present = (where: string, ...values: string[]): StoredImage[] =>
      journal.all(`${withOriginal} WHERE removed_at IS NULL AND ${where} ORDER BY images.seq LIMIT 2`, ...values).map(toImage)
    const exact = present('id = ?', wanted)
    if (exact.length > 0) return exact
    const named = present('name_key = ? AND name = ?', nameKey(wanted), wanted)
    const begun = wanted.length >= 8 ? present("id >= ?1 AND id < ?1 || '~'", wanted) : []
    return [...new Map([...named, ...begun].map((one) => [one.id, one])).values()].slice(0, 2)
  },
  /** How a picture came, for one that is refused now. */
  cameWith: ({ id, origin }: Pick<StoredImage, 'id' | 'origin'>): RefusedFrom => {
    const row = journal.get(
      'SELECT drops.id AS drop_id, folded_place FROM images LEFT JOIN drops ON drops.seq = dropped WHERE images.id = ?',
      id,
    )
    return {
      drop: row?.drop_id == null ? null : String(row.drop_id),
      root: row && origin.kind === 'file' ? rootOfPlaced(origin.path, String(row.folded_place)) : null,
    }
  },
  ...createRefusals(journal),
})
