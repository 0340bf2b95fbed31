import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiKey, type CatalogForm, type CatalogService, startCatalogService } from '../../../support/catalog-service.ts'
import { openTestCore, type TestCore, waitFor, writePng } from '../../../support/open-test-core.ts'
import { told } from '../../../support/told.ts'

const day = 24 * 60 * 60 * 1000
const forms: readonly CatalogForm[] = ['search', 'envelope', 'pages', 'next-link']
let ahead = 0
let folder: string
let service: CatalogService
let open: TestCore

const prepare = async (form: CatalogForm, images: readonly string[]): Promise<void> => {
  service = await startCatalogService(form)
  service.products.set('SKU-1', { Name: [], Images: [...images] })
  open = await openTestCore(join(folder, 'data'), { clock: { now: () => Date.now() + ahead } })
  await open.core.start()
  const credentials = { kind: 'api-key' as const, name: 'Catalog', baseUrl: service.baseUrl, apiKey }
  await open.client.session.connect({ ...credentials, rates: { 'analyse-image': null } })
  expect((await open.client.connections.change({ readProduct: service.readProduct })).problems).toEqual([])
}
beforeEach(async () => {
  ahead = 0
  folder = await mkdtemp(join(tmpdir(), 'packshot-read-first-'))
})
afterEach(async () => {
  await open.core.stop()
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

const add = async (name: string): Promise<string> => {
  await writePng(join(folder, name), name)
  await open.client.intake.add({ named: [join(folder, name)], recursive: false, upload: true })
  return (await open.client.pictures.list()).find((one) => one.name === name)?.id ?? ''
}
const attach = async (image: string, productId = 'SKU-1') =>
  open.client.products.attach({
    images: { kind: 'some', images: [image] },
    product: { kind: 'id', productId },
    attribute: 'Images',
    current: null,
    again: false,
  })
const settled = () =>
  waitFor(async () => {
    const { waiting, running } = (await open.client.queue.status()).counts
    return waiting + running === 0
  })
const parked = async () => (await open.client.jobs.list({})).flatMap(({ status }) => (status.state === 'parked' ? [status.reason] : []))
const shown = () => service.products.get('SKU-1')?.Images
const patches = () => service.requests.filter(({ method }) => method === 'PATCH')
const sourceOf = async (name: string) => (await open.client.pictures.list()).find((one) => one.name === name)?.sourceId ?? ''

describe.each(forms)('where a service answers with %s', (form) => {
  it('asks nothing: a colleague’s pictures stay, and one that a colleague removed is not put back', async () => {
    await prepare(form, ['col_1', 'col_2', 'col_3'])
    await attach(await add('one.png'))
    await settled()
    const one = await sourceOf('one.png')
    expect(await parked()).toEqual([])
    expect(shown()).toEqual(['col_1', 'col_2', 'col_3', one])

    // Days later, one was added and two were removed, one of them ours.
    service.products.set('SKU-1', { Name: [], Images: ['col_2', 'col_3', 'col_4'] })
    ahead += 3 * day
    await attach(await add('two.png'))
    await settled()
    expect(await parked()).toEqual([])
    expect(shown()).toEqual(['col_2', 'col_3', 'col_4', await sourceOf('two.png')])
    expect(patches()).toHaveLength(2)
  })

  it('fills an empty list without a question', async () => {
    await prepare(form, [])
    await attach(await add('one.png'))
    await settled()
    expect(await parked()).toEqual([])
    expect(shown()).toEqual([await sourceOf('one.png')])
  })
})

describe('a list that can’t be trusted', () => {
  it.each([
    ['because the answer is one page only', { data: { attributes: { Images: ['col_1'] } }, pagination: { next: 2 } }],
    ['because it shows no attributes', { data: { id: 'SKU-1', attributes: {} } }],
    ['because the service refuses to show it', null],
  ])('%s is not replaced: a person is asked', async (_, body) => {
    await prepare('envelope', ['col_1', 'col_2'])
    service.answer = ({ method, path }) =>
      method === 'GET' && path.startsWith('/v1/products')
        ? body === null
          ? { status: 405, body: { error: 'no' } }
          : { status: 200, body }
        : undefined
    await attach(await add('one.png'))
    await settled()
    expect(patches()).toEqual([])
    expect(shown()).toEqual(['col_1', 'col_2'])
    expect((await parked()).map(({ code }) => code)).toEqual(['current-unknown'])
  })

  it('waits while the service fails, and resumes by itself', async () => {
    await prepare('envelope', ['col_1'])
    let failures = 0
    service.answer = ({ method, path }) =>
      method === 'GET' && path.startsWith('/v1/products') && ++failures <= 2 ? { status: 503, headers: { 'retry-after': '1' } } : undefined
    await attach(await add('one.png'))
    await settled()
    expect(shown()).toEqual(['col_1', await sourceOf('one.png')])
    // A failed read leaves no doubt about the list.
    const jobs = await open.client.jobs.list({ operation: 'attach-sources' })
    expect(jobs.map(({ uncertainAttempts, status }) => [uncertainAttempts, status.state])).toEqual([[0, 'done']])
  })

  it('of a missing product: the message says what to do, and nothing is sent', async () => {
    await prepare('envelope', [])
    await attach(await add('one.png'), 'SKU-TYPO')
    await settled()
    expect(told(await parked())).toMatchObject([{ code: 'not-found', message: expect.stringContaining('SKU-TYPO') }])
    expect(patches()).toEqual([])
  })
})
