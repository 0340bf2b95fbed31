import type { FolderReport, WatchChanges } from '../../../shared/watching/watching.ts'
import type { Journal } from '../base/database/journal.ts'
import { nameOfFolder } from './watch-store.ts'

export type ReportKind = keyof WatchChanges

const none: WatchChanges = { added: 0, changed: 0, renamed: 0, deleted: 0, refused: 0 }

/** What no one has acknowledged. */
export type Unseen = WatchChanges & {
  readonly through: number
  readonly since: number | null
  readonly until: number | null
  readonly folders: readonly FolderReport[]
  /** Of the folder of the newest picture; `null`: none was added. */
  readonly newestDropId: string | null
}

export type WatchReports = ReturnType<typeof createWatchReports>

/** What happened in watched folders, until a person acknowledges it. Call its changes inside `journal.write`. */
export const createWatchReports = (journal: Journal) => ({
  add: (folder: number, kind: ReportKind, at: number, imageId: string | null = null): void => {
    journal.run('INSERT INTO watch_reports (folder, kind, at, image_id) VALUES (?, ?, ?, ?)', folder, kind, Math.round(at), imageId)
  },
  addRefused: (folder: number, path: string, at: number): void => {
    journal.run("INSERT INTO watch_reports (folder, kind, at, path) VALUES (?, 'refused', ?, ?)", folder, Math.round(at), path)
  },
  /** This file is no longer refused, or is about to be reported again. `imageId`: of the picture that it was before its decoder refused it. */
  takeBackRefused: (folder: number, path: string, imageId: string | null): void => {
    journal.run("DELETE FROM watch_reports WHERE folder = ? AND path = ? AND kind = 'refused'", folder, path)
    if (imageId !== null)
      journal.run(
        "DELETE FROM watch_reports INDEXED BY watch_reports_by_image WHERE image_id = ? AND folder = ? AND kind = 'refused'",
        imageId,
        folder,
      )
  },
  /** A file that was said to be gone is somewhere else, in this folder or another. */
  takeBackDeleted: (imageId: string): void => {
    journal.run("DELETE FROM watch_reports INDEXED BY watch_reports_by_image WHERE image_id = ? AND kind = 'deleted'", imageId)
  },
  /** A picture becomes a version of another one. */
  movePicture: (imageId: string, into: string): void => {
    journal.run('UPDATE watch_reports INDEXED BY watch_reports_by_image SET image_id = ? WHERE image_id = ?', into, imageId)
  },
  /** The decoder refused a picture that had been added. */
  refuse: (imageId: string): void => {
    journal.run("UPDATE watch_reports SET kind = 'refused' WHERE image_id = ? AND kind IN ('added', 'changed')", imageId)
  },
  hasUnseen: (folder: number): boolean =>
    journal.get("SELECT 1 FROM watch_reports WHERE folder = ? AND kind = 'added' LIMIT 1", folder) !== undefined,
  unseen: (): Unseen => {
    const rows = journal.all(
      `SELECT watched_folders.id, watched_folders.path, kind, count(*) AS n FROM watch_reports
       JOIN watched_folders ON watched_folders.seq = folder GROUP BY folder, kind ORDER BY folder`,
    )
    const folders = new Map<string, FolderReport>()
    const all = { ...none }
    for (const row of rows) {
      const id = String(row.id)
      const path = String(row.path)
      const kind = row.kind as ReportKind
      const before = folders.get(id) ?? { ...none, id, path, name: nameOfFolder(path) }
      folders.set(id, { ...before, [kind]: Number(row.n) })
      all[kind] += Number(row.n)
    }
    const first = journal.get('SELECT at FROM watch_reports ORDER BY seq LIMIT 1')
    const last = journal.get('SELECT at, seq FROM watch_reports ORDER BY seq DESC LIMIT 1')
    const newest = journal.get(
      `SELECT drop_id FROM watch_reports JOIN watched_folders ON watched_folders.seq = folder
       WHERE kind = 'added' ORDER BY watch_reports.seq DESC LIMIT 1`,
    )
    return {
      ...all,
      through: Number(last?.seq ?? 0),
      since: first ? Number(first.at) : null,
      until: last ? Number(last.at) : null,
      folders: [...folders.values()],
      newestDropId: newest && newest.drop_id !== '' ? String(newest.drop_id) : null,
    }
  },
  acknowledge: (through: number): void => {
    journal.run('DELETE FROM watch_reports WHERE seq <= ?', through)
  },
  /** Something came that no notification was shown of, and no one acknowledged. */
  isToldOf: (): boolean => journal.get('SELECT 1 FROM watch_reports WHERE told = 0 LIMIT 1') === undefined,
  setTold: (through: number): void => {
    journal.run('UPDATE watch_reports SET told = 1 WHERE told = 0 AND seq <= ?', through)
  },
})
