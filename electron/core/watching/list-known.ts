import { dirname, sep } from 'node:path'
import type { Journal } from '../base/database/journal.ts'
import type { StoredFolder } from './watch-store.ts'
import type { WatchedFile, WatchedFiles } from './watched-files.ts'

/** Rows looked at in one turn of the event loop. */
const rowsAtOnce = 200

export const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}${sep}`)
/** The folder inside the watched one that a file is in. */
export const folderOf = (path: string): string => (dirname(path) === '.' ? '' : dirname(path))

/** Lists known files of which a folder's rules say that they are looked at, in pieces. */
export const createKnownList = ({ journal, watchedFiles }: { readonly journal: Journal; readonly watchedFiles: WatchedFiles }) => {
  return async function* listKnown(folder: StoredFolder, below = ''): AsyncGenerator<WatchedFile> {
    let after = below === '' ? '' : `${below}${sep}`
    for (;;) {
      const piece = watchedFiles.page(folder.seq, after, rowsAtOnce)
      for (const one of piece) {
        if (below !== '' && !isBelow(one.path, below)) return
        if (folder.rules.subfolders || dirname(one.path) === '.') yield one
      }
      const last = piece.at(-1)
      if (!last) return
      after = last.path
      await journal.nextTurn()
    }
  }
}

export type KnownList = ReturnType<typeof createKnownList>
