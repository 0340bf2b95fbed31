import { relative } from 'node:path'
import type { Files, FolderEntry } from '../../electron/core/base/platform/files.ts'
import { waitForHeldFiles } from '../../electron/core/base/platform/wait-for-held-files.ts'
import { isOpenInThisProcess } from '../support/open-here.ts'
import type { Life, World } from './world.ts'

/** The system whose files a computer has. */
export type SimSystem = 'linux' | 'windows' | 'macos'
export const simSystems: readonly SimSystem[] = ['linux', 'windows', 'macos']

/** A long data folder path, as on Windows. */
const rootLength = 80
const longestPath = 259

const systemError = (code: string, what: string): Error => Object.assign(new Error(`${code}: simulated, ${what}`), { code, syscall: what })

/** Each rename and removal may fail a few times while a scanner holds the file; an open file can't be renamed or removed. */
const holdFiles = (files: Files, world: World, root: string): Files => {
  const held = new Map<string, number>()
  const check = (what: string, ...paths: readonly string[]): void => {
    const key = [what, ...paths].join(' ')
    const left = held.get(key) ?? (world.chance(0.25) ? 1 + world.int(3) : 0)
    if (left > 0) {
      held.set(key, left - 1)
      world.say(`a scanner holds ${paths.map((path) => relative(root, path)).join(', ')}`)
      throw systemError(world.pick(['EBUSY', 'EPERM', 'EACCES']), what)
    }
    held.delete(key)
    const open = paths.find(isOpenInThisProcess)
    if (open !== undefined) throw systemError('EBUSY', `${what} of ${relative(root, open)}, which is open`)
  }
  return {
    ...files,
    rename: async (from, to) => {
      check('rename', from, to)
      await files.rename(from, to)
    },
    remove: async (path, options) => {
      check('remove', path)
      await files.remove(path, options)
    },
    sync: {
      ...files.sync,
      rename: (from, to) => {
        check('rename', from, to)
        files.sync.rename(from, to)
      },
      remove: (path) => {
        check('remove', path)
        files.sync.remove(path)
      },
    },
  }
}

/** `files` with every path mapped by `name`. */
const renamed = (files: Files, name: (path: string) => string): Files => ({
  facts: (path) => files.facts(name(path)),
  isLink: (path) => files.isLink(name(path)),
  realPath: (path) => files.realPath(name(path)),
  entries: (folder): AsyncIterable<FolderEntry> => files.entries(name(folder)),
  list: (folder) => files.list(name(folder)),
  read: (path) => files.read(name(path)),
  readInto: (path, ...rest) => files.readInto(name(path), ...rest),
  open: (path) => files.open(name(path)),
  write: (path, ...rest) => files.write(name(path), ...rest),
  writeStream: (path, ...rest) => files.writeStream(name(path), ...rest),
  create: (path, mode) => files.create(name(path), mode),
  copy: (from, to) => files.copy(name(from), name(to)),
  flushFile: (path) => files.flushFile(name(path)),
  flushFolder: (folder) => files.flushFolder(name(folder)),
  rename: (from, to) => files.rename(name(from), name(to)),
  remove: (path, options) => files.remove(name(path), options),
  makeFolder: (path, mode) => files.makeFolder(name(path), mode),
  openFlusher: (path) => files.openFlusher(name(path)),
  sync: {
    exists: (path) => files.sync.exists(name(path)),
    size: (path) => files.sync.size(name(path)),
    fingerprint: (path) => files.sync.fingerprint(name(path)),
    list: (folder) => files.sync.list(name(folder)),
    read: (path) => files.sync.read(name(path)),
    readInto: (path, ...rest) => files.sync.readInto(name(path), ...rest),
    write: (path, ...rest) => files.sync.write(name(path), ...rest),
    overwrite: (path, text) => files.sync.overwrite(name(path), text),
    copy: (from, to) => files.sync.copy(name(from), name(to)),
    flushFile: (path) => files.sync.flushFile(name(path)),
    flushFolder: (folder) => files.sync.flushFolder(name(folder)),
    rename: (from, to) => files.sync.rename(name(from), name(to)),
    remove: (path) => files.sync.remove(name(path)),
    makeFolder: (path, mode) => files.sync.makeFolder(name(path), mode),
  },
})

/** A disk's files as `system` has them. On Windows, Packshot's own retries run between them and the core, in simulated time. */
export const asSystem = (system: SimSystem, files: Files, world: World, life: Life, root: string): Files => {
  if (system === 'linux') return files
  if (system === 'macos') return renamed(files, (path) => path.normalize('NFD'))
  const short = renamed(files, (path) => {
    if (rootLength + path.length - root.length > longestPath)
      throw systemError('ENOENT', `a path of ${path.length - root.length} characters`)
    return path
  })
  return waitForHeldFiles(holdFiles(short, world, root), {
    sleep: (ms) => new Promise((resolve) => void world.after(ms, resolve, life)),
    block: world.sleep,
  })
}
