import type { DatabaseSync } from 'node:sqlite'
import type { AppContext } from '../exchange.ts'
import type { Commit } from './group-commit.ts'

/**
 * `committed`: the operation was done, `status` is the sent or intended one (the answer may be lost);
 * `refused`: nothing was done, `status` says why; `cut`: the connection ended first, nothing was done, `status` is 0.
 */
export type Outcome = 'committed' | 'refused' | 'cut'

export type LogRow = {
  readonly id: number
  readonly at: number
  readonly method: string
  readonly path: string
  readonly status: number
  readonly outcome: Outcome
  readonly credential: string
  readonly effects: string | null
  readonly facts: Readonly<Record<string, unknown>>
}

export type RequestLog = {
  /**
   * Does `work`, writes the log row in the same transaction, and resolves when both are durable: the row is there before the answer
   * is sent. `work` returns the status to send and anything else the handler needs.
   */
  readonly settle: <T extends { readonly status: number }>(
    c: AppContext,
    facts: Readonly<Record<string, unknown>>,
    work: () => T,
  ) => Promise<T>
  /** Writes the row of a request that no `settle` has logged. */
  readonly note: (c: AppContext, status: number) => Promise<void>
  /** Rows after `id`, oldest first. */
  readonly list: (after: number, limit: number) => LogRow[]
}

export const createRequestLog = (database: DatabaseSync, commit: Commit): RequestLog => {
  const insert = database.prepare(
    'INSERT INTO request_log (at, method, path, status, outcome, credential, effects, facts) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const select = database.prepare('SELECT * FROM request_log WHERE id > ? ORDER BY id LIMIT ?')

  const append = (c: AppContext, status: number): void => {
    const exchange = c.get('exchange')
    const outcome: Outcome = status === 0 ? 'cut' : status >= 400 ? 'refused' : 'committed'
    insert.run(
      exchange.at,
      c.env.incoming.method ?? '',
      c.req.path,
      status,
      outcome,
      exchange.credential,
      exchange.effects.length === 0 ? null : exchange.effects.join(','),
      JSON.stringify(exchange.facts),
    )
  }

  return {
    settle: async (c, facts, work) => {
      const exchange = c.get('exchange')
      exchange.facts = facts
      const result = await commit(() => {
        const done = work()
        append(c, done.status)
        return done
      })
      exchange.logged = true
      return result
    },
    note: async (c, status) => {
      const exchange = c.get('exchange')
      if (exchange.logged) return
      exchange.logged = true
      await commit(() => append(c, status))
    },
    list: (after, limit) =>
      (select.all(after, limit) as unknown as (Omit<LogRow, 'facts'> & { facts: string })[]).map((row) => ({
        ...row,
        facts: JSON.parse(row.facts),
      })),
  }
}
