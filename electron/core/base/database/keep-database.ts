import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../platform/clock.ts'
import type { Files } from '../platform/files.ts'
import type { Timer, Timers } from '../platform/timers.ts'
import { isFailedDisk } from './database-error.ts'
import type { Urgency } from './pace-work.ts'
import { isSnapshotDue } from './snapshots.ts'
import type { DatabaseWorker } from './start-database-worker.ts'

/** Shortest interval between two writes of the log back into the file. */
const pauseMs = 1_000
/** Longest interval between checks whether a snapshot is due. */
const lookEveryMs = 60_000
/** The check of the whole library waits so long for an end of what a person just dropped, and looks so often whether there is one. */
const longestWaitMs = 30_000
const lookForEndMs = 200
/** Log size in pages (32 MB) at which this thread helps: only the writer can empty a log under constant writes. */
const mostPages = 8_192

type Ports = {
  readonly database: Pick<DatabaseSync, 'exec'>
  readonly onCommit: (listener: () => void) => void
  readonly startWorker: () => DatabaseWorker
  readonly dataFolder: string
  readonly files: Files
  readonly clock: Clock
  readonly timers: Timers
  /** True while pictures come in: a check takes less of the processors then. */
  readonly isBusy: () => boolean
  /** False while no snapshot is worthwhile. */
  readonly hasContent: () => boolean
  /** The library was opened without a full check, which is done here first. */
  readonly isUnseen: boolean
  /** Damage was found; the next start repairs it. Called at most once. */
  readonly onDamage: (found: string) => void
  /** The thread could not write or flush the library, which is as fatal as a failure here. */
  readonly onDiskFailed: (error: unknown) => void
  /** The library file has everything up to this point; called after each write-back. */
  readonly onWrittenBack: () => void
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}

/**
 * Keeps the log of the library short and its daily snapshot fresh while it is written, both in a separate thread, so that neither blocks the
 * event loop. The thread starts with the first need. If it can't start, SQLite writes the log back itself, in between.
 */
export const keepDatabase = (ports: Ports) => {
  const { database, onCommit, startWorker, dataFolder, files, clock, timers, isBusy, hasContent, isUnseen, ...on } = ports
  let worker: DatabaseWorker | undefined
  let isLost = false
  let isEnding = false
  let isStopped = false
  let isLogTooLong = false
  let isToLook = isUnseen
  let isDamaged = false
  // Delayed, as a start has more urgent work.
  let lastAt = clock.monotonic()
  const waitsUntil = lastAt + longestWaitMs
  let timer: Timer | undefined
  let underWay: Promise<void> | undefined
  let saving: Promise<void> | undefined
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

  const findDamage = async (by: DatabaseWorker): Promise<string | null> => {
    const whileBusy = (): Urgency => (clock.monotonic() < waitsUntil ? 'later' : 'background')
    const setPace = (): void => by.paceCheck(isEnding ? 'now' : isBusy() ? whileBusy() : 'soon')
    const pace = timers.every(lookForEndMs, setPace, { background: true })
    try {
      return await by.findDamage()
    } finally {
      pace.cancel()
    }
  }

  const work = async (): Promise<void> => {
    worker ??= startWorker()
    if (isToLook) {
      const damage = await findDamage(worker)
      isToLook = false
      if (damage !== null) {
        isDamaged = true
        on.onDamage(damage)
      }
    }
    // Don't make a damaged file worse, and make no snapshot of it.
    if (isDamaged) return
    const { pages } = await worker.checkpoint()
    on.onWrittenBack()
    isLogTooLong = pages > mostPages
    const now = clock.now()
    if (saving || !hasContent() || !isSnapshotDue(files.sync, dataFolder, now)) return
    // It takes its time. Meanwhile, the log is written back as usual.
    saving = worker
      .snapshot(now)
      // One that cannot be written (full disk) is retried at the next check.
      .catch((error: unknown) => on.log({ event: 'snapshot-failed', reason: String(error) }))
      .finally(() => {
        saving = undefined
      })
  }

  const begin = (): void => {
    timer = undefined
    if (underWay || isLost || isStopped) return
    // Nothing is written back before the check, so it doesn't wait for long.
    if (isToLook && isBusy() && clock.monotonic() < waitsUntil) {
      timer = timers.after(lookForEndMs, begin, { background: true })
      return
    }
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
    /** Writes the daily snapshot if it is due. */
    lookSoon: beginSoon,
    /** False: the next start must check the library before it opens it. */
    isTrusted: (): boolean => !isDamaged,
    /** Waits for running work; then the library can be closed. */
    stop: async (): Promise<void> => {
      timer?.cancel()
      look.cancel()
      isEnding = true
      worker?.paceCheck('now')
      await underWay
      isStopped = true
      await worker?.stop()
      await saving
    },
  }
}
