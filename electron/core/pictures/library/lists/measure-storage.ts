import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { StorageUse } from '../../../../../shared/base/settings.ts'
import { libraryFile } from '../../../base/database/library-files.ts'

const sizeOf = async (path: string): Promise<number> => (await stat(path).catch(() => undefined))?.size ?? 0

/** Bytes of the files in a folder and the folders inside it; what goes away meanwhile counts nothing. */
const measureFolder = async (folder: string): Promise<number> => {
  let bytes = 0
  const entries = await opendir(folder, { recursive: true }).catch(() => undefined)
  if (!entries) return 0
  for await (const entry of entries) if (entry.isFile()) bytes += await sizeOf(join(entry.parentPath, entry.name))
  return bytes
}

/** Where data is and how much disk it takes, in bytes. */
export const measureStorage = async (dataFolder: string): Promise<StorageUse> => {
  const library = libraryFile(dataFolder)
  const [originalsBytes, sentBytes, thumbnailsBytes, snapshotsBytes, ...parts] = await Promise.all([
    measureFolder(join(dataFolder, 'originals')),
    measureFolder(join(dataFolder, 'sent')),
    measureFolder(join(dataFolder, 'thumbnails')),
    measureFolder(join(dataFolder, 'snapshots')),
    ...['', '-wal', '-shm'].map((suffix) => sizeOf(library + suffix)),
  ])
  const databaseBytes = snapshotsBytes + parts.reduce((sum, one) => sum + one, 0)
  return { dataFolder, originalsBytes, sentBytes, thumbnailsBytes, databaseBytes }
}
