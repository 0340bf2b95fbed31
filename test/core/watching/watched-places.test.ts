import { mkdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FileFacts, Files } from '../../../electron/core/base/platform/files.ts'
import { systemPlatform } from '../../../electron/core/base/platform/platform.ts'
import { writePng } from '../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../support/open-test-library.ts'

/** Mounted drives: their numbers by the path that each is at. */
const drives = new Map<string, number>()
const driveOf = (path: string): number | undefined =>
  [...drives]
    .filter(([at]) => path === at || path.startsWith(`${at}/`))
    .sort(([one], [other]) => other.length - one.length)
    .at(0)?.[1]
const facts = async (path: string): Promise<FileFacts> => {
  const found = await systemPlatform.files.facts(path)
  const dev = driveOf(path) ?? found.dev
  return {
    size: found.size,
    mtimeMs: found.mtimeMs,
    ctimeMs: found.ctimeMs,
    dev,
    ino: found.ino,
    isFile: () => found.isFile(),
    isDirectory: () => found.isDirectory(),
  }
}
const files: Files = { ...systemPlatform.files, facts }

const library = prepareTestLibrary({ watchesFolders: true, files })
beforeEach(() => drives.clear())

const folder = (...inside: string[]): string => join(library.folder(), 'studio', ...inside)
const put = async (...inside: string[]): Promise<void> => {
  await mkdir(join(folder(...inside), '..'), { recursive: true })
  await writePng(folder(...inside), inside.join(' '))
}
const watch = async () => {
  await mkdir(folder(), { recursive: true })
  await library.start()
  return library.client().watching.add({ folder: { kind: 'path', path: folder() }, rules: {} })
}
const names = () => library.names({}, 'name')
const state = async () => (await library.client().watching.list())[0]?.state
const deleted = async () => (await library.client().watching.report()).deleted
const lookNow = async () => {
  const [watched] = await library.client().watching.list()
  await library.client().watching.lookNow({ id: watched?.id ?? '' })
}
const quiet = () => library.passUntil(() => expect(library.core().isWatchingQuiet()).toBe(true))

/** Outside the watched folder: inside, its files would be moved ones. */
const awayOf = (at: string): string => join(library.folder(), `${basename(at)} away`)
/** The drive goes, and the folder that it was mounted at stays. */
const unmount = async (at: string): Promise<void> => {
  await rename(at, awayOf(at))
  drives.delete(at)
  await mkdir(at)
}
const mount = async (at: string, drive: number): Promise<void> => {
  await rm(at, { recursive: true })
  drives.set(at, drive)
  await rename(awayOf(at), at)
}
const isEmpty = { kind: 'unreachable', problem: { failure: { kind: 'watch-empty' } } }

describe('an empty watched folder', () => {
  it('was emptied if it is no drive, and was none', async () => {
    await watch()
    for (const name of ['a.png', 'b.png']) await put(name)
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png']))
    for (const name of ['a.png', 'b.png']) await rm(folder(name))
    await library.passUntil(async () => expect(await deleted()).toBe(2))
    expect(await state()).toMatchObject({ kind: 'watching' })
    // As a person who puts the month away and begins another one.
    await put('c.png')
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png', 'c.png']))
    await rename(folder(), folder('..', 'october'))
    await mkdir(folder())
    await library.passUntil(async () => expect(await deleted()).toBe(3))
    expect(await names()).toEqual(['a.png', 'b.png', 'c.png'])
  })

  it('says nothing of its files if a drive is missing there, and everything once that is back', async () => {
    await mkdir(folder())
    drives.set(folder(), 77)
    await watch()
    for (const name of ['a.png', 'b.png']) await put(name)
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png']))
    // Before all of it was looked at again.
    await unmount(folder())
    await library.passUntil(async () => expect(await state()).toMatchObject(isEmpty))
    await library.pass(6_000)
    expect(await deleted()).toBe(0)
    // With another number, as network drives and those that are connected anew have: nothing is known of it before known files are seen.
    await mount(folder(), 78)
    await library.passUntil(async () => expect(await state()).toMatchObject({ kind: 'watching' }))
    for (const name of ['a.png', 'b.png']) await rm(folder(name))
    await library.passUntil(async () => expect(await deleted()).toBe(2))
    expect(await state()).toMatchObject({ kind: 'watching' })
  })

  it('is unreachable if another drive is there, or one over an ordinary folder', async () => {
    await watch()
    for (const name of ['a.png', 'b.png']) await put(name)
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png']))
    await rename(folder(), `${folder()} away`)
    drives.set(folder(), 79)
    await mkdir(folder())
    await library.passUntil(async () => expect(await state()).toMatchObject(isEmpty))
    await mount(folder(), 80)
    await library.passUntil(async () => expect(await state()).toMatchObject({ kind: 'watching' }))
    await unmount(folder())
    await mount(folder(), 80)
    await quiet()
    await unmount(folder())
    drives.set(folder(), 81)
    await library.passUntil(async () => expect(await state()).toMatchObject(isEmpty))
    await library.pass(6_000)
    expect(await deleted()).toBe(0)
  })

  it('is unreachable if its files came from a drive that was mounted after it was added', async () => {
    await watch()
    await rm(folder(), { recursive: true })
    drives.set(folder(), 82)
    await mkdir(folder())
    await put('a.png')
    await library.passUntil(async () => expect(await names()).toEqual(['a.png']))
    await unmount(folder())
    await library.passUntil(async () => expect(await state()).toMatchObject(isEmpty))
    await library.pass(6_000)
    expect(await deleted()).toBe(0)
  })
})

describe('a drive inside a watched folder', () => {
  it('takes its files with it, and no others', async () => {
    await mkdir(folder('card'), { recursive: true })
    drives.set(folder('card'), 90)
    await put('a.png')
    await put('card', 'day 1', 'b.png')
    await watch()
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png']))
    await quiet()
    await unmount(folder('card'))
    await lookNow()
    const isAway = { kind: 'waiting', problem: { failure: { kind: 'watch-part-away', inside: 'card', files: 1 } } }
    await library.passUntil(async () => expect(await state()).toMatchObject(isAway))
    // Also where systems remove the place of a drive with it.
    await rm(folder('card'), { recursive: true })
    await lookNow()
    await quiet()
    await library.pass(6_000)
    expect(await deleted()).toBe(0)
    expect(await state()).toMatchObject(isAway)
    await rm(folder('a.png'))
    await put('new.png')
    await library.passUntil(async () => expect(await deleted()).toBe(1))
    await mkdir(folder('card'))
    await mount(folder('card'), 91)
    await lookNow()
    await library.passUntil(async () => expect(await state()).toMatchObject({ kind: 'watching' }))
    await rm(folder('card', 'day 1'), { recursive: true })
    await library.passUntil(async () => expect(await deleted()).toBe(2))
  })

  it('that comes back empty under another number says nothing of its files, until a known one is on it', async () => {
    await mkdir(folder('card'), { recursive: true })
    drives.set(folder('card'), 90)
    for (const name of ['b.png', 'c.png']) await put('card', name)
    await watch()
    await library.passUntil(async () => expect(await names()).toEqual(['b.png', 'c.png']))
    await quiet()
    await unmount(folder('card'))
    await rename(join(awayOf(folder('card')), 'b.png'), folder('b.png'))
    await rename(join(awayOf(folder('card')), 'c.png'), join(library.folder(), 'c.png'))
    await mount(folder('card'), 91)
    await lookNow()
    await library.passUntil(async () =>
      expect(await state()).toMatchObject({ kind: 'waiting', problem: { failure: { kind: 'watch-part-away', inside: 'card', files: 1 } } }),
    )
    await library.pass(6_000)
    expect(await deleted()).toBe(0)
    await rename(folder('b.png'), folder('card', 'b.png'))
    await lookNow()
    await library.passUntil(async () => expect(await deleted()).toBe(1))
    await library.passUntil(async () => expect(await state()).toMatchObject({ kind: 'watching' }))
  })
})
