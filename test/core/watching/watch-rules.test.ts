import { appendFile, mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { call } from '@orpc/server'
import { describe, expect, it } from 'vitest'
import type { Files } from '../../../electron/core/base/platform/files.ts'
import { systemPlatform } from '../../../electron/core/base/platform/platform.ts'
import type { ImageTask } from '../../../electron/core/formats/decoding-process/decoding-pool.ts'
import { createWindowRouter } from '../../../electron/core/window/window-router.ts'
import { AppError } from '../../../shared/base/errors.ts'
import type { WatchReport } from '../../../shared/watching/watching.ts'
import { noBarcodes } from '../../support/no-barcodes.ts'
import { writePng } from '../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../support/open-test-library.ts'

const told: WatchReport[] = []
const library = prepareTestLibrary({ watchesFolders: true, onWatched: (report) => void told.push(report) })

const folder = (): string => join(library.folder(), 'studio')
const put = (name: string, seed = name): Promise<void> => writePng(join(folder(), name), seed)
const watch = async (rules: object) => {
  await mkdir(folder(), { recursive: true })
  await library.start()
  return library.client().watching.add({ folder: { kind: 'path', path: folder() }, rules })
}
const names = () => library.names({}, 'name')
const state = async () => (await library.client().watching.list())[0]?.state
const jobsOf = async (operation: string) => (await library.client().jobs.list({})).filter(({ work }) => work.operation === operation)
const makeSet = (name: string, runsOnDrop = false) =>
  library.client().questionSets.save({ name, runsOnDrop, questions: [{ question: `${name}?`, column: '', checks: [] }] })
const asked = async () =>
  (await jobsOf('analyse-image')).map(({ work }) => (work.operation === 'analyse-image' ? work.question : '')).sort()

describe('the rules of a watched folder', () => {
  it('asks its set, and no set that runs by itself about drops; a removed set is waited for', async () => {
    await makeSet('Drops', true)
    const one = await makeSet('One')
    const { id } = await watch({ questionSetId: one.id, upload: false })
    await put('a.png')
    await library.passUntil(async () => expect(await asked()).toEqual(['One?']))
    expect(await jobsOf('upload-source')).toHaveLength(0)
    await library.client().questionSets.remove({ id: one.id })
    await put('b.png')
    await library.passUntil(async () =>
      expect(await state()).toMatchObject({ kind: 'waiting', problem: { failure: { kind: 'watch-set-removed', pictures: 1 } } }),
    )
    expect(await names()).toEqual(['a.png', 'b.png'])
    const other = await makeSet('Other')
    await library.client().watching.change({ id, rules: { questionSetId: other.id } })
    await library.passUntil(async () => expect(await asked()).toEqual(['One?', 'Other?']))
    await library.passUntil(async () => expect(await state()).toMatchObject({ kind: 'watching' }))
  })

  it('uploads to its workspace, or waits for another one when that is removed', async () => {
    await library.connect()
    const connectionId = (await library.client().session.get()).connection?.id ?? ''
    const { id } = await watch({ connectionId })
    await put('a.png')
    await library.passUntil(async () => expect((await jobsOf('upload-source')).map((job) => job.connectionId)).toEqual([connectionId]))
    await library.settled()
    await library.client().workspaces.forget({ connectionId, queue: 'keep' })
    await put('b.png')
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png']))
    await library.passUntil(async () =>
      expect(await state()).toMatchObject({ kind: 'waiting', problem: { failure: { kind: 'watch-workspace-removed', pictures: 1 } } }),
    )
    await library.client().watching.change({ id, rules: { connectionId: null } })
    await library.passUntil(async () => expect((await jobsOf('upload-source')).length).toBe(2))
  })

  it('finds the products of what comes by the match rules, and of a renamed file by its new name', async () => {
    await library.connect()
    await writeFile(join(library.folder(), 'list.csv'), 'SKU\nSKU-100\nSKU-200\n')
    await library.client().catalogue.importFile({ path: join(library.folder(), 'list.csv'), columns: {}, dryRun: false })
    await library.add(['SKU-200_1.png'], false)
    const matched = async () => (await library.client().matching.page({ offset: 0, limit: 10 })).rows.map(({ product }) => product.sku)
    await watch({ match: true, upload: false })
    await put('SKU-100_1.png')
    // Those that came otherwise stay as they are.
    await library.passUntil(async () => expect(await matched()).toEqual(['SKU-100']))
    await put('other.png')
    await library.passUntil(async () => expect((await names()).length).toBe(3))
    await rename(join(folder(), 'other.png'), join(folder(), 'SKU-200_2.png'))
    await library.passUntil(async () => expect(await matched()).toEqual(['SKU-100', 'SKU-200']))
  })

  it('apply to a picture that its check refused once it was added again, as the advice says; until then its file is refused', async () => {
    let fails = true
    const startImageProcess = () => ({
      ...noBarcodes,
      prepare: () => {},
      stop: async () => {},
      inspect: async ({ format }: Pick<ImageTask, 'format'>) => {
        if (fails) throw new AppError('image-process-failed', { kind: 'image-process-ended', signal: 'SIGKILL', exitCode: null })
        return { format, width: 1, height: 1, orientation: 1, hasAlpha: false, hasGps: false }
      },
    })
    await library.reopen({ startImageProcess })
    const events: string[] = []
    library.core().onWatchedFile(({ kind }) => void events.push(kind))
    const { id } = await makeSet('One')
    await watch({ questionSetId: id })
    await put('a.png')
    const counts = async () => (await library.client().watching.list())[0]?.counts
    await library.passUntil(async () => expect(await counts()).toMatchObject({ pictures: 0, refused: 1 }))
    await library.passUntil(() => expect(events).toEqual(['added', 'refused']))
    const waiting = async () => (await library.client().jobs.list({ state: 'waiting' })).map(({ work }) => work.operation).sort()
    expect(await waiting()).toEqual([])
    fails = false
    await library.client().intake.add({ named: [join(folder(), 'a.png')], recursive: false, upload: false })
    expect(await counts()).toMatchObject({ pictures: 1, refused: 0 })
    expect(await library.client().watching.report()).toMatchObject({ added: 1, refused: 0 })
    await library.client().watching.lookNow({ id: (await library.client().watching.list())[0]?.id ?? '' })
    await library.passUntil(async () => expect(await waiting()).toEqual(['analyse-image', 'upload-source']))
  })

  it('tells the host once of all that came, and again only of more', async () => {
    told.length = 0
    await watch({})
    for (const name of ['a.png', 'b.png']) await put(name)
    await library.passUntil(() => expect(told.map(({ added }) => added)).toEqual([2]))
    await library.reopen()
    await library.start()
    await put('c.png')
    await library.passUntil(() => expect(told.map(({ added }) => added)).toEqual([2, 3]))
  })
})

describe('a watched folder', () => {
  it('keeps nothing of a file that grows while it is read', async () => {
    const writer = join(folder(), 'a.png')
    let grown = 0
    // Its program goes on after the first two times that the intake has read it.
    const readInto: Files['readInto'] = async (path, ...more) => {
      const read = await systemPlatform.files.readInto(path, ...more)
      if (path === writer && grown < 2) {
        grown++
        await appendFile(writer, `piece ${grown}`)
      }
      return read
    }
    await library.reopen({ files: { ...systemPlatform.files, readInto } })
    await watch({})
    await put('a.png')
    await library.passUntil(async () => expect(await names()).toEqual(['a.png']))
    expect(grown).toBe(2)
    const [image] = await library.client().pictures.list()
    expect(image?.bytes).toBe((await stat(writer)).size)
    await library.passUntil(() => expect(library.core().isWatchingQuiet()).toBe(true))
    expect(await library.client().pictures.list()).toHaveLength(1)
  })
})

describe('a window', () => {
  it('names no folder by its path', async () => {
    const router = createWindowRouter(library.core()) as unknown as { watching: Record<string, Parameters<typeof call>[0]> }
    const input = { folder: { kind: 'path', path: '/' }, rules: {}, subfolders: true }
    for (const name of ['add', 'preview'])
      await expect(call(router.watching[name] as never, input as never)).rejects.toMatchObject({ failure: { kind: 'window-names-path' } })
  })
})
