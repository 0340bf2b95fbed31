import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { askedQuestions } from '../../../../shared/answers/sheet.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'
import { startScriptedService } from '../../../support/scripted-service.ts'

const library = prepareTestLibrary()
const versions = () => library.client().versions
const offered = async (): Promise<string[]> => (await versions().page({ offset: 0, limit: 100 })).rows.map((row) => row.name)
const uploads = () => library.service().received.filter((request) => request.method === 'POST' && request.path.endsWith('/sources'))
const connect = async (): Promise<void> => {
  await library.connect()
  await library.start()
  await library.settled()
}

describe('a file that was added before and comes with other content', () => {
  it('is a picture of its own, and is offered as a version; the same content again is the same picture', async () => {
    await library.add(['one.png', 'two.png'])
    await library.addChanged('one.png', 'brighter')
    expect(await library.names()).toEqual(['one.png', 'two.png', 'one.png'])
    const [row] = (await versions().page({ offset: 0, limit: 10 })).rows
    const ids = (await library.page()).rows.map((one) => one.id)
    expect(row).toMatchObject({ imageId: ids[2], earlierId: ids[0], name: 'one.png', folder: join(library.folder(), 'pictures') })
    await library.addChanged('one.png', 'seed of one.png')
    await library.addChanged('one.png', 'brighter')
    expect((await library.page()).total).toBe(3)
    expect(await offered()).toEqual(['one.png'])
  })

  it('is not offered if both are kept, if one of the two is removed, or once the new one has work of its own', async () => {
    await library.add(['one.png', 'two.png', 'three.png', 'four.png'])
    for (const name of ['one.png', 'two.png', 'three.png', 'four.png']) await library.addChanged(name, `other ${name}`)
    expect(await offered()).toEqual(['four.png', 'three.png', 'two.png', 'one.png'])
    const rows = (await versions().page({ offset: 0, limit: 10 })).rows
    await library.client().library.remove({ imageIds: [rows[3]?.earlierId ?? ''] })
    await versions().keepBoth({ imageIds: [rows[2]?.imageId ?? ''] })
    await library.ask([rows[1]?.imageId ?? ''], 'White?')
    expect(await offered()).toEqual(['four.png'])
    await library.client().library.restore({ imageIds: [rows[3]?.earlierId ?? ''] })
    expect(await offered()).toEqual(['four.png', 'one.png'])
    await library.reopen()
    expect(await offered()).toEqual(['four.png', 'one.png'])
    await library.client().library.remove({ imageIds: [rows[3]?.earlierId ?? ''] })
    await versions().keepBoth({})
    expect(await offered()).toEqual([])
    // It was not among those that were kept.
    await library.client().library.restore({ imageIds: [rows[3]?.earlierId ?? ''] })
    expect(await offered()).toEqual(['one.png'])
    await versions().keepBoth({})
    expect(await offered()).toEqual([])
  })
})

it('brings texts and approvals to the picture whose version it becomes, with their history, and hides none that is there', async () => {
  const { sheet } = library.client()
  await library.add(['one.png'])
  await library.addChanged('one.png', 'brighter')
  const [row] = (await versions().page({ offset: 0, limit: 1 })).rows
  const [earlierId, imageId] = [row?.earlierId ?? '', row?.imageId ?? '']
  const type = (id: string, question: string, text: string, review: 'draft' | 'approved' = 'draft') =>
    sheet.edit({ cells: [{ imageId: id, question, text, review, seen: null }], kind: 'typed' })
  await type(imageId, 'Alt text?', 'First words')
  await type(imageId, 'Alt text?', 'A brighter mug', 'approved')
  await type(earlierId, 'Color?', 'Blue', 'approved')
  await type(earlierId, 'Label?', 'Of the earlier one')
  await type(imageId, 'Label?', 'Of the newer one')
  const shown = async () => {
    const { rows } = await sheet.page({ view: { setId: askedQuestions }, offset: 0, limit: 10 })
    return rows.map(({ imageId: id, cells }) => [id, ...cells.map((one) => `${one.question} ${one.text} ${one.review}`).sort()])
  }
  const apart = new Set((await shown()).map((row) => JSON.stringify(row)))
  expect(await versions().use({})).toEqual({ made: [earlierId] })
  const all = ['Alt text? A brighter mug approved', 'Color? Blue approved', 'Label? Of the newer one draft']
  expect(await shown()).toEqual([[earlierId, ...all]])
  const textsOf = async (question: string) => (await sheet.history({ imageId: earlierId, question })).map(({ text }) => text)
  expect(await textsOf('Alt text?')).toContain('First words')
  expect(await textsOf('Label?')).toContain('Of the earlier one')
  expect(await sheet.undo()).toMatchObject({ kind: 'typed', kept: 0 })
  expect((await shown())[0]).toContain('Label? Of the earlier one draft')
  // Typed at the one that is a version by now: refused, and said.
  expect(await type(imageId, 'Color?', 'Green')).toMatchObject({ changed: 0, kept: [{ why: 'removed' }] })
  await versions().separate({ imageIds: [earlierId] })
  // As they were, but for what was undone.
  const undone = [...apart].map((row) => row.replace('Label? Of the newer one draft', 'Label?  draft'))
  expect((await shown()).map((row) => JSON.stringify(row)).sort()).toEqual(undone.sort())
  expect((await sheet.history({ imageId, question: 'Alt text?' })).map(({ text }) => text)).toContain('First words')
  expect(await sheet.undo()).toMatchObject({ kind: 'typed', kept: 0 })
  expect((await shown()).find(([id]) => id === earlierId)?.join()).not.toContain('Of the earlier one')
})

it('that a person put into a product, or into none, is not offered as a version', async () => {
  await library.add(['one.png', 'two.png'])
  for (const name of ['one.png', 'two.png']) await library.addChanged(name, `other ${name}`)
  const [two, one] = (await versions().page({ offset: 0, limit: 10 })).rows
  const mug = { key: 'sku:mug-1', productId: null, sku: 'MUG-1', gtin: null, name: null, handle: null }
  await library.client().matching.move({ imageIds: [one?.imageId ?? ''], to: mug })
  expect(await offered()).toEqual(['two.png'])
  await library.client().matching.notAProduct({ imageIds: [two?.imageId ?? ''] })
  expect(await versions().use({})).toEqual({ made: [] })
  await library.client().matching.undo()
  expect(await offered()).toEqual(['two.png'])
})

describe('a new version', () => {
  it('is uploaded to each workspace that has an earlier one, also where that was uploaded before it became one', async () => {
    const another = await startScriptedService()
    try {
      await library.add(['one.png'])
      await connect()
      const { session, workspaces } = library.client()
      const inUse = async (): Promise<string> => (await session.get()).connection?.id ?? ''
      const first = await inUse()
      await session.connect({ kind: 'api-key', baseUrl: another.baseUrl, apiKey: 'key' })
      const second = await inUse()
      await library.addChanged('one.png', 'brighter')
      await library.settled()
      await versions().use({})
      await workspaces.switch({ connectionId: first })
      await library.addChanged('one.png', 'brighter still')
      await library.settled()
      await versions().use({})
      await workspaces.switch({ connectionId: second })
      await library.settled()
      const sent = another.received.filter((request) => request.method === 'POST' && request.path.endsWith('/sources'))
      expect(sent).toHaveLength(2)
    } finally {
      await another.stop()
    }
  })

  it('keeps the picture’s id, questions and answers, and is uploaded with its own bytes', async () => {
    await library.add(['one.png'])
    await library.ask(['one.png'], 'White?')
    await connect()
    const before = await library.row('one.png')
    await library.addChanged('one.png', 'brighter')
    await library.settled()
    const newer = (await versions().page({ offset: 0, limit: 1 })).rows[0]?.imageId
    expect(await versions().use({})).toEqual({ made: [before.id] })
    await library.settled()
    expect(await library.names()).toEqual(['one.png'])
    const after = await library.row('one.png')
    expect(after).toMatchObject({ id: before.id, version: 2, answers: 1, state: 'answered' })
    // It was uploaded as a picture of its own, so it needs no further upload.
    expect(uploads()).toHaveLength(2)
    const details = await library.client().library.details({ imageId: before.id })
    const [image] = await library.client().pictures.list()
    expect(details.sourceId).toBe(image?.sourceId)
    await expect(library.client().library.details({ imageId: newer ?? '' })).rejects.toMatchObject({ code: 'unknown-id' })
    // Its bytes again are this picture, whichever version.
    await library.addChanged('one.png', 'seed of one.png')
    await library.addChanged('one.png', 'brighter')
    expect((await library.page()).total).toBe(1)
    const original = await library.core().locateImage(before.id, 'original')
    expect(await readFile(original?.path ?? '')).toEqual(await readFile(join(library.folder(), 'pictures', 'one.png')))
  })

  it('made offline is the only one uploaded, and the one that an attach sends', async () => {
    await library.add(['one.png', 'two.png'])
    await library.attach(['one.png', 'two.png'])
    await library.addChanged('one.png', 'brighter')
    await versions().use({})
    expect((await library.row('one.png')).version).toBe(2)
    await connect()
    expect(await library.counts()).toMatchObject({ parked: 0 })
    expect(uploads()).toHaveLength(2)
    const sources = new Map((await library.client().pictures.list()).map((image) => [image.name, image.sourceId]))
    const patch = library.service().received.find((request) => request.method === 'PATCH')
    expect(patch?.json()).toEqual({ attributes: { Images: [sources.get('one.png'), sources.get('two.png')] } })
  })

  it('of an uploaded picture is uploaded before it is attached', async () => {
    await library.add(['one.png'])
    await connect()
    await library.addChanged('one.png', 'brighter', false)
    await versions().use({})
    await library.attach(['one.png'])
    await library.settled()
    expect(uploads()).toHaveLength(2)
    const [image] = await library.client().pictures.list()
    const patch = library.service().received.find((request) => request.method === 'PATCH')
    expect(patch?.json()).toEqual({ attributes: { Images: [image?.sourceId] } })
    expect(await library.counts()).toMatchObject({ parked: 0 })
  })

  it('is awaited by an attach that was asked for before', async () => {
    await library.add(['one.png'])
    await connect()
    await library.client().queue.pause()
    await library.attach(['one.png'])
    await library.addChanged('one.png', 'brighter')
    await versions().use({})
    await library.client().queue.resume()
    await library.settled()
    expect(await library.counts()).toMatchObject({ parked: 0 })
    const [image] = await library.client().pictures.list()
    const patch = library.service().received.find((request) => request.method === 'PATCH')
    expect(patch?.json()).toEqual({ attributes: { Images: [image?.sourceId] } })
    expect(uploads()).toHaveLength(2)
  })

  it('is attached again beside the earlier one, as the note says', async () => {
    await library.add(['one.png'])
    await connect()
    await library.attach(['one.png'])
    await library.settled()
    const [before] = await library.client().pictures.list()
    await library.addChanged('one.png', 'brighter')
    await library.settled()
    await versions().use({})
    await library.attach(['one.png'])
    await library.settled()
    const [after] = await library.client().pictures.list()
    const patches = library.service().received.filter((request) => request.method === 'PATCH')
    expect(patches.at(-1)?.json()).toEqual({ attributes: { Images: [before?.sourceId, after?.sourceId] } })
  })

  it.each([0, 1])('is never lost where both files were offered as versions of each other (%i)', async (first) => {
    await library.add(['one.png'])
    await library.addChanged('one.png', 'second')
    const ids = (await library.page()).rows.map(({ id }) => id)
    // As a watched folder does when the file gets its earlier content back.
    const database = new DatabaseSync(join(library.folder(), 'data', 'library.db'))
    database.exec('INSERT INTO changed_files (picture, earlier, found_at) SELECT earlier, picture, found_at FROM changed_files')
    database.close()
    expect(await offered()).toEqual(['one.png', 'one.png'])
    await versions().use({ imageIds: [ids[first] ?? ''] })
    expect(await offered()).toEqual([])
    await versions().use({})
    expect((await library.page()).rows).toMatchObject([{ id: ids[1 - first], version: 2 }])
  })

  it('of a version becomes the newest one, in whichever order they are made', async () => {
    await library.add(['one.png'])
    const { id } = await library.row('one.png')
    await library.addChanged('one.png', 'second')
    await library.addChanged('one.png', 'third')
    const [third, second] = (await versions().page({ offset: 0, limit: 10 })).rows
    expect(third?.earlierId).toBe(second?.imageId)
    await versions().use({ imageIds: [third?.imageId ?? ''] })
    expect((await versions().page({ offset: 0, limit: 10 })).rows).toMatchObject([{ earlierId: id }])
    await versions().use({})
    expect((await library.page()).rows).toMatchObject([{ id, version: 3 }])
    expect(await versions().separate({ imageIds: [id] })).toEqual({ separated: 1 })
    expect((await library.page()).rows).toMatchObject([{ id, version: 2 }, { version: 1 }])
    expect(await versions().separate({ imageIds: [id] })).toEqual({ separated: 1 })
    expect(await versions().separate({ imageIds: [id] })).toEqual({ separated: 0 })
    await connect()
    expect(uploads()).toHaveLength(3)
  })

  it('that is taken back leaves both pictures as they were, with their sources', async () => {
    await library.add(['one.png'])
    await connect()
    await library.addChanged('one.png', 'brighter')
    await library.settled()
    const sources = async () =>
      (await library.client().pictures.list()).map(({ id, sourceId, width, bytes }) => ({ id, sourceId, width, bytes }))
    const before = await sources()
    const { made } = await versions().use({})
    await versions().separate({ imageIds: made })
    await library.settled()
    expect(await sources()).toEqual(before)
    expect(uploads()).toHaveLength(2)
    await expect.poll(offered).toEqual(['one.png'])
  })

  it('of a picture that got several at once is taken back with all of them', async () => {
    await library.add(['one.png'])
    await library.addChanged('one.png', 'second')
    await library.addChanged('one.png', 'third')
    const before = (await library.page()).rows
    const { made } = await versions().use({})
    expect((await library.page()).rows).toMatchObject([{ version: 3 }])
    expect(await versions().separate({ imageIds: made })).toEqual({ separated: 2 })
    expect((await library.page()).rows).toEqual(before)
    await expect.poll(offered).toEqual(['one.png', 'one.png'])
  })

  it('survives a restart, and its removal and undo', async () => {
    await library.add(['one.png'])
    await library.addChanged('one.png', 'brighter')
    const { made } = await versions().use({})
    await library.reopen()
    await library.client().library.remove({ imageIds: made })
    await library.client().library.restore({ imageIds: made })
    expect((await library.page()).rows).toMatchObject([{ id: made[0], version: 2 }])
  })
})
