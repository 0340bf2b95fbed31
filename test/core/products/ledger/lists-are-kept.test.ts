import { describe, expect, it } from 'vitest'
import type { CurrentStatement } from '../../../../shared/queue/jobs.ts'
import { waitFor } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'
import type { Received } from '../../../support/scripted-service.ts'

const day = 24 * 60 * 60 * 1000
let now = Date.now()
const library = prepareTestLibrary({ clock: { now: () => now } })

type Attach = { readonly product?: string; readonly current?: CurrentStatement | null; readonly images?: readonly string[] }
const attach = (image: string, { product = 'SKU-1', current = null, images = [image] }: Attach = {}) =>
  library.attach(images, 'unused', { product: { kind: 'id', productId: product }, current })
const nothing = { kind: 'nothing' } as const
const idsOf = (...ids: string[]) => ({ kind: 'ids' as const, ids })

const sentLists = (product = 'SKU-1') =>
  library
    .service()
    .received.filter((one) => one.method === 'PATCH' && one.path.endsWith(`/${product}`))
    .map((one) => (one.json() as { attributes: { Images: string[] } }).attributes.Images)
const sourceOf = async (name: string) => (await library.client().pictures.list()).find((one) => one.name === name)?.sourceId ?? ''
const attaches = async () => library.client().jobs.list({ operation: 'attach-sources' })
const parkedCode = async () => (await attaches()).flatMap(({ status }) => (status.state === 'parked' ? [status.reason.code] : []))
const isPatch = (request: Received) => request.method === 'PATCH'

const prepare = async (...names: string[]) => {
  now = Date.now()
  await library.add(names)
  await library.connect()
  await library.start()
  await library.settled()
}

describe('a product’s list', () => {
  it('keeps what was stated later than the waiting job’s own statement (sequence 1)', async () => {
    await prepare('a.png', 'b.png')
    await library.client().queue.pause()
    await attach('a.png', { current: nothing })
    now += 2 * day
    await attach('b.png', { current: idsOf('X', 'Y') })
    await library.client().queue.resume()
    await library.settled()
    const [a, b] = [await sourceOf('a.png'), await sourceOf('b.png')]
    expect(sentLists()).toEqual([
      ['X', 'Y', a],
      ['X', 'Y', a, b],
    ])
  })

  it('is asked about again when the queue waited longer than our knowledge is valid (sequence 2)', async () => {
    await prepare('a.png')
    await library.client().queue.pause()
    await attach('a.png', { current: nothing })
    now += 30 * day
    await library.client().queue.resume()
    await library.settled()
    expect(sentLists()).toEqual([])
    expect(await parkedCode()).toEqual(['current-unknown'])
    const [job] = await attaches()
    // A retry that adds no information would lead back here, so it is refused.
    await expect(library.client().jobs.retry({ jobIds: [job?.id ?? ''], choice: 'retry' })).rejects.toMatchObject({
      code: 'current-unknown',
    })
    await library.client().jobs.retry({ jobIds: [job?.id ?? ''], choice: 'retry', current: idsOf('X') })
    await library.settled()
    expect(sentLists()).toEqual([['X', await sourceOf('a.png')]])
  })

  it('has one record for a product that was named before a workspace was connected (sequence 3)', async () => {
    await prepare('a.png', 'b.png', 'c.png')
    await attach('a.png', { current: nothing })
    await library.settled()
    await library.client().workspaces.disconnect()
    await attach('b.png', { current: idsOf('X') })
    await library.connect()
    await library.settled()
    expect(await library.client().products.list()).toHaveLength(1)
    // Both records held facts and neither included the other's, so a person decides.
    expect(await parkedCode()).toEqual(['current-unknown'])
    const a = await sourceOf('a.png')
    const [job] = (await attaches()).filter(({ status }) => status.state === 'parked')
    await library.client().jobs.retry({ jobIds: [job?.id ?? ''], choice: 'retry', current: idsOf('X', a) })
    await library.settled()
    await attach('c.png')
    await library.settled()
    expect(sentLists().at(-1)).toEqual(['X', a, await sourceOf('b.png'), await sourceOf('c.png')])
  })

  it('is asked about before it is replaced, if a person says that the product exists (sequence 4)', async () => {
    await prepare('a.png')
    library.service().answer = (request) => (request.path === '/v1/products' ? 'cut' : undefined)
    await library.attach(['a.png'], 'Mug')
    await waitFor(async () => (await library.counts()).parked === 1)
    const [create] = await library.client().jobs.list({ operation: 'create-product' })
    await library.client().jobs.retry({ jobIds: [create?.id ?? ''], choice: 'exists', productId: 'SKU-1' })
    await library.settled()
    expect(sentLists()).toEqual([])
    expect(await parkedCode()).toEqual(['current-unknown'])
  })

  it('is sent with what a person says is there, if they say that the product exists (sequence 4)', async () => {
    await prepare('a.png')
    library.service().answer = (request) => (request.path === '/v1/products' ? 'cut' : undefined)
    await library.attach(['a.png'], 'Mug')
    await waitFor(async () => (await library.counts()).parked === 1)
    const [create] = await library.client().jobs.list({ operation: 'create-product' })
    await library.client().jobs.retry({ jobIds: [create?.id ?? ''], choice: 'exists', productId: 'SKU-1', current: idsOf('X', 'Y') })
    await library.settled()
    expect(sentLists()).toEqual([['X', 'Y', await sourceOf('a.png')]])
  })

  it('keeps the known facts when a person says that the product to create is a known one (sequence 4)', async () => {
    await prepare('a.png', 'b.png')
    await attach('a.png', { current: nothing })
    await library.settled()
    library.service().answer = (request) => (request.path === '/v1/products' ? 'cut' : undefined)
    await library.attach(['b.png'], 'Mug')
    await waitFor(async () => (await library.counts()).parked === 1)
    const [create] = await library.client().jobs.list({ operation: 'create-product' })
    await library.client().jobs.retry({ jobIds: [create?.id ?? ''], choice: 'exists', productId: 'SKU-1' })
    await library.settled()
    expect(sentLists().at(-1)).toEqual([await sourceOf('a.png'), await sourceOf('b.png')])
    expect(await library.client().products.list()).toHaveLength(1)
  })

  it('keeps what was stated after the clock was set back (sequence 5)', async () => {
    await prepare('a.png', 'b.png')
    now += 10 * day
    await attach('a.png', { current: nothing })
    await library.settled()
    now -= 10 * day
    const a = await sourceOf('a.png')
    await attach('b.png', { current: idsOf('X', 'Y', a) })
    await library.settled()
    expect(sentLists().at(-1)).toEqual(['X', 'Y', a, await sourceOf('b.png')])
  })

  it('can be attached to the right product after a wrong id was entered (sequence 7)', async () => {
    await prepare('a.png', 'b.png')
    library.service().answer = (request) =>
      isPatch(request) && request.path.endsWith('/SKU-WRONG')
        ? { status: 404, body: { statusCode: 404, message: 'No such product', error: 'Not Found' } }
        : undefined
    await attach('a.png', { product: 'SKU-WRONG', current: nothing, images: ['b.png', 'a.png'] })
    await library.settled()
    const [job] = await attaches()
    expect(job?.status).toMatchObject({ state: 'parked', reason: { code: 'not-found' }, choices: expect.arrayContaining(['exists']) })
    await library.client().jobs.retry({ jobIds: [job?.id ?? ''], choice: 'exists', productId: 'SKU-1', current: idsOf('X') })
    await library.settled()
    expect(sentLists()).toEqual([['X', await sourceOf('b.png'), await sourceOf('a.png')]])
  })

  it('is the right product’s for all attachments of a wrong one that failed, with their pictures and order', async () => {
    await prepare('a.png', 'b.png', 'c.png')
    // Someone else's product: the workspace refuses this job, and says nothing of the id.
    library.service().answer = (request) =>
      isPatch(request) && request.path.endsWith('/SKU-WRONG')
        ? { status: 403, body: { statusCode: 403, message: 'Not yours', error: 'Forbidden' } }
        : undefined
    await attach('a.png', { product: 'SKU-WRONG', current: nothing, images: ['b.png', 'a.png'] })
    await library.settled()
    await attach('c.png', { product: 'SKU-WRONG', current: nothing })
    await library.settled()
    const jobIds = (await attaches()).map(({ id, status }) => (status.state === 'parked' ? id : ''))
    expect(jobIds).toHaveLength(2)
    await library.client().jobs.retry({ jobIds, choice: 'exists', productId: 'SKU-1', current: idsOf('X') })
    await library.settled()
    expect(sentLists().at(-1)).toEqual(['X', await sourceOf('b.png'), await sourceOf('a.png'), await sourceOf('c.png')])
    expect((await library.client().products.list()).map((one) => one.productId)).toEqual(['SKU-1'])
  })

  it('stays unknown where the service appends to it (sequence 8)', async () => {
    await prepare('a.png', 'b.png')
    await attach('a.png', { current: { kind: 'appends' } })
    await library.settled()
    expect(sentLists()).toEqual([[await sourceOf('a.png')]])
    await expect(attach('b.png')).rejects.toMatchObject({ code: 'current-unknown' })
  })

  it('is doubted when a person changes whether PATCH appends (sequence 8)', async () => {
    await prepare('a.png', 'b.png')
    await attach('a.png', { current: nothing })
    await library.settled()
    await library.client().connections.change({ serviceAppends: true })
    await library.client().connections.change({ serviceAppends: false })
    await expect(attach('b.png')).rejects.toMatchObject({ code: 'current-unknown' })
  })

  it('ignores an answer that is older or shows only the first page (sequence 9)', async () => {
    await prepare('a.png', 'b.png')
    let shown: string[] = []
    library.service().answer = (request) =>
      isPatch(request) ? { status: 200, body: { requestId: 'r', data: { id: 'SKU-1', attributes: { Images: shown } } } } : undefined
    await attach('a.png', { current: idsOf('X') })
    await library.settled()
    shown = ['X']
    await attach('b.png')
    await library.settled()
    expect(sentLists().at(-1)).toEqual(['X', await sourceOf('a.png'), await sourceOf('b.png')])
    const [product] = await library.client().products.list()
    expect(product?.lists[0]?.sourceIds).toEqual(sentLists().at(-1))
  })

  it('includes and keeps a colleague’s addition that a complete answer shows', async () => {
    await prepare('a.png', 'b.png')
    const a = await sourceOf('a.png')
    library.service().answer = (request) =>
      isPatch(request) ? { status: 200, body: { requestId: 'r', data: { id: 'SKU-1', attributes: { images: ['theirs', a] } } } } : undefined
    await attach('a.png', { current: nothing })
    await library.settled()
    library.service().answer = () => undefined
    await attach('b.png')
    await library.settled()
    expect(sentLists().at(-1)).toEqual(['theirs', a, await sourceOf('b.png')])
  })
})

describe('a statement that leaves out a known id', () => {
  it('raises a question, and either reply counts', async () => {
    await prepare('a.png', 'b.png', 'c.png')
    await attach('a.png', { current: nothing })
    await library.settled()
    const a = await sourceOf('a.png')
    const contradicts = { code: 'current-contradicts', failure: { ids: [a], maybe: [] } }
    await expect(attach('b.png', { current: idsOf('X') })).rejects.toMatchObject(contradicts)
    await expect(attach('b.png', { current: nothing })).rejects.toMatchObject(contradicts)
    expect(await attaches()).toHaveLength(1)
    await attach('b.png', { current: { ...idsOf('X'), removed: [a] } })
    await library.settled()
    const b = await sourceOf('b.png')
    expect(sentLists().at(-1)).toEqual(['X', b])
    await attach('c.png', { current: idsOf('X', b) })
    await library.settled()
    expect(sentLists().at(-1)).toEqual(['X', b, await sourceOf('c.png')])
  })

  it('raises one when a parked job is retried with it, too', async () => {
    await prepare('a.png', 'b.png')
    await attach('a.png', { current: idsOf('X') })
    await library.settled()
    await library.client().queue.pause()
    await attach('b.png')
    now += 2 * day
    await library.client().queue.resume()
    await library.settled()
    const [, job] = await attaches()
    const retry = (current: CurrentStatement) => library.client().jobs.retry({ jobIds: [job?.id ?? ''], choice: 'retry', current })
    const a = await sourceOf('a.png')
    await expect(retry(nothing)).rejects.toMatchObject({ code: 'current-contradicts', failure: { ids: ['X', a] } })
    await retry({ kind: 'nothing', removed: ['X', a] })
    await library.settled()
    expect(sentLists().at(-1)).toEqual([await sourceOf('b.png')])
  })
})

describe('an attach without an answer that is cancelled', () => {
  const cutAttach = async () => {
    await prepare('a.png', 'b.png')
    let patches = 0
    // The first try may have arrived. The second is refused, so it is set aside.
    library.service().answer = (request) => {
      if (!isPatch(request)) return undefined
      patches++
      return patches === 1 ? 'cut' : { status: 400, body: { statusCode: 400, message: 'No', error: 'Bad Request' } }
    }
    await attach('a.png', { current: nothing })
    await waitFor(async () => {
      now += 1_000
      await library.client().queue.retryNow()
      return (await library.counts()).parked === 1
    })
    library.service().answer = () => undefined
    const [job] = await attaches()
    return { id: job?.id ?? '', a: await sourceOf('a.png') }
  }

  it('leaves a question about its ids', async () => {
    const { id, a } = await cutAttach()
    await library.client().jobs.cancel({ jobIds: [id] })
    await expect(attach('b.png')).rejects.toMatchObject({ code: 'current-unknown' })
    await expect(attach('b.png', { current: nothing })).rejects.toMatchObject({ failure: { ids: [], maybe: [a] } })
    await attach('b.png', { current: { kind: 'nothing', removed: [a] } })
    await library.settled()
    expect(sentLists().at(-1)).toEqual([await sourceOf('b.png')])
  })

  it('leaves none when the person says whether they arrived', async () => {
    const { id, a } = await cutAttach()
    await library.client().jobs.cancel({ jobIds: [id], attached: true })
    await attach('b.png')
    await library.settled()
    expect(sentLists().at(-1)).toEqual([a, await sourceOf('b.png')])
  })
})
