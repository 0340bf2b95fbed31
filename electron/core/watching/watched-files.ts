import type { Journal, Row } from '../base/database/journal.ts'
import type { FileMark } from './file-marks.ts'

export type FileState = 'left' | 'taken' | 'refused' | 'unread' | 'gone'

/** A file of a watched folder that Packshot knows. `folder`: the folder's `seq`; `path`: from the folder on. */
export type WatchedFile = FileMark & {
  readonly seq: number
  readonly folder: number
  readonly path: string
  readonly state: FileState
  readonly sha256: string | null
  readonly imageId: string | null
}

/** What the rules say is still to be done about a picture. */
export type Due = { readonly upload: boolean; readonly ask: boolean; readonly match: boolean }
export const nothingDue: Due = { upload: false, ask: false, match: false }
export type DueFile = { readonly seq: number; readonly imageId: string; readonly due: Due }

const toFile = (row: Row): WatchedFile => ({
  seq: Number(row.seq),
  folder: Number(row.folder),
  path: String(row.path),
  size: Number(row.size),
  modified: Number(row.modified),
  changed: row.changed === null ? null : Number(row.changed),
  state: row.state as FileState,
  sha256: row.sha256 === null ? null : String(row.sha256),
  imageId: row.image_id === null ? null : String(row.image_id),
})

export type WatchedFiles = ReturnType<typeof createWatchedFiles>

/** The table of watched folders' files. Call its changes inside `journal.write`. */
export const createWatchedFiles = (journal: Journal) => ({
  /** What is known of this path; `undefined`: nothing, or it is gone. */
  at: (folder: number, path: string): WatchedFile | undefined => {
    const row = journal.get("SELECT * FROM watched_files WHERE folder = ? AND path = ? AND state <> 'gone'", folder, path)
    return row && toFile(row)
  },
  /** Some of a folder that are not gone, after a path, in the order of paths. */
  page: (folder: number, after: string, limit: number): WatchedFile[] =>
    journal
      .all("SELECT * FROM watched_files WHERE folder = ? AND path > ? AND state <> 'gone' ORDER BY path LIMIT ?", folder, after, limit)
      .map(toFile),
  get: (seq: number): WatchedFile | undefined => {
    const row = journal.get('SELECT * FROM watched_files WHERE seq = ?', seq)
    return row && toFile(row)
  },
  /** A file of this size was taken, in any folder. */
  isAnyOfSize: (size: number): boolean =>
    journal.get(
      "SELECT 1 FROM watched_files INDEXED BY watched_files_by_content WHERE size = ? AND sha256 IS NOT NULL AND state <> 'refused' LIMIT 1",
      size,
    ) !== undefined,
  /** Taken files with this content in any folder, gone ones too: one of them may be this one, elsewhere. */
  ofContent: (size: number, sha256: string): WatchedFile[] =>
    journal
      .all(
        "SELECT * FROM watched_files INDEXED BY watched_files_by_content WHERE size = ? AND sha256 = ? AND state IN ('taken', 'gone') ORDER BY seq",
        size,
        sha256,
      )
      .map(toFile),
  /** Files that were left alone, with this size and time. A new name changes the change time. */
  leftLike: (folder: number, { size, modified }: FileMark): WatchedFile[] =>
    journal
      .all(
        "SELECT * FROM watched_files INDEXED BY watched_files_by_content WHERE size = ? AND sha256 IS NULL AND modified = ? AND folder = ? AND state = 'left'",
        size,
        modified,
        folder,
      )
      .map(toFile),
  /** What a look decided about a path; replaces what was known of it. What was still due about the same content stays. */
  put: (file: Omit<WatchedFile, 'seq'>, due: Due = nothingDue): void => {
    journal.run(
      "UPDATE watched_files SET state = 'gone' WHERE folder = ? AND path = ? AND state <> 'gone' AND state = 'taken'",
      file.folder,
      file.path,
    )
    journal.run("DELETE FROM watched_files WHERE folder = ? AND path = ? AND state <> 'gone'", file.folder, file.path)
    const earlier =
      file.sha256 === null
        ? undefined
        : journal.get(
            `SELECT max(upload_due) AS upload, max(ask_due) AS ask, max(match_due) AS match
             FROM watched_files INDEXED BY watched_files_by_content
             WHERE size = ? AND folder = ? AND sha256 = ? AND state = 'gone' AND image_id IS ?`,
            ...[file.size, file.folder, file.sha256, file.imageId],
          )
    if (file.sha256 !== null)
      journal.run(
        "DELETE FROM watched_files INDEXED BY watched_files_by_content WHERE size = ? AND folder = ? AND sha256 = ? AND state = 'gone'",
        file.size,
        file.folder,
        file.sha256,
      )
    journal.run(
      `INSERT INTO watched_files (folder, path, size, modified, changed, state, sha256, image_id, upload_due, ask_due, match_due)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      file.folder,
      file.path,
      file.size,
      file.modified,
      file.changed,
      file.state,
      file.sha256,
      file.imageId,
      due.upload || earlier?.upload === 1 ? 1 : 0,
      due.ask || earlier?.ask === 1 ? 1 : 0,
      due.match || earlier?.match === 1 ? 1 : 0,
    )
  },
  /** It has another place now. */
  move: (seq: number, folder: number, path: string, mark: FileMark): void => {
    journal.run(
      "UPDATE watched_files SET folder = ?, path = ?, size = ?, modified = ?, changed = ?, state = iif(state = 'gone', 'taken', state) WHERE seq = ?",
      folder,
      path,
      mark.size,
      mark.modified,
      mark.changed,
      seq,
    )
  },
  /** The same content with another time. */
  mark: (seq: number, { size, modified, changed }: FileMark): void => {
    journal.run('UPDATE watched_files SET size = ?, modified = ?, changed = ? WHERE seq = ?', size, modified, changed, seq)
  },
  /** Its change time was not known, and all else is as it was. */
  fillChanged: (seq: number, { size, modified, changed }: FileMark): void => {
    journal.run(
      'UPDATE watched_files SET changed = ? WHERE seq = ? AND changed IS NULL AND size = ? AND modified = ?',
      ...[changed, seq, size, modified],
    )
  },
  /** A taken file is kept as gone; of others nothing is. */
  setGone: (seq: number): void => {
    journal.run("UPDATE watched_files SET state = 'gone' WHERE seq = ? AND state = 'taken'", seq)
    journal.run("DELETE FROM watched_files WHERE seq = ? AND state <> 'gone'", seq)
  },
  /** The decoder refused a picture: its file counts as refused. */
  refuse: (imageId: string): void => {
    journal.run("UPDATE watched_files SET state = 'refused' WHERE image_id = ? AND state = 'taken'", imageId)
  },
  /** The files of a picture that the decoder refused. */
  refusedOf: (imageId: string): WatchedFile[] =>
    journal.all("SELECT * FROM watched_files WHERE image_id = ? AND state = 'refused'", imageId).map(toFile),
  /** It was added again: these count as taken, and what the rules of their folders say is due. */
  acceptRefused: (imageId: string): WatchedFile[] =>
    journal
      .all(
        `UPDATE watched_files SET state = 'taken', upload_due = 1, ask_due = 1, match_due = 1 WHERE image_id = ? AND state = 'refused' RETURNING *`,
        imageId,
      )
      .map(toFile),
  /** Refused files are tried once more. */
  retryRefused: (folder: number): void => {
    journal.run("UPDATE watched_files SET state = 'unread' WHERE folder = ? AND state = 'refused'", folder)
  },
  count: (folder: number): { readonly pictures: number; readonly refused: number; readonly present: number } => {
    const rows = journal.all('SELECT state, count(*) AS n FROM watched_files WHERE folder = ? GROUP BY state', folder)
    const of = (state: FileState): number => Number(rows.find((row) => row.state === state)?.n ?? 0)
    const refused = of('refused') + of('unread')
    return { pictures: of('taken'), refused, present: of('taken') + of('left') + refused }
  },
  /** The oldest of a folder about which something is still to be done. */
  listDue: (folder: number, after: number, limit: number): DueFile[] =>
    journal
      .all(
        `SELECT seq, image_id, upload_due, ask_due, match_due FROM watched_files INDEXED BY watched_files_due
         WHERE folder = ? AND seq > ? AND upload_due + ask_due + match_due > 0 ORDER BY seq LIMIT ?`,
        folder,
        after,
        limit,
      )
      .map((row) => ({
        seq: Number(row.seq),
        imageId: String(row.image_id),
        due: { upload: row.upload_due === 1, ask: row.ask_due === 1, match: row.match_due === 1 },
      })),
  countDue: (folder: number): number =>
    Number(
      journal.get(
        'SELECT count(*) AS n FROM watched_files INDEXED BY watched_files_due WHERE folder = ? AND upload_due + ask_due + match_due > 0',
        folder,
      )?.n,
    ),
  /** Those that match rules are still to be applied to. */
  listToMatch: (folder: number): Pick<DueFile, 'seq' | 'imageId'>[] =>
    journal
      .all(
        `SELECT seq, image_id FROM watched_files INDEXED BY watched_files_due
         WHERE folder = ? AND upload_due + ask_due + match_due > 0 AND match_due = 1 ORDER BY seq`,
        folder,
      )
      .map((row) => ({ seq: Number(row.seq), imageId: String(row.image_id) })),
  /** What is still to be done after that; the rest stays. */
  setDue: (seq: number, due: Due): void => {
    journal.run(
      'UPDATE watched_files SET upload_due = ?, ask_due = ?, match_due = ? WHERE seq = ?',
      due.upload ? 1 : 0,
      due.ask ? 1 : 0,
      due.match ? 1 : 0,
      seq,
    )
  },
  /** Rules looked for their products; what else is due stays. */
  setMatched: (seqs: readonly number[]): void => {
    journal.run('UPDATE watched_files SET match_due = 0 WHERE seq IN (SELECT value FROM json_each(?))', JSON.stringify(seqs))
  },
  /** Its picture becomes a version of another one: the file is of that one, wherever it is moved. Called inside `journal.write`. */
  movePicture: (imageId: string, into: string): void => {
    journal.run('UPDATE watched_files SET image_id = ? WHERE image_id = ?', into, imageId)
  },
  /** Files with this content are of this picture: the version that it was is a picture of its own again. Called inside `journal.write`. */
  setPictureOf: ({ bytes, sha256 }: { readonly bytes: number; readonly sha256: string }, imageId: string): void => {
    journal.run('UPDATE watched_files SET image_id = ? WHERE size = ? AND sha256 = ? AND image_id IS NOT NULL', imageId, bytes, sha256)
  },
  /** It was offered as a version, and stays a picture of its own: what the rules of its folders say is due, also where its file is gone now. */
  setOwn: (imageId: string): void => {
    journal.run("UPDATE watched_files SET ask_due = 1, match_due = 1 WHERE image_id = ? AND state IN ('taken', 'gone')", imageId)
  },
  /** Matching is to be done again; what else is due stays. */
  setMatchDue: (seq: number): void => {
    journal.run('UPDATE watched_files SET match_due = 1 WHERE seq = ?', seq)
  },
})
