import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { findDamage } from '../../../../electron/core/base/database/find-damage.ts'
import { setAsideRows } from '../../../../electron/core/base/database/set-aside-rows.ts'
import { findPartialAttaches } from '../../../support/derived-tables.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

let now = Date.now()
const library = prepareTestLibrary({ clock: { now: () => now } })

const names = ['one.png', 'two.png', 'three.png']
const prepare = async () => {
  now = Date.now()
  await library.add(names)
  await library.connect()
  await library.attach(names)
  await library.start()
  await library.settled()
  const [product] = await library.client().products.list()
  const ids = product?.lists[0]?.sourceIds ?? []
  expect(ids).toHaveLength(3)
  return { productRef: product?.ref ?? '', attribute: 'Images', ids }
}
const sentLists = () =>
  library
    .service()
    .received.filter((one) => one.method === 'PATCH')
    .map((one) => (one.json() as { attributes: { Images: string[] } }).attributes.Images)

describe('replacing a product’s list', () => {
  it('sends the whole list in the new order, keeps before and after, and offers the earlier list', async () => {
    const { productRef, attribute, ids } = await prepare()
    const reordered = ids.toReversed()
    await library.client().products.replaceList({ productRef, attribute, sourceIds: reordered })
    await library.settled()
    expect(sentLists().at(-1)).toEqual(reordered)
    const [list] = (await library.client().products.list())[0]?.lists ?? []
    expect(list).toMatchObject({ sourceIds: reordered, previousSourceIds: ids })
    expect(await library.names({ state: 'attached' })).toHaveLength(3)
  })

  it('detaches by leaving out ids, down to an empty list', async () => {
    const { productRef, attribute, ids } = await prepare()
    await library.client().products.replaceList({ productRef, attribute, sourceIds: ids.slice(0, 1) })
    await library.settled()
    expect(await library.names({ state: 'attached' })).toEqual(['one.png'])
    await library.client().products.replaceList({ productRef, attribute, sourceIds: [] })
    await library.settled()
    expect(sentLists().slice(-2)).toEqual([ids.slice(0, 1), []])
    expect(await library.names({ state: 'attached' })).toEqual([])
  })

  it('offers the whole earlier list after a picture was removed', async () => {
    const { productRef, attribute, ids } = await prepare()
    const previous = async () => (await library.client().products.list())[0]?.lists[0]?.previousSourceIds
    for (const left of [ids.slice(1), [...ids.slice(0, 1), ...ids.slice(1).toReversed()]]) {
      await library.client().products.replaceList({ productRef, attribute, sourceIds: ids })
      await library.settled()
      await library.client().products.replaceList({ productRef, attribute, sourceIds: left })
      await library.settled()
      expect(sentLists().at(-1)).toEqual(left)
      expect(await previous()).toEqual(ids)
    }
  })

  it('appears in the history of what it removes', async () => {
    const { productRef, attribute, ids } = await prepare()
    const { jobId } = await library.client().products.replaceList({ productRef, attribute, sourceIds: ids.slice(1) })
    await library.settled()
    const one = (await library.client().pictures.list()).find((image) => image.name === 'one.png')?.id ?? ''
    const { attachments, history } = await library.client().library.details({ imageId: one })
    expect(attachments).toEqual([])
    expect(history[0]).toMatchObject({ id: jobId, status: { state: 'done' } })
  })

  it('keeps the additions of an attach that was queued before it, since the person has not seen them yet', async () => {
    const { productRef, attribute, ids } = await prepare()
    await library.client().queue.pause()
    await library.add(['four.png'])
    await library.attach(['four.png'])
    await library.client().products.replaceList({ productRef, attribute, sourceIds: ids.slice(1) })
    await library.client().queue.resume()
    await library.settled()
    const four = (await library.client().pictures.list()).find((image) => image.name === 'four.png')?.sourceId
    expect(sentLists().at(-1)).toEqual([...ids.slice(1), four])
  })

  it('attaches again a picture that a queued replacement removes', async () => {
    const { productRef, attribute, ids } = await prepare()
    await library.client().queue.pause()
    await library.client().products.replaceList({ productRef, attribute, sourceIds: ids.slice(1) })
    await library.attach(['one.png'])
    await library.client().queue.resume()
    await library.settled()
    expect(sentLists().at(-1)).toEqual([...ids.slice(1), ids[0]])
  })

  it('asks for confirmation when our record is older than a day', async () => {
    const { productRef, attribute, ids } = await prepare()
    now += 25 * 60 * 60 * 1000
    const replace = { productRef, attribute, sourceIds: ids.toReversed() }
    await expect(library.client().products.replaceList(replace)).rejects.toMatchObject({ code: 'current-unknown' })
    await library.client().products.replaceList({ ...replace, current: { kind: 'as-known' } })
    await library.settled()
    expect(sentLists().at(-1)).toEqual(ids.toReversed())
  })

  it('keeps a colleague’s picture that a person names when retrying', async () => {
    const { productRef, attribute, ids } = await prepare()
    library.service().answer = () => ({ status: 400, body: { statusCode: 400, message: 'not now', error: 'x' } })
    const { jobId } = await library.client().products.replaceList({ productRef, attribute, sourceIds: ids.slice(1) })
    await library.settled()
    library.service().answer = () => undefined
    const current = { kind: 'ids' as const, ids: [...ids, 'src_theirs'] }
    await library.client().jobs.retry({ jobIds: [jobId], choice: 'retry', current })
    await library.client().queue.resume()
    await library.settled()
    expect(sentLists().at(-1)).toEqual([...ids.slice(1), 'src_theirs'])
  })

  it('is kept beside the row of its job, and never sent without it', async () => {
    const { productRef, attribute, ids } = await prepare()
    await library.client().queue.pause()
    const { jobId } = await library.client().products.replaceList({ productRef, attribute, sourceIds: ids.slice(1) })
    await library.close()
    const database = new DatabaseSync(join(library.folder(), 'data', 'library.db'))
    const row = database.prepare('SELECT work FROM jobs WHERE id = ?').get(jobId)
    expect(ids.some((id) => String(row?.work).includes(id))).toBe(false)
    expect(findDamage(database, 'whole')).toBeNull()
    database.exec("UPDATE replaced_lists SET wanted = '[]'")
    const damage = findDamage(database, 'whole')
    expect(damage?.unreadable).toMatchObject([{ place: 'jobs', lost: { kind: 'job' } }])
    setAsideRows(database, damage?.unreadable ?? [], 1)
    expect(findPartialAttaches(database)).toEqual([])
    expect(JSON.parse(String(database.prepare('SELECT content FROM unreadable_rows').get()?.content))).toMatchObject({
      id: jobId,
      seen: JSON.stringify(ids),
    })
    database.close()
  })

  it('is refused where it cannot be done', async () => {
    const { productRef, attribute } = await prepare()
    const replaceList = library.client().products.replaceList
    await expect(replaceList({ productRef: 'product_none', attribute, sourceIds: [] })).rejects.toMatchObject({ code: 'unknown-id' })
    await expect(replaceList({ productRef, attribute, sourceIds: [' '] })).rejects.toMatchObject({ code: 'usage' })
    await expect(replaceList({ productRef, attribute, sourceIds: [], current: { kind: 'appends' } })).rejects.toMatchObject({
      code: 'usage',
    })
    await library.client().connections.change({ serviceAppends: true })
    await expect(replaceList({ productRef, attribute, sourceIds: [] })).rejects.toMatchObject({ code: 'usage' })
  })
})
