import { DatabaseSync } from 'node:sqlite'

/** Opens SQLite files. Throws SQLite's errors. */
export type OpenDatabaseFile = (path: string, options?: { readonly readOnly?: boolean }) => DatabaseSync

export const openSystemDatabase: OpenDatabaseFile = (path, { readOnly = false } = {}) =>
  readOnly ? new DatabaseSync(path, { readOnly }) : new DatabaseSync(path)
