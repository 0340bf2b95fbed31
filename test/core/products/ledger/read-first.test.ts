import { describe, expect, it } from 'vitest'
import { waitFor } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const day = 24 * 60 * 60 * 1000
let now = Date.now()
const library = prepareTestLibrary({ clock: { now: () => now } })

/** The list of the only product in the service. */
let list: string[] = []
const sourceOf = async (name: string) => (await library.client().pictures.list()).find((one) => one.name === name)?.sourceId ?? ''
const attach = (image: string) => library.attach([image], 'unused', { product: { kind: 'id', productId: 'SKU-1' }, current: null })

const prepare = async (...names: string[]) => {
  now = Date.now()
  list = []
  library.service().answer = (request) => {
    if (!request.path.startsWith('/v1/products/SKU-1')) return undefined
    if (request.method === 'PATCH') list = (request.json() as { attributes: { Images: string[] } }).attributes.Images
    return { status: 200, body: { data: { id: 'SKU-1', attributes: { Images: list } } } }
  }
  await library.add(names)
  await library.connect()
  await library.client().connections.change({ readProduct: {} })
  await library.start()
  await library.settled()
}

describe('where a workspace can read a product', () => {
  it('asks nothing, keeps what a colleague added, and does not restore what a colleague removed', async () => {
    await prepare('a.png', 'b.png', 'c.png')
    list = ['theirs']
    await attach('a.png')
    await library.settled()
    expect(list).toEqual(['theirs', await sourceOf('a.png')])
    now += 30 * day
    list = ['another', 'theirs']
    await attach('b.png')
    await library.settled()
    expect(list).toEqual(['another', 'theirs', await sourceOf('b.png')])
    expect((await library.counts()).parked).toBe(0)
  })

  it('does not believe a list that lacks what was just sent, and asks again later', async () => {
    await prepare('a.png', 'b.png')
    await attach('a.png')
    await library.settled()
    const shown = list
    list = []
    await attach('b.png')
    const isRead = () => library.service().received.filter((one) => one.method === 'GET').length >= 2
    // Its attempt has ended, too: its next time counts from this clock, which stands still.
    await waitFor(async () => isRead() && (await library.counts()).running === 0)
    expect(library.service().received.filter((one) => one.method === 'PATCH')).toHaveLength(1)
    list = shown
    now += 5_000
    await library.client().queue.retryNow()
    await library.settled()
    expect(list).toEqual([await sourceOf('a.png'), await sourceOf('b.png')])
  })

  it('stays within the stated rate with its reads and writes together', async () => {
    await prepare('a.png')
    // A burst of one: the read takes the first turn, and the other request waits half a minute.
    await library.client().connections.change({ rates: { 'attach-sources': 2 } })
    await attach('a.png')
    await waitFor(async () => (await library.counts()).running === 1)
    await library.pass(20_000)
    expect(library.service().received.filter(({ path }) => path.startsWith('/v1/products'))).toEqual([])
    // The end waits five seconds for it.
    await Promise.all([library.close(), library.pass(5_000)])
    await library.reopen()
    const [job] = await library.client().jobs.list({ operation: 'attach-sources' })
    expect(job).toMatchObject({ status: { state: 'waiting' }, notes: [] })
  })

  it('falls back to asking where the list cannot be read', async () => {
    await prepare('a.png')
    library.service().answer = (request) => (request.method === 'GET' ? { status: 200, body: { data: { id: 'SKU-1' } } } : undefined)
    await attach('a.png')
    await library.settled()
    const [job] = await library.client().jobs.list({ operation: 'attach-sources' })
    expect(job?.status).toMatchObject({ state: 'parked', reason: { code: 'current-unknown' } })
  })
})
