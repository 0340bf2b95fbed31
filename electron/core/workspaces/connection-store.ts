import { type Connection, connection as connectionSchema } from '../../../shared/connection.ts'
import type { Journal, Row } from '../database/journal.ts'

/** Work of a workspace that is not the active one. */
export type WorkElsewhere = {
  readonly name: string
  readonly baseUrl: string
  readonly credentials: Connection['credentials']['kind']
  readonly waiting: number
  readonly parked: number
}

/** The effects of a connection change on products and their lists (products/adopt-products.ts). */
export type ListRules = {
  /** Products named while no workspace was connected move to this connection. */
  readonly adoptProducts: (connectionId: string, now: number) => void
  /** A connection's known lists need a person's confirmation again. */
  readonly doubt: (connectionId: string) => void
}

export type ConnectionStore = ReturnType<typeof createConnectionStore>

/**
 * The connections table: no secrets (only fields of a connection are written). Call its changes inside
 * `journal.write`.
 */
export const createConnectionStore = (journal: Journal, lists: ListRules) => {
  /** An invalid row is damage: the next start moves it aside (core/database/README.md). */
  const parse = (row: Row): Connection => {
    try {
      return connectionSchema.parse(JSON.parse(String(row.value)))
    } catch {
      throw journal.damaged('unreadable connection')
    }
  }
  const toConnection = (row: Row | undefined): Connection | null => (row ? parse(row) : null)

  /** Earlier PATCH results are in doubt once a person says that PATCH works differently. */
  const doubtIfSwitched = (connection: Connection): void => {
    const before = toConnection(journal.get('SELECT value FROM connections WHERE id = ?', connection.id))
    if (before && before.serviceAppends !== connection.serviceAppends) lists.doubt(connection.id)
  }

  /** Its work waits for a connection again; the connection itself is removed. */
  const release = (id: string, now: number): void => {
    for (const table of ['jobs', 'products', 'other_sources'])
      journal.run(`UPDATE ${table} SET connection_id = NULL WHERE connection_id = ?`, id)
    journal.run(
      `INSERT INTO picture_work (connection_id, seq, parked, uploading, pending, questions, answers, uploaded, attached)
       SELECT '', seq, parked, uploading, pending, questions, answers, uploaded, attached FROM picture_work WHERE connection_id = ?
       ON CONFLICT (connection_id, seq) DO UPDATE SET
         parked = parked + excluded.parked, uploading = uploading + excluded.uploading, pending = pending + excluded.pending,
         questions = questions + excluded.questions, answers = answers + excluded.answers`,
      id,
    )
    journal.run('DELETE FROM picture_work WHERE connection_id = ?', id)
    journal.run('UPDATE connections SET active = 0, forgotten_at = ? WHERE id = ?', now, id)
  }

  return {
    get: (id: string): Connection | null => toConnection(journal.get('SELECT value FROM connections WHERE id = ?', id)),
    active: (): Connection | null => toConnection(journal.get('SELECT value FROM connections WHERE active = 1')),
    /** In the order they were added, without removed ones. */
    list: (): Connection[] => journal.all('SELECT value FROM connections WHERE forgotten_at IS NULL ORDER BY added_at, rowid').map(parse),
    /** Includes removed ones, which keep their queue and ledger. */
    listAll: (): Connection[] => journal.all('SELECT value FROM connections ORDER BY added_at, rowid').map(parse),
    /** Connections given only by runs, where nothing was done: their waiting work may have been meant for another address. */
    listUnreached: (): Connection[] =>
      journal
        .all(
          `SELECT value FROM connections WHERE forgotten_at IS NULL AND value ->> '$.isUntried'
             AND NOT EXISTS (SELECT 1 FROM job_counts WHERE connection_id = connections.id AND state = 'done' AND jobs > 0)
             AND NOT EXISTS (SELECT 1 FROM sources WHERE connection_id = connections.id)
             AND NOT EXISTS (SELECT 1 FROM jobs WHERE connection_id = connections.id AND uncertain_attempts > 0)`,
        )
        .map(parse),
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
      journal.run('UPDATE jobs SET connection_id = ? WHERE connection_id IS NULL', connection.id)
      lists.adoptProducts(connection.id, now)
      journal.run('UPDATE other_sources SET connection_id = ? WHERE connection_id IS NULL', connection.id)
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
    countWork: (id: string | null): { readonly waiting: number; readonly parked: number } => {
      const row = journal.get(
        `SELECT sum(iif(state IN ('waiting', 'running'), jobs, 0)) AS waiting, sum(iif(state = 'parked', jobs, 0)) AS parked
       FROM job_counts WHERE connection_id = ?`,
        id ?? '',
      )
      return { waiting: Number(row?.waiting ?? 0), parked: Number(row?.parked ?? 0) }
    },
    /** Jobs of connections that are not the active one, and wait for a turn or a person, by connection. */
    countElsewhere: (): WorkElsewhere[] =>
      journal
        .all(
          `SELECT connections.value, sum(iif(state = 'waiting', jobs, 0)) AS waiting, sum(iif(state = 'parked', jobs, 0)) AS parked
         FROM job_counts JOIN connections ON connections.id = job_counts.connection_id
         WHERE state IN ('waiting', 'parked') AND jobs > 0 AND connections.active = 0
         GROUP BY connections.id ORDER BY connections.added_at`,
        )
        .flatMap((row) => {
          const found = toConnection(row)
          if (!found) return []
          const { name, baseUrl, credentials } = found
          return [{ name, baseUrl, credentials: credentials.kind, waiting: Number(row.waiting), parked: Number(row.parked) }]
        }),
  }
}
