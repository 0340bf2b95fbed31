import type { FileMark } from './watched-files.ts'

/** How long a file must be unchanged, in milliseconds. A network drive's system may say for seconds what a file was before. */
const quietMs = { events: 2_000, polling: 10_000 }
/** Of one that was seen growing: at least this, and twice its longest pause so far, up to a minute. */
const afterGrowthMs = 5_000
const longestMs = 60_000

type Growing = {
  size: number
  modified: number
  /** When it was last seen to change, or first seen; monotonic, as all here. */
  changedAt: number
  longestPause: number
  hasGrown: boolean
  /** Not before this. */
  notBefore: number
}

export type GrowingFiles = ReturnType<typeof createGrowingFiles>

/** Files of a folder that may still be written, by path. In memory: after a restart, the first look finds them again. */
export const createGrowingFiles = (by: () => 'events' | 'polling') => {
  const files = new Map<string, Growing>()

  const change = (file: Growing, now: number): void => {
    file.longestPause = Math.max(file.longestPause, now - file.changedAt)
    file.changedAt = now
    file.hasGrown = true
  }
  const quietOf = ({ hasGrown, longestPause }: Growing): number =>
    hasGrown ? Math.max(quietMs[by()], afterGrowthMs, Math.min(2 * longestPause, longestMs)) : quietMs[by()]
  const dueAt = (file: Growing): number => Math.max(file.changedAt + quietOf(file), file.notBefore)

  return {
    /** It was seen like this. */
    see: (path: string, { size, modified }: FileMark, now: number): void => {
      const file = files.get(path)
      if (!file) files.set(path, { size, modified, changedAt: now, longestPause: 0, hasGrown: false, notBefore: 0 })
      else if (file.size !== size || file.modified !== modified) {
        change(file, now)
        file.size = size
        file.modified = modified
      }
    },
    /** The system told of a change of it. False: it is not one of these. */
    touch: (path: string, now: number): boolean => {
      const file = files.get(path)
      // The first events of a new file come with it.
      if (file && now - file.changedAt > 500) change(file, now)
      return file !== undefined
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
    listDue: (now: number, limit: number): (FileMark & { readonly path: string })[] => {
      const due: (FileMark & { readonly path: string })[] = []
      for (const [path, file] of files) {
        if (dueAt(file) > now) continue
        due.push({ path, size: file.size, modified: file.modified })
        if (due.length >= limit) break
      }
      return due
    },
    /** When the first is due. */
    nextAt: (): number => {
      let next = Number.POSITIVE_INFINITY
      for (const file of files.values()) next = Math.min(next, dueAt(file))
      return next
    },
    count: (): number => files.size,
    /** All that are left were seen growing, or wait. */
    isOnlyGrowing: (now: number): boolean => [...files.values()].every((file) => file.hasGrown || file.notBefore > now),
  }
}
