import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { createORPCClient, ORPCError } from '@orpc/client'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import { RPCLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type BrowserServer, startServer } from '../../electron/browser-host/start-server.ts'
import { implementer as os } from '../../electron/core/implementer.ts'
import { createDropIntake } from '../../electron/core/window/drop-intake.ts'
import { type CallPort, createCallServer, longestMessage } from '../../electron/core/window/serve-calls.ts'
import { createWindowRouter } from '../../electron/core/window/window-router.ts'
import { mostIds } from '../../shared/base/id-list.ts'
import type { Contract } from '../../shared/contract.ts'
import { usualOrder } from '../../shared/products/usual-order.ts'
import { openTestCore, type TestCore, writePng } from '../support/open-test-core.ts'

let folder: string
let core: TestCore
let server: BrowserServer
let serveCalls: (port: CallPort) => void
let host: string
const logged: Readonly<Record<string, unknown>>[] = []
let pages: string[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-server-'))
  const page = join(folder, 'page')
  await mkdir(page)
  await writeFile(join(page, 'index.html'), '<!doctype html><html><head><meta name="csp-nonce" content="" /></head></html>')
  await writeFile(join(page, 'main.js'), 'export {}')
  core = await openTestCore(join(folder, 'data'))
  const log = (event: Readonly<Record<string, unknown>>): void => void logged.push(event)
  const event = {
    changed: [],
    queue: { counts: { waiting: 0, running: 0, done: 0, parked: 0, cancelled: 0 }, holds: [] },
    uploading: {},
    intake: null,
    checking: 0,
    alreadyThere: 0,
  }
  const subscribe = os.events.subscribe.handler(async function* () {
    yield event as never
    yield event as never
  })
  const router = createWindowRouter(core.core) as { readonly library: object }
  const shown = os.library.shown.handler(({ input }) => input.imageIds)
  serveCalls = createCallServer({ ...router, events: { subscribe }, library: { ...router.library, shown } } as never, log)
  server = await startServer({
    folder: page,
    locateImage: core.core.locateImage,
    drops: createDropIntake(core.core, log),
    serveCalls,
    onPage: (event) => void pages.push(event),
    log,
  })
  pages = []
  host = new URL(server.origin).host
})
afterEach(async () => {
  await server.stop()
  await core.core.stop()
  await rm(folder, { recursive: true, force: true })
})

type Answer = { readonly status: number; readonly headers: Readonly<Record<string, string | string[] | undefined>>; readonly body: string }

/** Plain HTTP, so that any Host can be sent. */
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET', body?: Buffer): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.origin)
    const asked = httpRequest({ hostname, port, path, method, headers: { host, ...headers } }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(pieces).toString() }),
      )
    })
    asked.on('error', reject)
    asked.end(body)
  })

const enter = async (address = server.issueAddress()): Promise<string> => {
  const { pathname, search } = new URL(address)
  const { headers } = await ask(pathname + search)
  return String(headers['set-cookie']?.[0] ?? '').split(';')[0] ?? ''
}

/** The status of a rejected upgrade, or 101. */
const upgrade = (headers: Record<string, string>, path = '/calls'): Promise<number> =>
  new Promise((resolve) => {
    const socket = new WebSocket(`ws://${new URL(server.origin).host}${path}`, { headers })
    socket.once('open', () => {
      socket.terminate()
      resolve(101)
    })
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.once('error', () => resolve(0))
  })

const connect = async (cookie: string): Promise<{ client: ContractRouterClient<Contract>; socket: WebSocket }> => {
  const socket = new WebSocket(`ws://${host}/calls`, { headers: { cookie, origin: server.origin } })
  const client = createORPCClient<ContractRouterClient<Contract>>(new RPCLink({ websocket: socket as never }))
  return { client, socket }
}

/** As Electron does it: a port that copies its messages. */
const connectPort = (): { client: ContractRouterClient<Contract>; close: () => void } => {
  const { port1, port2 } = new MessageChannel()
  serveCalls({
    send: (message) => port2.postMessage(message),
    onMessage: (listener) => port2.on('message', listener),
    onClose: (listener) => port2.once('close', listener),
    close: () => port2.close(),
  })
  port1.start()
  return { client: createORPCClient(new PortLink({ port: port1 as never })), close: () => port1.close() }
}

describe('the address', () => {
  it('is on 127.0.0.1 and can be used by one browser, once', async () => {
    const address = server.issueAddress()
    expect(new URL(address).hostname).toBe('127.0.0.1')
    const { pathname, search } = new URL(address)
    const first = await ask(pathname + search)
    expect(first.status).toBe(200)
    expect(String(first.headers['set-cookie'])).toMatch(/^packshot-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(first.headers['cache-control']).toBe('no-store')
    const second = await ask(pathname + search)
    expect(second.status).toBe(403)
    expect(second.headers['set-cookie']).toBeUndefined()
  })

  it('rejects a wrong secret, an empty one, and one that was replaced', async () => {
    const old = new URL(server.issueAddress())
    server.issueAddress()
    for (const search of ['', '?secret=', '?secret=guess', old.search]) expect((await ask(`/enter${search}`)).status).toBe(403)
  })
})

describe('a request to the browser host', () => {
  it('with the cookie gets the page, its policy and a fresh nonce', async () => {
    const cookie = await enter()
    const page = await ask('/', { cookie })
    const nonce = /name="csp-nonce" content="([^"]{20,})"/.exec(page.body)?.[1]
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain(`'nonce-${nonce}'`)
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default packshot-reading")
    expect((await ask('/', { cookie })).body).not.toBe(page.body)
    expect((await ask('/main.js', { cookie })).headers['content-type']).toMatch(/javascript/)
  })

  it.each([
    ['without a cookie', {}],
    ['with a guessed cookie', { cookie: 'packshot-1=x' }],
  ])('%s is refused everywhere', async (_what, headers) => {
    for (const path of ['/', '/main.js', '/thumbnail/img_000000000000000000000000', '/nothing'])
      expect((await ask(path, headers as Record<string, string>)).status).toBe(403)
    expect(
      (await ask('/intake?name=a.png', { ...headers, origin: server.origin } as Record<string, string>, 'POST', Buffer.from('x'))).status,
    ).toBe(403)
  })

  it('by a name that somebody pointed at this computer (DNS rebinding) is rejected, and so is the exchange of the secret', async () => {
    const cookie = await enter()
    for (const other of [
      'evil.example',
      `evil.example:${new URL(server.origin).port}`,
      `localhost:${new URL(server.origin).port}`,
      '127.0.0.1',
      '[::1]',
    ])
      expect((await ask('/', { cookie, host: other })).status).toBe(403)
    const { pathname, search } = new URL(server.issueAddress())
    expect((await ask(pathname + search, { host: 'evil.example' })).status).toBe(403)
    expect((await ask(pathname + search)).status).toBe(200)
  })

  it('from another origin’s page is rejected, even with the cookie', async () => {
    const cookie = await enter()
    const png = Buffer.from('x')
    for (const origin of ['http://evil.example', 'null', `http://127.0.0.1:1`, `https://${host}`]) {
      expect((await ask('/', { cookie, origin })).status).toBe(403)
      expect((await ask('/intake?name=a.png', { cookie, origin }, 'POST', png)).status).toBe(403)
    }
    expect((await ask('/intake?name=a.png', { cookie }, 'POST', png)).status).toBe(403)
    for (const site of ['cross-site', 'same-site']) expect((await ask('/', { cookie, 'sec-fetch-site': site })).status).toBe(403)
  })

  it('can’t leave the page’s folder, and finds pictures by id only', async () => {
    const cookie = await enter()
    for (const path of [
      '/../data/library.db',
      '/..%2fdata%2flibrary.db',
      '/%2e%2e/data/library.db',
      '//etc/passwd',
      '/thumbnail/../../library.db',
      '/thumbnail//etc/passwd',
      '/preview/img_zz',
    ])
      expect((await ask(path, { cookie })).status, path).toBe(404)
    expect((await ask('/', { cookie }, 'PUT')).status).toBe(405)
  })
})

describe('dropped bytes', () => {
  it('become a picture under the file’s name; nothing is left in drafts', async () => {
    const cookie = await enter()
    await writePng(join(folder, 'a.png'), 'one')
    const bytes = await readFile(join(folder, 'a.png'))
    const name = encodeURIComponent('../../Frühling 🌷.png')
    expect((await ask(`/intake?name=${name}`, { cookie, origin: server.origin }, 'POST', bytes)).status).toBe(204)
    const [image] = await core.client.pictures.list()
    expect(image?.name).toBe('Frühling 🌷.png')
    const thumbnail = await ask(`/preview/${image?.id}`, { cookie })
    expect(thumbnail).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/png', 'content-length': String(bytes.length), 'x-content-type-options': 'nosniff' },
    })
  })

  it('of one drop are one drop in the library, whichever file arrives first', async () => {
    const cookie = await enter()
    const [drop, later] = ['a'.repeat(32), 'b'.repeat(32)]
    const send = async (name: string, of: string): Promise<void> => {
      await writePng(join(folder, name), name)
      const bytes = await readFile(join(folder, name))
      expect((await ask(`/intake?name=${name}&drop=${of}`, { cookie, origin: server.origin }, 'POST', bytes)).status).toBe(204)
    }
    await send('IMG_10.png', drop)
    await send('newer.png', later)
    await send('IMG_2.png', drop)
    // Not an id that a page makes: a drop of its own.
    await send('newest.png', 'c')
    expect((await core.client.pictures.list()).map(({ name }) => name)).toEqual(['newest.png', 'newer.png', 'IMG_2.png', 'IMG_10.png'])
  })

  it('that are not a picture become a row with the reason', async () => {
    const cookie = await enter()
    expect((await ask('/intake?name=notes.txt', { cookie, origin: server.origin }, 'POST', Buffer.from('hello'))).status).toBe(204)
    expect(await core.client.pictures.refused()).toMatchObject([{ name: 'notes.txt', problem: { code: 'unsupported-format' } }])
  })
})

describe('an upgrade', () => {
  it('requires the cookie, our Host and our Origin', async () => {
    const cookie = await enter()
    expect(await upgrade({ cookie, origin: server.origin })).toBe(101)
    expect(await upgrade({ origin: server.origin })).toBe(403)
    expect(await upgrade({ cookie })).toBe(403)
    expect(await upgrade({ cookie, origin: 'http://evil.example' })).toBe(403)
    expect(await upgrade({ cookie, origin: server.origin, host: 'evil.example' })).toBe(403)
    expect(await upgrade({ cookie, origin: server.origin }, '/other')).toBe(403)
  })

  it('reports that a page connected and disconnected, but no rejected ones', async () => {
    const cookie = await enter()
    await upgrade({ cookie, origin: 'http://evil.example' })
    const { client, socket } = await connect(cookie)
    await client.pictures.list()
    expect(pages).toEqual(['page-came'])
    socket.close()
    await expect.poll(() => pages).toEqual(['page-came', 'page-left'])
  })

  it('carries calls, typed errors and a stream of events', async () => {
    const { client, socket } = await connect(await enter())
    expect(await client.pictures.list()).toEqual([])
    const refused = await client.jobs.retry({ jobIds: ['none'], choice: 'retry' }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ORPCError)
    expect(refused).toMatchObject({ code: 'APP_ERROR', data: { code: 'unknown-id', failure: { kind: expect.any(String) } } })
    const events = []
    for await (const event of await client.events.subscribe()) events.push(event)
    expect(events).toHaveLength(2)
    socket.close()
  })
})

describe('a selection', () => {
  const idsOf = (count: number): string[] => Array.from({ length: count }, (_, at) => `img_${at.toString(16).padStart(16, '0')}`)

  const connectSocket = async () => {
    const { client, socket } = await connect(await enter())
    return { client, close: () => socket.close() }
  }

  it.each([
    ['the browser host', connectSocket],
    ['Electron', async () => connectPort()],
  ])('of 100,000 pictures passes, both ways, in %s; one that is too long is refused with a sentence', async (_host, open) => {
    const { client, close } = await open()
    const imageIds = idsOf(100_000)
    expect(await client.library.shown({ sort: usualOrder, filter: {}, imageIds })).toEqual(imageIds)
    expect(await client.library.remove({ imageIds })).toEqual({ removed: 0 })
    const tooMany = idsOf(mostIds + 1)
    const message = 'At most 200,000 can be selected at once. Nothing was changed.'
    const limit = { code: 'APP_ERROR', message, data: { code: 'usage', failure: { kind: 'too-many-at-once', limit: mostIds } } }
    await expect(client.library.remove({ imageIds: tooMany })).rejects.toMatchObject(limit)
    await expect(
      client.questions.ask({ images: { kind: 'selected', ids: tooMany }, questions: ['White?'], again: false }),
    ).rejects.toMatchObject(limit)
    // The connection is still there.
    expect(await client.library.ids({ sort: usualOrder, filter: {} })).toEqual([])
    close()
  })
})

describe('a hostile page', () => {
  it('can’t name a path, make calls outside the contract, or send other types', async () => {
    const { client, socket } = await connect(await enter())
    const code = (call: Promise<unknown>): Promise<unknown> =>
      call.then(
        () => 'answered',
        (error: { data?: { code?: string }; code?: string }) => error.data?.code ?? error.code,
      )
    for (const named of ['/etc/passwd', 'C:\\secrets.png', 'file:///etc/passwd', '\\\\server\\share', './x.png'])
      expect(await code(client.intake.add({ named: [named], recursive: true, upload: true }))).toBe('usage')
    expect(await code(client.intake.add({ named: ['http://127.0.0.1:1/x.png', '/etc/passwd'], recursive: true, upload: true }))).toBe(
      'usage',
    )
    const any = client as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>
    expect(await code(any.core?.stop?.(undefined) ?? Promise.resolve())).toBe('NOT_FOUND')
    expect(await code(any.constructor?.prototype?.(undefined) ?? Promise.resolve())).toBe('NOT_FOUND')
    expect(await code(any.jobs?.cancel?.({ jobIds: 7 }) ?? Promise.resolve())).toBe('usage')
    expect(await client.pictures.refused()).toEqual([])
    socket.close()
  })

  it('only closes its own connection by sending garbage or a huge message; the host keeps running', async () => {
    const cookie = await enter()
    for (const message of ['garbage', '{}', '[]', '{"i":1}', Buffer.alloc(10), Buffer.alloc(longestMessage + 1)]) {
      const { socket } = await connect(cookie)
      await new Promise((resolve) => socket.once('open', resolve))
      const closed = new Promise((resolve) => socket.once('close', resolve))
      socket.send(message)
      await closed
    }
    const { client, socket } = await connect(cookie)
    expect(await client.pictures.list()).toEqual([])
    socket.close()
  })
})
