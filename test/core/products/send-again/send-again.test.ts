import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../../../electron/cli/run-command.ts'
import { saveSnapshot } from '../../../../electron/core/base/database/snapshots.ts'
import { withResolvers } from '../../../../electron/core/base/database/with-resolvers.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { askedQuestions, sheetView } from '../../../../shared/answers/sheet.ts'
import type { OutLayout } from '../../../../shared/exchange/exports.ts'
import { describeSendAgain } from '../../../../shared/products/send-again-words.ts'
import { otherFormats } from '../../../fixtures/other-formats.ts'
import { waitFor } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'
import { readAnswers } from '../../../support/read-answers.ts'
import { createRealConversion } from '../../../support/real-conversion.ts'

const { startImageProcess } = createRealConversion()
const library = prepareTestLibrary({ startImageProcess })
const webp = 'plain.webp'
const all = { kind: 'all' } as const
let picture: Buffer

beforeAll(async () => {
  picture = (await otherFormats[webp]?.()) ?? Buffer.alloc(0)
})

const sendAgain = () => library.client().sendAgain
const setQuality = (jpegQuality: number) => library.client().connections.change({ jpegQuality })
const idle = { queued: 0, stuck: 0, productsQueued: 0, productsStuck: 0, undosQueued: 0, undosStuck: 0 }
const nothing = { pictures: 0, uploads: 0, products: 0, replaced: 0, onlyGrows: false, ...idle }
const uploads = () => library.service().received.filter(({ method, path }) => method === 'POST' && path === '/v1/sources')
const sentLists = (): string[][] =>
  library
    .service()
    .received.filter(({ method }) => method === 'PATCH')
    .map((one) => (one.json() as { attributes: { Images: string[] } }).attributes.Images)
const listOf = async (name = 'Mug') => {
  const product = (await library.client().products.list()).find((one) => one.name === name)
  return { productRef: product?.ref ?? '', attribute: 'Images', ids: product?.lists[0]?.sourceIds ?? [] }
}

/** Three pictures in a product: a converted one between two that are sent as they are. */
const prepare = async (): Promise<readonly string[]> => {
  await library.connect()
  await setQuality(40)
  await library.start()
  const folder = join(library.folder(), 'pictures')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, webp), picture)
  await library.add(['one.png', 'two.png'])
  await library.client().intake.add({ named: [join(folder, webp)], recursive: false, upload: true })
  await library.settled()
  await library.attach(['one.png', webp, 'two.png'])
  await library.settled()
  const { ids } = await listOf()
  expect(ids).toHaveLength(3)
  expect(await sendAgain().preview({ images: all })).toEqual(nothing)
  return ids
}

describe('a setting that changes after pictures were uploaded', () => {
  it('offers to send them again, and replaces them in their products, each in its place', async () => {
    const [first, second, third] = await prepare()
    await setQuality(80)
    const offered = { pictures: 1, uploads: 1, products: 1, replaced: 1, onlyGrows: false, ...idle }
    expect(await sendAgain().preview({ images: all })).toEqual(offered)
    expect(await sendAgain().preview({ images: { kind: 'some', images: ['one.png'] } })).toEqual(nothing)
    const { action } = await sendAgain().start({ images: all })
    await library.settled()
    expect(uploads()).toHaveLength(4)
    const { ids } = await listOf()
    expect(ids).toEqual([first, expect.any(String), third])
    expect(ids[1]).not.toBe(second)
    expect(sentLists().at(-1)).toEqual(ids)
    // Once more, there is nothing to do.
    expect(await sendAgain().preview({ images: all })).toEqual(nothing)
    expect(await sendAgain().start({ images: all })).toEqual({ ...nothing, action: null })
    expect(await library.client().library.details({ imageId: (await library.row(webp)).id })).toMatchObject({
      sourceId: ids[1],
      sent: { quality: 80 },
    })
    expect((await library.client().actions.page({ offset: 0, limit: 1 })).rows[0]).toMatchObject({
      action,
      facts: { kind: 'send-again' },
      pictures: 1,
    })
  })

  it('is undone: the earlier files get their places back, and nothing is sent but the list', async () => {
    const before = await prepare()
    await setQuality(80)
    const { action } = await sendAgain().start({ images: all })
    await library.settled()
    const { ids: after } = await listOf()
    await library.reopen()
    await library.start()
    expect(await sendAgain().undo({ action: action ?? 0 })).toEqual({ cancelled: 0, products: 1 })
    await library.settled()
    expect(sentLists().at(-1)).toEqual(before)
    expect((await listOf()).ids).toEqual(before)
    expect(uploads()).toHaveLength(4)
    // A second undo, and an attach of the same picture, change nothing.
    expect(await sendAgain().undo({ action: action ?? 0 })).toEqual({ cancelled: 0, products: 0 })
    await library.attach([webp])
    await library.settled()
    expect((await listOf()).ids).toEqual(before)
    // It is offered again, without another upload.
    expect(await sendAgain().start({ images: all })).toMatchObject({ pictures: 1, uploads: 0, products: 1 })
    await library.settled()
    expect((await listOf()).ids).toEqual(after)
    expect(uploads()).toHaveLength(4)
  })

  it('counts a picture of two products once when it is undone', async () => {
    await prepare()
    await library.attach([webp], 'Cup')
    await library.settled()
    await setQuality(80)
    const { action, products } = await sendAgain().start({ images: all })
    expect(products).toBe(2)
    await library.settled()
    expect(await sendAgain().undo({ action: action ?? 0 })).toEqual({ cancelled: 0, products: 2 })
    const { rows } = await library.client().actions.page({ offset: 0, limit: 1 })
    expect(rows[0]).toMatchObject({ facts: { kind: 'put-back' }, pictures: 1 })
  })

  it('has nothing to put back where a later change took the new file off, and says so', async () => {
    await prepare()
    await setQuality(80)
    const { action } = await sendAgain().start({ images: all })
    await library.settled()
    await setQuality(60)
    await sendAgain().start({ images: all })
    await library.settled()
    const { ids } = await listOf()
    expect(await sendAgain().undo({ action: action ?? 0 })).toEqual({ cancelled: 0, products: 0 })
    await library.settled()
    expect((await listOf()).ids).toEqual(ids)
  })

  it('waits while paused or offline, over a restart, and is queued once', async () => {
    const [first, , third] = await prepare()
    await setQuality(80)
    await library.client().queue.pause()
    await sendAgain().start({ images: all })
    expect(await sendAgain().preview({ images: all })).toEqual({ ...nothing, queued: 1, productsQueued: 1 })
    expect(await sendAgain().start({ images: all })).toEqual({ ...nothing, queued: 1, productsQueued: 1, action: null })
    await library.reopen()
    await library.start()
    expect((await listOf()).ids).toHaveLength(3)
    await library.client().queue.resume()
    await library.settled()
    expect(uploads()).toHaveLength(4)
    expect(sentLists()).toHaveLength(2)
    expect(sentLists().at(-1)).toEqual([first, (await listOf()).ids[1], third])
  })

  it('sends what waits by the settings of then, and offers again what was being sent when they changed', async () => {
    const [first, , third] = await prepare()
    const sentQuality = async () => (await library.client().library.details({ imageId: (await library.row(webp)).id })).sent?.quality
    const { promise: mayEnd, resolve: endUpload } = withResolvers()
    library.service().answer = ({ method, path }) =>
      method === 'POST' && path === '/v1/sources' ? mayEnd.then(() => undefined) : undefined
    await setQuality(80)
    await sendAgain().start({ images: all })
    await expect.poll(uploads).toHaveLength(4)
    await setQuality(60)
    // Whether it is the right file is known when it is there.
    expect(await sendAgain().preview({ images: all })).toEqual({ ...nothing, queued: 1, productsQueued: 1 })
    endUpload()
    await library.settled()
    expect(await sendAgain().preview({ images: all })).toMatchObject({ pictures: 1, uploads: 1, products: 1, queued: 0 })
    await library.client().queue.pause()
    await sendAgain().start({ images: all })
    await setQuality(50)
    await library.client().queue.resume()
    await library.settled()
    expect(uploads()).toHaveLength(5)
    expect(await sentQuality()).toBe(50)
    expect((await listOf()).ids).toEqual([first, expect.any(String), third])
    expect(await sendAgain().preview({ images: all })).toEqual(nothing)
  })

  it('is undone before it was sent: nothing is', async () => {
    const before = await prepare()
    await setQuality(80)
    await library.client().queue.pause()
    const { action } = await sendAgain().start({ images: all })
    expect(await sendAgain().undo({ action: action ?? 0 })).toEqual({ cancelled: 1, products: 0 })
    await library.client().queue.resume()
    await library.settled()
    expect(uploads()).toHaveLength(3)
    expect((await listOf()).ids).toEqual(before)
    expect((await library.counts()).cancelled).toBe(2)
  })

  it('leaves a picture out of a product that it was removed from meanwhile, and keeps what came', async () => {
    const [first, second, third] = await prepare()
    await setQuality(80)
    await library.client().queue.pause()
    const { productRef, attribute } = await listOf()
    await library.client().products.replaceList({ productRef, attribute, sourceIds: [third ?? '', first ?? ''] })
    await sendAgain().start({ images: all })
    await library.client().queue.resume()
    await library.settled()
    expect((await listOf()).ids).toEqual([third, first])
    expect(
      sentLists()
        .flat()
        .filter((id) => id === second),
    ).toHaveLength(1)
    expect((await library.client().jobs.list({ operation: 'attach-sources' })).flatMap(({ notes }) => notes)).toEqual([
      { kind: 'list-unchanged' },
    ])
  })

  it('says that a product’s exchange is queued or needs attention, and that other settings wait for the same one', async () => {
    await prepare()
    const say = async () => describeSendAgain(await sendAgain().preview({ images: all }))
    library.service().answer = ({ method }) => (method === 'PATCH' ? { status: 400, body: {} } : undefined)
    await setQuality(80)
    await sendAgain().start({ images: all })
    await library.settled()
    expect(await say()).toBe('The replacement in 1 product needs attention: Activity and “packshot status” say what to do.')
    library.service().answer = () => undefined
    await library.client().queue.pause()
    const [exchange] = await library.client().jobs.list({ state: 'parked' })
    await library.client().jobs.retry({ jobIds: [exchange?.id ?? ''], choice: 'retry' })
    expect(await say()).toBe('The replacement in 1 product is already queued.')
    await setQuality(60)
    expect(await say()).toBe('Send 1 picture again. The replacement in 1 product is already queued.')
    await sendAgain().start({ images: all })
    await library.client().queue.resume()
    await library.settled()
    expect(sentLists().at(-1)).toEqual((await listOf()).ids)
    expect(await sendAgain().preview({ images: all })).toEqual(nothing)
  })

  it('says so while the upload that was asked for waits for a person', async () => {
    await prepare()
    await setQuality(80)
    library.service().answer = ({ method, path }) => (method === 'POST' && path === '/v1/sources' ? { status: 413 } : undefined)
    await sendAgain().start({ images: all })
    await waitFor(async () => (await library.counts()).parked > 0)
    const offered = await sendAgain().preview({ images: all })
    expect(offered).toEqual({ ...nothing, stuck: 1, productsStuck: 1 })
    expect(describeSendAgain(offered)).toMatch(/^The upload of 1 picture needs attention/)
  })

  it('sends the same list again after an answer that was lost', async () => {
    const [first, , third] = await prepare()
    await setQuality(80)
    let lost = 0
    library.service().answer = ({ method }) => (method === 'PATCH' && lost++ === 0 ? 'cut' : undefined)
    await sendAgain().start({ images: all })
    await library.settled()
    expect(lost).toBe(2)
    const { ids } = await listOf()
    expect(sentLists().slice(-2)).toEqual([ids, ids])
    expect(ids).toEqual([first, expect.any(String), third])
  })

  it('says that an undo is queued, and once it ran, what can be replaced again', async () => {
    const before = await prepare()
    await setQuality(80)
    const { action } = await sendAgain().start({ images: all })
    await library.settled()
    await library.client().queue.pause()
    expect(await sendAgain().undo({ action: action ?? 0 })).toEqual({ cancelled: 0, products: 1 })
    const waiting = await sendAgain().preview({ images: all })
    expect(waiting).toEqual({ ...nothing, undosQueued: 1 })
    expect(describeSendAgain(waiting)).toBe('An undo is queued: the earlier files get their places back in 1 product.')
    expect(await sendAgain().preview({ images: { kind: 'some', images: ['one.png'] } })).toEqual(nothing)
    await library.client().queue.resume()
    await library.settled()
    expect((await listOf()).ids).toEqual(before)
    expect(await sendAgain().preview({ images: all })).toMatchObject({ replaced: 1, products: 1, undosQueued: 0 })
  })

  it('sends nothing where the new settings make the file that the workspace has', async () => {
    const before = await prepare()
    await setQuality(80)
    await setQuality(40)
    expect(await sendAgain().preview({ images: all })).toEqual(nothing)
    // The longest edge changes none of these small pictures.
    await library.client().connections.change({ longestEdge: 4_000 })
    expect(await sendAgain().preview({ images: all })).toEqual(nothing)
    expect((await listOf()).ids).toEqual(before)
  })

  it('uses a file that the workspace has from before, where the settings are changed back', async () => {
    const before = await prepare()
    await setQuality(80)
    await sendAgain().start({ images: all })
    await library.settled()
    await setQuality(40)
    await sendAgain().start({ images: all })
    await library.settled()
    expect(uploads()).toHaveLength(4)
    expect((await listOf()).ids).toEqual(before)
    expect(await sendAgain().preview({ images: all })).toEqual(nothing)
  })

  it('sends them alone where the service only adds to lists, and says so', async () => {
    const before = await prepare()
    await setQuality(80)
    await library.client().connections.change({ serviceAppends: true })
    const offered = { pictures: 1, uploads: 1, products: 1, replaced: 1, onlyGrows: true, ...idle }
    expect(await sendAgain().start({ images: all })).toMatchObject(offered)
    await library.settled()
    expect(uploads()).toHaveLength(4)
    expect((await listOf()).ids).toEqual(before)
    expect(sentLists()).toHaveLength(1)
  })

  it('asks where the list is in doubt, changes nothing before, and continues with the answer', async () => {
    const [first, second, third] = await prepare()
    await library.client().connections.change({ listEditors: 'always' })
    const { productRef, attribute } = await listOf()
    await library.reopen({ clock: { now: () => Date.now() + 3 * 86_400_000 } })
    await library.start()
    await setQuality(80)
    await sendAgain().start({ images: all })
    await waitFor(async () => (await library.counts()).parked === 1)
    expect((await listOf()).ids).toEqual([first, second, third])
    const colleagues = 'src_colleague'
    const current = { kind: 'ids' as const, ids: [third ?? '', second ?? '', colleagues], removed: [first ?? ''] }
    await library.client().products.settle({ lists: [{ productRef, attribute, current }] })
    await library.settled()
    expect(sentLists().at(-1)).toEqual([third, expect.stringMatching(/^src_(?!colleague)/), colleagues])
  })
})

describe('a new version of a picture', () => {
  it('takes the place of the earlier one in products, and undoing that puts it back', async () => {
    await library.connect()
    await library.start()
    await library.add(['one.png', 'two.png'])
    await library.attach(['one.png', 'two.png'])
    await library.settled()
    const before = (await listOf()).ids
    await library.addChanged('one.png', 'brighter', false)
    await library.client().versions.use({})
    await library.settled()
    const offered = { pictures: 1, uploads: 0, products: 1, replaced: 1, onlyGrows: false, ...idle }
    expect(await sendAgain().preview({ images: all })).toEqual(offered)
    const { action } = await sendAgain().start({ images: all })
    await library.settled()
    const { ids } = await listOf()
    expect(ids).toEqual([expect.any(String), before[1]])
    expect(ids[0]).not.toBe(before[0])
    await sendAgain().undo({ action: action ?? 0 })
    await library.settled()
    expect((await listOf()).ids).toEqual(before)
  })
})

describe('a library that was restored from before pictures were sent again', () => {
  it('sends nothing by itself, asks for the list, and leaves what is there', async () => {
    const [first, second, third] = await prepare()
    const file = join(library.folder(), 'data', 'library.db')
    await library.close()
    const database = new DatabaseSync(file)
    saveSnapshot(database, join(library.folder(), 'data'), Date.now(), systemPlatform)
    database.close()
    await library.reopen()
    await library.start()
    await setQuality(80)
    await sendAgain().start({ images: all })
    await library.settled()
    const sent = sentLists()
    const { ids: there } = await listOf()
    await library.close()
    await writeFile(file, 'garbage garbage garbage garbage '.repeat(2_000))
    await library.reopen()
    await library.connect()
    await library.start()
    await library.settled()
    expect(sentLists()).toEqual(sent)
    expect(uploads()).toHaveLength(4)
    const { productRef, attribute, ids } = await listOf()
    expect(ids).toEqual([first, second, third])
    // The setting is of that time, too, and its file is what the library knows of.
    expect(await sendAgain().preview({ images: all })).toEqual(nothing)
    await setQuality(80)
    await sendAgain().start({ images: all })
    await waitFor(async () => (await library.counts()).parked === 1)
    const again = (await library.client().jobs.list({})).find(({ work }) => work.operation === 'upload-source' && work.again)
    expect(again?.notes).toMatchObject([{ kind: 'done-after-attempts' }])
    expect(sentLists()).toEqual(sent)
    const current = { kind: 'ids' as const, ids: there, removed: [second ?? ''] }
    await library.client().products.settle({ lists: [{ productRef, attribute, current }] })
    await library.settled()
    expect(sentLists()).toEqual(sent)
    expect((await listOf()).ids).toEqual(there)
  })
})

it('the command shows what it would do, does it, and undoes it', async () => {
  await prepare()
  await setQuality(80)
  await library.close()
  const run = async (...args: string[]): Promise<string> => {
    let said = ''
    const code = await runCommand(args, {
      version: '1.2.3',
      entries: { imageProcess: 'none', sampleWorkspace: 'none' },
      environment: { PACKSHOT_DATA_DIR: join(library.folder(), 'data') },
      platform: process.platform,
      stdout: (text) => {
        said += text
      },
      stderr: (text) => {
        said += text
      },
      stdin: Readable.from(['']),
    })
    return `${said}${code}`
  }
  expect(await run('images')).toContain('converted from WebP')
  expect(await run('send-again', '--dry-run')).toBe('Send 1 picture again, and replace it in 1 product.\n0')
  expect(await run('send-again', '--dry-run', '--image', 'one.png')).toBe(
    'Nothing has to be sent again: the workspace has no earlier file of these pictures.\n0',
  )
  const done = await run('send-again')
  expect(done).toContain('Send 1 picture again, and replace it in 1 product.\nTo undo it: packshot send-again --undo ')
  expect(await run('send-again', '--undo', /--undo (\d+)/.exec(done)?.[1] ?? '')).toBe('Cancelled in 1 product.\n0')
  expect(await run('send-again', '--undo', '99')).toMatch(/Action 99 did not send pictures again\.[\s\S]*1$/)
  await library.reopen()
  expect(await library.counts()).toMatchObject({ waiting: 0, cancelled: 2 })
})

it('answers say that they are about an earlier file once another one is sent', async () => {
  await prepare()
  await library.client().publishing.set({ publishing: { kind: 'data' } })
  const imageId = (await library.row(webp)).id
  const details = () => library.client().library.details({ imageId })
  await library.ask([webp], 'White?')
  await library.settled()
  await setQuality(80)
  await library.ask([webp], 'Round?')
  await library.settled()
  // The workspace has the file of the first, and would get that of the second.
  expect((await details()).aboutEarlierFile).toEqual([])
  await sendAgain().start({ images: all })
  await library.settled()
  const { answers, aboutEarlierFile } = await details()
  expect(aboutEarlierFile).toEqual(answers.filter(({ question }) => question === 'White?').map(({ jobId }) => jobId))
  // So do the sheet, what is exported from it, and the list of all answers.
  const sheet = await library.client().sheet.page({ view: sheetView.parse({ setId: askedQuestions }), offset: 0, limit: 10 })
  const cells = sheet.rows.flatMap((row) => row.cells.filter(({ kind }) => kind !== 'none'))
  expect(new Map(cells.map((cell) => [cell.question, cell.isAboutEarlier ?? false]))).toEqual(
    new Map([
      ['White?', true],
      ['Round?', false],
    ]),
  )
  const withEarlier = async (questions: string[] | null) => {
    const view = sheetView.parse({ setId: askedQuestions, only: ['earlier-file'], questions })
    return (await library.client().sheet.page({ view, offset: 0, limit: 10 })).rows.map(({ imageId }) => imageId)
  }
  // Only columns that are shown count, as for other filters.
  expect([await withEarlier(null), await withEarlier(['White?']), await withEarlier(['Round?'])]).toEqual([[imageId], [imageId], []])
  const listed = await readAnswers(library.client())
  expect(listed.flatMap((one) => (one.isAboutEarlier ? [one.question] : []))).toEqual(['White?'])
  const layout: OutLayout = {
    rows: 'pictures',
    form: { kind: 'csv', separator: ',', bom: false, flat: false },
    columns: [
      { header: 'White', from: { kind: 'question', question: 'White?' } },
      { header: 'Round', from: { kind: 'question', question: 'Round?' } },
      { header: 'Earlier', from: { kind: 'fact', fact: 'aboutEarlier' } },
    ],
    comesBack: false,
  }
  const to = { kind: 'path', path: join(library.folder(), 'texts.csv') } as const
  const view = sheetView.parse({ setId: askedQuestions })
  expect(await library.client().exports.write({ view, which: 'all', layout, to })).toMatchObject({ aboutEarlier: 1 })
  expect(await readFile(to.path, 'utf8')).toMatch(/,White\?\r?\n/)
  await library.reopen()
  expect((await details()).aboutEarlierFile).toEqual(aboutEarlierFile)
  // Asked again, it is about the file that the workspace has now.
  await library.start()
  await library.client().questions.ask({ images: { kind: 'some', images: [imageId] }, questions: ['White?'], again: true })
  await library.settled()
  expect([await withEarlier(null), await withEarlier(['White?'])]).toEqual([[], []])
})
