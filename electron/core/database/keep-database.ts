import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../platform/clock.ts'
import type { Files } from '../platform/files.ts'
import type { Timer, Timers } from '../platform/timers.ts'
import { isFailedDisk } from './database-error.ts'
import { isSnapshotDue } from './snapshots.ts'
import type { DatabaseWorker } from './start-database-worker.ts'

/** Shortest interval between two writes of the log back into the file. */
const pauseMs = 1_000
/** So often at least it is looked whether a snapshot is due. */
const lookEveryMs = 60_000
/** Pages in the log (32 MB) from which this thread helps out: only its writer can empty a log that is written all the time. */
const mostPages = 8_192

type Ports = {
  readonly database: Pick<DatabaseSync, 'exec'>
  readonly onCommit: (listener: () => void) => void
  readonly startWorker: () => DatabaseWorker
  readonly dataFolder: string
  readonly files: Files
  readonly clock: Clock
  readonly timers: Timers
  /** False while there is nothing worth a snapshot. */
  readonly hasContent: () => boolean
  /** The library was opened without looking through it: that is done here, first. */
  readonly isUnseen: boolean
  /** Damage was found; the next start repairs it. Called at most once. */
  readonly onDamage: (found: string) => void
  /** The thread could not write or flush the library: as bad as if this one could not. */
  readonly onDiskFailed: (error: unknown) => void
  /** The library file holds all up to here; called after each write-back. */
  readonly onWrittenBack: () => void
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}

/**
 * Keeps the log of the library short and its daily snapshot fresh while it is written, both by a thread of its own: neither holds up the
 * event loop. The thread starts with the first need. Where it cannot be had, SQLite writes the log back itself, in between.
 */
export const keepDatabase = ({ database, onCommit, startWorker, dataFolder, files, clock, timers, hasContent, isUnseen, ...on }: Ports) => {
  let worker: DatabaseWorker | undefined
  let isLost = false
  let isStopped = false
  let isLogTooLong = false
  let isToLook = isUnseen
  let isDamaged = false
  // A start has other things to do first.
  let lastAt = clock.monotonic()
  let timer: Timer | undefined
  let underWay: Promise<void> | undefined
  database.exec('PRAGMA wal_autocheckpoint = 0')

  const giveUp = (error: unknown): void => {
    if (isLost || isStopped) return
    isLost = true
    if (isFailedDisk(error)) {
      on.onDiskFailed(error)
      return
    }
    on.log({ event: 'database-thread-lost', reason: String(error) })
    database.exec('PRAGMA wal_autocheckpoint = 1000')
  }

  const work = async (): Promise<void> => {
    worker ??= startWorker()
    if (isToLook) {
      const damage = await worker.findDamage()
      isToLook = false
      if (damage !== null) {
        isDamaged = true
        on.onDamage(damage)
      }
    }
    // A damaged file is not made worse, and no snapshot is made of it.
    if (isDamaged) return
    const { pages } = await worker.checkpoint()
    on.onWrittenBack()
    isLogTooLong = pages > mostPages
    const now = clock.now()
    if (!hasContent() || !isSnapshotDue(files.sync, dataFolder, now)) return
    // A snapshot that cannot be written (a full disk) is tried again when it is looked next.
    await worker.snapshot(now).catch((error: unknown) => on.log({ event: 'snapshot-failed', reason: String(error) }))
  }

  const begin = (): void => {
    timer = undefined
    if (underWay || isLost || isStopped) return
    lastAt = clock.monotonic()
    underWay = work()
      .catch(giveUp)
      .finally(() => {
        underWay = undefined
      })
  }

  const beginSoon = (): void => {
    if (timer || underWay || isLost || isStopped) return
    timer = timers.after(Math.max(0, lastAt + pauseMs - clock.monotonic()), begin, { background: true })
  }

  onCommit(() => {
    if (isLogTooLong) {
      isLogTooLong = false
      // Little is left to write back after the thread's pass. Once all of it is back, the next commit restarts the log.
      try {
        database.exec('PRAGMA wal_checkpoint(PASSIVE)')
      } catch (error) {
        giveUp(error)
      }
    }
    beginSoon()
  })
  const look = timers.every(lookEveryMs, beginSoon, { background: true })

  return {
    /** Makes the daily snapshot if it is due. */
    lookSoon: beginSoon,
    /** False: the next start must look through the library before it opens it. */
    isTrusted: (): boolean => !isDamaged,
    /** Waits for running work; then the library can be closed. */
    stop: async (): Promise<void> => {
      timer?.cancel()
      look.cancel()
      await underWay
      isStopped = true
      await worker?.stop()
    },
  }
}
