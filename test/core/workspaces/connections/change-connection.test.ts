import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fieldRuleWords } from '../../../../shared/base/field-rules-words.ts'
import { nothingUnderWay } from '../../../support/nothing-under-way.ts'
import { openTestCore, type TestCore, waitFor, writePng } from '../../../support/open-test-core.ts'
import { readAnswers } from '../../../support/read-answers.ts'
import { type Reply, type ScriptedService, startScriptedService } from '../../../support/scripted-service.ts'

let folder: string
let service: ScriptedService
let open: TestCore

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-change-'))
  service = await startScriptedService()
  open = await openTestCore(join(folder, 'data'))
  await open.core.start()
  await open.client.session.connect({
    kind: 'api-key',
    name: 'Blue',
    baseUrl: service.baseUrl,
    apiKey: 'key-1',
    rates: { 'analyse-image': null },
  })
})
afterEach(async () => {
  await open.core.stop()
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

const change = (input: Parameters<TestCore['client']['connections']['change']>[0]) => open.client.connections.change(input)
const connection = async () => (await open.client.session.get()).connection
const add = async (name: string): Promise<void> => {
  await writePng(join(folder, name), name)
  await open.client.intake.add({ named: [join(folder, name)], recursive: false, upload: false })
}
const ask = (question: string) => open.client.questions.ask({ images: { kind: 'all' }, questions: [question], again: false })
const settled = () =>
  waitFor(async () => {
    const { waiting, running } = (await open.client.queue.status()).counts
    return waiting + running === 0
  })
const paths = (): string[] => service.received.map((one) => `${one.method} ${one.path}`)

describe('changing a connection', () => {
  it('is checked by a connection file’s rules; every problem is shown at its field, and nothing is saved', async () => {
    const before = await connection()
    const { problems } = await change({
      name: '  ',
      serviceAppends: true,
      listEditors: 'always',
      productAddress: 'http://shop.example/{productId}',
      paths: { sources: 'v1/sources', products: '/v1/../admin', analyse: '/ok', tones: '/v1/töne' },
      rates: { 'upload-source': 0, 'create-product': -3 },
      templates: { createProduct: '{"title": "mug"}', updateProduct: '{"attributes": "{{attributes}}"', command: '{"x": "{{answer}}"}' },
    })
    expect(Object.fromEntries(problems.map(({ field, rule }) => [field, fieldRuleWords(rule)]))).toEqual({
      name: 'must be 1 to 200 plain characters',
      productAddress: 'must use https, or http on this computer',
      'paths.sources': 'must begin with “/” and have no “?”, “#” or “..”',
      'paths.products': 'must begin with “/” and have no “?”, “#” or “..”',
      'paths.tones': 'must have plain characters only: write others percent-encoded',
      'rates.upload-source': 'must be a number of requests a minute above 0',
      'rates.create-product': 'must be a number of requests a minute above 0',
      'templates.createProduct': 'has no “{{name}}”',
      'templates.updateProduct': 'must be a JSON object',
      'templates.command': 'has no “{{voice}}”',
    })
    expect(await connection()).toEqual(before)
  })

  it('how products are read can be set in parts, is checked, and can be removed', async () => {
    const set = async (reading: Parameters<typeof change>[0]['readProduct']) => {
      const { problems } = await change({ readProduct: reading })
      return problems.map(({ field, rule }) => `${field} ${fieldRuleWords(rule)}`)
    }
    expect(await set({})).toEqual([])
    expect((await connection())?.readProduct).toEqual({
      path: '/v1/products/{productId}',
      list: 'data.attributes.{attribute}',
      paging: 'none',
      pageSize: 100,
      next: 'pagination.next',
      total: 'pagination.totalRecords',
    })
    expect(await set({ path: '/catalog/{productId}?page={page}', paging: 'page', pageSize: 50 })).toEqual([])
    expect(await set({ list: 'item.{attribute}' })).toEqual([])
    expect((await connection())?.readProduct).toMatchObject({
      path: '/catalog/{productId}?page={page}',
      pageSize: 50,
      list: 'item.{attribute}',
    })
    expect(await set({ path: null })).toEqual(['readProduct.path must contain “{page}”'])
    expect(await set({ path: 'catalog/{productId}?page={page}', list: 'a..b', next: '', pageSize: 0 })).toEqual([
      'readProduct.path must begin with “/” and have plain characters only, without “#”',
      'readProduct.list must be names separated by dots',
      'readProduct.next must be names separated by dots',
      'readProduct.pageSize must be a whole number from 1 to 1,000',
    ])
    for (const [path, problem] of [
      ['//other.example/{productId}', 'must begin with “/” and have plain characters only, without “#”'],
      ['/a/../{productId}?page={page}', 'must have no “..”'],
      ['/{product}?page={page}', 'can’t have “{product}”: only {productId}, {attribute}, {page}, {size}'],
      ['/a?page={page}', 'must contain “{productId}”'],
      ['/{productId}}?page={page}', 'has a brace that is not part of a name'],
    ] as const)
      expect(await set({ path })).toEqual([`readProduct.path ${problem}`])
    expect(await set({ list: 'items' })).toEqual(['readProduct.list must contain “{attribute}”, or the path must'])
    expect(await set({ list: 'a_{attribute}' })).toEqual(['readProduct.list must have “{attribute}” as a separate name'])
    expect(await set(null)).toEqual([])
    expect((await connection())?.readProduct).toBeUndefined()
  })

  it('running work ends with the old settings, and the next request uses the new ones without a restart', async () => {
    await add('one.png')
    await open.client.publishing.set({ publishing: { kind: 'data' } })
    let release = (_: Reply): void => {}
    service.answer = (request) =>
      request.path === '/v1/image/analysis'
        ? new Promise<Reply>((resolve) => {
            release = resolve
          })
        : undefined
    await ask('First?')
    await waitFor(() => service.received.length === 1)
    await change({ paths: { analyse: '/ask/it' } })
    service.answer = (request) => (request.path === '/ask/it' ? { status: 200, body: { analysis: 'New way' } } : undefined)
    release({ status: 200, body: { analysis: 'Old way' } })
    await ask('Second?')
    await settled()
    expect((await readAnswers(open.client)).map((one) => one.text).sort()).toEqual(['New way', 'Old way'])
    expect(paths()).toEqual(['POST /v1/image/analysis', 'POST /ask/it'])
    const { view } = await change({ paths: { analyse: null } })
    expect(view.connection?.paths.analyse).toBe('/v1/image/analysis')
  })

  it('bodies are made by the connection’s templates', async () => {
    await change({
      templates: {
        createProduct: '{"data": {"title": "{{name}}", "kind": "simple"}}',
        updateProduct: '{"fields": [{"key": "{{attribute}}", "items": "{{sourceIds}}"}], "{{attribute}}": "of {{productId}}"}',
      },
    })
    await add('one.png')
    await open.client.products.attach({
      images: { kind: 'all' },
      product: { kind: 'new', name: 'Mug “{{name}}”' },
      attribute: 'images',
      current: null,
      again: false,
    })
    await settled()
    const bodies = service.received.filter((one) => one.path.startsWith('/v1/products')).map((one) => one.json())
    expect(bodies).toEqual([
      { data: { title: 'Mug “{{name}}”', kind: 'simple' } },
      { fields: [{ key: 'images', items: [expect.stringMatching(/^src_/)] }], images: expect.stringMatching(/^of prd_/) },
    ])
  })

  it('a new rate is saved at once: requests that started at the old rate do not restore it', async () => {
    await add('one.png')
    await open.client.publishing.set({ publishing: { kind: 'data' } })
    const releases: ((reply: Reply) => void)[] = []
    service.answer = () => new Promise<Reply>((resolve) => releases.push(resolve))
    for (const question of ['1?', '2?', '3?']) await ask(question)
    await waitFor(() => service.received.length === 3)
    await change({ rates: { 'analyse-image': 1 } })
    for (let index = 4; index < 12; index++) await ask(`${index}?`)
    for (const [index, release] of releases.splice(0, 3).entries()) {
      release({ status: 200, body: { analysis: 'x' } })
      await waitFor(async () => (await open.client.queue.status()).counts.done > index)
      await nothingUnderWay()
      expect(service.received.length - 3).toBeLessThanOrEqual(1)
    }
    await change({ rates: { 'analyse-image': null } })
    await waitFor(() => service.received.length === 11)
    expect((await change({ rates: { 'analyse-image': 'unstated' } })).view.connection?.rates).toEqual({})
    for (const release of releases) release({ status: 200, body: { analysis: 'x' } })
    await settled()
  })

  it('says so when no workspace is connected', async () => {
    await open.client.workspaces.disconnect()
    await expect(change({ name: 'Red' })).rejects.toMatchObject({ code: 'no-connection' })
  })
})
