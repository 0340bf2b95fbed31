import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { Flusher } from '../platform/files.ts'
import type { Platform } from '../platform/platform.ts'
import { toDatabaseError } from './database-error.ts'
import { createFileSync } from './sync-file.ts'
import { withResolvers } from './with-resolvers.ts'

export type Row = Record<string, unknown>
/** A value in its place, or, as the only one, values by name. */
export type Value = SQLInputValue | Readonly<Record<string, SQLInputValue>>

/**
 * The one writer of the library database. All that is written within one turn of the event loop shares one transaction and so one
 * fsync (design, section 2); `durable()` tells when it is on disk.
 */
export type Journal = {
  /** Runs `change` inside the turn's transaction. If it throws, only its own changes are undone. */
  readonly write: <T>(change: () => T) => T
  /** Resolves when everything written so far is on disk. Rejects (`disk-full`, `data-corrupt`) if the commit failed: then none of it is. */
  readonly durable: () => Promise<void>
  readonly run: (sql: string, ...values: Value[]) => number
  readonly get: (sql: string, ...values: Value[]) => Row | undefined
  readonly all: (sql: string, ...values: Value[]) => Row[]
  /** Calls back after every commit, when no transaction is open. */
  readonly onCommit: (listener: () => void) => void
  /** Resolves in the next turn of the event loop, for whoever reads or writes much in pieces: other work goes in between. */
  readonly nextTurn: () => Promise<void>
  /** Milliseconds of a clock that never goes back. */
  readonly monotonic: () => number
  /** For a new row: the prefix and 16 random hex digits. */
  readonly newId: (prefix: string) => string
  /** Commits what is open and closes the file. */
  readonly close: () => void
}

/**
 * Group commit over a database that `openDatabase` prepared (WAL, `synchronous=FULL`). `walFlusher`: the commit itself then flushes
 * nothing (`synchronous=NORMAL`); the log is flushed away from the event loop, once for all commits made meanwhile, and `durable()` waits
 * for that. What is promised is the same; a slow disk stalls nothing.
 */
export const createJournal = (
  database: DatabaseSync,
  { timers, clock, ids }: Pick<Platform, 'timers' | 'clock' | 'ids'>,
  walFlusher?: Flusher,
): Journal => {
  const flush = walFlusher === undefined ? undefined : createFileSync(walFlusher)
  if (flush) database.exec('PRAGMA synchronous = NORMAL')
  const listeners = new Set<() => void>()
  const statements = new Map<string, StatementSync>()
  const prepare = (sql: string): StatementSync => {
    let statement = statements.get(sql)
    if (!statement) {
      statement = database.prepare(sql)
      statements.set(sql, statement)
    }
    return statement
  }

  let turn: { readonly done: Promise<void>; readonly commit: () => void; readonly fail: (error: unknown) => void } | undefined

  const rollBack = (): void => {
    try {
      database.exec('ROLLBACK')
    } catch {
      // It has been rolled back already.
    }
  }

  const beginTurn = (): void => {
    try {
      prepare('BEGIN IMMEDIATE').run()
    } catch (error) {
      throw toDatabaseError(error)
    }
    const { promise, resolve, reject } = withResolvers()
    promise.catch(() => {})
    let settled = false
    const settle = (end: () => void): void => {
      if (settled) return
      settled = true
      turn = undefined
      end()
    }
    const current = {
      done: promise,
      fail: (error: unknown) => settle(() => reject(error)),
      commit: () =>
        settle(() => {
          try {
            prepare('COMMIT').run()
          } catch (error) {
            rollBack()
            reject(toDatabaseError(error))
            return
          }
          if (flush) flush.changed().then(resolve, (error: unknown) => reject(toDatabaseError(error)))
          else resolve()
          for (const listener of listeners) listener()
        }),
    }
    turn = current
    timers.soon(current.commit)
  }

  return {
    write: (change) => {
      if (!turn) beginTurn()
      prepare('SAVEPOINT change').run()
      try {
        const result = change()
        prepare('RELEASE change').run()
        return result
      } catch (error) {
        const known = toDatabaseError(error)
        try {
          database.exec('ROLLBACK TO change; RELEASE change')
        } catch {
          // A full disk rolls the whole transaction back by itself: nothing of this turn was saved.
          rollBack()
          turn?.fail(known)
        }
        throw known
      }
    },
    durable: async () => {
      if (turn) return turn.done
      await flush?.settled().catch((error: unknown) => {
        throw toDatabaseError(error)
      })
    },
    run: (sql, ...values) => Number(prepare(sql).run(...(values as SQLInputValue[])).changes),
    get: (sql, ...values) => prepare(sql).get(...(values as SQLInputValue[])) as Row | undefined,
    all: (sql, ...values) => prepare(sql).all(...(values as SQLInputValue[])) as Row[],
    onCommit: (listener) => listeners.add(listener),
    nextTurn: timers.nextTurn,
    monotonic: clock.monotonic,
    newId: (prefix) => `${prefix}${ids.hex(8)}`,
    close: () => {
      turn?.commit()
      // Closing writes the log back into the library file and flushes both.
      database.close()
      flush?.close()
    },
  }
}
