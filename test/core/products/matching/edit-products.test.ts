import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { compareDerived } from '../../../support/derived-tables.ts'
import { waitFor } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'
import { startScriptedService } from '../../../support/scripted-service.ts'

const library = prepareTestLibrary()
const products = () => library.client().products
const catalogue = () => library.client().catalogue
const importList = async (text: string, forgetIds = false) => {
  const path = join(library.folder(), 'list.csv')
  await writeFile(path, text)
  return catalogue().importFile({ path, columns: {}, dryRun: false, forgetIds })
}
const listed = async () => (await catalogue().page({ offset: 0, limit: 10 })).rows
const refOf = async (name: string): Promise<string> => {
  const { rows } = await products().page({ offset: 0, limit: 20, listed: true })
  return rows.find((row) => row.name === name)?.ref ?? rows.find((row) => row.productId === name)?.ref ?? ''
}
const edited = async (name: string) => products().edited({ ref: await refOf(name) })
const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'done',
    (error) => error.failure?.kind ?? error.code,
  )
const expectDerived = (): void => {
  const database = new DatabaseSync(join(library.folder(), 'data', 'library.db'))
  try {
    const { kept, again } = compareDerived(database)
    expect(kept).toEqual(again)
  } finally {
    database.close()
  }
}
const missing = { status: 404, body: { statusCode: 404, message: 'Product not found', error: 'Not Found' } }
const matchedTo = async (image: string): Promise<string | null> => {
  const { rows } = await library.client().matching.page({ offset: 0, limit: 10 })
  return rows.find(({ pictures }) => pictures.some(({ name }) => name === image))?.product.key ?? null
}
const attachTo = (image: string, productId: string) =>
  library.attach([image], '', { product: { kind: 'id', productId }, current: { kind: 'nothing' } })
const parked = async () => (await library.counts()).parked

const list = 'Product ID,SKU,Name\nwrong_1,SKU-1,Mug\nwrong_2,SKU-2,Cup\n'

describe('a product of the list', () => {
  it('is changed, with the pictures that are matched to it, and back again', async () => {
    await library.add(['SKU-1.png', 'SKU-2.png'], false)
    await importList(list)
    await library.client().matching.apply({ rules: [{ by: 'sku' }] })
    expect(await edited('Mug')).toMatchObject({ isListed: true, matched: 1, attachments: 0, creation: 'none', isBusy: false })
    const { undo } = await products().edit({ ref: await refOf('Mug'), fields: { sku: 'MUG-1', gtin: '4006381333931', productId: null } })
    expect((await listed())[0]).toMatchObject({ productId: null, sku: 'MUG-1', gtin: '04006381333931', name: 'Mug' })
    expect(await matchedTo('SKU-1.png')).toBe('sku:mug-1')
    expect((await products().page({ offset: 0, limit: 5, listed: true, text: 'mug-1' })).total).toBe(1)
    await products().undoEdit({ undo })
    expect((await listed())[0]).toMatchObject({ productId: 'wrong_1', sku: 'SKU-1', gtin: null })
    expect(await matchedTo('SKU-1.png')).toBe('id:wrong_1')
    expect(await codeOf(products().undoEdit({ undo }))).toBe('undo-gone')
  })

  it('is not changed into nothing, a wrong number or another product’s id', async () => {
    await importList(list)
    const edit = async (fields: object) => codeOf(products().edit({ ref: await refOf('Mug'), fields }))
    expect(await edit({ gtin: '123' })).toBe('product-gtin-wrong')
    expect(await edit({ name: '', sku: ' ', productId: null })).toBe('product-names-nothing')
    expect(await edit({ productId: 'wrong_2' })).toBe('product-id-taken')
    expect(await codeOf(products().edit({ ref: 'entry_99', fields: { name: 'x' } }))).toBe('chosen-product-gone')
  })

  it('is removed: its pictures have no product, and its work is cancelled; undo brings all of it back', async () => {
    await library.add(['SKU-1.png', 'SKU-2.png'])
    await importList(list)
    await library.client().matching.apply({ rules: [{ by: 'sku' }] })
    await attachTo('SKU-1.png', 'wrong_1')
    expect(await edited('Mug')).toMatchObject({ attachments: 1, matched: 1 })
    /** When a job was reopened is new. */
    const all = async () =>
      (await library.client().jobs.list({})).map(({ updatedAt: _, status, ...job }) => ({ ...job, state: status.state }))
    const before = await all()
    const { cancelled, undo } = await products().remove({ ref: await refOf('Mug') })
    expect(cancelled).toBe(1)
    expect((await listed()).map(({ name }) => name)).toEqual(['Cup'])
    expect((await catalogue().summary())?.products).toBe(1)
    expect(await matchedTo('SKU-1.png')).toBe(null)
    expect(await refOf('Mug')).toBe('')
    await products().undoEdit({ undo })
    expect((await listed()).map(({ name }) => name).sort()).toEqual(['Cup', 'Mug'])
    expect(await matchedTo('SKU-1.png')).toBe('id:wrong_1')
    expect(await all()).toEqual(before)
  })
})

describe('a product that was added by hand', () => {
  it('that is to be created is renamed before, and is not created once it is removed', async () => {
    await library.add(['1.png'], false)
    await library.attach(['1.png'], 'Mugg')
    expect(await edited('Mugg')).toMatchObject({ creation: 'waiting', isListed: false, attachments: 1 })
    expect(await codeOf(products().edit({ ref: await refOf('Mugg'), fields: { sku: 'A' } }))).toBe('product-not-listed')
    await products().edit({ ref: await refOf('Mugg'), fields: { name: 'Mug' } })
    const [create] = (await library.client().jobs.list({ operation: 'create-product' })) ?? []
    expect(create?.work).toMatchObject({ name: 'Mug' })
    const { cancelled, undo } = await products().remove({ ref: await refOf('Mug') })
    expect(cancelled).toBe(2)
    expect((await products().page({ offset: 0, limit: 5 })).total).toBe(0)
    await products().undoEdit({ undo })
    expect(await library.counts()).toMatchObject({ waiting: 3, cancelled: 0 })
    await library.connect()
    await library.start()
    await library.settled()
    const created = library.service().received.filter(({ method, path }) => method === 'POST' && path === '/v1/products')
    expect(created.map(({ json }) => json().name)).toEqual(['Mug'])
  })

  it('gets another id: failed attachments go there and are tried again', async () => {
    await library.add(['1.png'])
    await library.connect()
    library.service().answer = ({ method, path }) => (method === 'PATCH' && path.includes('wrong') ? missing : undefined)
    await library.start()
    await library.settled()
    await attachTo('1.png', 'wrong_7')
    await waitFor(async () => (await parked()) === 1)
    const { ref } = await products().edit({ ref: await refOf('wrong_7'), fields: { productId: 'right_7' } })
    expect((await products().find({ by: 'ref', ref }))?.productId).toBe('right_7')
    expect(await refOf('wrong_7')).toBe('')
    const [job] = await library.client().jobs.list({ operation: 'attach-sources' })
    // The right product's list is not known yet.
    await waitFor(async () => (await library.client().jobs.find({ jobId: job?.id ?? '' }))?.status.state === 'parked')
    await library.client().jobs.retry({ jobIds: [job?.id ?? ''], choice: 'retry', current: { kind: 'nothing' } })
    await library.settled()
    const sent = library
      .service()
      .received.filter(({ method }) => method === 'PATCH')
      .map(({ path }) => path)
    expect(sent).toEqual(['/v1/products/wrong_7', '/v1/products/right_7'])
  })

  it('with pictures is forgotten: attaching to it again asks what it has, and undo knows it again', async () => {
    await library.add(['1.png', '2.png'])
    await library.connect()
    await library.attach(['1.png'], 'Mug')
    await library.start()
    await library.settled()
    const ref = await refOf('Mug')
    const before = await products().find({ by: 'ref', ref })
    expect(await edited('Mug')).toMatchObject({ attached: 1, attachments: 0 })
    const { undo } = await products().remove({ ref })
    expect(await products().list()).toEqual([])
    expect((await library.row('1.png')).state).toBe('uploaded')
    expectDerived()
    await products().undoEdit({ undo })
    expect(await products().find({ by: 'ref', ref })).toEqual(before)
    expect((await library.row('1.png')).state).toBe('attached')
    expectDerived()
    await products().remove({ ref })
    await library.reopen()
    // Nothing is damaged: the done jobs about it stay.
    expect(await library.client().recovery.list()).toEqual([])
    expect((await library.client().jobs.list({ operation: 'attach-sources' })).map(({ status }) => status.state)).toEqual(['done'])
    const id = before?.productId ?? ''
    expect(await codeOf(library.attach(['2.png'], '', { product: { kind: 'id', productId: id } }))).not.toBe('done')
  })
})

it('forgets the ids of a list that is imported again without them, and failed attachments become new products', async () => {
  await library.add(['SKU-1.png', 'SKU-2.png'])
  await library.connect()
  library.service().answer = ({ method, path }) => (method === 'PATCH' && path.includes('wrong') ? missing : undefined)
  await library.start()
  await library.settled()
  await importList(list)
  await library.client().matching.apply({ rules: [{ by: 'sku' }] })
  for (const number of [1, 2]) await attachTo(`SKU-${number}.png`, `wrong_${number}`)
  await waitFor(async () => (await parked()) === 2)
  expect(await catalogue().ids()).toEqual({ ids: 2, waiting: 2 })
  await importList('SKU,Name\nSKU-1,Mug\nSKU-2,Cup\n')
  expect((await catalogue().ids()).ids).toBe(2)
  await importList('SKU,Name\nSKU-1,Mug\nSKU-2,Cup\n', true)
  expect(await catalogue().ids()).toEqual({ ids: 0, waiting: 0 })
  expect(await matchedTo('SKU-1.png')).toBe('sku:sku-1')
  const [problem] = await library.client().problems.list({})
  expect(problem?.examples.toSorted()).toEqual(['Cup', 'Mug'])
  await library.client().problems.settle({ key: problem?.key ?? '', remedy: 'as-new' })
  await library.settled()
  const created = library.service().received.filter(({ method, path }) => method === 'POST' && path === '/v1/products')
  expect(created.map(({ json }) => json().name).sort()).toEqual(['Cup', 'Mug'])
  const { rows } = await products().page({ offset: 0, limit: 10, listed: true })
  // Each of them once: the list's products are those that were created.
  expect(rows.map(({ name, listed: inList }) => [name, inList?.sku]).sort()).toEqual([
    ['Cup', 'SKU-2'],
    ['Mug', 'SKU-1'],
  ])
})

it('forgets ids in the list that was imported, though another workspace is active by the time it is written', async () => {
  const connect = (baseUrl: string) => library.client().session.connect({ kind: 'api-key', baseUrl, apiKey: 'key' })
  const service = await startScriptedService()
  const other = await connect(service.baseUrl)
  await importList(list)
  await connect(library.service().baseUrl)
  const rows = (line: (at: number) => string) => Array.from({ length: 3_000 }, (_, at) => line(at)).join('\n')
  await importList(`Product ID,SKU,Name\n${rows((at) => `id_${at},SKU-${at},Cup ${at}`)}`)
  const mine = (await library.client().workspaces.list()).find(({ id }) => id !== other.connection?.id)?.id ?? ''
  expect((await catalogue().ids()).ids).toBe(3_000)
  const imported = importList(`SKU,Name\n${rows((at) => `SKU-${at},Cup ${at}`)}`, true)
  const database = new DatabaseSync(join(library.folder(), 'data', 'library.db'), { readOnly: true })
  const isWritten = (): boolean => database.prepare("SELECT 1 FROM catalogue_lists WHERE state = 'writing'").get() !== undefined
  while (!isWritten()) await new Promise((resolve) => setImmediate(resolve))
  await library.client().workspaces.switch({ connectionId: other.connection?.id ?? '' })
  expect(isWritten()).toBe(true)
  database.close()
  await imported
  expect((await catalogue().ids()).ids).toBe(2)
  await library.client().workspaces.switch({ connectionId: mine })
  expect((await catalogue().ids()).ids).toBe(0)
  await service.stop()
})
