import { type Connection, connection as connectionSchema } from '../../../../shared/workspaces/connection.ts'
import type { Journal, Row } from '../../base/database/journal.ts'
import { countUnfinished, mayHaveWorked } from '../../queue/count-jobs.ts'

/**
 * What changes with a connection, in its transaction: the rows that other rooms keep by connection (follow-connections.ts).
 */
export type ConnectionFollowers = {
  /** Everything that waited for a connection becomes this one's. */
  readonly adopt: (connectionId: string, now: number) => void
  /** Everything of it waits for a connection again. */
  readonly release: (connectionId: string) => void
  /** A connection's known lists need a person's confirmation again. */
  readonly doubtLists: (connectionId: string) => void
  /** A picture was uploaded to its workspace. */
  readonly hasSources: (connectionId: string) => boolean
}

/** Rows that other rooms keep by connection are under one of these: `''` waits for one. */
export const everyConnectionId = `SELECT '' AS connection UNION ALL SELECT id FROM connections`

export type ConnectionStore = ReturnType<typeof createConnectionStore>

/** Finds connections by their ids. An invalid row is damage: the next start moves it aside (core/base/database/README.md). */
export const createConnectionReader = (journal: Pick<Journal, 'get' | 'damaged'>) => {
  const parse = (row: Row): Connection => {
    try {
      return connectionSchema.parse(JSON.parse(String(row.value)))
    } catch {
      throw journal.damaged('unreadable connection')
    }
  }
  return {
    parse,
    get: (id: string): Connection | null => {
      const row = journal.get('SELECT value FROM connections WHERE id = ?', id)
      return row ? parse(row) : null
    },
  }
}

/**
 * The connections table: no secrets (only fields of a connection are written). Call its changes inside
 * `journal.write`.
 */
export const createConnectionStore = (journal: Journal, followers: ConnectionFollowers) => {
  const { parse, get } = createConnectionReader(journal)
  const toConnection = (row: Row | undefined): Connection | null => (row ? parse(row) : null)

  /** Earlier PATCH results are in doubt once a person says that PATCH works differently. */
  const doubtIfSwitched = (connection: Connection): void => {
    const before = toConnection(journal.get('SELECT value FROM connections WHERE id = ?', connection.id))
    if (before && before.serviceAppends !== connection.serviceAppends) followers.doubtLists(connection.id)
  }

  /** Its work waits for a connection again; the connection itself is removed. */
  const release = (id: string, now: number): void => {
    followers.release(id)
    journal.run('UPDATE connections SET active = 0, forgotten_at = ? WHERE id = ?', now, id)
  }

  return {
    get,
    /** It was not left. */
    isKept: (id: string): boolean => journal.get('SELECT 1 FROM connections WHERE id = ? AND forgotten_at IS NULL', id) !== undefined,
    active: (): Connection | null => toConnection(journal.get('SELECT value FROM connections WHERE active = 1')),
    /** In the order they were added, without removed ones. */
    list: (): Connection[] => journal.all('SELECT value FROM connections WHERE forgotten_at IS NULL ORDER BY added_at, rowid').map(parse),
    /** Includes removed ones, which keep their queue and ledger. */
    listAll: (): Connection[] => journal.all('SELECT value FROM connections ORDER BY added_at, rowid').map(parse),
    /** The ids of all, removed ones included. */
    listIds: (): string[] => journal.all('SELECT id FROM connections').map((row) => String(row.id)),
    /** Connections given only by runs, where nothing was done: their waiting work may have been meant for another address. */
    listUnreached: (): Connection[] =>
      journal
        .all("SELECT value FROM connections WHERE forgotten_at IS NULL AND value ->> '$.isUntried'")
        .map(parse)
        .filter(({ id }) => !mayHaveWorked(journal, id) && !followers.hasSources(id)),
    /** Makes it active; jobs and products that waited for a connection, or for one of `takesOver`, move to it. */
    activate: (connection: Connection, now: number, takesOver: readonly string[] = []): void => {
      for (const id of takesOver) release(id, now)
      doubtIfSwitched(connection)
      journal.run('UPDATE connections SET active = 0 WHERE active = 1')
      journal.run(
        `INSERT INTO connections (id, value, active, added_at) VALUES (?, ?, 1, ?)
       ON CONFLICT (id) DO UPDATE SET value = excluded.value, active = 1, forgotten_at = NULL`,
        connection.id,
        JSON.stringify(connectionSchema.parse(connection)),
        now,
      )
      followers.adopt(connection.id, now)
    },
    /** Updates the connection without changing which one is active. */
    save: (connection: Connection): void => {
      doubtIfSwitched(connection)
      journal.run('UPDATE connections SET value = ? WHERE id = ?', JSON.stringify(connectionSchema.parse(connection)), connection.id)
    },
    /** Removes it from the list and deactivates it. Its jobs, sources, answers and ledger stay. */
    forget: (id: string, now: number): void => {
      journal.run('UPDATE connections SET active = 0, forgotten_at = ? WHERE id = ?', now, id)
    },
    /** Unfinished jobs of a connection; `null`: those that wait for one. */
    countWork: (id: string | null): { readonly waiting: number; readonly parked: number } => countUnfinished(journal, id),
  }
}
