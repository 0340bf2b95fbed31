import { join } from 'node:path'
import type { SyncFiles } from '../platform/files.ts'

/** The progress of a library: its id, and the number of its last change. */
export type LibraryPoint = { readonly id: string; readonly sequence: number }

const marks = ['library-sequence-0', 'library-sequence-1'] as const

const parse = (text: string): LibraryPoint | undefined => {
  const match = /^([0-9a-f]{1,64}) (\d{1,15})\n$/.exec(text)
  return match?.[1] && match[2] ? { id: match[1], sequence: Number(match[2]) } : undefined
}

/**
 * The point up to which the library was on disk, kept in two small files beside it that are written in turn: a crash spoils one of them
 * at most. It is written after the flush of the change that it names, so it is never ahead of a sound library: a library that is behind it
 * has lost something, e.g. its log.
 */
export const createSequenceMark = (dataFolder: string, files: SyncFiles) => {
  let turn = 0
  const readOne = (name: string): LibraryPoint[] => {
    try {
      return [parse(files.read(join(dataFolder, name))) ?? []].flat()
    } catch {
      return []
    }
  }
  return {
    /** The furthest point; `null`: nothing is known. */
    read: (): LibraryPoint | null => {
      const found = marks.flatMap(readOne)
      return found.reduce<LibraryPoint | null>((best, one) => (best && best.sequence >= one.sequence ? best : one), null)
    },
    /** Best effort: without it, a lost log may not be detected. */
    write: ({ id, sequence }: LibraryPoint): void => {
      turn = 1 - turn
      try {
        files.overwrite(join(dataFolder, marks[turn] ?? marks[0]), `${id} ${String(sequence).padStart(15, '0')}\n`)
      } catch {
        // The other file still has the previous change.
      }
    },
    /** Makes the last point survive a power cut. */
    flush: (): void => {
      try {
        files.flushFile(join(dataFolder, marks[turn] ?? marks[0]))
      } catch {
        // Best effort, as above.
      }
    },
  }
}
export type SequenceMark = ReturnType<typeof createSequenceMark>
