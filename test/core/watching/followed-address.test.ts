import { readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readList } from '../../../electron/core/products/catalogue/read-list.ts'
import { readContentType, showAddress } from '../../../electron/core/watching/fetch-list.ts'
import { describeError } from '../../../shared/base/describe-error.ts'
import type { FollowedList } from '../../../shared/watching/followed-lists.ts'
import { type ListImporter, openListImporter } from '../../support/list-importer.ts'

const one = 'SKU;Name\nS-1;Pen\nS-2;Cup\n'
const two = 'SKU;Name\nS-1;Red pen\nS-2;Cup\nS-3;Mug\n'
const hour = 3_600_000

type Answer = (request: IncomingMessage, response: ServerResponse) => void
/** With an ETag, so that it is sent once. */
const send =
  (text: string | Buffer, headers: Record<string, string> = { 'content-type': 'text/csv' }): Answer =>
  (request, response) => {
    const etag = `"${text.length}"`
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end()
    response.writeHead(200, { etag, ...headers }).end(text)
  }

let lists: ListImporter
let answer: Answer
let asked: { url: string | undefined; ifNoneMatch: string | undefined; status: number }[]
let logged: string[]
let address: string
let port = 0
let server: ReturnType<typeof createServer>
const listen = async (): Promise<void> => {
  server = createServer((request, response) => {
    response.once('close', () =>
      asked.push({ url: request.url, ifNoneMatch: request.headers['if-none-match'], status: response.statusCode }),
    )
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  ;({ port } = server.address() as AddressInfo)
}
const hangUp = async (): Promise<void> => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

beforeEach(async () => {
  ;[asked, logged, port] = [[], [], 0]
  answer = send(one)
  await listen()
  address = `http://127.0.0.1:${port}/feed/list.csv?token=s3cr3t-token`
  lists = await openListImporter({ readList, watchesFolders: true, log: (event) => void logged.push(JSON.stringify(event)) })
})
afterEach(async () => {
  await lists.end()
  await hangUp()
})

const follow = async (rhythm: 'hour' | 'day' | 'hand' = 'hour'): Promise<FollowedList> => {
  const { list } = await lists.client.followedLists.follow({ list: { kind: 'address', address }, rhythm })
  await lists.core.start()
  await lists.pass(1_000)
  return list
}
const get = async (): Promise<FollowedList> => {
  const list = await lists.client.followedLists.get()
  if (!list) throw new Error('nothing is followed')
  return list
}
const names = async (): Promise<(string | null)[]> => (await lists.rows()).map(({ name }) => name)

it('reads an address again at its rhythm, sends its ETag, and shows what has changed before it counts', async () => {
  expect(await follow()).toMatchObject({ kind: 'address', name: 'list.csv', place: `http://127.0.0.1:${port}/feed/list.csv?…` })
  expect(await names()).toEqual(['Pen', 'Cup'])
  await lists.pass(hour)
  expect(asked.map(({ status }) => status)).toEqual([200, 304])
  expect(asked[1]?.ifNoneMatch).toBe(`"${one.length}"`)
  answer = send(two)
  await lists.passUntil(async () => (await get()).waiting !== null, 2 * hour)
  const { id, waiting } = await get()
  expect(waiting?.changes).toMatchObject({ added: 1, changed: 1, missing: 0 })
  // Offline, it is accepted all the same.
  await hangUp()
  await lists.client.followedLists.accept({ id, version: waiting?.version ?? '' })
  expect(await names()).toEqual(['Red pen', 'Cup', 'Mug'])
  await listen()
})

it.each<[string, Answer, RegExp]>([
  ['fails', (_, response) => void response.writeHead(500).end('oops'), /^127\.0\.0\.1:\d+ answered 500\. The earlier list counts\./],
  ['is gone', (_, response) => void response.writeHead(404).end(), /answered 404/],
  ['asks for a sign-in', send('<!doctype html><title>Sign in</title>', { 'content-type': 'text/html; charset=utf-8' }), /sent a web page/],
  ['asks for a sign-in and calls it a list', send('<!doctype html><html><body>Sign in</body></html>'), /web page/],
  [
    'is cut in the middle',
    (_, response) => {
      response.writeHead(200, { 'content-type': 'text/csv', 'content-length': '1000' })
      response.write(two, () => response.destroy())
    },
    /ended in the middle/,
  ],
  ['sends nothing', () => {}, /did not send the whole list/],
  [
    'leads to an address without https',
    (_, response) => void response.writeHead(302, { location: 'http://shop.example/list.csv?key=abc' }).end(),
    /leads to an address without https/,
  ],
])('says that an address %s, keeps the list, and tries again', async (_, fails, message) => {
  const { id } = await follow('hour')
  answer = fails
  await lists.passUntil(async () => (await get()).problem !== null, 3 * hour)
  const { problem } = await get()
  expect(problem && describeError(problem).message).toMatch(message)
  expect(JSON.stringify(problem)).not.toContain('s3cr3t')
  expect(await names()).toEqual(['Pen', 'Cup'])
  answer = send(one)
  await lists.passUntil(async () => (await get()).problem === null, hour)
  answer = send(two)
  expect((await lists.client.followedLists.check({ id })).waiting?.changes).toMatchObject({ added: 1 })
  expect(logged.join('\n')).not.toContain('s3cr3t')
})

it('works without a network: says so, and reads it later again', async () => {
  await follow('day')
  await hangUp()
  await lists.passUntil(async () => (await get()).problem !== null, 30 * hour)
  const { problem } = await get()
  expect(problem).toMatchObject({ code: 'offline' })
  expect(problem && describeError(problem).message).toMatch(/can’t be reached\. The earlier list counts\./)
  answer = send(two)
  await listen()
  await lists.passUntil(async () => (await get()).waiting !== null, hour)
  expect(await get()).toMatchObject({ problem: null })
})

it('is read by hand only where a person says so', async () => {
  const { id } = await follow('hand')
  answer = send(two)
  await lists.pass(25 * hour)
  expect(asked).toHaveLength(1)
  expect((await lists.client.followedLists.check({ id })).waiting?.changes).toMatchObject({ added: 1 })
  await expect(lists.client.followedLists.change({ id, rhythm: 'changes' })).rejects.toThrow('doesn’t tell when')
})

it('opens an address in the window, as its server says that it is written, and follows it', async () => {
  const { client } = lists
  answer = send(Buffer.from('SKU;Name\nS-1;Gr\u00fcn \u00b1\n', 'latin1'), { 'content-type': 'text/csv; charset=ISO-8859-1' })
  const { id } = await client.followedLists.open({ address })
  expect(await client.catalogue.opened()).toMatchObject({ id, from: 'address', name: 'list.csv', state: { kind: 'ready' } })
  await client.catalogue.import({ id, columns: { sku: 0, name: 1 } })
  expect(await names()).toEqual(['Grün ±'])
  const { list } = await client.followedLists.follow({ list: { kind: 'opened', id }, rhythm: 'day' })
  await client.followedLists.check({ id: list.id })
  expect(asked.map(({ status }) => status)).toEqual([200, 304])
})

it('stops a download that never ends once it is larger than a list may be, and leaves nothing behind', async () => {
  const piece = Buffer.alloc(8 * 1024 * 1024, 'a;b;c\n')
  answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' })
    const more = (): void => void (response.destroyed || response.write(piece, more))
    more()
  }
  await expect(lists.client.followedLists.open({ address })).rejects.toThrow(/200 MB/)
  expect(await lists.client.catalogue.opened()).toBeNull()
  expect(readdirSync(join(lists.folder, 'data', 'followed-lists'))).toEqual([])
})

it('shows no more of an address than tells it apart, and knows how a server says that its text is written', () => {
  expect(showAddress('https://shop.example/a/list.csv?key=1#x')).toBe('https://shop.example/a/list.csv?…')
  expect(readContentType('text/csv; charset="Windows-1250"')).toEqual({ encoding: 'windows-1250' })
  expect(readContentType('text/tab-separated-values')).toEqual({ separator: '\t' })
  expect(readContentType('application/octet-stream')).toEqual({})
})
