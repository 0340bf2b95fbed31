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

/** What a change of connections means for products and their lists (products/adopt-products.ts). */
export type ListRules = {
  /** What was named while no workspace was connected becomes this connection's. */
  readonly adoptProducts: (connectionId: string, now: number) => void
  /** What is known of a connection's lists needs a person's word again. */
  readonly doubt: (connectionId: string) => void
}

export type ConnectionStore = ReturnType<typeof createConnectionStore>

/**
 * The connections table: no secrets (what is no field of a connection is not written). What changes something is called inside
 * `journal.write`.
 */
export const createConnectionStore = (journal: Journal, lists: ListRules) => {
  /** A row that means nothing is damage: the next start sets it aside (core/database/README.md). */
  const parse = (row: Row): Connection => {
    try {
      return connectionSchema.parse(JSON.parse(String(row.value)))
    } catch {
      throw journal.damaged('unreadable connection')
    }
  }
  const toConnection = (row: Row | undefined): Connection | null => (row ? parse(row) : null)

  /** What a PATCH did to a list is in doubt once it is said to do something else. */
  const doubtIfSwitched = (connection: Connection): void => {
    const before = toConnection(journal.get('SELECT value FROM connections WHERE id = ?', connection.id))
    if (before && before.serviceAppends !== connection.serviceAppends) lists.doubt(connection.id)
  }

  /** Its work waits for a connection again, as before there was one; it is itself forgotten. */
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
    /** In the order in which they came; without those that were forgotten. */
    list: (): Connection[] => journal.all('SELECT value FROM connections WHERE forgotten_at IS NULL ORDER BY added_at, rowid').map(parse),
    /** Forgotten ones too: their queue and ledger are still theirs. */
    listAll: (): Connection[] => journal.all('SELECT value FROM connections ORDER BY added_at, rowid').map(parse),
    /** Only named by runs, and nothing was or may have been done there: what waits for them may have been meant for another address. */
    listUnreached: (): Connection[] =>
      journal
        .all(
          `SELECT value FROM connections WHERE forgotten_at IS NULL AND value ->> '$.isUntried'
             AND NOT EXISTS (SELECT 1 FROM job_counts WHERE connection_id = connections.id AND state = 'done' AND jobs > 0)
             AND NOT EXISTS (SELECT 1 FROM sources WHERE connection_id = connections.id)
             AND NOT EXISTS (SELECT 1 FROM jobs WHERE connection_id = connections.id AND uncertain_attempts > 0)`,
        )
        .map(parse),
    /** Makes it the active one; jobs and products that waited for a connection, or for one of `takesOver`, become its own. */
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
    /** Changes its value; which one is active stays. */
    save: (connection: Connection): void => {
      doubtIfSwitched(connection)
      journal.run('UPDATE connections SET value = ? WHERE id = ?', JSON.stringify(connectionSchema.parse(connection)), connection.id)
    },
    /** Takes it out of the list and out of use. Its jobs, sources, answers and ledger stay. */
    forget: (id: string, now: number): void => {
      journal.run('UPDATE connections SET active = 0, forgotten_at = ? WHERE id = ?', now, id)
    },
    /** Jobs of a connection that are not over; `null`: those that wait for one. */
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
