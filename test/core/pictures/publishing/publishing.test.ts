import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeCause } from '../../../../shared/base/describe-error.ts'
import { describeTrialEnd } from '../../../../shared/pictures/publishing-words.ts'
import type { Publishing } from '../../../../shared/workspaces/publishing-settings.ts'
import { waitFor } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'
import { readAnswers } from '../../../support/read-answers.ts'
import { type StorageServer, startStorageServer, storageKeys } from '../../../support/storage-server.ts'
import { told } from '../../../support/told.ts'

/** How far Packshot’s clock is ahead, in milliseconds. */
let ahead = 0
const library = prepareTestLibrary({ clock: { now: () => Date.now() + ahead } })
let storage: StorageServer
/** What the service received when it fetched the pictures it was asked about. */
let fetched: { readonly url: string; readonly status: number }[]

/** A strict service: it answers about pictures that it can fetch, and rejects the rest in its own words. */
const lookAtPictures = (): void => {
  library.service().answer = async (request) => {
    if (request.path !== '/v1/image/analysis') return undefined as never
    const { imageUrl } = request.json() as { imageUrl: string }
    if (!imageUrl.startsWith('http')) return { status: 400, body: { message: 'imageUrl must be an http address' } }
    const answer = await fetch(imageUrl)
    await answer.arrayBuffer()
    fetched.push({ url: imageUrl, status: answer.status })
    if (!answer.ok) return { status: 400, body: { message: `imageUrl answers ${answer.status}` } }
    return { status: 200, body: { analysis: 'It is red.' } }
  }
}
const use = (publishing: Publishing = storage.bucket, keys: typeof storageKeys | null = storageKeys) =>
  library.client().publishing.set({ publishing, ...(keys ? { keys } : {}) })
const parked = async () => library.client().jobs.list({ state: 'parked' })
const answers = async () => (await readAnswers(library.client())).length

beforeEach(async () => {
  storage = await startStorageServer()
  fetched = []
  ahead = 0
  lookAtPictures()
  await library.connect()
})
afterEach(async () => {
  await library.close()
  await storage.remove()
})

describe('a bucket gives local pictures an address', () => {
  it('uploads each picture once for all its questions, in the order asked, and removes it when all are answered', async () => {
    await use()
    await library.add(['mug.png', 'jar.png'], false)
    await library.client().questions.ask({ images: { kind: 'all' }, questions: ['One?', 'Two?', 'Three?'], again: false })
    await library.start()
    await library.settled()
    expect(await answers()).toBe(6)
    expect(fetched.map((one) => one.status)).toEqual(Array(6).fill(200))
    expect(storage.count('PUT')).toBe(2)
    await waitFor(() => storage.count('DELETE') === 2)
    expect(await storage.list()).toEqual([])
    // Only the storage itself could have opened them: each address has its own key and a signature.
    for (const { url } of fetched) expect(url).toMatch(/\/packshot\/[0-9a-f]{40}\.png\?.*X-Amz-Expires=3600.*X-Amz-Signature=/)
  })

  it('keeps them there if the connection says so, and uses them again for later questions', async () => {
    await use({ ...storage.bucket, removeWhenAnswered: false })
    await library.add(['mug.png'], false)
    await library.start()
    await library.ask(['mug.png'], 'One?')
    await library.settled()
    await library.ask(['mug.png'], 'Two?')
    await library.settled()
    expect(await answers()).toBe(2)
    expect(storage.count('PUT')).toBe(1)
    expect(await storage.list()).toHaveLength(1)
    await library.reopen()
    await library.start()
    expect(await storage.list()).toHaveLength(1)
  })

  it('signs a new address for every question, and uploads a picture again that the bucket itself has removed', async () => {
    await use({ ...storage.bucket, removeWhenAnswered: false, lifetimeSeconds: 60 })
    await library.add(['mug.png'], false)
    await library.start()
    await library.ask(['mug.png'], 'One?')
    await library.settled()
    // The storage goes by the wall’s time, and would take the first address for a minute.
    ahead = 61_000
    await library.ask(['mug.png'], 'Two?')
    await library.settled()
    expect(storage.count('PUT')).toBe(1)
    const [key] = await storage.list()
    await fetch(`${storage.endpoint}/pictures/${key}`, { method: 'DELETE' })
    ahead = 122_000
    await library.ask(['mug.png'], 'Three?')
    await library.settled()
    expect(await answers()).toBe(3)
    expect(storage.count('PUT')).toBe(2)
    expect(fetched.map((one) => one.status)).toEqual([200, 200, 200])
    for (const { url } of fetched) expect(url).toContain('X-Amz-Expires=60')
    const signedAt = fetched.map(({ url }) => new URL(url).searchParams.get('X-Amz-Date'))
    expect(new Set(signedAt).size).toBe(3)
  })

  it('uploads a picture again that the bucket has removed, also after the clock was set back', async () => {
    await use({ ...storage.bucket, removeWhenAnswered: false, lifetimeSeconds: 5 })
    await library.add(['mug.png'], false)
    await library.start()
    // As far as a storage tolerates.
    ahead = 10 * 60_000
    await library.ask(['mug.png'], 'One?')
    await library.settled()
    const [key] = await storage.list()
    await fetch(`${storage.endpoint}/pictures/${key}`, { method: 'DELETE' })
    ahead = 0
    await library.ask(['mug.png'], 'Two?')
    await library.settled()
    expect(await answers()).toBe(2)
    expect(storage.count('PUT')).toBe(2)
  })

  it('removes at the next start what a killed process left behind', async () => {
    await use()
    await library.add(['mug.png', 'jar.png'], false)
    await library.ask(['mug.png', 'jar.png'], 'One?')
    // From now on no removal works, as if the process had died between the answers and the removal.
    storage.fault = ({ method }) => (method === 'DELETE' ? 'cut' : undefined)
    await library.start()
    await library.settled()
    expect(await answers()).toBe(2)
    expect(await storage.list()).toHaveLength(2)
    await library.close()
    storage.fault = () => undefined
    await library.reopen()
    await library.start()
    await waitFor(async () => (await library.client().publishing.get()).left.objects === 0)
    expect(await storage.list()).toEqual([])
    expect((await library.client().publishing.get()).left).toEqual({ objects: 0, reason: null })
  })

  it('removes pictures of questions that were cancelled, too', async () => {
    await use()
    await library.add(['mug.png'], false)
    library.service().answer = () => ({ status: 400, body: { message: 'no' } })
    await library.ask(['mug.png'], 'One?')
    await library.start()
    await waitFor(async () => (await parked()).length === 1)
    await waitFor(async () => storage.count('DELETE') === 1)
    expect(await storage.list()).toEqual([])
    lookAtPictures()
    await library.client().jobs.retry({ jobIds: [], choice: 'retry' })
    await library.settled()
    expect(await answers()).toBe(1)
  })

  it('works through many pictures with bounded uploads and removals, each uploaded once, and leaves nothing behind', async () => {
    await use()
    await library.add(
      Array.from({ length: 60 }, (_, index) => `picture-${index}.png`),
      false,
    )
    await library.client().questions.ask({ images: { kind: 'all' }, questions: ['One?'], again: false })
    await library.start()
    await library.settled()
    expect(await answers()).toBe(60)
    expect(storage.count('PUT')).toBe(60)
    expect(storage.peak('PUT')).toBeLessThanOrEqual(8)
    expect(storage.peak('DELETE')).toBeLessThanOrEqual(4)
    await waitFor(async () => storage.count('DELETE') === 60)
    expect(await storage.list()).toEqual([])
  })

  it('is emptied and its keys are forgotten when the workspace is disconnected', async () => {
    await use({ ...storage.bucket, removeWhenAnswered: false })
    await library.add(['mug.png'], false)
    await library.ask(['mug.png'], 'One?')
    await library.start()
    await library.settled()
    await library.client().workspaces.disconnect()
    expect(await storage.list()).toEqual([])
    await library.connect()
    expect((await library.client().publishing.get()).hasKeys).toBe(false)
  })
})

describe('a bucket that does not work', () => {
  const holds = async () => (await library.client().queue.status()).holds
  const askMany = async (): Promise<void> => {
    const names = Array.from({ length: 30 }, (_, index) => `picture-${index}.png`)
    await library.add(names, false)
    await library.client().questions.ask({ images: { kind: 'all' }, questions: ['One?'], again: false })
    await library.start()
  }

  it('holds the questions once instead of setting all of them aside, says what to do, and resumes once it is fixed', async () => {
    await use(storage.bucket, { ...storageKeys, secretAccessKey: 'not-the-one' })
    await askMany()
    await waitFor(async () => (await holds()).length === 1)
    expect(told(await holds())).toMatchObject([
      {
        kind: 'not-allowed',
        operation: 'analyse-image',
        reason: { code: 'bucket-refused', message: expect.stringMatching(/secret of the access key is wrong/) },
      },
    ])
    await waitFor(async () => (await library.counts()).running === 0)
    expect(await library.counts()).toMatchObject({ waiting: 30, parked: 0 })
    await use()
    await library.settled()
    expect(await answers()).toBe(30)
  })

  it('holds them too while its keys are unknown', async () => {
    await use(storage.bucket, null)
    await askMany()
    await waitFor(async () => (await holds()).length === 1)
    expect((await holds())[0]?.reason?.failure).toEqual({ kind: 'bucket-key-unknown', bucket: 'pictures' })
    expect(await library.client().questions.estimate({ images: { kind: 'all' }, questions: ['Two?'] })).toMatchObject({
      withoutAddress: 30,
      why: 'no-keys',
    })
  })

  it('that fails for a while is retried by itself: questions wait, uploads continue, and no question is set aside or asked without its picture', async () => {
    await use()
    let failures = 0
    storage.fault = ({ method }) => (method === 'PUT' && failures++ < 12 ? { status: failures % 2 ? 503 : 500 } : undefined)
    await library.add(['mug.png'], true)
    await askMany()
    await library.passUntil(async () => {
      const { waiting, running } = await library.counts()
      return waiting === 0 && running === 0
    })
    expect(await library.counts()).toMatchObject({ parked: 0, waiting: 0, cancelled: 0 })
    expect(await answers()).toBe(30 + 1)
    expect(new Set(fetched.map((one) => one.status))).toEqual(new Set([200]))
    expect(failures).toBeGreaterThan(12)
  })

  it('that is unreachable holds questions only, never the uploads', async () => {
    await use()
    await storage.stop()
    await library.add(['mug.png'], true)
    await askMany()
    await waitFor(async () => (await library.client().pictures.list()).some((one) => one.sourceId !== null))
    await waitFor(async () => (await holds()).some((hold) => hold.kind === 'failing' && hold.operation === 'analyse-image'))
    expect(new Set((await holds()).map((hold) => hold.operation))).toEqual(new Set(['analyse-image']))
    await storage.start()
    await library.settled()
    expect(await answers()).toBe(31)
  })

  it('that hangs doesn’t keep Packshot from closing; leftovers are removed at the next start', async () => {
    await use()
    storage.fault = ({ method }) => (method === 'DELETE' ? new Promise(() => {}) : undefined)
    await library.add(['mug.png'], false)
    await library.ask(['mug.png'], 'One?')
    await library.start()
    await waitFor(() => storage.requests.some((one) => one.method === 'DELETE'))
    let isClosed = false
    const closing = library.close().then(() => {
      isClosed = true
    })
    await library.passUntil(() => isClosed)
    await closing
    storage.fault = () => undefined
    await library.reopen()
    await library.start()
    await waitFor(async () => (await storage.list()).length === 0)
  })

  it('whose keys may not delete says so, and retries later', async () => {
    await use()
    storage.fault = ({ method }) => (method === 'DELETE' ? { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' } : undefined)
    await library.add(['mug.png'], false)
    await library.ask(['mug.png'], 'One?')
    await library.start()
    await waitFor(async () => (await library.client().publishing.get()).left.reason !== null)
    expect((await library.client().publishing.get()).left).toEqual({
      objects: 1,
      reason: {
        code: 'bucket-refused',
        failure: { kind: 'bucket-access-denied', bucket: 'pictures', act: 'remove', status: 403, s3Code: 'AccessDenied' },
        kept: 'pictures-and-questions',
      },
    })
    storage.fault = () => undefined
    await library.client().publishing.test({ bucket: storage.bucket })
    await waitFor(async () => (await storage.list()).length === 0)
  })
})

describe('the test of a bucket', () => {
  const test = (change: object = {}, keys: typeof storageKeys | undefined = storageKeys) =>
    library.client().publishing.test({ bucket: { ...storage.bucket, ...change }, ...(keys ? { keys } : {}) })

  it('uploads, fetches by the presigned address without keys, and removes a tiny picture', async () => {
    expect(await test()).toMatchObject({ notes: [] })
    expect(storage.requests.map(({ method, isSigned, status }) => [method, isSigned, status])).toEqual([
      ['PUT', true, 200],
      ['GET', false, 200],
      ['DELETE', true, 204],
    ])
    expect(await storage.list()).toEqual([])
  })

  it('says which of the three steps failed, and leaves nothing behind', async () => {
    await expect(test({}, { ...storageKeys, accessKeyId: 'nobody' })).rejects.toMatchObject({ code: 'bucket-refused' })
    storage.fault = ({ method }) => (method === 'GET' ? { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' } : undefined)
    await expect(test()).rejects.toMatchObject({ message: expect.stringMatching(/may not fetch pictures/) })
    storage.fault = ({ method }) => (method === 'GET' ? { status: 200, body: 'something else' } : undefined)
    await expect(test()).rejects.toMatchObject({ message: expect.stringMatching(/returned different bytes/) })
    storage.fault = () => undefined
    expect(await storage.list()).toEqual([])
  })

  it.each([
    ['endpoint', { endpoint: 'http://storage.example' }],
    ['endpoint', { endpoint: 'https://pictures.s3.example' }],
    ['endpoint', { endpoint: 'ftp://storage.example' }],
    ['bucket', { bucket: 'no/bucket' }],
    ['bucket', { bucket: 'Under_score', pathStyle: false }],
    ['region', { region: '' }],
    ['prefix', { prefix: '../up' }],
  ])('rejects settings with a wrong %s before anything is sent: %j', async (field, change) => {
    await expect(test(change)).rejects.toMatchObject({ code: 'usage', message: expect.stringMatching(`The bucket’s ${field}`) })
    await expect(use({ ...storage.bucket, ...change })).rejects.toMatchObject({ code: 'usage' })
    expect(storage.requests).toEqual([])
  })
})

describe('pictures inside questions', () => {
  const estimate = () => library.client().questions.estimate({ images: { kind: 'all' }, questions: ['One?'] })
  const answerData = (body: unknown, status = 200) => {
    library.service().answer = ({ path }) => (path === '/v1/image/analysis' ? { status, body } : undefined)
  }
  beforeEach(async () => {
    await use({ kind: 'origin' }, null)
    await library.add(['mug.png'], false)
    expect(await estimate()).toMatchObject({ withoutAddress: 1, why: 'no-way' })
  })

  it('are used once the service saw a tiny red picture as red; questions set aside before resume', async () => {
    await library.ask(['mug.png'], 'One?')
    await library.start()
    await waitFor(async () => (await parked()).length === 1)
    answerData({ analysis: 'Main colours: red (100%).' })
    const trial = await library.client().publishing.tryData()
    expect(trial).toMatchObject({ works: true, end: { kind: 'answered', said: 'Main colours: red (100%).' } })
    expect(await library.client().publishing.get()).toMatchObject({ publishing: { kind: 'data' }, data: { works: true } })
    await library.settled()
    expect(await answers()).toBe(1)
    expect(await estimate()).toMatchObject({ withoutAddress: 0, why: null })
  })

  it.each([
    ['is refused', { message: 'imageUrl must be an http address' }, 400, /imageUrl must be an http address/],
    ['is answered about something else', { analysis: 'I cannot open this link.' }, 200, /“I cannot open this link\.”$/],
    ['cannot be told about', { analysis: 'Cannot tell: no picture.' }, 200, /^It answered: “Cannot tell/],
  ])('are not used when the tiny picture %s; the result and its date survive a restart', async (_, body, status, said) => {
    answerData(body, status)
    const begun = Date.now()
    const trial = await library.client().publishing.tryData()
    expect(trial.works).toBe(false)
    expect(describeTrialEnd(trial, describeCause)).toMatch(said)
    await library.reopen()
    const view = await library.client().publishing.get()
    expect(view).toMatchObject({ publishing: { kind: 'origin' }, data: { works: false } })
    expect(view.data?.at).toBeGreaterThanOrEqual(begun)
    await use({ kind: 'data' }, null)
    expect(await estimate()).toMatchObject({ withoutAddress: 1, why: 'data-refused' })
  })

  it.each([
    ['fails', 500],
    ['asks for fewer requests', 429],
    ['does not allow analysis', 403],
  ])('stay undecided when the service %s', async (_, status) => {
    answerData({ message: 'x' }, status)
    await expect(library.client().publishing.tryData()).rejects.toMatchObject({
      message: expect.stringMatching(/could not test whether.*Nothing was changed/),
    })
    expect(await library.client().publishing.get()).toMatchObject({ publishing: { kind: 'origin' }, data: null })
  })
})
