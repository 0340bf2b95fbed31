import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { WatchedFolder } from '../../shared/watching/watching.ts'

const realOf = (path: string): Promise<string> => realpath(path).catch(() => path)

/** The watched folder at this path, by links too, as a folder is watched only once. */
export const findWatchedFolder = async (folders: readonly WatchedFolder[], named: string): Promise<WatchedFolder | undefined> => {
  const path = resolve(named)
  const same = folders.find((folder) => folder.path === path)
  if (same) return same
  const real = await realOf(path)
  for (const folder of folders) if ((await realOf(folder.path)) === real) return folder
  return undefined
}
