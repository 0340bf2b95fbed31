import type { FileFacts } from '../base/platform/files.ts'
import type { Platform } from '../base/platform/platform.ts'

/**
 * What tells whether a file was changed: its size, and when its content (`modified`) and anything of it, its name too (`changed`), last changed.
 * `changed`: `null`: not known, or this drive's can't be relied on.
 */
export type FileMark = { readonly size: number; readonly modified: number; readonly changed: number | null }

export const toMark = ({ size, mtimeMs, ctimeMs }: Pick<FileFacts, 'size' | 'mtimeMs' | 'ctimeMs'>): FileMark => ({
  size,
  modified: mtimeMs,
  changed: ctimeMs,
})

/** Its content may still be another: files written in one tick of the clock, or copied with their times, have the same time. */
export const hasSameTime = (one: FileMark, other: FileMark): boolean => one.size === other.size && one.modified === other.modified

export const isSame = (one: FileMark, other: FileMark): boolean =>
  hasSameTime(one, other) && (one.changed === null || other.changed === null || one.changed === other.changed)

/** What a file is now; `null`: gone, or not to be seen. */
export const readMark = async (path: string, { files }: Pick<Platform, 'files'>): Promise<FileMark | null> => {
  try {
    const facts = await files.facts(path)
    return facts.isFile() ? toMark(facts) : null
  } catch {
    return null
  }
}
