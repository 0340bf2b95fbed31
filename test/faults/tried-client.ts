import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { SecretStore } from '../../electron/core/base/keychain/secret-store.ts'
import { usualConcurrency } from '../../electron/core/operations.ts'
import type { Hold, Job, JobRow } from '../../shared/queue/jobs.ts'
import { allowAsOwner } from '../support/allow-as-owner.ts'
import { expectNoSilentRepeats, listProducts, listSources } from '../support/compare-with-service.ts'
import { openTestCore, type TestCore, waitFor, writePng } from '../support/open-test-core.ts'
import { readAnswers } from '../support/read-answers.ts'
import { told } from '../support/told.ts'
import type { LoggedRequest } from '../support/workspace-admin.ts'
import { useRedirectOfItsOwn as giveOwnRedirect, startWorkspaceProcess } from '../support/workspace-process.ts'

type Options = {
  /** Parallel requests of an operation. 1: the service receives them in the order of their answers. */
  readonly atOnce?: number
  /** Milliseconds that our clock is ahead of the service's. */
  readonly ahead?: number
  /** Signs in with OAuth; otherwise uses an API key. */
  readonly signsIn?: boolean
}

/** The operations as the service sees them. */
export const operations = {
  'upload-source': { method: 'POST', path: '/v1/sources' },
  'analyse-image': { method: 'POST', path: '/v1/image/analysis' },
  'create-product': { method: 'POST', path: '/v1/products' },
  'attach-sources': { method: 'PATCH', path: '/v1/products/' },
} as const
export type Operation = keyof typeof operations
export const everyOperation = Object.keys(operations) as Operation[]

/** Applies the same misbehaviour to each operation separately: its first `times` requests. */
export const inEach = (effect: object, times: number | 'forever' = 1) =>
  everyOperation.map((one) => ({ match: operations[one], times, effect }))

/** A real core and the built sample workspace, which can be told to misbehave. */
export const openTriedClient = async ({ atOnce = 1, ahead = 0, signsIn = false }: Options = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-tried-'))
  const pictures = join(folder, 'pictures')
  await mkdir(pictures)
  const workspace = await startWorkspaceProcess()
  if (signsIn) await giveOwnRedirect(workspace)
  const clock = { ahead, now: () => Date.now() + clock.ahead }
  const concurrency = {
    ...usualConcurrency,
    'upload-source': atOnce,
    'analyse-image': atOnce,
    'attach-sources': atOnce,
    'create-product': atOnce,
  }
  const start = (secrets?: SecretStore): Promise<TestCore> =>
    openTestCore(join(folder, 'data'), {
      clock,
      concurrency,
      random: () => 0.5,
      openBrowser: async (url) => void allowAsOwner(url),
      ...(secrets ? { secrets } : {}),
    })
  let open = await start()
  const rates = { 'analyse-image': null, 'upload-source': null }
  if (signsIn) {
    const file = JSON.parse(await readFile(workspace.connectionFile, 'utf8')) as object
    await open.client.session.connect({ kind: 'file', text: JSON.stringify({ ...file, rates }) })
  } else {
    const { baseUrl, apiKey } = workspace
    await open.client.session.connect({ kind: 'api-key', baseUrl, apiKey, publishing: { kind: 'data' }, rates })
  }
  let seeds = 0

  const counts = async () => (await open.client.queue.status()).counts
  const rows = async (): Promise<readonly JobRow[]> => told((await open.client.jobs.page({ states: [], offset: 0, limit: 200 })).rows)
  const images = async () => open.client.pictures.list()

  return {
    workspace,
    clock,
    open: (): TestCore => open,
    signIn: () => open.client.session.signIn({ openBrowser: true }),
    work: () => open.core.start(),
    /** Pictures that no other test has; `padding`: extra bytes at the end. */
    addPictures: async (count: number, upload = true, padding = 0): Promise<readonly string[]> => {
      const paths = Array.from({ length: count }, () => join(pictures, `picture ${++seeds}.png`))
      for (const path of paths) await writePng(path, `${path} ${'.'.repeat(padding)}`)
      const { added } = await open.client.intake.add({ named: paths, recursive: false, upload })
      return added.map(({ id }) => id)
    },
    ask: (question: string) => open.client.questions.ask({ images: { kind: 'all' }, questions: [question], again: false }),
    attachToNew: (name: string, ids: readonly string[]) =>
      open.client.products.attach({
        images: { kind: 'some', images: [...ids] },
        product: { kind: 'new', name },
        attribute: 'Images',
        current: null,
        again: false,
      }),
    misbehave: workspace.misbehave,
    /** As the Activity screen reads them. */
    rows,
    rowOf: async (operation: Operation): Promise<JobRow | undefined> => (await rows()).find(({ work }) => work.operation === operation),
    holds: async (): Promise<readonly Hold[]> => (await open.client.queue.status()).holds,
    holdOf: async (operation: Operation | null) =>
      told((await open.client.queue.status()).holds).find((hold) => hold.operation === operation),
    requests: async (operation: Operation): Promise<readonly LoggedRequest[]> => {
      const { method, path } = operations[operation]
      return (await workspace.requests(path)).filter((one) => one.method === method)
    },
    /** Nothing left resumes by itself. */
    settled: async (limitMs = 240_000): Promise<void> => {
      const isSettled = (): boolean => {
        const { running, ready } = open.core.progress()
        return running === 0 && Object.keys(ready).length === 0
      }
      await waitFor(isSettled, limitMs).catch(async () => {
        const left = (await rows()).filter(({ status }) => status.state !== 'done')
        throw new Error(`It did not settle: ${JSON.stringify(left, null, 1)}`)
      })
    },
    counts,
    /** Closes Packshot and opens it again on the same folder. */
    restart: async (): Promise<void> => {
      await open.core.stop()
      open = await start(open.secrets)
      await open.core.start()
    },
    /** Everything is done, and is at the service once or reported as a possible duplicate; our record matches the service's. */
    expectAllDone: async (): Promise<void> => {
      const jobs = (await rows()) as readonly Job[]
      expect(jobs.filter(({ status }) => status.state !== 'done').map(({ work, status }) => ({ work, status }))).toEqual([])
      const library = await images()
      const sources = new Map((await listSources(workspace)).map((one) => [one.id, one.sha256]))
      for (const image of library) if (image.sourceId !== null) expect(sources.get(image.sourceId), image.name).toBe(image.sha256)
      await expectNoSilentRepeats(workspace, jobs, library)
      const theirs = new Map((await listProducts(workspace)).map(({ id, attributes }) => [id, attributes.Images ?? []]))
      const ours = (await open.client.products.list()).map(({ productId, lists }) => [productId, lists[0]?.sourceIds ?? []] as const)
      for (const [id, ids] of ours) expect(theirs.get(id ?? ''), `the ledger of ${id}`).toEqual(ids)
      const asked = jobs.filter(({ work }) => work.operation === 'analyse-image').length
      expect(await readAnswers(open.client)).toHaveLength(asked)
    },
    remove: async (): Promise<void> => {
      await open.core.stop()
      await workspace.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type TriedClient = Awaited<ReturnType<typeof openTriedClient>>

/** Runs `test` with a separate client, and closes it afterwards. */
export const withTriedClient = (options: Options, test: (client: TriedClient) => Promise<void>) => async (): Promise<void> => {
  const client = await openTriedClient(options)
  try {
    await test(client)
  } finally {
    await client.remove()
  }
}

/** One picture uploaded, asked about and attached to a new product: each operation once. */
export const queueEachOperation = async (client: TriedClient): Promise<void> => {
  const ids = await client.addPictures(1)
  await client.ask('What colours does it have?')
  await client.attachToNew('Mug', ids)
}
