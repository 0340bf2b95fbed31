import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createFileStamps, type FileStamps } from './file-stamps.ts'
import type { World } from './world.ts'

const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

/** A picture's bytes; its content identifies it. */
export const bytesOf = (content: string): Buffer => Buffer.concat([pixel, Buffer.from(content)])
export const hashOf = (content: string): string => createHash('sha256').update(bytesOf(content)).digest('hex')

/** The pause of a program that writes a file, at most; milliseconds. A file is taken after two seconds without a change. */
const longestPauseMs = 1_500

type Kind = 'deletes' | 'keeps'

/** `ready`: another watched folder, into which the person carries pictures. `isDrive`: the folder is a drive's. */
type More = { readonly ready?: string; readonly isDrive?: boolean; readonly stamps?: FileStamps }

/** What a person and their programs do in a watched folder. `keeps`: no file's content ever leaves it. */
export const createWatchedPerson = (world: World, root: string, kind: Kind, changed: (path: string) => void, more: More = {}) => {
  const { ready, stamps = createFileStamps(world, false) } = more
  /** The same of the other folder. */
  const carried = new Map<string, string>()
  const everCarried = new Set<string>()
  let device = 500
  let isCardAway = false
  let isRenumbered = false
  const renumber = (): void => {
    if (!world.chance(0.5)) return
    device += 10
    isRenumbered = true
  }
  const onCard = (path: string): boolean => path.startsWith('card/')
  /** Path → content, of complete files. */
  const files = new Map<string, string>()
  const growing = new Set<string>()
  /** Contents that were complete at some time. */
  const complete = new Set<string>()
  let made = 0
  let isAway = false
  fs.mkdirSync(root, { recursive: true })

  const tell = (path: string): void => changed(path)
  const at = (path: string): string => join(isAway ? `${root} away` : root, path)
  const put = (path: string, bytes: Uint8Array): void => {
    fs.mkdirSync(dirname(at(path)), { recursive: true })
    fs.writeFileSync(at(path), bytes)
    stamps.write(at(path))
    tell(path)
  }
  const newPath = (): string =>
    `${world.pick(['', '', 'day 1/', 'day 2/deep/', ...(ready !== undefined && !isCardAway ? ['card/'] : [])])}${world.pick(['IMG', 'mug'])}_${++made}.png`
  const newContent = (): string => stamps.contentOf(`content ${++made}`)
  const some = (): string | undefined => {
    const free = [...files.keys()].filter((path) => !growing.has(path) && !(isCardAway && onCard(path)))
    return free.length > 0 ? world.pick(free) : undefined
  }

  /** Written in pieces, as a slow network does. With the final size from the beginning half of the time. */
  const write = (path: string, content: string): void => {
    const bytes = bytesOf(content)
    const isPreallocated = world.chance(0.5)
    let length = pixel.length - 20
    growing.add(path)
    files.delete(path)
    const next = (): void => {
      length = Math.min(bytes.length, length + 1 + world.int(30))
      put(path, isPreallocated ? Buffer.concat([bytes.subarray(0, length)], bytes.length) : bytes.subarray(0, length))
      if (length < bytes.length) {
        world.after(world.random() * longestPauseMs, next)
        return
      }
      stamps.complete(at(path))
      growing.delete(path)
      files.set(path, content)
      complete.add(content)
    }
    next()
  }

  const isSomewhereElse = (path: string): boolean =>
    [...files].some(([other, content]) => other !== path && content === files.get(path)) ||
    [...carried.values()].includes(files.get(path) ?? '')
  const mayLose = (path: string): boolean => kind === 'deletes' || isSomewhereElse(path)

  const move = (from: string, to: string): void => {
    fs.mkdirSync(dirname(at(to)), { recursive: true })
    fs.renameSync(at(from), at(to))
    stamps.change(at(to))
    files.set(to, files.get(from) ?? '')
    files.delete(from)
    tell(from)
    tell(to)
  }

  /** Into the other folder, moved or copied. Its time stays. */
  const carry = (path: string, isMoved: boolean, to: string): void => {
    const name = `${++made}.png`
    if (isMoved) fs.renameSync(at(path), join(to, name))
    else fs.cpSync(at(path), join(to, name), { preserveTimestamps: true })
    stamps.change(join(to, name))
    const content = files.get(path) ?? ''
    carried.set(name, content)
    everCarried.add(content)
    if (isMoved) files.delete(path)
    if (isMoved) tell(path)
    tell('')
  }

  const acts: Readonly<Record<string, () => void>> = {
    write: () => write(newPath(), newContent()),
    again: () => write(newPath(), newContent()),
    copy: () => {
      const from = some()
      if (from) write(newPath(), files.get(from) ?? '')
    },
    replace: () => {
      const path = some()
      if (path && mayLose(path)) write(path, newContent())
    },
    rename: () => {
      const from = some()
      if (from) move(from, newPath())
    },
    swap: () => {
      const [one, other] = [some(), some()]
      if (!one || !other || one === other) return
      move(one, 'between.tmp')
      move(other, one)
      move('between.tmp', other)
    },
    over: () => {
      const [one, other] = [some(), some()]
      if (one && other && one !== other && mayLose(other)) move(one, other)
    },
    delete: () => {
      const path = some()
      if (!path || !mayLose(path)) return
      fs.rmSync(at(path))
      files.delete(path)
      tell(path)
    },
    touch: () => {
      const path = some()
      if (path) put(path, bytesOf(files.get(path) ?? ''))
    },
    changeRights: () => {
      const path = some()
      if (!path) return
      stamps.change(at(path))
      tell(path)
    },
    ...(ready === undefined
      ? {}
      : {
          carry: () => {
            const path = some()
            if (path) carry(path, true, ready)
          },
          give: () => {
            const path = some()
            if (path) carry(path, false, ready)
          },
          takeBack: () => {
            const [name] = world.chance(0.7) ? carried.keys() : []
            if (name === undefined) return
            const to = newPath()
            fs.mkdirSync(dirname(at(to)), { recursive: true })
            fs.renameSync(join(ready, name), at(to))
            stamps.change(at(to))
            files.set(to, carried.get(name) ?? '')
            carried.delete(name)
            tell(to)
          },
        }),
    other: () => put(`notes ${++made}.txt`, Buffer.from('no picture')),
  }

  if (ready !== undefined) fs.mkdirSync(ready, { recursive: true })

  return {
    carried,
    everCarried,
    /** The number of the drive that a path is on; `undefined`: the computer's own. */
    deviceOf: (path: string): number | undefined => {
      if (!isCardAway && (path === join(root, 'card') || path.startsWith(`${root}/card/`))) return device + 1
      return more.isDrive && !isAway && (path === root || path.startsWith(`${root}/`)) ? device : undefined
    },
    /** The card in it is taken out, and its folder goes, or stays empty. */
    leaveCard: (how: 'gone' | 'empty'): void => {
      if (isAway || isCardAway || !fs.existsSync(at('card')) || [...growing].some(onCard)) return
      fs.renameSync(at('card'), `${root} card`)
      isCardAway = true
      if (how === 'empty') fs.mkdirSync(at('card'))
      tell(world.chance(0.5) ? 'card' : '')
    },
    putCard: (): void => {
      if (!isCardAway || isAway) return
      fs.rmSync(at('card'), { recursive: true, force: true })
      fs.renameSync(`${root} card`, at('card'))
      isCardAway = false
      // It may have another number from now on.
      renumber()
      tell('')
    },
    files,
    complete,
    /** The file at this absolute path has this content, whether its drive is connected or not. */
    isThere: (path: string, sha256: string): boolean => {
      const content = path.startsWith(`${root}/`) ? files.get(path.slice(root.length + 1)) : carried.get(basename(path))
      return content !== undefined && hashOf(content) === sha256
    },
    /** The card is empty and has another number than before: it can't be told from another card, which says nothing about files of this one. */
    isCardUnknown: (): boolean => isRenumbered && ![...files.keys()].some(onCard),
    isWriting: (): boolean => growing.size > 0,
    isAway: (): boolean => isAway,
    write: (): void => acts.write?.(),
    act: (): void => {
      if (!isAway) acts[world.pick(Object.keys(acts))]?.()
    },
    /** The drive is unplugged, or its mount point stays as an empty folder. */
    leave: (how: 'gone' | 'empty'): void => {
      if (isAway || growing.size > 0) return
      fs.renameSync(root, `${root} away`)
      isAway = true
      if (how === 'empty') fs.mkdirSync(root)
      tell('')
    },
    comeBack: (): void => {
      if (!isAway) return
      fs.rmSync(root, { recursive: true, force: true })
      fs.renameSync(`${root} away`, root)
      isAway = false
      renumber()
    },
  }
}
