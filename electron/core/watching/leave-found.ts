import type { Journal } from '../base/database/journal.ts'
import type { Platform } from '../base/platform/platform.ts'
import { toFolderError } from './check-folder.ts'
import type { FileMark } from './file-marks.ts'
import { walkFolder } from './walk-folder.ts'
import type { StoredFolder, WatchStore } from './watch-store.ts'
import type { WatchedFiles } from './watched-files.ts'

/** Rows written in one turn of the event loop. */
const rowsAtOnce = 200

type Ports = Pick<Platform, 'files' | 'timers'> & {
  readonly journal: Journal
  readonly watchedFolders: WatchStore
  readonly watchedFiles: WatchedFiles
  readonly isStopped?: () => boolean
}

/**
 * Writes down what is in a folder now, to leave it alone. Ended in between, it is done again: until then nothing of the folder is added. Resolves
 * when it is on disk. Errors: as `toFolderError`, `disk-full`.
 */
export const leaveFound = async (folder: StoredFolder, ports: Ports): Promise<void> => {
  const { journal, watchedFolders, watchedFiles } = ports
  let piece: (FileMark & { readonly path: string })[] = []
  /** False: the folder was removed meanwhile, or its watcher has done it. */
  const write = (isLast: boolean): boolean =>
    journal.write(() => {
      if (!watchedFolders.get(folder.id)?.isNoting || ports.isStopped?.()) return false
      for (const { path, size, modified, changed } of piece)
        watchedFiles.put({ path, size, modified, changed, folder: folder.seq, state: 'left', sha256: null, imageId: null })
      piece = []
      if (isLast) watchedFolders.setNoted(folder.seq)
      return true
    })
  for await (const found of walkFolder(folder.path, '', folder.rules.subfolders, ports)) {
    if (found.kind === 'unlisted' && found.path === '') throw toFolderError(folder.path, found.cause)
    if (found.kind === 'picture') piece.push(found)
    if (piece.length < rowsAtOnce) continue
    if (!write(false)) return
    await journal.durable()
  }
  write(true)
  await journal.durable()
}
