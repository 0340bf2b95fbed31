import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { findDamage } from '../../electron/core/base/database/find-damage.ts'
import { libraryFile } from '../../electron/core/base/database/library-files.ts'
import { saveSnapshot } from '../../electron/core/base/database/snapshots.ts'
import type { DatabaseWorker } from '../../electron/core/base/database/start-database-worker.ts'
import type { OpenDatabaseFile } from '../../electron/core/base/platform/databases.ts'
import type { Platform } from '../../electron/core/base/platform/platform.ts'
import type { SimDisk } from './sim-files.ts'
import type { Life, World } from './world.ts'

/** SQLite is real. Its writes are durable as far as its files were flushed. */
export const createSimDatabases = (disk: SimDisk, life: Life) => {
  const open = new Map<DatabaseSync, string>()
  /** The files that SQLite flushes by itself: all of a database that no journal flushes for it. */
  const settle = (path: string): void => {
    if (path === ':memory:' || !existsSync(path)) return
    disk.syncDatabase(path)
    const wal = `${path}-wal`
    if (existsSync(wal)) {
      if (!disk.walSynced.has(wal)) disk.sync(wal)
    } else disk.drop(wal)
  }

  const openDatabaseFile: OpenDatabaseFile = (path, { readOnly = false } = {}) => {
    if (!life.isAlive) throw new Error('after the end')
    const database = readOnly ? new DatabaseSync(path, { readOnly }) : new DatabaseSync(path)
    open.set(database, path)
    const close = database.close.bind(database)
    database.close = () => {
      open.delete(database)
      close()
      if (life.isAlive && !readOnly) settle(path)
    }
    return database
  }

  return {
    openDatabaseFile,
    settle,
    /** Closes the files of a life that has ended. */
    closeAll: (): void => {
      for (const database of open.keys()) {
        try {
          DatabaseSync.prototype.close.call(database)
        } catch {
          // It was already closed.
        }
      }
      open.clear()
    },
    /** The core's own connection to this file. */
    find: (path: string): DatabaseSync | undefined => [...open].find(([, at]) => at === path)?.[0],
    /** Rows as the core itself would read them; none if the file cannot be read. */
    query: (path: string, sql: string): Record<string, unknown>[] => {
      const database = [...open].find(([, at]) => at === path)?.[0]
      try {
        return (database?.prepare(sql).all() ?? []) as Record<string, unknown>[]
      } catch (error) {
        // A statement that does not fit the schema would find nothing for ever.
        if (/no such column|ambiguous|syntax/.test(String(error))) throw error
        return []
      }
    },
  }
}

/** Simulates the database's thread: each task waits a while, then runs at once. */
export const createSimWorker = (
  world: World,
  disk: SimDisk,
  life: Life,
  ports: Pick<Platform, 'files' | 'openDatabaseFile'>,
  settle: (path: string) => void,
  dataFolder: string,
): DatabaseWorker => {
  const library = libraryFile(dataFolder)
  let own: DatabaseSync | undefined
  const database = (): DatabaseSync => {
    if (own) return own
    own = ports.openDatabaseFile(library)
    own.exec('PRAGMA busy_timeout = 0; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0')
    return own
  }
  let saving: Promise<void> | undefined
  const later = <T>(act: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      world.after(
        1 + world.random() * 20,
        () => {
          try {
            resolve(act())
          } catch (error) {
            if (life.isAlive) reject(error)
          }
        },
        life,
      )
    })
  return {
    checkpoint: () =>
      later(() => {
        const row = database().prepare('PRAGMA wal_checkpoint(PASSIVE)').get() as { readonly log?: number; readonly checkpointed?: number }
        const wal = `${library}-wal`
        disk.syncDatabase(library)
        if (disk.walSynced.has(wal)) disk.syncLog(wal)
        return { pages: Number(row.log ?? 0), left: Number(row.log ?? 0) - Number(row.checkpointed ?? 0) }
      }),
    snapshot: (now) => {
      saving = later(() => {
        saveSnapshot(database(), dataFolder, now, ports)
        settle(library)
      })
      return saving
    },
    paceCheck: () => {},
    findDamage: () => later(() => findDamage(database(), 'whole')?.found ?? null),
    stop: async () => {
      // Earlier tasks come first.
      await saving?.catch(() => {})
      await later(() => {
        own?.close()
        own = undefined
      })
    },
  }
}
