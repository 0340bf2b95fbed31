import { closeSync, constants, createWriteStream, fdatasync, openSync, read } from 'node:fs'
import { chmod, copyFile, mkdir, open, opendir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Files, Flusher } from './files.ts'
import { systemSyncFiles } from './system-sync-files.ts'
import { systemTimers } from './timers.ts'

const isWindows = process.platform === 'win32'

/** A virus scanner or an indexer holds a file for a moment only. */
const retryMs = [10, 30, 100, 300, 600, 1_000, 1_500, 1_500]
const isHeld = (error: unknown): boolean => ['EPERM', 'EACCES', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '')

const retrying = async (act: () => Promise<void>): Promise<void> => {
  for (const ms of isWindows ? retryMs : []) {
    try {
      return await act()
    } catch (error) {
      if (!isHeld(error)) throw error
      await systemTimers.sleep(ms)
    }
  }
  await act()
}

const flush = async (path: string, flags: string): Promise<void> => {
  const file = await open(path, flags)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** What says that a folder cannot be flushed here; the names are then the file system's own affair. */
const hasNoFolderFlush = (error: unknown): boolean =>
  ['EPERM', 'EISDIR', 'EINVAL', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')

/**
 * Only the bytes are waited for in the thread pool: opening and closing a small file takes microseconds, less than waking a thread.
 */
const readInto = (path: string, target: Buffer, offset: number, length: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const fd = openSync(path, 'r')
    let total = 0
    const finish = (error: Error | null): void => {
      closeSync(fd)
      if (error === null) resolve(total)
      else reject(error)
    }
    const readOn = (): void =>
      read(fd, target, offset + total, length - total, total, (error, bytesRead) => {
        if (error !== null) return finish(error)
        total += bytesRead
        // Regular files are read short only at their end; `length` asks for one byte more than expected, so this is the end.
        if (bytesRead === 0 || total >= length - 1) return finish(null)
        readOn()
      })
    readOn()
  })

const openFlusher = (path: string): Flusher => {
  let fd: number | undefined
  let underWay = 0
  let isClosed = false
  const release = (): void => {
    if (!isClosed || underWay > 0 || fd === undefined) return
    closeSync(fd)
    fd = undefined
  }
  return {
    flush: () =>
      new Promise((resolve, reject) => {
        // Flushing needs a handle that may write (Windows: EPERM otherwise).
        fd ??= openSync(path, 'r+')
        underWay++
        fdatasync(fd, (error) => {
          underWay--
          release()
          if (error) reject(error)
          else resolve()
        })
      }),
    close: () => {
      isClosed = true
      release()
    },
  }
}

export const systemFiles: Files = {
  facts: (path) => stat(path),
  entries: async function* (folder) {
    yield* await opendir(folder)
  },
  list: (folder) => readdir(folder),
  read: (path) => readFile(path),
  readInto,
  open: async (path) => {
    const file = await open(path, 'r')
    return {
      read: async (target, offset, length, position) => (await file.read(target, offset, length, position)).bytesRead,
      size: async () => (await file.stat()).size,
      close: () => file.close(),
    }
  },
  write: (path, data, options = {}) => writeFile(path, data, options),
  writeStream: (path, data, { flush: flushes = false, signal } = {}) =>
    pipeline(Readable.from(data, { objectMode: false }), createWriteStream(path, { flush: flushes }), signal ? { signal } : {}),
  copy: async (from, to) => {
    await copyFile(from, to, constants.COPYFILE_FICLONE)
    // The copy takes over the mode, and a read-only one could be neither flushed nor, on Windows, removed.
    await chmod(to, 0o600)
  },
  flushFile: (path) => flush(path, 'r+'),
  flushFolder: async (folder) => {
    if (isWindows) return
    await flush(folder, 'r').catch((error: unknown) => {
      if (!hasNoFolderFlush(error)) throw error
    })
  },
  rename: (from, to) => retrying(() => rename(from, to)),
  remove: (path, { recursive = false } = {}) => rm(path, { force: true, recursive, maxRetries: 5 }),
  makeFolder: async (path, mode) => {
    await mkdir(path, { recursive: true, ...(mode === undefined ? {} : { mode }) })
  },
  openFlusher,
  sync: systemSyncFiles,
}
