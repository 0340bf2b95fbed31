import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

type Kept = {
  /** Absolute paths of files and folders. */
  readonly paths: readonly string[]
  readonly recursive: boolean
  /** When it was handed over; milliseconds since 1970. */
  readonly at: number
}

export type UnfinishedIntake = Kept & {
  /** It is taken in whole, or each of its files has been refused. */
  readonly forget: () => Promise<void>
}

const isKept = (value: unknown): value is Kept => {
  if (typeof value !== 'object' || value === null) return false
  const { paths, recursive, at } = value as Record<string, unknown>
  const arePaths = Array.isArray(paths) && paths.every((path) => typeof path === 'string')
  return arePaths && typeof recursive === 'boolean' && typeof at === 'number'
}

/**
 * What was dropped and is not taken in whole yet, on disk as a file each: an end in the middle, however sudden, loses none of it. Neither a
 * full disk nor a file that cannot be read keeps anybody from adding pictures.
 */
export const createUnfinishedIntakes = (dataFolder: string, now: () => number) => {
  const folder = join(dataFolder, 'unfinished')

  const readOne = async (name: string): Promise<readonly UnfinishedIntake[]> => {
    const file = join(folder, name)
    try {
      const kept: unknown = JSON.parse(await readFile(file, 'utf8'))
      return isKept(kept) ? [{ ...kept, forget: () => rm(file, { force: true }) }] : []
    } catch {
      return []
    }
  }

  return {
    keep: async (paths: readonly string[], recursive: boolean): Promise<() => Promise<void>> => {
      const file = join(folder, `${randomUUID()}.json`)
      const draft = `${file}.draft`
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeFile(draft, JSON.stringify({ paths, recursive, at: now() }), { flush: true, mode: 0o600 })
        await rename(draft, file)
      } catch {
        await rm(draft, { force: true }).catch(() => {})
      }
      return () => rm(file, { force: true })
    },
    /** What earlier runs left, in the order in which it was handed over. */
    read: async (): Promise<readonly UnfinishedIntake[]> => {
      const names = await readdir(folder).catch(() => [])
      const found = await Promise.all(names.filter((name) => name.endsWith('.json')).map(readOne))
      return found.flat().sort((a, b) => a.at - b.at)
    },
  }
}
