import { join } from 'node:path'
import type { Platform } from '../../base/platform/platform.ts'

type Dropped = {
  /** Absolute paths of files and folders. */
  readonly paths: readonly string[]
  /** Web addresses. */
  readonly urls: readonly string[]
  readonly recursive: boolean
  /** The workspace in which it was dropped; `null`: there was none. */
  readonly connectionId?: string | null | undefined
}

type Kept = Dropped & {
  /** When it was added; milliseconds since 1970. */
  readonly at: number
}

export type UnfinishedIntake = Kept & {
  /** The id of its drop. */
  readonly drop: string
  /** Every file of it was added or refused. */
  readonly forget: () => Promise<void>
}

const extension = '.json'

const areStrings = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string')

/** `undefined`: not one of ours. */
const readKept = (value: unknown): Kept | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  const { paths, urls = [], recursive, at, connectionId } = value as Record<string, unknown>
  if (!areStrings(paths) || !areStrings(urls) || typeof recursive !== 'boolean' || typeof at !== 'number') return undefined
  return { paths, urls, recursive, at, connectionId: typeof connectionId === 'string' || connectionId === null ? connectionId : undefined }
}

/**
 * Dropped files and addresses that are not fully added yet, each as a file on disk, so that even a sudden end
 * loses none of them. A full disk or an unreadable file never prevents adding pictures.
 */
export const createUnfinishedIntakes = (dataFolder: string, { files, ids, clock }: Pick<Platform, 'files' | 'ids' | 'clock'>) => {
  const folder = join(dataFolder, 'unfinished')

  const readOne = async (name: string): Promise<readonly UnfinishedIntake[]> => {
    const file = join(folder, name)
    try {
      const kept = readKept(JSON.parse(String(await files.read(file))))
      return kept ? [{ ...kept, drop: name.slice(0, -extension.length), forget: () => files.remove(file) }] : []
    } catch {
      return []
    }
  }

  return {
    keep: async (dropped: Dropped): Promise<Pick<UnfinishedIntake, 'drop' | 'forget'>> => {
      const drop = ids.hex(16)
      const file = join(folder, `${drop}${extension}`)
      const draft = `${file}.draft`
      try {
        await files.makeFolder(folder, 0o700)
        await files.write(draft, JSON.stringify({ ...dropped, at: clock.now() } satisfies Kept), { flush: true, mode: 0o600 })
        await files.rename(draft, file)
        await files.flushFolder(folder)
      } catch {
        await files.remove(draft).catch(() => {})
      }
      return { drop, forget: () => files.remove(file) }
    },
    /** The rest of earlier runs, in the order it was added. */
    read: async (): Promise<readonly UnfinishedIntake[]> => {
      const names = await files.list(folder).catch(() => [])
      const found = await Promise.all(names.filter((name) => name.endsWith(extension)).map(readOne))
      return found.flat().sort((a, b) => a.at - b.at)
    },
  }
}
