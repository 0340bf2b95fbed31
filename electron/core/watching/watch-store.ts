import { basename } from 'node:path'
import { errorRecord } from '../../../shared/base/error-record.ts'
import type { ErrorRecord } from '../../../shared/base/errors.ts'
import { usualWatchRules, type WatchRules, watchRules } from '../../../shared/watching/watching.ts'
import type { Journal, Row } from '../base/database/journal.ts'
import { readingVersion } from './reading-version.ts'

/** A watched folder as it is kept. */
export type StoredFolder = {
  readonly seq: number
  readonly id: string
  readonly path: string
  readonly name: string
  readonly rules: WatchRules
  readonly isPaused: boolean
  /** What was in it when it was added is still being written down. Nothing of it is added before that is done. */
  readonly isNoting: boolean
  /** By which way of reading (`readingVersion`) its refused files were last tried. */
  readonly readBy: number
  /** Why it is unreachable or a part of it waits. */
  readonly problem: ErrorRecord | null
  readonly others: number
  readonly lookedAt: number | null
  readonly dropId: string
}

const parse = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text))
  } catch {
    return null
  }
}

/** A rule that can't be read any more is the usual one: a folder is never lost with it. */
const readRules = (text: unknown): WatchRules =>
  watchRules.safeParse({ ...usualWatchRules, ...(parse(text) as object | null) }).data ?? usualWatchRules

/** The name that a folder is shown by; of a drive, its path. */
export const nameOfFolder = (path: string): string => basename(path) || path

const toFolder = (row: Row): StoredFolder => ({
  seq: Number(row.seq),
  id: String(row.id),
  path: String(row.path),
  name: nameOfFolder(String(row.path)),
  rules: readRules(row.rules),
  isPaused: row.paused === 1,
  isNoting: row.noting === 1,
  readBy: Number(row.read_by),
  problem: row.problem === null ? null : ((errorRecord.safeParse(parse(row.problem)).data as ErrorRecord | undefined) ?? null),
  others: Number(row.others),
  lookedAt: row.looked_at === null ? null : Number(row.looked_at),
  dropId: String(row.drop_id),
})

export type WatchStore = ReturnType<typeof createWatchStore>

/** The table of watched folders. Call its changes inside `journal.write`. */
export const createWatchStore = (journal: Journal) => ({
  list: (): StoredFolder[] => journal.all('SELECT * FROM watched_folders ORDER BY seq').map(toFolder),
  get: (id: string): StoredFolder | undefined => {
    const row = journal.get('SELECT * FROM watched_folders WHERE id = ?', id)
    return row && toFolder(row)
  },
  /** Returns its `seq`. */
  add: (id: string, path: string, rules: WatchRules, isNoting: boolean): number =>
    journal.insert(
      'INSERT INTO watched_folders (id, path, rules, noting, read_by) VALUES (?, ?, ?, ?, ?)',
      ...[id, path, JSON.stringify(rules), isNoting ? 1 : 0, readingVersion],
    ),
  setNoted: (seq: number): void => {
    journal.run('UPDATE watched_folders SET noting = 0 WHERE seq = ?', seq)
  },
  setReadBy: (seq: number): void => {
    journal.run('UPDATE watched_folders SET read_by = ? WHERE seq = ?', readingVersion, seq)
  },
  setRules: (seq: number, rules: WatchRules): void => {
    journal.run('UPDATE watched_folders SET rules = ? WHERE seq = ?', JSON.stringify(rules), seq)
  },
  setPaused: (seq: number, isPaused: boolean): void => {
    journal.run('UPDATE watched_folders SET paused = ? WHERE seq = ?', isPaused ? 1 : 0, seq)
  },
  setProblem: (seq: number, problem: ErrorRecord | null): void => {
    journal.run('UPDATE watched_folders SET problem = ? WHERE seq = ?', problem && JSON.stringify(problem), seq)
  },
  setLooked: (seq: number, at: number, others: number): void => {
    journal.run('UPDATE watched_folders SET looked_at = ?, others = ? WHERE seq = ?', Math.round(at), others, seq)
  },
  setDrop: (seq: number, dropId: string): void => {
    journal.run('UPDATE watched_folders SET drop_id = ? WHERE seq = ?', dropId, seq)
  },
  /** Its files and reports go with it. */
  remove: (seq: number): void => {
    journal.run('DELETE FROM watched_folders WHERE seq = ?', seq)
    journal.run('DELETE FROM watched_files WHERE folder = ?', seq)
    journal.run('DELETE FROM watch_reports WHERE folder = ?', seq)
    journal.run('DELETE FROM watched_places WHERE folder = ?', seq)
  },
})
