import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { AppError } from '../../../../shared/base/errors.ts'
import type { Flusher } from '../platform/files.ts'
import type { Platform } from '../platform/platform.ts'
import { isCorruption, isFailedDisk, isFullDisk, toDamageError, toDatabaseError, toFlushError, toUnflushedError } from './database-error.ts'
import { createFileFlush } from './flush-file.ts'
import type { LibraryPoint } from './sequence-mark.ts'
import { withResolvers } from './with-resolvers.ts'

export type Row = Record<string, unknown>
/** A value in its place, or, as the only one, values by name. */
export type Value = SQLInputValue | Readonly<Record<string, SQLInputValue>>

/**
 * The one writer of the library database. All that is written within one turn of the event loop shares one transaction and so one
 * fsync (README.md of this folder); `durable()` resolves when it is on disk.
 */
export type Journal = {
  /** Runs `change` inside the turn's transaction. If it throws, only its own changes are undone. */
  readonly write: <T>(change: () => T) => T
  /**
   * Resolves when everything written so far is on disk. Rejects (`disk-full`, `data-corrupt`) if the commit failed: then none of it was
   * done. If only the flush had no room (`disk-full` too, in other words) it was done, and is flushed once there is room.
   */
  readonly durable: () => Promise<void>
  readonly run: (sql: string, ...values: Value[]) => number
  /** Adds one row to a table with a numbered key, and returns its number. */
  readonly insert: (sql: string, ...values: Value[]) => number
  readonly get: (sql: string, ...values: Value[]) => Row | undefined
  readonly all: (sql: string, ...values: Value[]) => Row[]
  /** What this turn has written is not committed yet, so that other connections don't see it. */
  readonly isWriting: () => boolean
  /** Calls back after every commit, when no transaction is open. */
  readonly onCommit: (listener: () => void) => void
  /** Resolves in the next turn of the event loop, to read or write much in pieces with other work in between. */
  readonly nextTurn: () => Promise<void>
  /** Milliseconds of a clock that never goes back. */
  readonly monotonic: () => number
  /** For a new row: the prefix and 16 random hex digits. */
  readonly newId: (prefix: string) => string
  /** An invalid row was read: the library is damaged. Returns the error to throw. */
  readonly damaged: (found: string) => AppError
  /** Another thread could not write or flush the file, so this one writes nothing more, either. Returns the error to throw. */
  readonly failed: (error: unknown) => AppError
  /** Commits the open transaction and closes the file. */
  readonly close: () => void
}

/** Listeners for the state of the file. */
export type LibraryWatch = {
  /** Everything up to this point is on disk. */
  readonly onDurable: (point: LibraryPoint) => void
  /** A write or flush failed: nothing more is written, and this process must end. Called at most once. */
  readonly onFailed: (error: AppError) => void
  /** Damage was found. Called at most once. */
  readonly onDamaged: (error: AppError, found: string) => void
}

/** Databases whose disk failed: they end with the process, since closing would flush them again. */
const leftOpen = new Set<DatabaseSync>()

/**
 * Group commit over a database that `openDatabase` prepared (WAL, `synchronous=FULL`). `walFlusher`: the commit itself then flushes
 * nothing (`synchronous=NORMAL`); the log is flushed away from the event loop, once for all commits made meanwhile, and `durable()` waits
 * for that. What is promised is the same; a slow disk stalls nothing.
 */
export const createJournal = (
  database: DatabaseSync,
  { timers, clock, ids }: Pick<Platform, 'timers' | 'clock' | 'ids'>,
  walFlusher?: Flusher,
  watch?: LibraryWatch,
): Journal => {
  /** A full disk dropped part of the log before it was saved. Once all of it is in the library file, nothing depends on the log. */
  const rewrite = (): void => {
    database.exec('PRAGMA synchronous = FULL')
    try {
      const row = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { readonly busy?: number } | undefined
      if (row?.busy !== 0) throw Object.assign(new Error('The log cannot be written back now.'), { code: 'ENOSPC' })
    } finally {
      database.exec('PRAGMA synchronous = NORMAL')
    }
  }
  const flush = walFlusher === undefined ? undefined : createFileFlush(walFlusher, { isRescuable: isFullDisk, rewrite })
  let failure: AppError | undefined
  let isDamaged = false
  const fail = (error: unknown): AppError => {
    if (failure) return failure
    failure = toFlushError(error)
    watch?.onFailed(failure)
    return failure
  }
  const damaged = (cause: unknown): AppError => {
    const error = toDamageError(cause)
    if (!isDamaged) {
      isDamaged = true
      watch?.onDamaged(error, cause instanceof Error ? cause.message : String(cause))
    }
    return error
  }
  /** The consequence of a failed statement for the whole library. */
  const judge = (error: unknown): unknown => {
    if (isCorruption(error)) return damaged(error)
    return isFailedDisk(error) ? fail(error) : toDatabaseError(error)
  }
  const judgeRead = (error: unknown): unknown => (isCorruption(error) ? damaged(error) : error)
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

  /** The sequence number of this transaction, written with it. */
  const advance = (): LibraryPoint => {
    const row = prepare('UPDATE library SET sequence = sequence + 1 RETURNING id, sequence').get()
    return { id: String(row?.id), sequence: Number(row?.sequence) }
  }

  const settleFlush = async (flushed: Promise<void>, point: LibraryPoint): Promise<void> => {
    try {
      await flushed
    } catch (error) {
      throw isFullDisk(error) ? toUnflushedError(error) : fail(error)
    }
    watch?.onDurable(point)
  }

  const beginTurn = (): void => {
    if (failure) throw failure
    try {
      prepare('BEGIN IMMEDIATE').run()
    } catch (error) {
      throw judge(error)
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
          let point: LibraryPoint
          try {
            point = advance()
            prepare('COMMIT').run()
          } catch (error) {
            rollBack()
            reject(judge(error))
            return
          }
          settleFlush(flush ? flush.changed() : Promise.resolve(), point).then(resolve, reject)
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
        const known = judge(error)
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
      if (failure) throw failure
      await flush?.settled().catch((error: unknown) => {
        throw isFullDisk(error) ? toUnflushedError(error) : fail(error)
      })
    },
    // Twenty of these an upload: without a function for each call.
    run: (sql, ...values) => {
      try {
        return Number(prepare(sql).run(...(values as SQLInputValue[])).changes)
      } catch (error) {
        throw judgeRead(error)
      }
    },
    insert: (sql, ...values) => {
      try {
        return Number(prepare(sql).run(...(values as SQLInputValue[])).lastInsertRowid)
      } catch (error) {
        throw judgeRead(error)
      }
    },
    get: (sql, ...values) => {
      try {
        return prepare(sql).get(...(values as SQLInputValue[])) as Row | undefined
      } catch (error) {
        throw judgeRead(error)
      }
    },
    all: (sql, ...values) => {
      try {
        return prepare(sql).all(...(values as SQLInputValue[])) as Row[]
      } catch (error) {
        throw judgeRead(error)
      }
    },
    damaged: (found) => damaged(new Error(found)),
    failed: fail,
    isWriting: () => turn !== undefined,
    onCommit: (listener) => listeners.add(listener),
    nextTurn: timers.nextTurn,
    monotonic: clock.monotonic,
    newId: (prefix) => `${prefix}${ids.hex(8)}`,
    close: () => {
      turn?.commit()
      flush?.close()
      // Closing writes the log back into the library file and flushes both: not after a flush failed.
      if (failure) leftOpen.add(database)
      else database.close()
    },
  }
}
