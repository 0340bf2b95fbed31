import { type Connection, connection as connectionSchema } from '../../../shared/session.ts'
import type { Journal, Row } from '../database/journal.ts'

const toConnection = (row: Row | undefined): Connection | null => (row ? connectionSchema.parse(JSON.parse(String(row.value))) : null)

export type ConnectionStore = ReturnType<typeof createConnectionStore>

/** The connections table: no secrets. What changes something is called inside `journal.write`. */
export const createConnectionStore = (journal: Journal) => ({
  get: (id: string): Connection | null => toConnection(journal.get('SELECT value FROM connections WHERE id = ?', id)),
  active: (): Connection | null => toConnection(journal.get('SELECT value FROM connections WHERE active = 1')),
  /** Makes it the active one; jobs and products that waited for a connection become its own. */
  activate: (connection: Connection, now: number): void => {
    journal.run('UPDATE connections SET active = 0 WHERE active = 1')
    journal.run(
      `INSERT INTO connections (id, value, active, added_at) VALUES (?, ?, 1, ?)
       ON CONFLICT (id) DO UPDATE SET value = excluded.value, active = 1`,
      connection.id,
      JSON.stringify(connection),
      now,
    )
    journal.run('UPDATE jobs SET connection_id = ? WHERE connection_id IS NULL', connection.id)
    journal.run('UPDATE products SET connection_id = ? WHERE connection_id IS NULL', connection.id)
  },
  /** Waiting jobs of connections that are not the active one, by connection. */
  countWaitingElsewhere: (): { readonly name: string; readonly baseUrl: string; readonly waiting: number }[] =>
    journal
      .all(
        `SELECT connections.value, count(*) AS n FROM jobs JOIN connections ON connections.id = jobs.connection_id
         WHERE jobs.state = 'waiting' AND connections.active = 0 GROUP BY connections.id ORDER BY connections.added_at`,
      )
      .flatMap((row) => {
        const found = toConnection(row)
        return found ? [{ name: found.name, baseUrl: found.baseUrl, waiting: Number(row.n) }] : []
      }),
  deactivate: (): void => {
    journal.run('UPDATE connections SET active = 0 WHERE active = 1')
  },
})
