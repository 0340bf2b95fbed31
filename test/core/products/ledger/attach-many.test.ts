import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { findDamage } from '../../../../electron/core/base/database/find-damage.ts'
import { setAsideRows } from '../../../../electron/core/base/database/set-aside-rows.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'
import { startScriptedService } from '../../../support/scripted-service.ts'

const library = prepareTestLibrary()
const names = Array.from({ length: 120 }, (_, index) => `${String(index).padStart(3, '0')}.png`)
const attach = (product: object, more: object = {}) =>
  library.client().products.attach({
    images: { kind: 'some', images: names },
    product: product as never,
    attribute: 'Images',
    current: null,
    again: false,
    ...more,
  })

it('attaches more pictures than are queued at once, each uploaded once, in their order', async () => {
  await library.add(names, false)
  const { pictures } = await attach({ kind: 'new', name: 'Mug' })
  expect(pictures).toBe(names.length)
  await library.connect()
  await library.start()
  await library.settled()
  expect(await library.client().jobs.list({ operation: 'upload-source' })).toHaveLength(names.length)
  const [product] = await library.client().products.list()
  const inOrder = await library.client().library.ids({ sort: { by: 'name', descending: false }, filter: {} })
  expect(product?.lists[0]?.imageIds).toEqual(inOrder)
  expect(inOrder).toHaveLength(names.length)
})

const openFile = async (): Promise<DatabaseSync> => {
  await library.close()
  return new DatabaseSync(join(library.folder(), 'data', 'library.db'))
}

it('queues each of many attaches to one list after the one before, and not after all of them', async () => {
  const some = names.slice(0, 24)
  await library.add(some, false)
  await library.client().queue.pause()
  for (const name of some)
    await attach({ kind: 'new', name: 'Mug' }, { images: { kind: 'some', images: [name] }, current: { kind: 'nothing' } })
  const database = await openFile()
  const { n } =
    database
      .prepare("SELECT count(*) AS n FROM job_dependencies JOIN jobs ON jobs.id = depends_on WHERE operation = 'attach-sources'")
      .get() ?? {}
  database.close()
  expect(n).toBe(some.length - 1)
})

it('holds no list of the pictures in a job’s row', async () => {
  await library.add(names, false)
  await attach({ kind: 'new', name: 'Mug' })
  const database = await openFile()
  expect(Number(database.prepare('SELECT max(length(work)) AS longest FROM jobs').get()?.longest)).toBeLessThan(300)
  expect(findDamage(database, 'whole')).toBeNull()
  database.close()
})

it('sets an attach aside that lost one of its pictures, with the others, instead of sending it without it', async () => {
  await library.add(names, false)
  const { jobId } = await attach({ kind: 'new', name: 'Mug' })
  const database = await openFile()
  database.exec('DELETE FROM attach_pictures WHERE position = 7')
  const damage = findDamage(database, 'whole')
  expect(damage?.unreadable).toMatchObject([{ place: 'jobs', lost: { kind: 'job' } }])
  setAsideRows(database, damage?.unreadable ?? [], 1)
  expect(database.prepare('SELECT count(*) AS n FROM jobs WHERE id = ?').get(jobId)).toEqual({ n: 0 })
  expect(database.prepare('SELECT count(*) AS n FROM attach_pictures').get()).toEqual({ n: 0 })
  const kept = JSON.parse(String(database.prepare('SELECT content FROM unreadable_rows').get()?.content))
  expect(kept).toMatchObject({ id: jobId })
  expect(kept.pictures).toHaveLength(names.length - 1)
  expect(findDamage(database, 'whole')).toBeNull()
  database.close()
})

it('attaches each picture once when the same many are attached twice at once', async () => {
  await library.add(names, false)
  const both = await Promise.all([attach({ kind: 'new', name: 'Mug' }), attach({ kind: 'new', name: 'Mug' })])
  expect(both.map((one) => one.pictures).sort((a, b) => a - b)).toEqual([0, names.length])
  const database = await openFile()
  expect(database.prepare('SELECT count(*) AS n FROM attach_pictures').get()).toEqual({ n: names.length })
  database.close()
})

it('queues no upload for an attach of many pictures that is refused', async () => {
  await library.add(names, false)
  await expect(attach({ kind: 'id', productId: ' ' })).rejects.toMatchObject({ code: 'usage' })
  // Nobody knows what a product shows whose ID is entered for the first time.
  await expect(attach({ kind: 'id', productId: 'prd_2' })).rejects.toMatchObject({ code: 'current-unknown' })
  expect(await library.client().jobs.list({})).toEqual([])
  expect(await library.client().products.list()).toEqual([])
  await library.client().products.attach({
    images: { kind: 'some', images: names.slice(0, 1) },
    product: { kind: 'id', productId: 'prd_1' },
    attribute: 'Images',
    current: { kind: 'nothing' },
    again: false,
  })
  await expect(attach({ kind: 'id', productId: 'prd_1' }, { attribute: 'Other' })).rejects.toMatchObject({ code: 'current-unknown' })
  expect((await library.client().jobs.list({ operation: 'upload-source' })).length).toBe(1)
})

it('attaches in the workspace that was active when it was asked for, whichever is by the time the pictures are read', async () => {
  const second = await startScriptedService()
  await library.connect()
  const active = async () => (await library.client().session.get()).connection?.id ?? ''
  const asked = await active()
  await library.client().session.connect({ kind: 'api-key', baseUrl: second.baseUrl, apiKey: 'key' })
  const other = await active()
  await library.client().workspaces.switch({ connectionId: asked })
  await library.add(names, false)
  const attaching = attach({ kind: 'new', name: 'Mug' })
  await library.client().workspaces.switch({ connectionId: other })
  await attaching
  expect(await library.client().jobs.list({})).toEqual([])
  await library.client().workspaces.switch({ connectionId: asked })
  expect((await library.client().jobs.list({ operation: 'attach-sources' })).length).toBe(1)
  await second.stop()
})
