import { afterEach, describe, expect, test } from 'vitest'
import type { CredentialSource } from '../../../../electron/core/service/calls/service-client.ts'
import { readProduct } from '../../../../shared/workspaces/product-reading-settings.ts'
import { apiKey, type CatalogForm, type CatalogService, startCatalogService } from '../../../support/catalog-service.ts'
import { told } from '../../../support/told.ts'
import { clientFor } from './loopback.ts'

const services: CatalogService[] = []
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.stop()))
})

const credentials: CredentialSource = {
  credential: async () => ({ headers: { 'x-api-key': apiKey }, token: apiKey }),
  replaceRejected: async () => ({ headers: { 'x-api-key': apiKey }, token: apiKey }),
}

const open = async (form: CatalogForm, lists: Record<string, string[]>, id = 'SKU 1/ä', below = '') => {
  const service = await startCatalogService(form, { below })
  services.push(service)
  service.products.set(id, lists)
  const client = clientFor(service.baseUrl, { credentials, readProduct: readProduct.parse(service.readProduct) })
  let paced = 0
  const turn = async () => {
    paced += 1
    return null
  }
  const read = async (attribute = 'Images', productId = id) => client.readProduct({ productId, attribute }, { turn })
  return { service, read, paced: () => paced }
}
const complete = (...ids: string[]) => ({ kind: 'done', value: { kind: 'complete', ids } })

describe('reading a product', () => {
  test.each(['search', 'envelope', 'pages', 'next-link'] as const)(
    'finds the whole list of a service that answers with %s',
    async (form) => {
      const { service, read } = await open(form, { Name: ['src_0'], Images: ['src_1', 'src_2', 'src_3', 'src_4', 'src_5'] })
      expect(await read()).toEqual(complete('src_1', 'src_2', 'src_3', 'src_4', 'src_5'))
      expect(service.requests.every(({ method, body }) => method === 'GET' && body === '')).toBe(true)
    },
  )

  test.each(['search', 'envelope', 'pages', 'next-link'] as const)(
    'finds that a list is empty where a service answers with %s',
    async (form) => {
      const { read } = await open(form, { Name: [], Images: [] })
      expect(await read()).toEqual(complete())
    },
  )

  test.each(['envelope', 'pages', 'next-link'] as const)('finds that a product is gone where a service answers with %s', async (form) => {
    const { read } = await open(form, {})
    expect(await read('Images', 'SKU-2')).toMatchObject({
      kind: 'done',
      value: { kind: 'gone', because: { failure: { said: expect.stringContaining('no item SKU-2') } } },
    })
  })

  test('follows pages below the path of the base URL', async () => {
    const { read } = await open('next-link', { Images: ['src_1', 'src_2', 'src_3'] }, 'SKU-1', '/relay/a')
    expect(await read()).toEqual(complete('src_1', 'src_2', 'src_3'))
  })

  test('follows the rate limit for each request but the first', async () => {
    const one = await open('pages', { Images: ['src_1', 'src_2'] })
    await one.read()
    expect([one.service.requests.length, one.paced()]).toEqual([1, 0])
    const several = await open('pages', { Images: ['src_1', 'src_2', 'src_3'] })
    await several.read()
    expect([several.service.requests.length, several.paced()]).toEqual([4, 3])
  })

  test('rejects a list that changed between two pages', async () => {
    const { service, read } = await open('next-link', { Images: ['src_1', 'src_2', 'src_3', 'src_4', 'src_5'] }, 'SKU-1')
    // A colleague removes the first entry: the third moves to the page that was already read.
    service.afterReading = (id, readings) => {
      if (readings === 1) service.products.set(id, { Images: ['src_2', 'src_3', 'src_4', 'src_5'] })
    }
    expect(await read()).toEqual({ kind: 'done', value: { kind: 'incomplete', reason: { kind: 'changing' } } })
    service.afterReading = () => {}
    expect(await read()).toEqual(complete('src_2', 'src_3', 'src_4', 'src_5'))
  })

  test('rejects a list whose count the service states differently', async () => {
    const { service, read } = await open('pages', { Images: ['src_1'] })
    service.answer = () => ({ status: 200, body: { items: [], meta: { count: 1 } } })
    expect(await read()).toMatchObject({ value: { kind: 'incomplete', reason: { kind: 'count-differs', stated: 1, found: 0 } } })
  })

  test('rejects repeated identical pages, and ends', async () => {
    const { service, read } = await open('pages', { Images: [] })
    service.answer = () => ({ status: 200, body: { items: ['src_1', 'src_2'] } })
    expect(await read()).toMatchObject({ value: { kind: 'incomplete', reason: { kind: 'same-page' } } })
    expect(service.requests).toHaveLength(2)
  })

  test('gives up on endless pages', async () => {
    const { service, read } = await open('next-link', { Images: [] })
    service.answer = () => ({
      status: 200,
      body: { media: [`src_${service.requests.length}`], links: { next: `?from=${service.requests.length}` } },
    })
    expect(await read()).toMatchObject({ value: { kind: 'incomplete', reason: { kind: 'too-many-pages', pages: 50 } } })
    expect(service.requests).toHaveLength(50)
  })

  test('rejects a list with a missing page', async () => {
    const { service, read } = await open('pages', { Images: ['src_1', 'src_2', 'src_3'] })
    service.answer = ({ path }) => (path.includes('page=2') ? { status: 404, body: { error: 'no such page' } } : undefined)
    expect(await read()).toMatchObject({ value: { kind: 'incomplete', reason: { kind: 'part-missing' } } })
    service.answer = () => ({ status: 206, body: { items: ['src_1'] } })
    expect(await read()).toMatchObject({ value: { kind: 'incomplete', reason: { kind: 'part-missing' } } })
  })

  test('accepts one page as the whole list only if no more is announced', async () => {
    const { service, read } = await open('envelope', { Images: ['src_1'] })
    service.answer = () => ({ status: 200, body: { data: { id: 'p', attributes: { Images: ['src_1'] } }, pagination: { next: 2 } } })
    expect(await read()).toMatchObject({ value: { kind: 'incomplete', reason: { kind: 'more-pages' } } })
  })

  test('sends no credentials to another server', async () => {
    const elsewhere = await open('next-link', { Images: [] })
    const { service, read } = await open('next-link', { Images: [] })
    service.answer = () => ({
      status: 200,
      body: { media: ['src_1'], links: { next: `${elsewhere.service.baseUrl}/catalog/items/x/media/Images` } },
    })
    expect(await read()).toMatchObject({
      value: { kind: 'unreadable', reason: { kind: 'next-elsewhere', origin: elsewhere.service.baseUrl } },
    })
    expect(elsewhere.service.requests).toEqual([])
    service.answer = () => ({ status: 200, body: { media: ['src_1'], links: { next: 7 } } })
    expect(await read()).toMatchObject({ value: { kind: 'unreadable', reason: { kind: 'odd-next' } } })
  })

  test.each([
    [400, { error: 'bad filter' }, 'bad filter'],
    [405, { error: 'write only' }, 'write only'],
    [200, { statusCode: 500, message: 'broken', error: 'broken' }, 'cannot be read'],
    [200, '', 'is empty'],
    [200, 'null', 'cannot be read'],
  ])('reports in the service’s words that %i %j can’t be read', async (status, body, words) => {
    const { service, read } = await open('envelope', {})
    service.answer = () => ({ status, body, headers: { 'content-type': 'application/json' } })
    expect(told(await read())).toMatchObject({
      value: { kind: 'unreadable', reason: { kind: 'refused', because: { message: expect.stringContaining(words) } } },
    })
  })

  test.each([
    [401, 'unauthorized'],
    [402, 'payment-required'],
    [403, 'not-allowed'],
    [429, 'rate-limited'],
    [500, 'service-failed'],
    [503, 'service-failed'],
  ])('fails with %i like any other request, and leaves no doubt', async (status, code) => {
    const { service, read } = await open('envelope', {})
    service.answer = () => ({ status, body: { error: 'no' } })
    expect(await read()).toMatchObject({ kind: 'failed', uncertain: false, error: { code } })
  })

  test('rejects a web page as an answer', async () => {
    const { service, read } = await open('envelope', {})
    service.answer = () => ({ status: 200, body: '<!doctype html><title>Welcome to the hotel</title>' })
    expect(await read()).toMatchObject({ kind: 'failed', uncertain: false, error: { code: 'bad-answer' } })
  })

  test('a lost connection leaves no doubt, because nothing was changed', async () => {
    const { service, read } = await open('envelope', {})
    await service.stop()
    expect(await read()).toMatchObject({ kind: 'failed', uncertain: false, error: { code: 'offline' } })
  })

  test.each(['', '.', '..'])('never requests another address because of the id “%s”', async (id) => {
    const { service, read } = await open('envelope', { Images: ['src_1'] })
    expect(await read('Images', id)).toMatchObject({ value: { kind: 'gone' } })
    expect(service.requests).toEqual([])
  })

  test('is not tried if the connection doesn’t say how', async () => {
    const { service } = await open('envelope', {})
    const client = clientFor(service.baseUrl, { credentials })
    expect(await client.readProduct({ productId: 'p', attribute: 'Images' })).toMatchObject({ kind: 'failed', error: { code: 'usage' } })
    expect(service.requests).toEqual([])
  })
})
