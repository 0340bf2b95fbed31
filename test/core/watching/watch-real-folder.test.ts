import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writePng } from '../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../support/open-test-library.ts'

/** Its waits take a twentieth. */
const library = prepareTestLibrary({ watchesFolders: true })

const folder = (): string => join(library.folder(), 'studio')
const put = (name: string, seed = name): Promise<void> => writePng(join(folder(), name), seed)
const watch = async (rules: object = {}, onlyNew = false) => {
  await mkdir(folder(), { recursive: true })
  await library.start()
  return library.client().watching.add({ folder: { kind: 'path', path: folder() }, rules, onlyNew })
}
const report = async () => {
  const { added, changed, renamed, deleted, refused } = await library.client().watching.report()
  return { added, changed, renamed, deleted, refused }
}
const nothing = { added: 0, changed: 0, renamed: 0, deleted: 0, refused: 0 }
const names = () => library.names({}, 'name')

describe('a watched folder', () => {
  it('brings what is in it and what comes, each once, and follows names', async () => {
    await mkdir(join(folder(), 'day 1'), { recursive: true })
    await put('a.png')
    await put(join('day 1', 'b.png'))
    await watch()
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png']))
    await put('c.png')
    await put('copy of a.png', 'a.png')
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png', 'c.png']))
    const heard = new Set<string>()
    const events = await library.client().events.subscribe()
    await events.next()
    void (async () => {
      for await (const { changed } of events) for (const subject of changed) heard.add(subject)
    })()
    await rename(join(folder(), 'c.png'), join(folder(), 'day 1', 'd.png'))
    await library.passUntil(() => expect([...heard].sort()).toEqual(expect.arrayContaining(['library', 'watching'])))
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png', 'd.png']))
    expect(await report()).toEqual({ ...nothing, added: 3, renamed: 1 })
    // Its copy is the same picture.
    await rm(join(folder(), 'a.png'))
    await library.passUntil(async () => expect(await names()).toEqual(['b.png', 'copy of a.png', 'd.png']))
    await rm(join(folder(), 'day 1', 'b.png'))
    await library.passUntil(async () => expect(await report()).toEqual({ ...nothing, added: 3, renamed: 1, deleted: 1 }))
    expect(await names()).toEqual(['b.png', 'copy of a.png', 'd.png'])
    const { through } = await library.client().watching.report()
    await library.client().watching.acknowledge({ through })
    expect(await report()).toEqual(nothing)
  })

  it('proposes a file with other content as a new version', async () => {
    await put2('a.png', 'first')
    await watch()
    await library.passUntil(async () => expect(await names()).toEqual(['a.png']))
    await put('a.png', 'second, and longer')
    await library.passUntil(async () => expect(await report()).toEqual({ ...nothing, added: 1, changed: 1 }))
    await library.passUntil(async () => expect((await library.client().versions.page({ offset: 0, limit: 10 })).total).toBe(1))
  })

  it('lists files that are no pictures with their reason, until they are', async () => {
    await watch()
    await writeFile(join(folder(), 'a.png'), 'no picture at all')
    await library.passUntil(async () => expect(await report()).toEqual({ ...nothing, refused: 1 }))
    await put('a.png')
    await library.passUntil(async () => expect(await report()).toEqual({ ...nothing, added: 1 }))
    expect(await library.client().pictures.refused()).toEqual([])
  })

  it('says that it is away, and goes on by itself', async () => {
    await put2('a.png', 'a')
    const { id } = await watch()
    await library.passUntil(async () => expect(await names()).toEqual(['a.png']))
    const state = async () => (await library.client().watching.list()).map((one) => one.state.kind)
    await rename(folder(), `${folder()} away`)
    await library.passUntil(async () => expect(await state()).toEqual(['unreachable']))
    await rename(`${folder()} away`, folder())
    await library.passUntil(async () => expect(await state()).toEqual(['watching']))
    await put('b.png')
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png']))
    expect(await report()).toEqual({ ...nothing, added: 2 })
    await library.client().watching.pause({ id })
    expect(await state()).toEqual(['paused'])
  })
})

const put2 = async (name: string, seed: string): Promise<void> => {
  await mkdir(folder(), { recursive: true })
  await put(name, seed)
}
