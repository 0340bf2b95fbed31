import type { SyncFiles } from '../platform/files.ts'

/**
 * Removes leftovers of an earlier run. Files that can't be removed (held by a scanner or backup, or locked) stay until the next
 * time: they only cost space.
 */
export const removeLeftovers = (files: SyncFiles, paths: readonly string[]): void => {
  for (const path of paths) {
    try {
      files.remove(path)
    } catch {
      // The next start tries again.
    }
  }
}

/** `path` or, if a leftover could not be removed, the first free one with a number. */
export const freePath = (files: SyncFiles, path: string): string => {
  let free = path
  for (let count = 2; files.exists(free); count++) free = `${path}-${count}`
  return free
}
