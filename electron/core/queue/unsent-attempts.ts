import { join } from 'node:path'
import { z } from 'zod'
import type { Platform } from '../base/platform/platform.ts'

const unsentAttempt = z.object({ id: z.string(), attempts: z.number().int() })

/** A job's attempt, by number, that sent nothing. */
export type UnsentAttempt = z.infer<typeof unsentAttempt>

/**
 * Attempts whose start could not be flushed, for the next start: their jobs may be found running, and yet nothing was sent. Best effort: an
 * attempt that is not noted here counts as sent.
 */
export const createUnsentAttempts = ({ dataFolder, files }: Pick<Platform, 'files'> & { readonly dataFolder: string }) => {
  const path = join(dataFolder, 'unsent-attempts.json')
  const read = (): UnsentAttempt[] => {
    try {
      return z.array(unsentAttempt).parse(JSON.parse(files.sync.read(path)))
    } catch {
      return []
    }
  }
  return {
    read,
    note: (attempts: readonly UnsentAttempt[]): void => {
      try {
        files.sync.write(path, JSON.stringify([...read(), ...attempts]))
      } catch {
        // Then they count as sent.
      }
    },
    forget: (): void => {
      try {
        files.sync.remove(path)
      } catch {
        // The attempt's number keeps it apart from later ones.
      }
    },
  }
}
