import * as nodeFs from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Files, Flusher } from './files.ts'
import {
  createSystemSyncFiles,
  hasNoFolderFlush,
  makeFolders,
  pieceBytes,
  type SystemFilesPorts,
  systemWaits,
} from './system-sync-files.ts'
import { waitForHeldFiles } from './wait-for-held-files.ts'

type FileSystem = SystemFilesPorts['fs']

/**
 * Only the bytes are waited for in the thread pool: opening and closing a small file takes microseconds, less than waking a thread.
 */
const readInto = (fs: FileSystem, path: string, target: Buffer, offset: number, length: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const fd = fs.openSync(path, 'r')
    let size = 0
    let total = 0
    const finish = (error: unknown): void => {
      fs.closeSync(fd)
      if (error === null) resolve(total)
      else reject(error)
    }
    const readOn = (): void => {
      // One byte more than there should be: a file that has grown shows itself without another call.
      const most = (total > size ? length : Math.min(length, size + 1)) - total
      fs.read(fd, target, offset + total, most, total, (error, bytesRead) => {
        if (error !== null) return finish(error)
        total += bytesRead
        if (bytesRead === 0 || total === size || total >= length - 1) return finish(null)
        readOn()
      })
    }
    try {
      size = fs.fstatSync(fd).size
      readOn()
    } catch (error) {
      finish(error)
    }
  })

const openFlusher = (fs: FileSystem, path: string): Flusher => {
  let fd: number | undefined
  let underWay = 0
  let isClosed = false
  const release = (): void => {
    if (!isClosed || underWay > 0 || fd === undefined) return
    fs.closeSync(fd)
    fd = undefined
  }
  return {
    flush: () =>
      new Promise((resolve, reject) => {
        // Flushing needs a handle that may write (Windows: EPERM otherwise).
        fd ??= fs.openSync(path, 'r+')
        underWay++
        fs.fdatasync(fd, (error) => {
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

/** As with reading: only the disk is waited for in the thread pool. */
const flush = (fs: FileSystem, path: string, flags: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const fd = fs.openSync(path, flags)
    fs.fsync(fd, (error) => {
      fs.closeSync(fd)
      if (error) reject(error)
      else resolve()
    })
  })

/**
 * A third of what `fs.promises.writeFile` costs: thousands of files come at a time. Closing is as quick as for reading, but on Windows, where scanners look
 * at what was written.
 */
const writeBytes = ({ fs, platform }: SystemFilesPorts, path: string, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    fs.open(path, 'w', (cannotOpen, fd) => {
      if (cannotOpen) return reject(cannotOpen)
      const settle = (error: unknown): void => (error ? reject(error) : resolve())
      const closeAtOnce = (error: unknown): void => {
        try {
          fs.closeSync(fd)
          settle(error)
        } catch (cannotClose) {
          settle(error ?? cannotClose)
        }
      }
      const finish = (error: unknown): void => {
        if (platform === 'win32') fs.close(fd, (cannotClose) => settle(error ?? cannotClose))
        else closeAtOnce(error)
      }
      let at = 0
      const writeOn = (): void =>
        fs.write(fd, bytes, at, bytes.length - at, null, (error, written) => {
          at += written ?? 0
          if (!error && at < bytes.length) return writeOn()
          finish(error)
        })
      writeOn()
    })
  })

const writeAll = async (file: nodeFs.promises.FileHandle, bytes: Uint8Array): Promise<void> => {
  let at = 0
  while (at < bytes.length) at += (await file.write(bytes, at)).bytesWritten
}

const copyInPieces = async (fs: FileSystem, from: string, to: string): Promise<void> => {
  const source = await fs.promises.open(from, 'r')
  try {
    const target = await fs.promises.open(to, 'w', 0o600)
    try {
      const piece = Buffer.allocUnsafeSlow(pieceBytes)
      for (;;) {
        const { bytesRead } = await source.read(piece, 0, pieceBytes)
        if (bytesRead === 0) break
        await writeAll(target, piece.subarray(0, bytesRead))
      }
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** Files as the platform has them. On Windows renames and removals wait for other programs that hold the file. */
export const createSystemFiles = (ports: SystemFilesPorts): Files => {
  const { fs, platform, waits } = ports
  const files: Files = {
    facts: (path) => fs.promises.stat(path),
    isLink: async (path) => (await fs.promises.lstat(path)).isSymbolicLink(),
    realPath: (path) => fs.promises.realpath(path),
    entries: async function* (folder) {
      yield* await fs.promises.opendir(folder)
    },
    list: (folder) => fs.promises.readdir(folder),
    read: (path) => fs.promises.readFile(path),
    readInto: (path, target, offset, length) => readInto(fs, path, target, offset, length),
    open: async (path) => {
      const file = await fs.promises.open(path, 'r')
      return {
        read: async (target, offset, length, position) => (await file.read(target, offset, length, position)).bytesRead,
        size: async () => (await file.stat()).size,
        close: () => file.close(),
      }
    },
    write: (path, data, options) =>
      options === undefined && typeof data !== 'string' ? writeBytes(ports, path, data) : fs.promises.writeFile(path, data, options ?? {}),
    writeStream: (path, data, { flush: flushes = false, signal } = {}) =>
      pipeline(Readable.from(data, { objectMode: false }), fs.createWriteStream(path, { flush: flushes }), signal ? { signal } : {}),
    create: async (path, mode = 0o600) => {
      const file = await fs.promises.open(path, 'wx', mode)
      return { write: (bytes) => writeAll(file, bytes), flush: () => file.sync(), close: () => file.close() }
    },
    copy: async (from, to) => {
      // macOS copies access lists, quarantine and the Finder's lock along, Windows the read-only mark: such a copy can't be moved or removed.
      if (platform !== 'linux') return copyInPieces(fs, from, to)
      await fs.promises.copyFile(from, to, fs.constants.COPYFILE_FICLONE)
      // The copy takes over the mode, and a read-only one could not be flushed.
      await fs.promises.chmod(to, 0o600)
    },
    flushFile: (path) => flush(fs, path, 'r+'),
    flushFolder: async (folder) => {
      if (platform === 'win32') return
      await flush(fs, folder, 'r').catch((error: unknown) => {
        if (!hasNoFolderFlush(error)) throw error
      })
    },
    rename: (from, to) => fs.promises.rename(from, to),
    remove: (path, { recursive = false } = {}) => fs.promises.rm(path, { force: true, recursive }),
    makeFolder: async (path, mode) => {
      try {
        await fs.promises.mkdir(path, mode)
      } catch {
        // It is there, or those it is in are missing, or it can't be made: short, and rare.
        makeFolders(fs, path, mode)
      }
    },
    openFlusher: (path) => openFlusher(fs, path),
    sync: createSystemSyncFiles(ports),
  }
  // The synchronous half waits by itself already.
  return platform === 'win32' ? { ...waitForHeldFiles(files, waits), sync: files.sync } : files
}

export const systemFiles: Files = createSystemFiles({ fs: nodeFs, platform: process.platform, waits: systemWaits })
