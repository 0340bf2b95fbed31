import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withMark } from '../../shared/workspaces/redirect-addresses.ts'
import { startStrictServer } from '../core/service/session/strict-authorization-server.ts'
import { findFreePorts, setUp } from '../core/service/session/test-session.ts'
import { openTestCore, type TestCore, waitFor } from '../support/open-test-core.ts'

// The attacks of RFC 9700, 4.4: a genuine consent page leads to a stranger's workspace.

let folder: string
let open: TestCore
let genuine: Awaited<ReturnType<typeof startStrictServer>>
let plain: readonly string[]
/** What the browser opened, and what each address of it answered, redirects followed. */
let browsed: { readonly url: string; readonly status: number; readonly location: string }[]
let closeStranger: () => void

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-mix-up-'))
  plain = (await findFreePorts(2)).map((port) => `http://127.0.0.1:${port}/callback`)
  genuine = await startStrictServer({ redirectUris: [] })
  genuine.control.redirectUris = withMark(plain, genuine.baseUrl)
  browsed = []
  closeStranger = () => {}
  const follow = async (url: string): Promise<void> => {
    const answer = await fetch(url, { redirect: 'manual' })
    const location = answer.headers.get('location') ?? ''
    browsed.push({ url, status: answer.status, location })
    if (location !== '') await follow(location)
  }
  open = await openTestCore(join(folder, 'data'), { openBrowser: follow })
})
afterEach(async () => {
  await open.core.stop()
  closeStranger()
  await genuine.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A stranger's service, which asks the genuine one for consent. `paths`: what it received. */
const startStranger = async (endpoints: (baseUrl: string) => Record<string, string>) => {
  const paths: string[] = []
  const server = createServer((request, response) => {
    const baseUrl = `http://${request.headers.host}`
    paths.push(request.url ?? '')
    if (request.url === '/.well-known/oauth-authorization-server') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ issuer: baseUrl, ...endpoints(baseUrl) }))
      return
    }
    if (request.url?.startsWith('/oauth2/authorize')) {
      const query = new URL(request.url, baseUrl).search
      response.writeHead(302, { location: `${genuine.baseUrl}/oauth2/authorize${query}` }).end()
      return
    }
    response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  closeStranger = () => void server.close()
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, paths }
}
const own = (baseUrl: string) => ({
  authorization_endpoint: `${baseUrl}/oauth2/authorize`,
  token_endpoint: `${baseUrl}/oauth2/token`,
  revocation_endpoint: `${baseUrl}/oauth2/revoke`,
})

const offer = async (baseUrl: string, redirectUris: readonly string[], more: object = {}) => {
  const { id: clientId, secret: clientSecret } = genuine.control.client
  const text = JSON.stringify({ packshot: 1, name: 'ACME', baseUrl, clientId, clientSecret, redirectUris, ...more })
  await open.client.offers.make({ kind: 'file', text, fileName: 'acme.packshot' })
  return open.client.offers.get()
}
const accept = async () => open.client.offers.accept({ offerId: (await open.client.offers.get())?.id ?? '', openBrowser: true, as: null })

describe('a stranger’s workspace', () => {
  it('whose document names the genuine sign-in page opens no browser', async () => {
    const { baseUrl } = await startStranger(() => own(genuine.baseUrl))
    await offer(baseUrl, plain)
    await accept()
    expect(await open.client.offers.get()).toMatchObject({
      stage: 'proposed',
      problem: { code: 'sign-in-failed', failure: { kind: 'endpoint-elsewhere', origin: genuine.baseUrl, baseUrl } },
    })
    expect(browsed).toEqual([])
    expect(genuine.control.counts).toMatchObject({ authorize: 0, exchange: 0 })
  })

  it('cannot say that the genuine redirect addresses are its own', async () => {
    const { baseUrl, paths } = await startStranger(own)
    expect(await offer(baseUrl, genuine.control.redirectUris)).toMatchObject({
      stage: 'unreadable',
      problem: { failure: { problem: { field: 'redirectUris.0', rule: { kind: 'redirect-of-another' } } } },
    })
    expect(paths).toEqual([])
  })

  it.each([
    ['with its own mark', true],
    ['without a mark', false],
  ])('that sends the browser on to the genuine page gets no code: an address %s is not registered there', async (_, isMarked) => {
    const { baseUrl, paths } = await startStranger(own)
    await offer(baseUrl, isMarked ? withMark(plain, baseUrl) : plain)
    const accepting = accept()
    await waitFor(() => browsed.some(({ url }) => url.startsWith(genuine.baseUrl)))
    expect(browsed.at(-1)).toMatchObject({ status: 400, location: '' })
    expect(browsed.map(({ location }) => location).join()).not.toContain('code=')
    await open.client.session.cancelSignIn()
    await accepting
    expect(paths.filter((path) => path.startsWith('/oauth2/token'))).toEqual([])
    expect(genuine.control.counts.exchange).toBe(0)
  })
})

describe('a genuine workspace', () => {
  it('may have its sign-in at another origin, if its file says so, and that is shown', async () => {
    const { baseUrl } = await startStranger(() => own(genuine.baseUrl))
    genuine.control.redirectUris = withMark(plain, baseUrl)
    genuine.control.sendsIss = false
    expect(await offer(baseUrl, genuine.control.redirectUris, { signInOrigin: genuine.baseUrl })).toMatchObject({
      summary: { baseUrl, signInOrigin: genuine.baseUrl },
    })
    await accept()
    expect(await open.client.offers.get()).toMatchObject({ stage: 'to-confirm' })
    expect(genuine.control.counts.exchange).toBe(1)
  })

  it('that was registered before there were marks still signs in, with typed details, too', async () => {
    const [port] = await findFreePorts(1)
    const uris = [`http://127.0.0.1:${port}/callback`]
    const made = await setUp({ redirectUris: uris })
    const { credentials } = made.connection
    if (credentials.kind !== 'oauth') throw new Error('not a sign-in')
    const connection = {
      ...made.connection,
      credentials: { ...credentials, redirectUris: [...withMark(uris, made.server.baseUrl), ...uris] },
    }
    const session = made.open({ connection })
    await session.signIn({ openBrowser: true })
    expect(session.state().kind).toBe('signed-in')
    await session.stop()
    await made.tearDown()
  })
})
