import type { DatabaseSync } from 'node:sqlite'
import type { Platform } from '../platform/platform.ts'
import { createJournal, type Journal } from './journal.ts'
import { libraryFile } from './library-files.ts'

type Ports = Pick<Platform, 'openDatabaseFile' | 'timers' | 'clock' | 'ids'> & { readonly dataFolder: string; readonly journal: Journal }

/** Begins a transaction of this connection that only reads: all statements see one state, that of now. */
export const beginOneState = (database: DatabaseSync): void => {
  database.exec('BEGIN')
  // The first read chooses the state.
  database.prepare('SELECT sequence FROM library').get()
}

/**
 * The library as its last commit left it, for what is read in pieces: no later change is seen, and nothing can be written. The log grows until it
 * is closed, so nothing slow is done meanwhile.
 */
export const openOneState = ({ journal, dataFolder, openDatabaseFile, ...ports }: Ports): Journal => {
  // Of a folder that has no library, an empty one is in memory (open-database.ts).
  if (journal.get("SELECT 1 FROM pragma_database_list WHERE name = 'main' AND file = ''")) return { ...journal, close: () => {} }
  const database = openDatabaseFile(libraryFile(dataFolder), { readOnly: true })
  try {
    database.exec('PRAGMA busy_timeout = 5000')
    beginOneState(database)
    return createJournal(database, ports)
  } catch (error) {
    database.close()
    throw error
  }
}
