import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { compareDerived, findJobsWithoutAction } from '../../support/derived-tables.ts'
import { waitFor, writePng } from '../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../support/open-test-library.ts'

const library = prepareTestLibrary()

type Action = { readonly facts: Record<string, unknown>; readonly pictures: number; readonly jobs: number }

/** Each action with how many jobs it has, the oldest first. */
const readActions = async (): Promise<Action[]> => {
  await library.close()
  const database = new DatabaseSync(join(library.folder(), 'data', 'library.db'))
  const rows = database
    .prepare('SELECT facts, pictures, (SELECT count(*) FROM jobs WHERE action = actions.seq) AS jobs FROM actions ORDER BY seq')
    .all()
  expect(findJobsWithoutAction(database)).toEqual([])
  const { kept, again } = compareDerived(database)
  expect(kept).toEqual(again)
  database.close()
  await library.reopen()
  return rows.map(({ facts, pictures, jobs }) => ({ facts: JSON.parse(String(facts)), pictures: Number(pictures), jobs: Number(jobs) }))
}

it('makes one action of a question about more pictures than are queued at once, and none when nothing is queued', async () => {
  const names = Array.from({ length: 130 }, (_, index) => `${index}.png`)
  await library.add(names, false)
  await library.ask(names, 'White?')
  await library.ask(names, 'White?')
  expect(await readActions()).toEqual([{ facts: { kind: 'ask', questions: ['White?'] }, pictures: 130, jobs: 130 }])
})

it('counts only the pictures that a question was queued for', async () => {
  await library.add(['a.png', 'b.png', 'c.png'], false)
  await library.ask(['a.png'], 'White?')
  await library.client().questions.ask({ images: { kind: 'all' }, questions: ['White?', 'Round?'], again: false })
  await library.client().questions.ask({ images: { kind: 'all' }, questions: ['Round?', 'Heavy?'], again: false })
  await library.ask(['a.png', 'b.png'], 'White?')
  expect((await readActions()).map(({ pictures, jobs }) => [pictures, jobs])).toEqual([
    [1, 1],
    [3, 5],
    [3, 3],
  ])
})

it('makes one action of each drop, with its uploads', async () => {
  await library.add(['a.png', 'b.png'])
  await library.add(['b.png', 'c.png'])
  await library.add(['c.png'])
  expect(await readActions()).toEqual([
    { facts: { kind: 'add' }, pictures: 0, jobs: 2 },
    { facts: { kind: 'add' }, pictures: 0, jobs: 1 },
  ])
})

it('gives an attach the uploads and the product that it queues, and leaves the others with what queued them', async () => {
  await library.add(['a.png'])
  await library.add(['b.png', 'c.png'], false)
  await library.attach(['a.png', 'b.png', 'c.png'])
  expect(await readActions()).toEqual([
    { facts: { kind: 'add' }, pictures: 0, jobs: 1 },
    { facts: { kind: 'attach', product: 'Mug', attribute: 'Images' }, pictures: 3, jobs: 4 },
  ])
})

it('keeps a job with its action when it is retried and when it uploads a cancelled picture again', async () => {
  await library.add(['a.png'], false)
  await library.attach(['a.png'], '', { product: { kind: 'id', productId: 'SKU-1' }, current: { kind: 'nothing' } })
  const [upload] = await library.client().jobs.list({ operation: 'upload-source' })
  await library.client().jobs.cancel({ jobIds: [upload?.id ?? ''] })
  const [attach] = await library.client().jobs.list({ operation: 'attach-sources' })
  expect(attach?.status.state).toBe('parked')
  await library.client().jobs.retry({ jobIds: [attach?.id ?? ''], choice: 'wait' })
  expect(await library.client().jobs.list({ operation: 'upload-source', state: 'waiting' })).toHaveLength(1)
  const [action, ...others] = await readActions()
  expect(action).toMatchObject({ facts: { kind: 'attach', product: 'SKU-1' }, jobs: 3 })
  expect(others).toEqual([])
})

it('joins both parts of a drop whose pictures came with and without a workspace', async () => {
  const drop = '0123456789abcdef0123456789abcdef'
  const dropOne = async (name: string): Promise<void> => {
    const path = join(library.folder(), name)
    await writePng(path, name)
    await library.core().receiveUpload(createReadStream(path), name, drop)
  }
  await library.start()
  await library.connect()
  await dropOne('a.png')
  await library.client().workspaces.disconnect()
  await dropOne('b.png')
  await library.connect()
  await dropOne('c.png')
  await waitFor(async () => (await library.counts()).done === 3)
  expect(await readActions()).toEqual([{ facts: { kind: 'add' }, pictures: 0, jobs: 3 }])
})
