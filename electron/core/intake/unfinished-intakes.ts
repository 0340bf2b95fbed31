import { join } from 'node:path'
import type { Platform } from '../platform/platform.ts'

type Dropped = {
  /** Absolute paths of files and folders. */
  readonly paths: readonly string[]
  /** Web addresses. */
  readonly urls: readonly string[]
  readonly recursive: boolean
}

type Kept = Dropped & {
  /** When it was handed over; milliseconds since 1970. */
  readonly at: number
}

export type UnfinishedIntake = Kept & {
  /** It is taken in whole, or each of its files has been refused. */
  readonly forget: () => Promise<void>
}

const areStrings = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string')

/** `undefined`: not one of ours. */
const readKept = (value: unknown): Kept | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  const { paths, urls = [], recursive, at } = value as Record<string, unknown>
  if (!areStrings(paths) || !areStrings(urls) || typeof recursive !== 'boolean' || typeof at !== 'number') return undefined
  return { paths, urls, recursive, at }
}

/**
 * Files and addresses that were handed over and are not taken in whole yet, on disk as a file each: an end in the middle, however sudden,
 * loses none of it. Neither a full disk nor a file that cannot be read keeps anybody from adding pictures.
 */
export const createUnfinishedIntakes = (dataFolder: string, { files, ids, clock }: Pick<Platform, 'files' | 'ids' | 'clock'>) => {
  const folder = join(dataFolder, 'unfinished')

  const readOne = async (name: string): Promise<readonly UnfinishedIntake[]> => {
    const file = join(folder, name)
    try {
      const kept = readKept(JSON.parse(String(await files.read(file))))
      return kept ? [{ ...kept, forget: () => files.remove(file) }] : []
    } catch {
      return []
    }
  }

  return {
    keep: async (dropped: Dropped): Promise<() => Promise<void>> => {
      const file = join(folder, `${ids.hex(16)}.json`)
      const draft = `${file}.draft`
      try {
        await files.makeFolder(folder, 0o700)
        await files.write(draft, JSON.stringify({ ...dropped, at: clock.now() } satisfies Kept), { flush: true, mode: 0o600 })
        await files.rename(draft, file)
        await files.flushFolder(folder)
      } catch {
        await files.remove(draft).catch(() => {})
      }
      return () => files.remove(file)
    },
    /** What earlier runs left, in the order in which it was handed over. */
    read: async (): Promise<readonly UnfinishedIntake[]> => {
      const names = await files.list(folder).catch(() => [])
      const found = await Promise.all(names.filter((name) => name.endsWith('.json')).map(readOne))
      return found.flat().sort((a, b) => a.at - b.at)
    },
  }
}
