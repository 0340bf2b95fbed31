import { type FSWatcher, watch } from 'node:fs'
import { join, relative } from 'node:path'

export type FolderEvents = {
  /** Also tells of this folder inside it (`''`: the folder itself). Call it before the folder is listed, so that nothing is missed in between. */
  readonly follow: (inside: string) => void
  readonly close: () => void
}

type Listener = {
  /** Something may have changed at this path inside the folder; `''`: anywhere. */
  readonly onChange: (path: string) => void
  /** No more events come: the system has no room for them, or the folder is gone. */
  readonly onFailed: (error: unknown) => void
}

/** Tells of changes in a folder. Events only say where to look: none may come, some may come twice. */
export type OpenFolderEvents = (folder: string, options: { readonly subfolders: boolean }, listener: Listener) => FolderEvents

/** Windows and macOS tell of a whole tree with one handle; Linux (inotify) of one folder each. */
const hasTrees = process.platform === 'win32' || process.platform === 'darwin'

export const openSystemFolderEvents: OpenFolderEvents = (folder, { subfolders }, { onChange, onFailed }) => {
  const watchers = new Map<string, FSWatcher>()
  let isClosed = false

  const close = (): void => {
    isClosed = true
    for (const watcher of watchers.values()) watcher.close()
    watchers.clear()
  }
  const fail = (error: unknown): void => {
    if (isClosed) return
    close()
    onFailed(error)
  }
  const forget = (inside: string): void => {
    watchers.get(inside)?.close()
    watchers.delete(inside)
  }

  const open = (inside: string, recursive: boolean): void => {
    const path = join(folder, inside)
    try {
      const watcher = watch(path, { recursive, persistent: false }, (_, name) => {
        if (!isClosed) onChange(name === null ? inside : relative(folder, join(path, name)))
      })
      watchers.set(inside, watcher)
      watcher.on('error', (error) => {
        // A folder inside that was removed is no failure of the rest.
        if (inside === '') fail(error)
        else forget(inside)
      })
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // The next look says what a folder is that went, or can't be read.
      if (code === 'ENOSPC' || code === 'EMFILE' || code === 'ENFILE' || inside === '') fail(error)
    }
  }

  if (hasTrees) open('', subfolders)
  return {
    follow: (inside) => {
      if (hasTrees || isClosed) return
      // A folder that was replaced by another one of its name has a handle that tells nothing any more.
      forget(inside)
      open(inside, false)
    },
    close,
  }
}
