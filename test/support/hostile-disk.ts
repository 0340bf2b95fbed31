import * as nodeFs from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import type { Files } from '../../electron/core/base/platform/files.ts'
import { createSystemFiles } from '../../electron/core/base/platform/system-files.ts'
import { isOpenInThisProcess } from './open-here.ts'

export type DiskProfile = 'windows' | 'macos'
export const diskProfiles: readonly DiskProfile[] = ['windows', 'macos']

/** Length of a data folder's path as on Windows: `C:\Users\Maximiliane.Mustermann\AppData\Local\Packshot` and some more. */
const dataFolderLength = 80
const longestPath = 259
/** Each rename and removal fails this many times before it works. */
const hindrances = 2

const systemError = (code: string, syscall: string, path: string): Error =>
  Object.assign(new Error(`${code}: as this system has it, ${syscall} '${path}'`), { code, syscall, path, errno: -1 })

const isWriting = (flags: string | number | undefined): boolean =>
  typeof flags === 'number' ? (flags & (nodeFs.constants.O_WRONLY | nodeFs.constants.O_RDWR)) !== 0 : /[wa+]/.test(flags ?? 'r')

export type HostileDisk = ReturnType<typeof createHostileDisk>

/**
 * Packshot's own files module on a file system that behaves like Windows' or macOS's, on top of a real folder: only the differences
 * are simulated. Waits take no time; `waited` records their length.
 *
 * Windows: a handle that was opened for reading can't be flushed, nor can a folder. Each rename and removal fails twice, as if a scanner
 * held the file. An open file can't be removed, renamed or replaced. A path has at most 259 characters. A name can't end with a dot
 * or a space, nor contain `<>:"|?*`. macOS: names are stored decomposed. Both: `A` and `a` are one file; the system's own copy keeps
 * the original's protection; a read-only file can't be opened for writing, by any user.
 */
export const createHostileDisk = (profile: DiskProfile, root: string) => {
  const isWindows = profile === 'windows'
  const hindered = new Map<string, number>()
  const locked = new Set<string>()
  let waited = 0
  let refused = 0

  const fold = (name: string): string => name.normalize('NFC').toLowerCase()
  /** The name under which the disk has it, or would create it. */
  const nameIn = (folder: string, name: string): string => {
    if (nodeFs.existsSync(join(folder, name))) return name
    const wanted = fold(name)
    const found = nodeFs.existsSync(folder) ? nodeFs.readdirSync(folder).find((one) => fold(one) === wanted) : undefined
    return found ?? (isWindows ? name : name.normalize('NFD'))
  }
  const at = (path: string, syscall: string): string => {
    const inside = relative(root, path)
    if (inside.startsWith('..') || inside === '') return path
    const names = inside.split('/')
    if (isWindows && dataFolderLength + 1 + inside.length > longestPath) throw systemError('ENOENT', syscall, path)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: Windows has none in names
    if (isWindows && names.some((name) => /[<>:"|?*\u0000-\u001f]|[. ]$/.test(name))) throw systemError('EINVAL', syscall, path)
    return names.reduce((folder, name) => join(folder, nameIn(folder, name)), root)
  }

  const hinder = (syscall: string, ...paths: readonly string[]): void => {
    for (const path of paths) if (locked.has(path)) throw refuse('EPERM', syscall, path)
    if (!isWindows) return
    const key = `${syscall} ${paths.join(' ')}`
    const times = hindered.get(key) ?? 0
    if (times < hindrances) {
      hindered.set(key, times + 1)
      throw refuse(['EPERM', 'EBUSY', 'EACCES'][times % 3] ?? 'EPERM', syscall, paths[0] ?? '')
    }
    const open = paths.find(isOpenInThisProcess)
    if (open !== undefined) throw refuse('EBUSY', syscall, open)
    hindered.delete(key)
  }
  const refuse = (code: string, syscall: string, path: string): Error => {
    refused++
    return systemError(code, syscall, path)
  }
  const checkWritable = (path: string, flags: string | number | undefined): void => {
    if (!isWriting(flags)) return
    const facts = nodeFs.statSync(path, { throwIfNoEntry: false })
    if (facts?.isFile() && (facts.mode & 0o200) === 0) throw refuse('EPERM', 'open', path)
  }
  const checkFlush = (flags: string | number | undefined, path: string): void => {
    if (isWindows && !isWriting(flags)) throw refuse('EPERM', 'fsync', path)
  }
  /** The copy keeps the original's protection. */
  const afterCopy = (from: string, to: string): void => {
    if ((nodeFs.statSync(from).mode & 0o200) === 0) locked.add(to)
  }
  const removeAt = (path: string, remove: () => void): void => {
    if (nodeFs.existsSync(path)) hinder('unlink', path)
    remove()
  }

  const opened = new Map<number, { readonly path: string; readonly flags: string | number | undefined }>()
  const real = nodeFs
  // biome-ignore lint/suspicious/noExplicitAny: the functions' own types are those of node:fs
  type Args = any[]
  /** A function of node:fs whose first argument is a path. */
  const byPath = (name: string, of: object) => {
    const act = Reflect.get(of, name) as (...args: Args) => unknown
    return (path: string, ...rest: Args) => act(at(path, name), ...rest)
  }
  const simple = ['existsSync', 'statSync', 'readFileSync', 'readdirSync', 'chmodSync', 'mkdirSync', 'createReadStream'] as const
  const simpleLater = ['stat', 'lstat', 'opendir', 'readdir', 'readFile', 'mkdir', 'chmod'] as const

  const openSync = (named: string, flags?: string | number, mode?: number): number => {
    const path = at(named, 'open')
    checkWritable(path, flags)
    const fd = real.openSync(path, flags ?? 'r', mode)
    opened.set(fd, { path, flags })
    return fd
  }
  const checkFd = (fd: number): void => {
    const one = opened.get(fd)
    if (one) checkFlush(one.flags, one.path)
  }
  const promises = {
    ...Object.fromEntries(
      simpleLater.map((name) => [name, async (...args: Args) => byPath(name, real.promises)(args[0], ...args.slice(1))]),
    ),
    writeFile: async (named: string, ...rest: Args) => {
      const path = at(named, 'open')
      checkWritable(path, 'w')
      return (real.promises.writeFile as (...args: Args) => Promise<void>)(path, ...rest)
    },
    open: async (named: string, flags?: string | number, mode?: number) => {
      const path = at(named, 'open')
      checkWritable(path, flags)
      const handle = await real.promises.open(path, flags, mode)
      const sync = handle.sync.bind(handle)
      handle.sync = async () => {
        checkFlush(flags, path)
        await sync()
      }
      return handle
    },
    copyFile: async (named: string, target: string, mode?: number) => {
      const [from, to] = [at(named, 'copyfile'), at(target, 'copyfile')]
      await real.promises.copyFile(from, to, mode)
      afterCopy(from, to)
    },
    rename: async (named: string, target: string) => {
      const [from, to] = [at(named, 'rename'), at(target, 'rename')]
      hinder('rename', from, to)
      await real.promises.rename(from, to)
    },
    rm: async (named: string, options?: nodeFs.RmOptions) => {
      const path = at(named, 'unlink')
      if (nodeFs.existsSync(path)) hinder('unlink', path)
      await real.promises.rm(path, options)
    },
  }
  const fs = {
    ...real,
    ...Object.fromEntries(simple.map((name) => [name, byPath(name, real)])),
    openSync,
    closeSync: (fd: number) => {
      opened.delete(fd)
      real.closeSync(fd)
    },
    fsyncSync: (fd: number) => {
      checkFd(fd)
      real.fsyncSync(fd)
    },
    open: (named: string, flags: string, done: (error: Error | null, fd?: number) => void) => {
      let fd: number
      try {
        fd = openSync(named, flags)
      } catch (error) {
        setImmediate(done, error as Error)
        return
      }
      setImmediate(done, null, fd)
    },
    close: (fd: number, done: (error: Error | null) => void) => {
      opened.delete(fd)
      real.close(fd, done)
    },
    ...Object.fromEntries(
      (['fsync', 'fdatasync'] as const).map((name) => [
        name,
        (fd: number, done: (error: Error | null) => void) => {
          try {
            checkFd(fd)
          } catch (error) {
            setImmediate(done, error as Error)
            return
          }
          real[name](fd, done)
        },
      ]),
    ),
    writeFileSync: (named: string, ...rest: Args) => {
      const path = at(named, 'open')
      checkWritable(path, 'w')
      ;(real.writeFileSync as (...args: Args) => void)(path, ...rest)
    },
    createWriteStream: (named: string, ...rest: Args) => {
      const path = at(named, 'open')
      checkWritable(path, 'w')
      return (real.createWriteStream as (...args: Args) => nodeFs.WriteStream)(path, ...rest)
    },
    copyFileSync: (named: string, target: string, mode?: number) => {
      const [from, to] = [at(named, 'copyfile'), at(target, 'copyfile')]
      real.copyFileSync(from, to, mode)
      afterCopy(from, to)
    },
    renameSync: (named: string, target: string) => {
      const [from, to] = [at(named, 'rename'), at(target, 'rename')]
      hinder('rename', from, to)
      real.renameSync(from, to)
    },
    rmSync: (named: string, options?: nodeFs.RmOptions) => {
      const path = at(named, 'unlink')
      removeAt(path, () => real.rmSync(path, options))
    },
    promises,
  } as unknown as typeof nodeFs

  const files: Files = createSystemFiles({
    fs,
    platform: isWindows ? 'win32' : 'darwin',
    waits: {
      sleep: async (ms) => {
        waited += ms
        await new Promise((resolve) => setImmediate(resolve))
      },
      block: (ms) => {
        waited += ms
      },
    },
  })

  return {
    files,
    fs,
    /** The path on the real disk, for a test that looks there itself. */
    at: (path: string): string => at(path, 'open'),
    /** Milliseconds of waiting that the files module requested. */
    waited: (): number => waited,
    /** The number of calls that the system refused. */
    refused: (): number => refused,
    nameOf: (path: string): string => basename(at(join(dirname(path), basename(path)), 'open')),
  }
}
