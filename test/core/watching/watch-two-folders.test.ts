import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writePng } from '../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../support/open-test-library.ts'

const library = prepareTestLibrary({ watchesFolders: true })

const at = (folder: string, name = ''): string => join(library.folder(), folder, name)
const watch = async (folder: string, rules: object) => {
  await mkdir(at(folder), { recursive: true })
  await library.start()
  return library.client().watching.add({ folder: { kind: 'path', path: at(folder) }, rules: { upload: false, ...rules } })
}
const makeSet = (name: string) =>
  library.client().questionSets.save({ name, runsOnDrop: false, questions: [{ question: `${name}?`, column: '', checks: [] }] })
const jobs = async () =>
  (await library.client().jobs.list({})).map(({ work }) => (work.operation === 'analyse-image' ? work.question : work.operation)).sort()
const names = () => library.names({}, 'name')
const report = () => library.client().watching.report()
const quiet = () => library.passUntil(() => expect(library.core().isWatchingQuiet()).toBe(true))
const actions = async () => (await library.client().actions.page({ offset: 0, limit: 50 })).rows

describe('a picture that comes from another watched folder', () => {
  it('is uploaded and asked about by the rules of this one when it is moved, and once only', async () => {
    const set = await makeSet('Ready')
    await watch('raw', {})
    await watch('to upload', { upload: true, questionSetId: set.id })
    for (const name of ['a.png', 'b.png']) await writePng(at('raw', name), name)
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png']))
    expect(await jobs()).toEqual([])
    await rename(at('raw', 'a.png'), at('to upload', 'a.png'))
    await library.passUntil(async () => expect(await jobs()).toEqual(['Ready?', 'upload-source']))
    for (const [from, to] of [
      ['to upload', 'raw'],
      ['raw', 'to upload'],
    ] as const) {
      await rename(at(from, 'a.png'), at(to, 'a.png'))
      await quiet()
      await expect
        .poll(async () => (await library.client().pictures.list()).find(({ name }) => name === 'a.png')?.origin)
        .toEqual({
          kind: 'file',
          path: at(to, 'a.png'),
        })
    }
    await quiet()
    expect(await jobs()).toEqual(['Ready?', 'upload-source'])
    expect(await report()).toMatchObject({ added: 2, deleted: 0, refused: 0, changed: 0 })
    expect((await library.client().watching.list()).map(({ counts }) => counts.pictures)).toEqual([1, 1])
  })

  it('is when it is copied, but a copy inside the folder is nothing new', async () => {
    const set = await makeSet('Ready')
    await watch('raw', {})
    await watch('to upload', { upload: true, questionSetId: set.id })
    for (const name of ['a.png', 'b.png']) await writePng(at('raw', name), name)
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png']))
    await copyFile(at('raw', 'a.png'), at('raw', 'copy.png'))
    await copyFile(at('raw', 'a.png'), at('to upload', 'a.png'))
    await library.passUntil(async () => expect(await jobs()).toEqual(['Ready?', 'upload-source']))
    await quiet()
    await copyFile(at('to upload', 'a.png'), at('to upload', 'copy.png'))
    await library.passUntil(async () =>
      expect((await library.client().watching.list()).map(({ counts }) => counts.pictures)).toEqual([3, 2]),
    )
    await quiet()
    expect(await jobs()).toEqual(['Ready?', 'upload-source'])
  })

  it('keeps what was still due by the rules of the other one', async () => {
    const one = await makeSet('One')
    const other = await makeSet('Other')
    const { id } = await watch('raw', { questionSetId: one.id })
    await watch('to upload', { questionSetId: other.id })
    await library.client().questionSets.remove({ id: one.id })
    await writePng(at('raw', 'a.png'), 'a')
    await library.passUntil(async () => expect(await names()).toEqual(['a.png']))
    await quiet()
    await rename(at('raw', 'a.png'), at('to upload', 'a.png'))
    await library.passUntil(async () => expect(await jobs()).toEqual(['Other?']))
    const next = await makeSet('Next')
    await library.client().watching.change({ id, rules: { questionSetId: next.id } })
    await library.passUntil(async () => expect(await jobs()).toEqual(['Next?', 'Other?']))
  })

  it('is of one action with those that came beside it', async () => {
    await watch('raw', {})
    await watch('to upload', { upload: true })
    for (const name of ['a.png', 'b.png', 'c.png']) await writePng(at('raw', name), name)
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png', 'c.png']))
    for (const [count, name] of ['a.png', 'b.png', 'c.png'].entries()) {
      await rename(at('raw', name), at('to upload', name))
      await library.passUntil(async () => expect((await jobs()).length).toBe(count + 1))
    }
    expect(await actions()).toHaveLength(1)
  })

  it('stays removed if a person removed it', async () => {
    await watch('raw', {})
    await watch('to upload', { upload: true })
    for (const name of ['a.png', 'b.png']) await writePng(at('raw', name), name)
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png']))
    const image = (await library.client().pictures.list()).find(({ name }) => name === 'a.png')
    await library.client().library.remove({ imageIds: [image?.id ?? ''] })
    await rename(at('raw', 'a.png'), at('to upload', 'a.png'))
    await rm(at('raw', 'b.png'))
    await library.passUntil(async () => expect((await report()).deleted).toBe(1))
    await quiet()
    expect(await names()).toEqual(['b.png'])
    expect(await jobs()).toEqual([])
  })

  describe('where it is offered as a new version of the picture whose name it has', () => {
    const isOffered = async () => (await library.client().versions.page({ offset: 0, limit: 10 })).total === 1
    /** b.png of `raw` has the name of a.png, whose file is in a folder that isn't watched; then it is copied to `ready`. */
    const giveOffered = async (rawRules: object) => {
      const set = await makeSet('Ready')
      await watch('raw', rawRules)
      await watch('ready', { questionSetId: set.id })
      for (const name of ['a.png', 'b.png', 'c.png']) await writePng(at('raw', name), name)
      await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png', 'c.png']))
      await quiet()
      await rename(at('raw', 'a.png'), join(library.folder(), 'a.png'))
      await rename(at('raw', 'b.png'), at('raw', 'a.png'))
      await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'a.png', 'c.png']))
      await quiet()
      await copyFile(at('raw', 'a.png'), at('ready', 'given.png'))
      await library.passUntil(async () =>
        expect((await library.client().watching.list()).map(({ counts }) => counts.pictures)).toEqual([2, 1]),
      )
      await quiet()
    }

    it('is asked about once that one’s file is found elsewhere', async () => {
      await giveOffered({})
      expect(await isOffered()).toBe(true)
      expect(await jobs()).toEqual([])
      await rename(join(library.folder(), 'a.png'), at('raw', 'b.png'))
      await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png', 'c.png']))
      expect(await isOffered()).toBe(false)
      await library.passUntil(async () => expect(await jobs()).toEqual(['Ready?']))
      const asked = (await library.client().jobs.list({})).map(({ work }) => 'imageId' in work && work.imageId)
      expect(asked).toEqual([(await library.client().pictures.list()).find(({ name }) => name === 'a.png')?.id])
    })

    it('is asked about once a person keeps both', async () => {
      await giveOffered({})
      expect(await jobs()).toEqual([])
      await library.client().versions.keepBoth({})
      await library.passUntil(async () => expect(await jobs()).toEqual(['Ready?']))
    })

    it('is asked about at once where it has questions of its own, and so is no version', async () => {
      const set = await makeSet('Raw')
      await giveOffered({ questionSetId: set.id })
      expect(await isOffered()).toBe(false)
      await library.passUntil(async () => expect(await jobs()).toEqual(['Raw?', 'Raw?', 'Raw?', 'Ready?']))
    })
  })

  it('is found again where its file comes back, wherever its copies were', async () => {
    await watch('raw', {})
    await watch('to upload', {})
    for (const name of ['a.png', 'b.png']) await writePng(at('raw', name), name)
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png']))
    await copyFile(at('raw', 'a.png'), at('to upload', 'copy.png'))
    await writePng(at('to upload', 'c.png'), 'c.png')
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png', 'c.png']))
    await quiet()
    const origin = async () =>
      (await library.client().pictures.list()).find(({ name }) => name === 'a.png' || name === 'd.png' || name === 'copy.png')?.origin
    await rm(at('raw', 'a.png'))
    await library.passUntil(async () => expect(await origin()).toEqual({ kind: 'file', path: at('to upload', 'copy.png') }))
    await rm(at('to upload', 'copy.png'))
    await library.passUntil(async () => expect((await report()).deleted).toBe(1))
    await writePng(at('raw', 'd.png'), 'a.png')
    await library.passUntil(async () => expect(await origin()).toEqual({ kind: 'file', path: at('raw', 'd.png') }))
    await quiet()
    expect(await report()).toMatchObject({ added: 3, deleted: 0 })
  })
})
