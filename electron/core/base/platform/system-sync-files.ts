import * as nodeFs from 'node:fs'
import { dirname } from 'node:path'
import type { SyncFiles } from './files.ts'
import { systemTimers } from './timers.ts'
import { type Waits, waitForHeldSyncFiles } from './wait-for-held-files.ts'

/** The file system calls; a test passes ones that behave like another computer's. */
export type SystemFilesPorts = {
  readonly fs: typeof nodeFs
  readonly platform: NodeJS.Platform
  readonly waits: Waits
}

export const systemWaits: Waits = {
  sleep: systemTimers.sleep,
  block: (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
}

/** Copied at a time where the disk can't clone. */
export const pieceBytes = 1024 * 1024

/** Errors of systems that cannot flush a folder; names are then up to the file system. */
export const hasNoFolderFlush = (error: unknown): boolean =>
  ['EPERM', 'EISDIR', 'EINVAL', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')

/**
 * Makes a folder and those it is in. Not by Node's own `recursive`, which never ends, and then obeys no signal, where the system names a folder missing
 * although the one it is in is there: below an automatic mount, or /proc.
 */
export const makeFolders = (fs: typeof nodeFs, path: string, mode: number | undefined): void => {
  const make = (): void => {
    try {
      fs.mkdirSync(path, mode)
    } catch (error) {
      // What is there may be a link that leads nowhere, which only a look at it tells.
      const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST' || fs.existsSync(path)
      if (!isThere || !fs.statSync(path).isDirectory()) throw error
    }
  }
  try {
    make()
  } catch (error) {
    // A link that leads nowhere is there.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || fs.lstatSync(path, { throwIfNoEntry: false }) || dirname(path) === path)
      throw error
    makeFolders(fs, dirname(path), mode)
    make()
  }
}

export const createSystemSyncFiles = ({ fs, platform, waits }: SystemFilesPorts): SyncFiles => {
  const flush = (path: string, flags: string): void => {
    const fd = fs.openSync(path, flags)
    try {
      fs.fsyncSync(fd)
    } finally {
      fs.closeSync(fd)
    }
  }
  const copyInPieces = (from: string, to: string): void => {
    const source = fs.openSync(from, 'r')
    try {
      const target = fs.openSync(to, 'w', 0o600)
      try {
        const piece = Buffer.allocUnsafe(pieceBytes)
        for (;;) {
          const length = fs.readSync(source, piece)
          if (length === 0) break
          for (let at = 0; at < length; ) at += fs.writeSync(target, piece, at, length - at)
        }
      } finally {
        fs.closeSync(target)
      }
    } finally {
      fs.closeSync(source)
    }
  }
  const files: SyncFiles = {
    exists: (path) => fs.existsSync(path),
    size: (path) => fs.statSync(path).size,
    fingerprint: (path) => {
      const { size, mtimeNs, ino } = fs.statSync(path, { bigint: true })
      return `${size} ${mtimeNs} ${ino}`
    },
    list: (folder) => fs.readdirSync(folder),
    read: (path) => fs.readFileSync(path, 'utf8'),
    readInto: (path, target, offset, length) => {
      const fd = fs.openSync(path, 'r')
      try {
        const { size } = fs.fstatSync(fd)
        for (let total = 0; ; ) {
          // As the asynchronous one has it (system-files.ts).
          const most = (total > size ? length : Math.min(length, size + 1)) - total
          const bytesRead = fs.readSync(fd, target, offset + total, most, total)
          total += bytesRead
          if (bytesRead === 0 || total === size || total >= length - 1) return total
        }
      } finally {
        fs.closeSync(fd)
      }
    },
    write: (path, data, options = {}) => fs.writeFileSync(path, data, options),
    overwrite: (path, text) => {
      const bytes = Buffer.from(text)
      if (fs.statSync(path, { throwIfNoEntry: false })?.size !== bytes.length) return fs.writeFileSync(path, bytes)
      const fd = fs.openSync(path, 'r+')
      try {
        for (let at = 0; at < bytes.length; ) at += fs.writeSync(fd, bytes, at, bytes.length - at, at)
      } finally {
        fs.closeSync(fd)
      }
    },
    copy: (from, to) => {
      // As the asynchronous copy has it (system-files.ts).
      if (platform !== 'linux') return copyInPieces(from, to)
      fs.copyFileSync(from, to, fs.constants.COPYFILE_FICLONE)
      fs.chmodSync(to, 0o600)
    },
    // Flushing needs a handle that may write (Windows: EPERM otherwise).
    flushFile: (path) => flush(path, 'r+'),
    flushFolder: (folder) => {
      if (platform === 'win32') return
      try {
        flush(folder, 'r')
      } catch (error) {
        if (!hasNoFolderFlush(error)) throw error
      }
    },
    rename: (from, to) => fs.renameSync(from, to),
    remove: (path, { recursive = false } = {}) => fs.rmSync(path, { force: true, recursive }),
    makeFolder: (path, mode) => {
      makeFolders(fs, path, mode)
      if (mode === undefined || platform === 'win32') return
      const found = fs.statSync(path).mode
      const isForEveryone = (found & 0o1000) !== 0
      if (isForEveryone || (found & 0o777 & ~mode) === 0) return
      try {
        fs.chmodSync(path, mode)
      } catch (error) {
        // Another's folder, or a disk without modes.
        if (!['EPERM', 'ENOTSUP', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
      }
    },
  }
  return platform === 'win32' ? waitForHeldSyncFiles(files, waits) : files
}

export const systemSyncFiles: SyncFiles = createSystemSyncFiles({ fs: nodeFs, platform: process.platform, waits: systemWaits })
