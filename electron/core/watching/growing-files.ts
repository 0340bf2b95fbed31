import { type ChangeTimes, mostRestless } from './change-times.ts'
import { type FileMark, hasSameTime } from './file-marks.ts'

/** How long a file must be unchanged, in milliseconds. A network drive's system may say for seconds what a file was before. */
const quietMs = { events: 2_000, polling: 10_000 }
/** Of one that was seen growing: at least this, and twice its longest pause so far, up to a minute. */
const afterGrowthMs = 5_000
const longestMs = 60_000

type Growing = {
  size: number
  modified: number
  changed: number | null
  /** How often in a row only its change time was another one. */
  restless: number
  /** A known file of which only the change time is another one. */
  isRecheck: boolean
  /** When it was last seen to change, or first seen; monotonic, as all here. */
  changedAt: number
  longestPause: number
  hasGrown: boolean
  /** Not before this. */
  notBefore: number
}
export type PlacedMark = FileMark & { readonly path: string }

export type GrowingFiles = ReturnType<typeof createGrowingFiles>

/**
 * Files of a folder that may still be written, by path. In memory: after a restart, the first look finds them again. Each is quiet for longer
 * than a tick of any drive's clock (two seconds at most), so that a change after it was read has another time.
 */
export const createGrowingFiles = (by: () => 'events' | 'polling', changeTimes: ChangeTimes) => {
  const files = new Map<string, Growing>()

  const change = (file: Growing, now: number): void => {
    file.longestPause = Math.max(file.longestPause, now - file.changedAt)
    file.changedAt = now
    file.hasGrown = true
  }
  const quietOf = ({ hasGrown, longestPause }: Growing): number =>
    hasGrown ? Math.max(quietMs[by()], afterGrowthMs, Math.min(2 * longestPause, longestMs)) : quietMs[by()]
  const dueAt = (file: Growing): number => Math.max(file.changedAt + quietOf(file), file.notBefore)
  const listDue = (now: number, limit: number, isRecheck: boolean): PlacedMark[] => {
    const due: PlacedMark[] = []
    for (const [path, file] of files) {
      if (due.length >= limit) break
      if (file.isRecheck !== isRecheck || dueAt(file) > now) continue
      const { size, modified, changed } = file
      due.push({ path, size, modified, changed: file.restless > mostRestless || !changeTimes.areKept() ? null : changed })
    }
    return due
  }
  /** Its name, its permissions, or its content with the time kept: it must be quiet again, unless this drive's change times never are. */
  const stir = (path: string, file: Growing, changed: number | null, now: number): void => {
    file.changed = changed
    if (file.restless <= mostRestless) file.changedAt = now
    if (++file.restless > mostRestless) changeTimes.noteRestless(path)
  }
  const add = (path: string, mark: FileMark, now: number, isRecheck: boolean): void => {
    const { size, modified, changed } = mark
    files.set(path, {
      ...{ size, modified, changed, isRecheck, restless: 0 },
      ...{ changedAt: now, longestPause: 0, hasGrown: false, notBefore: 0 },
    })
  }
  const see = (path: string, mark: FileMark, now: number, isRecheck: boolean): void => {
    const file = files.get(path)
    if (!file) add(path, mark, now, isRecheck)
    else if (!hasSameTime(file, mark)) {
      change(file, now)
      Object.assign(file, { size: mark.size, modified: mark.modified, changed: mark.changed, restless: 0, isRecheck })
    } else if (file.changed !== mark.changed && changeTimes.areKept()) stir(path, file, mark.changed, now)
  }

  return {
    /** It was seen like this. */
    see: (path: string, mark: FileMark, now: number): void => see(path, mark, now, false),
    /** It was seen like this, and is known with the same size and time. */
    recheck: (path: string, mark: FileMark, now: number): void => see(path, mark, now, true),
    /** The system told of a change of it. False: it is not one of these, or it must be looked at for what it is. */
    touch: (path: string, now: number): boolean => {
      const file = files.get(path)
      if (!file || file.isRecheck) return false
      // The first events of a new file come with it.
      if (now - file.changedAt > 500) change(file, now)
      return true
    },
    /** Not before so many milliseconds from now. */
    postpone: (path: string, now: number, ms: number): void => {
      const file = files.get(path)
      if (file) file.notBefore = now + ms
    },
    postponeAll: (now: number, ms: number): void => {
      for (const file of files.values()) file.notBefore = Math.max(file.notBefore, now + ms)
    },
    forget: (path: string): void => void files.delete(path),
    clear: (): void => files.clear(),
    /** Some that have been unchanged for long enough, as far as was looked. */
    listDue: (now: number, limit: number): PlacedMark[] => listDue(now, limit, false),
    listRechecks: (now: number, limit: number): PlacedMark[] => listDue(now, limit, true),
    /** When the first is due. `rechecksFrom`: not before this those that are only read again. */
    nextAt: (rechecksFrom: number): number => {
      let next = Number.POSITIVE_INFINITY
      for (const file of files.values()) next = Math.min(next, file.isRecheck ? Math.max(dueAt(file), rechecksFrom) : dueAt(file))
      return next
    },
    /** A file that isn't found may be one of these, under another name. */
    sizes: (): ReadonlySet<number> => new Set([...files.values()].map(({ size }) => size)),
    /** Without those that are only read again. */
    count: (): number => {
      let count = 0
      for (const { isRecheck } of files.values()) if (!isRecheck) count++
      return count
    },
    /** All that are left were seen growing, or wait. */
    isOnlyGrowing: (now: number): boolean => [...files.values()].every((file) => file.hasGrown || file.notBefore > now),
    isOnlyGrowingOrRechecked: (now: number): boolean =>
      [...files.values()].every((file) => file.isRecheck || file.hasGrown || file.notBefore > now),
  }
}
