import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import type { SyncFiles } from './files.ts'

const isWindows = process.platform === 'win32'

const flush = (path: string, flags: string): void => {
  const fd = openSync(path, flags)
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Milliseconds between the tries of a rename that a scanner hinders (Windows); there is nothing else to do meanwhile. */
const retryMs = [10, 30, 100, 300, 600, 1_000, 1_500, 1_500]
const isHeld = (error: unknown): boolean => ['EPERM', 'EACCES', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '')
const wait = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

const rename = (from: string, to: string): void => {
  for (const ms of isWindows ? retryMs : []) {
    try {
      renameSync(from, to)
      return
    } catch (error) {
      if (!isHeld(error)) throw error
      wait(ms)
    }
  }
  renameSync(from, to)
}

export const systemSyncFiles: SyncFiles = {
  exists: existsSync,
  size: (path) => statSync(path).size,
  fingerprint: (path) => {
    const { size, mtimeNs, ino } = statSync(path, { bigint: true })
    return `${size} ${mtimeNs} ${ino}`
  },
  list: (folder) => readdirSync(folder),
  read: (path) => readFileSync(path, 'utf8'),
  write: (path, text) => writeFileSync(path, text),
  copy: (from, to) => copyFileSync(from, to, constants.COPYFILE_FICLONE),
  flushFile: (path) => flush(path, 'r+'),
  flushFolder: (folder) => {
    if (isWindows) return
    try {
      flush(folder, 'r')
    } catch (error) {
      if (!['EPERM', 'EISDIR', 'EINVAL', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  },
  rename,
  remove: (path) => rmSync(path, { force: true, maxRetries: 5 }),
  makeFolder: (path, mode) => void mkdirSync(path, { recursive: true, ...(mode === undefined ? {} : { mode }) }),
}
