import type { AppError } from '../../../../shared/base/errors.ts'
import type { Platform } from '../platform/platform.ts'
import type { Timer } from '../platform/timers.ts'
import { createDamageNote, type DamageReason } from './damage-note.ts'
import { toCopyError } from './database-error.ts'
import type { LibraryWatch } from './journal.ts'
import { createSequenceMark, type LibraryPoint } from './sequence-mark.ts'

type Ports = Pick<Platform, 'clock' | 'timers' | 'files' | 'ids'> & {
  readonly dataFolder: string
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}

/** Reported to a listener once: the library is damaged, or the disk failed. */
export type LibraryTrouble = { readonly kind: 'damaged' | 'failed'; readonly error: AppError }

/** The mark is written at most this often, in milliseconds: one file write per commit would block the event loop. */
const pauseMs = 100

/**
 * Follows the state of the open library: how far it is on disk, and whether it is damaged or its disk has failed.
 * Damage is noted durably before it is reported, so that the next start repairs it even after a crash.
 */
export const createLibraryWatch = ({ dataFolder, clock, timers, files, ids, log }: Ports) => {
  const mark = createSequenceMark(dataFolder, files.sync)
  const notes = createDamageNote(dataFolder, files.sync)
  let trouble: LibraryTrouble | undefined
  let listener: ((trouble: LibraryTrouble) => void) | undefined
  let furthest = 0
  let marked: { readonly sequence: number; readonly at: number } = { sequence: 0, at: Number.NEGATIVE_INFINITY }
  let newest: LibraryPoint | undefined
  let later: Timer | undefined
  let isStopped = false
  const writeMark = (): void => {
    later?.cancel()
    later = undefined
    if (isStopped || !newest || newest.sequence <= marked.sequence) return
    marked = { sequence: newest.sequence, at: clock.monotonic() }
    mark.write(newest)
  }
  /** Makes the point reached survive a power cut. */
  const flushMark = (): void => {
    writeMark()
    mark.flush()
  }
  const tell = (kind: LibraryTrouble['kind'], error: AppError): void => {
    // A failed disk is more important than the damage it causes.
    if (trouble?.kind === kind || trouble?.kind === 'failed') return
    trouble = { kind, error }
    listener?.(trouble)
  }
  const note = (reason: DamageReason, found: string): void => {
    try {
      notes.write({ id: ids.hex(8), at: clock.now(), reason, found })
    } catch (cause) {
      log({ event: 'damage-not-noted', reason: String(cause) })
    }
  }
  const watch: LibraryWatch = {
    onDurable: (point) => {
      if (point.sequence <= furthest) return
      furthest = point.sequence
      newest = point
      const due = marked.at + pauseMs - clock.monotonic()
      if (due <= 0) writeMark()
      // The last change before a quiet time is marked, too.
      else if (!isStopped) later ??= timers.after(due, writeMark, { background: true })
    },
    onFailed: (error) => {
      log({ event: 'library-not-saved', ...error.toRecord() })
      tell('failed', error)
    },
    onDamaged: (error, found) => {
      log({ event: 'library-damaged', damage: found })
      note('damaged', found)
      tell('damaged', error)
    },
  }
  return {
    ...watch,
    /** Calls back on trouble, at once if there already is some. */
    listen: (onTrouble: (trouble: LibraryTrouble) => void): void => {
      listener = onTrouble
      if (trouble) onTrouble(trouble)
    },
    /** The library turned out to be a copy: it is not used again until the next start has marked doubtful facts. */
    overtaken: (found: string): void => {
      log({ event: 'library-is-a-copy', found })
      note('copy', found)
      tell('damaged', toCopyError())
    },
    /** The last point that is on disk; `undefined`: nothing was written. */
    reached: (): LibraryPoint | undefined => newest,
    trouble: (): LibraryTrouble | undefined => trouble,
    flushMark,
    /** The library is closed, so another process may own its folder from now on. */
    stop: (): void => {
      flushMark()
      isStopped = true
    },
  }
}
export type WatchedLibrary = ReturnType<typeof createLibraryWatch>
