import { dirname, join } from 'node:path'
import type { SyncFiles } from '../platform/files.ts'

/** Why the library must be repaired or restored before it is used again. `copy`: it is sound, but an earlier state or a copy. */
export type DamageReason = 'damaged' | 'missing' | 'behind' | 'copy'

/** `id` links the note with its recovery. `at`: milliseconds since 1970. `found`: SQLite's message, for the log. */
export type DamageNote = { readonly id: string; readonly at: number; readonly reason: DamageReason; readonly found: string }

const reasons: readonly string[] = ['damaged', 'missing', 'behind', 'copy'] satisfies DamageReason[]
const noteFile = (dataFolder: string): string => join(dataFolder, 'library-damage.json')

const parse = (text: string): DamageNote | null => {
  try {
    const value = JSON.parse(text) as Partial<Record<keyof DamageNote, unknown>>
    if (typeof value.id !== 'string' || typeof value.at !== 'number' || typeof value.found !== 'string') return null
    if (typeof value.reason !== 'string' || !reasons.includes(value.reason)) return null
    return { id: value.id, at: value.at, reason: value.reason as DamageReason, found: value.found }
  } catch {
    return null
  }
}

/** Damage that was found and not yet repaired, as a flushed file, so that the next start repairs it even after a crash. */
export const createDamageNote = (dataFolder: string, files: SyncFiles) => {
  const path = noteFile(dataFolder)
  return {
    /** `null`: no known damage. An unreadable note still counts as damage. */
    read: (): DamageNote | null => {
      if (!files.exists(path)) return null
      return parse(files.read(path)) ?? { id: 'unreadable', at: 0, reason: 'damaged', found: 'The note about it cannot be read.' }
    },
    /** The first note stays. Throws the system's errors. */
    write: (note: DamageNote): void => {
      if (files.exists(path)) return
      const draft = `${path}.draft`
      files.write(draft, JSON.stringify(note))
      files.flushFile(draft)
      files.rename(draft, path)
      files.flushFolder(dirname(path))
    },
    /** The damage is repaired, and the repair is on disk. */
    remove: (): void => {
      if (!files.exists(path)) return
      files.remove(path)
      files.flushFolder(dirname(path))
    },
  }
}
