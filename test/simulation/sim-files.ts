import * as fs from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Files, Flusher } from '../../electron/core/base/platform/files.ts'
import { asSystem, type SimSystem } from './sim-systems.ts'
import type { Life, World } from './world.ts'

/**
 * A file as the disk has it: `synced` is certain to survive a power failure; `null`: nothing yet. `as it is`: a SQLite database, which
 * writes there only what it flushes; the rest is in its log.
 */
type Node = { synced: Buffer | 'as it is' | null }
/** A rename, creation or removal that no flush of its folder has made durable yet. */
type NameChange = { readonly folder: string; readonly at: number; readonly apply: (names: Map<string, Node>) => void }

export type DiskFault = 'none' | 'full' | 'failing'

const systemError = (code: string, what: string): Error =>
  Object.assign(new Error(`${code}: simulated, ${what}`), { code, errno: -1, syscall: what })

/** SQLite's log: a header of 32 bytes, then frames of a page of 4,096 bytes with a head of 24 (sqlite.org/fileformat2.html, section 4). */
const frameBytes = 4_096 + 24

/** A file system flushes writes older than this by itself, milliseconds. */
const writebackMs = 30_000

export type SimDisk = ReturnType<typeof createSimDisk>

/**
 * One computer's disk. The current state is a real folder in memory; beside it is the state after a power failure. A new name is durable
 * after a flush of its folder, content after a flush of its file; the seed decides the rest.
 */
export const createSimDisk = (world: World, root: string, system: SimSystem = 'linux') => {
  fs.mkdirSync(root, { recursive: true })
  let names = new Map<string, Node>()
  let durableNames = new Map<string, Node>()
  let pending: NameChange[] = []
  let fault: DiskFault = 'none'
  let failFlushes = 0
  let crashIn = Number.POSITIVE_INFINITY
  let onCrash: () => void = () => {}
  let cutPower: () => void = () => {}

  const short = (path: string): string => relative(root, path)
  const note = (folder: string, apply: NameChange['apply']): void => {
    pending.push({ folder, at: world.monotonic(), apply })
  }
  const applyNames = (isDue: (one: NameChange) => boolean): void => {
    pending = pending.filter((one) => {
      if (!isDue(one)) return true
      one.apply(durableNames)
      return false
    })
  }
  const nodeOf = (path: string): Node => {
    const known = names.get(path)
    if (known) return known
    const made: Node = { synced: null }
    names.set(path, made)
    note(dirname(path), (durable) => durable.set(path, made))
    return made
  }
  const isWindows = system === 'windows'
  /** Windows has no flush of a folder; NTFS writes its journal with each flush of a file, in order. */
  const syncJournal = (): void => {
    if (isWindows) applyNames(() => true)
  }
  const sync = (path: string): void => {
    nodeOf(path).synced = fs.readFileSync(path)
    syncJournal()
  }
  const syncFolder = (folder: string): void => {
    if (!isWindows) applyNames((one) => one.folder === folder)
  }
  const syncDatabase = (path: string): void => {
    nodeOf(path).synced = 'as it is'
  }
  /** The log only grows, or starts over with another salt and header. */
  const syncLog = (path: string): void => {
    const before = walSynced.get(path)
    if (!fs.existsSync(path)) {
      walSynced.set(path, { pieces: [], length: 0 })
      return
    }
    const fd = fs.openSync(path, 'r')
    const { size } = fs.fstatSync(fd)
    const header = Buffer.alloc(Math.min(32, size))
    fs.readSync(fd, header, 0, header.length, 0)
    const isSame =
      before !== undefined && before.length >= 32 && size >= before.length && before.pieces[0]?.subarray(0, 32).equals(header) === true
    const from = isSame ? before.length : 0
    const more = Buffer.allocUnsafe(size - from)
    fs.readSync(fd, more, 0, more.length, from)
    fs.closeSync(fd)
    // Anything after the last commit of this generation will be overwritten: an interrupted transaction, and frames of an earlier one.
    let end = isSame ? 0 : 32
    for (let at = end; at + frameBytes <= more.length && more.subarray(at + 8, at + 16).equals(header.subarray(16, 24)); at += frameBytes)
      if (more.readUInt32BE(at + 4) > 0) end = at + frameBytes
    const whole = more.subarray(0, end)
    walSynced.set(path, { pieces: isSame ? [...before.pieces, whole] : [whole], length: from + whole.length })
  }
  /** The system drops the writes of a failed flush, and reports that the next one succeeded. */
  const loseUnsynced = (path: string): void => {
    const before = walSynced.get(path)
    if (!before || !fs.existsSync(path)) return
    const lost = Buffer.alloc(Math.max(0, fs.statSync(path).size - before.length))
    walSynced.set(path, { pieces: [...before.pieces, lost], length: before.length + lost.length })
  }
  const drop = (path: string): void => {
    if (!names.delete(path)) return
    note(dirname(path), (durable) => durable.delete(path))
  }
  const move = (from: string, to: string): void => {
    const node = nodeOf(from)
    names.delete(from)
    names.set(to, node)
    // A rename is one step: after it, the file has either name, never none.
    note(dirname(to), (durable) => {
      durable.delete(from)
      durable.set(to, node)
    })
  }

  /** The power or the disk can fail at every access to the disk. */
  const touch = (life: Life, what: string, changes: boolean): void => {
    if (!life.isAlive) throw systemError('EIO', 'after the end')
    if (--crashIn <= 0) {
      crashIn = Number.POSITIVE_INFINITY
      world.say(`${life.name} loses power at ${what}`)
      onCrash()
      throw systemError('EIO', 'the power is gone')
    }
    if (changes && fault === 'full') throw systemError('ENOSPC', what)
    if (changes && fault === 'failing' && world.chance(0.3)) throw systemError('EIO', what)
  }
  const failsFlush = (): boolean => {
    if (failFlushes === 0) return false
    failFlushes--
    return true
  }

  const removeTree = (path: string): void => {
    for (const name of [...names.keys()]) if (name === path || name.startsWith(`${path}/`)) drop(name)
    fs.rmSync(path, { force: true, recursive: true })
  }

  const filesOf = (life: Life): Files => {
    /** The disk takes a different time for each access; a dead Packshot gets no result. */
    const later = <T>(what: string, changes: boolean, act: () => T): Promise<T> =>
      new Promise((resolve, reject) => {
        world.after(
          world.random() * 3,
          () => {
            try {
              touch(life, what, changes)
              resolve(act())
            } catch (error) {
              if (life.isAlive) reject(error)
            }
          },
          life,
        )
      })
    const now = <T>(what: string, changes: boolean, act: () => T): T => {
      touch(life, what, changes)
      return act()
    }
    const flush = (path: string): void => {
      if (failsFlush()) throw systemError('EIO', 'fdatasync')
      sync(path)
    }
    const write = (path: string, data: Uint8Array | string): void => {
      fs.writeFileSync(path, data)
      nodeOf(path)
    }
    const rename = (from: string, to: string): void => {
      fs.renameSync(from, to)
      move(from, to)
    }
    const copy = (from: string, to: string): void => {
      fs.copyFileSync(from, to)
      nodeOf(to)
    }
    const remove = (path: string): void => {
      fs.rmSync(path, { force: true })
      drop(path)
    }
    const openFlusher = (path: string): Flusher => {
      syncLog(path)
      const library = path.slice(0, -'-wal'.length)
      // Files that SQLite itself created and wrote before are flushed; a file that was put there for it only if somebody flushed it.
      if (!names.has(library)) syncDatabase(library)
      let isClosed = false
      return {
        flush: () =>
          isClosed
            ? Promise.resolve()
            : later(`flush ${short(path)}`, true, () => {
                if (failsFlush()) {
                  world.say(`${life.name} fdatasync fails`)
                  loseUnsynced(path)
                  // A failing disk is often about to fail for good.
                  if (world.chance(0.4)) world.after(20 + world.random() * 400, () => life.isAlive && cutPower(), life)
                  throw systemError('EIO', 'fdatasync')
                }
                syncLog(path)
                syncJournal()
              }),
        close: () => {
          isClosed = true
          // Its removal may not be on disk yet. Then a power failure brings back its last flushed state.
          const node = durableNames.get(path)
          const flushed = walSynced.get(path)
          if (node && flushed) node.synced = Buffer.concat(flushed.pieces)
          walSynced.delete(path)
        },
      }
    }
    const files: Files = {
      facts: (path) => later(`stat ${short(path)}`, false, () => fs.statSync(path)),
      isLink: (path) => later(`stat ${short(path)}`, false, () => fs.lstatSync(path).isSymbolicLink()),
      realPath: (path) => later(`realpath ${short(path)}`, false, () => fs.realpathSync(path)),
      entries: async function* (folder) {
        yield* await later(`list ${short(folder)}`, false, () => fs.readdirSync(folder, { withFileTypes: true }))
      },
      list: (folder) => later(`list ${short(folder)}`, false, () => fs.readdirSync(folder)),
      read: (path) => later(`read ${short(path)}`, false, () => fs.readFileSync(path)),
      readInto: (path, target, offset, length) =>
        later(`read ${short(path)}`, false, () => fs.readFileSync(path).copy(target, offset, 0, length)),
      open: (path) =>
        later(`open ${short(path)}`, false, () => {
          const bytes = fs.readFileSync(path)
          return {
            read: (target, offset, length, position) =>
              later(`read ${short(path)}`, false, () => bytes.copy(target, offset, position, position + length)),
            size: () => later(`stat ${short(path)}`, false, () => bytes.length),
            close: async () => {},
          }
        }),
      write: (path, data, options) =>
        later(`write ${short(path)}`, true, () => {
          write(path, data)
          if (options?.flush) flush(path)
        }),
      writeStream: async (path, data, options) => {
        const chunks: Uint8Array[] = []
        for await (const chunk of data) chunks.push(chunk)
        await later(`write ${short(path)}`, true, () => {
          write(path, Buffer.concat(chunks))
          if (options?.flush) flush(path)
        })
      },
      create: (path) =>
        later(`create ${short(path)}`, true, () => {
          if (fs.existsSync(path)) throw systemError('EEXIST', `create ${short(path)}`)
          write(path, '')
          return {
            write: (bytes) => later(`write ${short(path)}`, true, () => fs.appendFileSync(path, bytes)),
            flush: () => later(`flush ${short(path)}`, true, () => flush(path)),
            close: async () => {},
          }
        }),
      copy: (from, to) => later(`copy ${short(from)} to ${short(to)}`, true, () => copy(from, to)),
      flushFile: (path) => later(`flush ${short(path)}`, true, () => flush(path)),
      flushFolder: (folder) => later(`flush folder ${short(folder)}`, true, () => syncFolder(folder)),
      rename: (from, to) => later(`rename ${short(from)} to ${short(to)}`, true, () => rename(from, to)),
      remove: (path, options) => later(`remove ${short(path)}`, false, () => (options?.recursive ? removeTree(path) : remove(path))),
      makeFolder: (path) => later(`folder ${short(path)}`, true, () => void fs.mkdirSync(path, { recursive: true })),
      openFlusher,
      sync: {
        exists: (path) => now(`look ${short(path)}`, false, () => fs.existsSync(path)),
        size: (path) => now(`size ${short(path)}`, false, () => fs.statSync(path).size),
        fingerprint: (path) => now(`look ${short(path)}`, false, () => String(fs.readFileSync(path).length)),
        list: (folder) => now(`list ${short(folder)}`, false, () => fs.readdirSync(folder)),
        read: (path) => now(`read ${short(path)}`, false, () => fs.readFileSync(path, 'utf8')),
        readInto: (path, target, offset, length) =>
          now(`read ${short(path)}`, false, () => fs.readFileSync(path).copy(target, offset, 0, length)),
        write: (path, text) => now(`write ${short(path)}`, true, () => write(path, text)),
        overwrite: (path, text) => now(`write ${short(path)}`, true, () => write(path, text)),
        copy: (from, to) => now(`copy ${short(from)} to ${short(to)}`, true, () => copy(from, to)),
        flushFile: (path) => now(`flush ${short(path)}`, true, () => flush(path)),
        flushFolder: (folder) => now(`flush folder ${short(folder)}`, true, () => syncFolder(folder)),
        rename: (from, to) => now(`rename ${short(from)} to ${short(to)}`, true, () => rename(from, to)),
        remove: (path) => now(`remove ${short(path)}`, false, () => remove(path)),
        makeFolder: (path) => now(`folder ${short(path)}`, true, () => void fs.mkdirSync(path, { recursive: true })),
      },
    }
    return asSystem(system, files, world, life, root)
  }

  /** For a write-ahead log that the journal flushes itself: the part of it that is on disk. */
  const walSynced = new Map<string, { readonly pieces: readonly Buffer[]; readonly length: number }>()
  const readIfThere = (path: string): Buffer => (fs.existsSync(path) ? fs.readFileSync(path) : Buffer.alloc(0))

  /** The disk's content when the computer restarts: `kill`: everything written; `power`: everything flushed, and some of the rest. */
  const survivors = (how: 'kill' | 'power'): Map<string, Buffer> => {
    const left = new Map<string, Buffer>()
    if (how === 'kill') {
      for (const entry of fs.readdirSync(root, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name)
        if (entry.isFile() && !path.endsWith('-shm')) left.set(path, fs.readFileSync(path))
      }
      return left
    }
    applyNames((one) => one.at < world.monotonic() - writebackMs)
    const kept = world.int(pending.length + 1)
    pending.slice(0, kept).forEach((one) => {
      one.apply(durableNames)
    })
    const current = new Map([...names].map(([path, node]) => [node, path]))
    for (const [path, { pieces }] of walSynced) {
      const synced = Buffer.concat(pieces)
      const written = readIfThere(path)
      // The log was restarted. SQLite does that only when all of it is in the library, and flushed.
      if (!written.subarray(0, 32).equals(synced.subarray(0, 32))) continue
      // The log only grows between two flushes. Some of the writes after the last one may be on the disk, too.
      const more = written.subarray(0, synced.length).equals(synced) ? world.int(written.length - synced.length + 1) : 0
      if (synced.length > 0) left.set(path, Buffer.concat([synced, written.subarray(synced.length, synced.length + more)]))
    }
    for (const [path, node] of durableNames) {
      if (walSynced.has(path)) continue
      const now = current.get(node)
      const written = now === undefined ? null : readIfThere(now)
      if (node.synced === 'as it is') left.set(path, written ?? Buffer.alloc(0))
      else if (node.synced && (written === null || world.chance(0.5))) left.set(path, node.synced)
      else if (written === null) left.set(path, node.synced ?? Buffer.alloc(0))
      else left.set(path, node.synced || world.chance(0.4) ? written : written.subarray(0, world.chance(0.5) ? 0 : written.length >> 1))
    }
    return left
  }

  return {
    root,
    filesOf,
    walSynced,
    nodeOf,
    sync,
    syncDatabase,
    syncLog,
    drop,
    setFault: (next: DiskFault): void => {
      fault = next
    },
    fault: (): DiskFault => fault,
    /** This many flushes fail with EIO from now on. */
    failFlushes: (count: number): void => {
      failFlushes = count
    },
    /** The power fails at the n-th access to the disk from now on. */
    crashIn: (touches: number, act: () => void): void => {
      crashIn = touches
      onCrash = act
    },
    /** Called when the power fails. */
    setPowerCut: (act: () => void): void => {
      cutPower = act
    },
    stopCrashing: (): void => {
      crashIn = Number.POSITIVE_INFINITY
    },
    survivors,
    /** The disk's state after the failure. */
    reset: (left: Map<string, Buffer>): void => {
      fs.rmSync(root, { recursive: true, force: true })
      fs.mkdirSync(root, { recursive: true })
      names = new Map()
      durableNames = new Map()
      pending = []
      walSynced.clear()
      for (const [path, bytes] of [...left].sort(([a], [b]) => (a < b ? -1 : 1))) {
        fs.mkdirSync(dirname(path), { recursive: true })
        fs.writeFileSync(path, bytes)
        const node: Node = { synced: bytes }
        names.set(path, node)
        durableNames.set(path, node)
      }
    },
    /** A file that another program writes durably. */
    put: (named: string, bytes: Buffer): void => {
      const path = system === 'macos' ? named.normalize('NFD') : named
      fs.mkdirSync(dirname(path), { recursive: true })
      fs.writeFileSync(path, bytes)
      const node: Node = { synced: bytes }
      names.set(path, node)
      durableNames.set(path, node)
    },
    destroy: (): void => {
      fs.rmSync(root, { recursive: true, force: true })
      // What never ends in a dead Packshot may hold this disk.
      for (const one of [names, durableNames, walSynced]) one.clear()
      pending = []
    },
  }
}
