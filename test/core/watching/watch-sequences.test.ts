import { chmod, copyFile, mkdir, rename, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Files } from '../../../electron/core/base/platform/files.ts'
import { systemPlatform } from '../../../electron/core/base/platform/platform.ts'
import { writePng } from '../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../support/open-test-library.ts'

const library = prepareTestLibrary({ watchesFolders: true })

const folder = (): string => join(library.folder(), 'studio')
const put = async (name: string, seed = name): Promise<void> => {
  await mkdir(folder(), { recursive: true })
  await writePng(join(folder(), name), seed)
}
const watch = async (rules: object, onlyNew = false) => {
  await mkdir(folder(), { recursive: true })
  await library.start()
  return library.client().watching.add({ folder: { kind: 'path', path: folder() }, rules, onlyNew })
}
const names = () => library.names({}, 'name')
const report = () => library.client().watching.report()
const quiet = () => library.passUntil(() => expect(library.core().isWatchingQuiet()).toBe(true))
const makeSet = (name: string) =>
  library.client().questionSets.save({ name, runsOnDrop: false, questions: [{ question: `${name}?`, column: '', checks: [] }] })
const asked = async () =>
  (await library.client().jobs.list({})).flatMap(({ work }) => (work.operation === 'analyse-image' ? [work.question] : [])).sort()
const originOf = async (name: string): Promise<string | undefined> => {
  const origin = (await library.client().pictures.list()).find((one) => one.name === name)?.origin
  return origin?.kind === 'file' ? origin.path : undefined
}

describe('sequences in a watched folder', () => {
  it('goes on when a file that was left alone is renamed over another one', async () => {
    for (const name of ['a.png', 'b.png']) await put(name)
    await utimes(join(folder(), 'b.png'), 1_000, 1_000)
    await watch({}, true)
    await rename(join(folder(), 'a.png'), join(folder(), 'b.png'))
    await put('new.png')
    await library.passUntil(async () => expect(await names()).toEqual(['new.png']))
    await quiet()
    expect(await names()).toEqual(['new.png'])
  })

  it('still asks about a renamed picture what waited for a question set', async () => {
    const one = await makeSet('One')
    const { id } = await watch({ questionSetId: one.id, upload: false, match: true })
    await library.client().questionSets.remove({ id: one.id })
    await put('a.png')
    await put('b.png')
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png']))
    await rename(join(folder(), 'a.png'), join(folder(), 'c.png'))
    await library.passUntil(async () => expect(await names()).toEqual(['b.png', 'c.png']))
    await quiet()
    const other = await makeSet('Other')
    await library.client().watching.change({ id, rules: { questionSetId: other.id } })
    await library.passUntil(async () => expect(await asked()).toEqual(['Other?', 'Other?']))
  })

  it('does not call a file renamed that was away and is back in its place', async () => {
    await watch({})
    for (const name of ['a.png', 'b.png']) await put(name)
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png']))
    await rename(join(folder(), 'a.png'), join(library.folder(), 'a.png'))
    await library.passUntil(async () => expect((await report()).deleted).toBe(1))
    await rename(join(library.folder(), 'a.png'), join(folder(), 'a.png'))
    await library.passUntil(async () => expect((await report()).deleted).toBe(0))
    expect(await report()).toMatchObject({ added: 2, renamed: 0, deleted: 0 })
    expect(await names()).toEqual(['a.png', 'b.png'])
  })

  it('adds and asks about a changed file as a new one if its picture was removed', async () => {
    const set = await makeSet('One')
    await watch({ questionSetId: set.id, upload: false })
    await put('a.png')
    await library.passUntil(async () => expect(await asked()).toEqual(['One?']))
    const [image] = await library.client().pictures.list()
    await library.client().library.remove({ imageIds: [image?.id ?? ''] })
    await put('a.png', 'other content')
    await library.passUntil(async () => expect(await names()).toEqual(['a.png']))
    await library.passUntil(async () => expect((await report()).added + (await report()).changed).toBe(2))
    expect(await report()).toMatchObject({ added: 2, changed: 0 })
    const [other] = await library.client().pictures.list()
    const works = async () => (await library.client().jobs.list({})).map(({ work }) => JSON.stringify(work))
    await library.passUntil(async () => expect((await works()).some((work) => work.includes(other?.id ?? ''))).toBe(true))
  })

  it('adds and asks about a copy with other content as a new one: the picture of its earlier content is that of the other file', async () => {
    const set = await makeSet('One')
    await watch({ questionSetId: set.id, upload: false })
    for (const name of ['a.png', 'b.png']) await put(name)
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png']))
    await copyFile(join(folder(), 'a.png'), join(folder(), 'copy.png'))
    await library.passUntil(async () => expect((await library.client().watching.list())[0]?.counts.pictures).toBe(3))
    await quiet()
    await put('copy.png', 'another picture')
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png', 'copy.png']))
    await library.passUntil(async () => expect(await asked()).toEqual(['One?', 'One?', 'One?']))
    expect(await report()).toMatchObject({ added: 3, changed: 0, deleted: 0 })
    expect((await library.client().versions.page({ offset: 0, limit: 10 })).total).toBe(0)
  })

  it('asks about a changed file’s picture that gets another name after its file was replaced once more', async () => {
    const set = await makeSet('One')
    await watch({ questionSetId: set.id, upload: false })
    for (const name of ['a.png', 'b.png']) await put(name)
    await library.passUntil(async () => expect(await asked()).toEqual(['One?', 'One?']))
    await quiet()
    await put('a.png', 'first change')
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'a.png', 'b.png']))
    await quiet()
    await rename(join(folder(), 'a.png'), join(library.folder(), 'kept.png'))
    await put('a.png', 'second change')
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'a.png', 'a.png', 'b.png']))
    await quiet()
    expect(await asked()).toEqual(['One?', 'One?'])
    await rename(join(library.folder(), 'kept.png'), join(folder(), 'kept.png'))
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'a.png', 'b.png', 'kept.png']))
    // The first change is no version any longer, and the second one is that of the first picture.
    await library.passUntil(async () => expect(await asked()).toEqual(['One?', 'One?', 'One?']))
    await quiet()
    const offered = await library.client().versions.page({ offset: 0, limit: 10 })
    const [first] = (await library.client().pictures.list()).filter(({ name }) => name === 'a.png')
    expect(offered.rows.map(({ earlierId }) => earlierId)).toEqual([first?.id])
    expect(await asked()).toHaveLength(3)
  })

  it('has the picture of a file that another one was renamed over follow its copy', async () => {
    await watch({})
    for (const name of ['a.png', 'b.png']) await put(name)
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png']))
    await copyFile(join(folder(), 'a.png'), join(folder(), 'copy.png'))
    await library.passUntil(async () => expect((await library.client().watching.list())[0]?.counts.pictures).toBe(3))
    await rename(join(folder(), 'b.png'), join(folder(), 'a.png'))
    await library.passUntil(async () => expect((await report()).renamed).toBe(1))
    expect(await originOf('copy.png')).toBe(join(folder(), 'copy.png'))
    expect(await names()).toEqual(['a.png', 'copy.png'])
  })

  it('knows a folder with another case in its name as the same on a system that ignores case', async () => {
    let spelling = 'day 1'
    // As macOS and Windows do: each spelling reaches the folder.
    const reach = (path: string): string => path.replace(/(?<=[\\/])day 1(?=[\\/]|$)/i, spelling)
    const { facts, list, readInto, entries } = systemPlatform.files
    const files: Files = {
      ...systemPlatform.files,
      facts: (path) => facts(reach(path)),
      list: (path) => list(reach(path)),
      entries: (path) => entries(reach(path)),
      readInto: (path, ...more) => readInto(reach(path), ...more),
    }
    await library.reopen({ files })
    await mkdir(join(folder(), 'day 1'), { recursive: true })
    await put('other.png')
    await put(join('day 1', 'a.png'))
    const { id } = await watch({})
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'other.png']))
    await rename(join(folder(), 'day 1'), join(folder(), 'Day 1'))
    spelling = 'Day 1'
    await library.client().watching.lookNow({ id })
    await library.passUntil(async () => expect(await originOf('a.png')).toBe(join(folder(), 'Day 1', 'a.png')))
    await quiet()
    expect((await library.client().watching.list())[0]?.counts.pictures).toBe(2)
  })

  it('says that a folder inside can’t be read only as long as that is so, and calls none of its files deleted', async () => {
    let code: 'EACCES' | 'ENOENT' | null = null
    const { entries } = systemPlatform.files
    const files: Files = {
      ...systemPlatform.files,
      entries: (path) => {
        if (code && path.endsWith('sub')) throw Object.assign(new Error(code), { code })
        return entries(path)
      },
    }
    await library.reopen({ files })
    await mkdir(join(folder(), 'sub'), { recursive: true })
    for (const name of ['other.png', join('sub', 'a.png')]) await put(name)
    const { id } = await watch({})
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'other.png']))
    const state = async () => (await library.client().watching.list())[0]?.state
    code = 'EACCES'
    await library.client().watching.lookNow({ id })
    await library.passUntil(async () =>
      expect(await state()).toMatchObject({ kind: 'waiting', problem: { failure: { kind: 'watch-part-unreadable', inside: 'sub' } } }),
    )
    code = null
    await chmod(join(folder(), 'sub'), 0o700)
    // By the event of the permission: the next whole look is minutes away.
    await library.passUntil(async () => expect(await state()).toMatchObject({ kind: 'watching' }))
    // As a folder that is removed after its name was read.
    code = 'ENOENT'
    await library.client().watching.lookNow({ id })
    await quiet()
    expect(await state()).toMatchObject({ kind: 'watching' })
    expect((await report()).deleted).toBe(0)
  })
})
