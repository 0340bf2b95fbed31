import { chmod, copyFile, mkdir, rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import { libraryFile } from '../../../electron/core/base/database/library-files.ts'
import type { Files } from '../../../electron/core/base/platform/files.ts'
import { systemPlatform } from '../../../electron/core/base/platform/platform.ts'
import { writePng } from '../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../support/open-test-library.ts'

/** How often each file was opened to be hashed. */
const opened = new Map<string, number>()
/** What a drive says of a file instead of its change time. */
let changeTimeOf: ((path: string, changed: number) => number) | null = null
const { facts, open } = systemPlatform.files
const files: Files = {
  ...systemPlatform.files,
  facts: async (path) => {
    const found = await facts(path)
    return changeTimeOf ? Object.assign(found, { ctimeMs: changeTimeOf(path, found.ctimeMs) }) : found
  },
  open: (path) => {
    opened.set(path, (opened.get(path) ?? 0) + 1)
    return open(path)
  },
}
beforeEach(() => {
  opened.clear()
  changeTimeOf = null
})

const library = prepareTestLibrary({ watchesFolders: true, files })
const folder = (...inside: string[]): string => join(library.folder(), 'studio', ...inside)
/** All of the same size and time. */
const put = async (name: string, seed = name, at = folder(name)): Promise<void> => {
  await writePng(at, seed.padEnd(20))
  await utimes(at, 1_000, 1_000)
}
const watch = async (onlyNew = false) => {
  await library.start()
  return library.client().watching.add({ folder: { kind: 'path', path: folder() }, rules: {}, onlyNew })
}
const names = () => library.names({}, 'name')
const report = () => library.client().watching.report()
const quiet = () => library.passUntil(() => expect(library.core().isWatchingQuiet()).toBe(true))
const lookNow = async () => {
  const [watched] = await library.client().watching.list()
  await library.client().watching.lookNow({ id: watched?.id ?? '' })
  await quiet()
}
const pictures = async () => (await library.client().watching.list())[0]?.counts.pictures
const originOf = async (name: string): Promise<string | undefined> => {
  const origin = (await library.client().pictures.list()).find((one) => one.name === name)?.origin
  return origin?.kind === 'file' ? origin.path : undefined
}
const query = (text: string): unknown[] => {
  const database = new DatabaseSync(libraryFile(join(library.folder(), 'data')))
  try {
    return database.prepare(text).all()
  } finally {
    database.close()
  }
}
beforeEach(async () => {
  await mkdir(folder())
  for (const name of ['a.png', 'b.png']) await put(name)
})

describe('files of the same size and time', () => {
  it('are told apart when one is renamed over the other', async () => {
    await watch()
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png']))
    await copyFile(folder('a.png'), folder('copy.png'))
    await library.passUntil(async () => expect(await pictures()).toBe(3))
    await rename(folder('b.png'), folder('a.png'))
    await library.passUntil(async () => expect((await report()).renamed).toBe(1))
    await quiet()
    expect(await names()).toEqual(['a.png', 'copy.png'])
    expect(await originOf('copy.png')).toBe(folder('copy.png'))
    expect(await report()).toMatchObject({ added: 2, changed: 0, deleted: 0 })
  })

  it('are told apart when they are swapped, also while Packshot is closed', async () => {
    await watch()
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png']))
    await quiet()
    const images = await library.client().pictures.list()
    const idOf = async (path: string) =>
      (await library.client().pictures.list()).find(({ origin }) => origin.kind === 'file' && origin.path === path)?.id
    const [a, b] = [await idOf(folder('a.png')), await idOf(folder('b.png'))]
    await library.close()
    await rename(folder('a.png'), folder('between.tmp'))
    await rename(folder('b.png'), folder('a.png'))
    await rename(folder('between.tmp'), folder('b.png'))
    await library.reopen()
    await library.start()
    await library.passUntil(async () => expect(await idOf(folder('a.png'))).toBe(b))
    await library.passUntil(async () => expect(await idOf(folder('b.png'))).toBe(a))
    await quiet()
    expect(await library.client().pictures.list()).toHaveLength(images.length)
    expect(await report()).toMatchObject({ added: 2, renamed: 2, changed: 0, deleted: 0 })
  })

  it('are new versions when one is copied over a picture with its time', async () => {
    await watch()
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png']))
    await put('other', 'other content', join(library.folder(), 'other.png'))
    await copyFile(join(library.folder(), 'other.png'), folder('a.png'))
    await utimes(folder('a.png'), 1_000, 1_000)
    await library.passUntil(async () => expect((await report()).changed).toBe(1))
    await quiet()
    expect(await report()).toMatchObject({ added: 2, changed: 1, renamed: 0, deleted: 0 })
  })

  it('stay with their picture when one is used as a new version and then renamed', async () => {
    await watch()
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png']))
    const picture = await library.row('a.png')
    await put('a.png', 'edited')
    await library.passUntil(async () => expect((await library.client().versions.page({ offset: 0, limit: 10 })).total).toBe(1))
    expect((await library.client().versions.use({})).made).toEqual([picture.id])
    await quiet()
    await rename(folder('a.png'), folder('renamed.png'))
    await library.passUntil(async () => expect(await originOf('renamed.png')).toBe(folder('renamed.png')))
    await quiet()
    expect((await library.row('renamed.png')).id).toBe(picture.id)
    expect(await names()).toEqual(['b.png', 'renamed.png'])
    expect(await report()).toMatchObject({ deleted: 0, renamed: 1 })
  })

  it('are told apart when a picture is renamed over one that was left alone', async () => {
    await watch(true)
    await put('new.png')
    await library.passUntil(async () => expect(await names()).toEqual(['new.png']))
    await rename(folder('new.png'), folder('a.png'))
    await library.passUntil(async () => expect(await originOf('a.png')).toBe(folder('a.png')))
    await quiet()
    expect(await names()).toEqual(['a.png'])
    expect(await report()).toMatchObject({ added: 1, renamed: 1, deleted: 0 })
  })
})

describe('files whose permissions change', () => {
  it('are read once, and nothing is reported of them', async () => {
    await writeFile(folder('broken.png'), 'this is no picture')
    await watch()
    await library.passUntil(async () => expect((await report()).refused).toBe(1))
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png']))
    await quiet()
    await library.client().watching.acknowledge({ through: (await report()).through })
    opened.clear()
    for (const name of ['a.png', 'b.png', 'broken.png']) await chmod(folder(name), 0o640)
    await library.passUntil(() => expect(opened.size).toBe(2))
    await lookNow()
    await lookNow()
    expect([...opened.values()]).toEqual([1, 1])
    expect(await report()).toMatchObject({ added: 0, changed: 0, renamed: 0, deleted: 0, refused: 0 })
    expect((await library.client().watching.list())[0]?.counts).toMatchObject({ pictures: 2, refused: 1 })
  })

  it('stay pictures when they can’t be read any more', async () => {
    await watch()
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png']))
    await quiet()
    const { open: openFile } = files
    await library.reopen({
      files: {
        ...files,
        open: (path) =>
          path === folder('a.png') ? Promise.reject(Object.assign(new Error('EACCES'), { code: 'EACCES' })) : openFile(path),
      },
    })
    await library.start()
    await chmod(folder('a.png'), 0o200)
    await lookNow()
    expect(await report()).toMatchObject({ added: 2, refused: 0, deleted: 0 })
    expect(await pictures()).toBe(2)
  })

  it('are still left alone', async () => {
    await watch(true)
    await quiet()
    await chmod(folder('a.png'), 0o640)
    await lookNow()
    await put('new.png')
    await library.passUntil(async () => expect(await names()).toEqual(['new.png']))
    // One with the content of a picture, too.
    await copyFile(folder('b.png'), folder('same.png'))
    await library.passUntil(async () => expect(await names()).toEqual(['new.png', 'same.png']))
    await chmod(folder('b.png'), 0o640)
    await lookNow()
    expect(await names()).toEqual(['new.png', 'same.png'])
    expect(await pictures()).toBe(2)
  })
})

describe('a drive’s change times', () => {
  it('are not relied on if they never stay', async () => {
    let time = 0
    changeTimeOf = () => ++time
    for (const name of ['c.png', 'd.png', 'e.png']) await put(name)
    await watch()
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png', 'c.png', 'd.png', 'e.png']))
    await quiet()
    opened.clear()
    await lookNow()
    await lookNow()
    expect(opened.size).toBe(0)
    // Its times still say what was changed.
    await writePng(folder('a.png'), 'other content'.padEnd(20))
    await library.passUntil(async () => expect((await report()).changed).toBe(1))
  })

  it('are none if they become those of the content', async () => {
    await watch()
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png']))
    await quiet()
    opened.clear()
    changeTimeOf = () => 1_000_000
    await lookNow()
    expect(opened.size).toBe(0)
    await rename(folder('b.png'), folder('a.png'))
    changeTimeOf = (_, changed) => changed
    await library.passUntil(async () => expect((await report()).renamed).toBe(1))
  })

  it('are written down of files that an earlier version knew, which are not read', async () => {
    await watch()
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png']))
    await quiet()
    await library.close()
    query('UPDATE watched_files SET changed = NULL')
    opened.clear()
    // Later than a tick of any clock.
    await library.reopen({ clock: { now: () => Date.now() + 60_000 } })
    await library.start()
    await lookNow()
    expect(opened.size).toBe(0)
    await library.passUntil(async () => expect(await query('SELECT 1 FROM watched_files WHERE changed IS NULL')).toEqual([]))
    await rename(folder('b.png'), folder('a.png'))
    await library.passUntil(async () => expect((await report()).renamed).toBe(1))
  })
})
