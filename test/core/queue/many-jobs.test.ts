import { expect, it } from 'vitest'
import { prepareTestLibrary } from '../../support/open-test-library.ts'

const library = prepareTestLibrary()
const waits = 600

const askMany = async (): Promise<void> => {
  const pictures = Array.from({ length: 20 }, (_, index) => `${index}.png`)
  await library.add(pictures, false)
  const questions = Array.from({ length: waits / pictures.length }, (_, index) => `Question ${index}?`)
  await library.client().questions.ask({ images: { kind: 'all' }, questions, again: false })
}

/** The waiting count, polled until `work` is done. */
const watchWaiting = async <Result>(work: Promise<Result>): Promise<{ result: Result; seen: number[] }> => {
  let isDone = false
  const ended = work.finally(() => {
    isDone = true
  })
  const seen: number[] = []
  while (!isDone) {
    seen.push((await library.counts()).waiting)
    await new Promise(setImmediate)
  }
  return { result: await ended, seen }
}

it('“cancel all” cancels waiting jobs at once: no call sees some of them', async () => {
  await askMany()
  await library.add(['upload.png'])
  const { result, seen } = await watchWaiting(library.client().jobs.cancelWaiting({ operation: 'analyse-image' }))
  expect(result).toEqual({ cancelled: waits })
  expect(seen.filter((waiting) => waiting > 1 && waiting < waits + 1)).toEqual([])
  expect(await library.counts()).toMatchObject({ waiting: 1, cancelled: waits })
  expect(await library.client().jobs.cancelWaiting({})).toEqual({ cancelled: 1 })
})

it('“cancel all” cancels an attachment together with the uploads that it waits for, instead of setting it aside for a person', async () => {
  await library.add(['a.png', 'b.png'])
  const ids = (await library.page()).rows.map((row) => row.id)
  await library.attach(ids)
  expect(await library.client().jobs.cancelWaiting({})).toMatchObject({ cancelled: 4 })
  expect(await library.counts()).toMatchObject({ waiting: 0, parked: 0, cancelled: 4 })
})

it('“retry all” puts hundreds back to work at once, and only those of the active workspace', async () => {
  const uploads = 300
  const refusal = { status: 400, body: { statusCode: 400, message: ['no'], error: 'Bad Request' } }
  library.service().answer = ({ path }) => (path === '/v1/sources' ? refusal : undefined)
  await library.connect()
  await library.add(Array.from({ length: uploads }, (_, index) => `${index}.png`))
  await library.start()
  await library.settled(30_000)
  expect(await library.counts()).toMatchObject({ parked: uploads })

  const { session, workspaces, jobs, queue } = library.client()
  const [first] = await workspaces.list()
  await session.connect({ kind: 'api-key', baseUrl: `${library.service().baseUrl}/other`, apiKey: 'key', rates: {} })
  expect(await jobs.retry({ jobIds: [], choice: 'retry' })).toEqual({ retried: 0, left: 0 })
  await workspaces.switch({ connectionId: first?.id ?? '' })
  expect(await library.counts()).toMatchObject({ parked: uploads })

  await queue.pause()
  const { result, seen } = await watchWaiting(jobs.retry({ jobIds: [], choice: 'retry' }))
  expect(result).toEqual({ retried: uploads, left: 0 })
  expect(seen.filter((waiting) => waiting > 0 && waiting < uploads)).toEqual([])
})
