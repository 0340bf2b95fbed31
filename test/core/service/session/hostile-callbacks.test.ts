import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { followAuthorize, setUp, visit } from './test-session.ts'

let cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps) await cleanUp()
  cleanUps = []
})

/** Sends raw bytes and resolves with the first line of the answer, or 'closed'. */
const sendRaw = (port: number, text: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let received = ''
    socket.on('data', (data) => {
      received += data
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(received.split('\r\n')[0] || 'closed'))
  })

const change = (url: string, edit: (query: URLSearchParams) => void): string => {
  const changed = new URL(url)
  edit(changed.searchParams)
  return changed.href
}

test('hostile callbacks are rejected, the sign-in keeps waiting, and the real one completes', async () => {
  const made = await setUp()
  cleanUps.push(made.tearDown)
  let told: (url: string) => void = () => {}
  const authorizeUrl = new Promise<string>((resolve) => {
    told = resolve
  })
  const session = made.open()
  const signIn = session.signIn({ openBrowser: false, onAuthorizeUrl: told })
  const real = await followAuthorize(await authorizeUrl)
  const { port, pathname, search, host } = new URL(real)

  // Slow ones first: they stay open while the others arrive.
  const slow = Array.from({ length: 20 }, () => connect(Number(port), '127.0.0.1').on('error', () => undefined))
  for (const socket of slow) socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `)
  cleanUps.push(async () => slow.map((socket) => socket.destroy()))

  const attacks: [string, () => Promise<number | string>, number | string | RegExp][] = [
    ['no query', () => visit(real.split('?')[0] ?? ''), 400],
    ['wrong state', () => visit(change(real, (query) => query.set('state', 'guess'))), 400],
    ['no state', () => visit(change(real, (query) => query.delete('state'))), 400],
    ['two states', () => visit(change(real, (query) => query.append('state', 'x'))), 400],
    ['wrong iss', () => visit(change(real, (query) => query.set('iss', 'https://elsewhere.example'))), 400],
    ['no iss though advertised', () => visit(change(real, (query) => query.delete('iss'))), 400],
    ['no code', () => visit(change(real, (query) => query.delete('code'))), 400],
    ['error with wrong state', () => visit(`${real.split('?')[0]}?error=access_denied&state=guess`), 400],
    [
      'error of another issuer',
      () =>
        visit(
          change(`${real.split('?')[0]}?error=access_denied&iss=https://elsewhere.example`, (query) =>
            query.set('state', new URL(real).searchParams.get('state') ?? ''),
          ),
        ),
      400,
    ],
    ['other path', () => visit(real, { path: `${pathname}/${search}` }), 404],
    ['path in disguise', () => visit(real, { path: `/x/..${pathname}${search}` }), 404],
    ['absolute address', () => visit(real, { path: `http://${host}${pathname}${search}` }), 404],
    ['POST', () => visit(real, { method: 'POST' }), 405],
    ['HEAD', () => visit(real, { method: 'HEAD' }), 405],
    ['OPTIONS', () => visit(real, { method: 'OPTIONS' }), 405],
    ['GET with a body', () => visit(real, { body: 'x', headers: { 'content-length': '1' } }), 400],
    ['foreign Host', () => visit(real, { headers: { host: `evil.example:${port}` } }), 400],
    ['localhost as Host', () => visit(real, { headers: { host: `localhost:${port}` } }), 400],
    ['a page’s fetch', () => visit(real, { headers: { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' } }), 400],
    ['a frame', () => visit(real, { headers: { 'sec-fetch-dest': 'iframe' } }), 400],
    ['foreign origin', () => visit(real, { headers: { origin: 'https://evil.example' } }), 400],
    ['1 MB query', () => visit(change(real, (query) => query.set('junk', 'x'.repeat(1_048_576)))), /431|ECONNRESET|EPIPE/],
    ['no HTTP at all', () => sendRaw(Number(port), '\x16\x03\x01\x02\x00\r\n\r\n'), 'HTTP/1.1 400 Bad Request'],
    ['no Host', () => sendRaw(Number(port), `GET ${pathname}${search} HTTP/1.1\r\n\r\n`), 'HTTP/1.1 400 Bad Request'],
  ]
  for (const [name, attack, expected] of attacks) {
    const outcome = await attack()
    if (expected instanceof RegExp) expect(String(outcome), name).toMatch(expected)
    else expect(outcome, name).toBe(expected)
  }
  await Promise.all(Array.from({ length: 300 }, (_, index) => visit(change(real, (query) => query.set('state', `guess ${index}`)))))
  for (const address of [
    'packshot://oauth/callback?code=1&state=2',
    change(real, (query) => query.set('state', 'x')),
    'nonsense',
    `${real.split('?')[0]}/x${search}`,
  ]) {
    await expect(session.completeSignIn(address)).rejects.toMatchObject({ code: 'sign-in-failed' })
  }
  expect(session.state().kind).toBe('signing-in')
  expect(made.server.control.counts.exchange).toBe(0)

  const page = await fetch(real)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect([page.headers.get('referrer-policy'), page.headers.get('cache-control')]).toEqual(['no-referrer', 'no-store'])
  const text = await page.text()
  expect(text).toContain('You can close this tab and go back to Packshot')
  expect(text).not.toContain(new URL(real).searchParams.get('code'))
  await signIn
  expect(made.server.accepts((await session.credential()).headers)).toBe(true)
  expect(made.server.control.counts.exchange).toBe(1)
  // A replay finds the listener closed.
  expect(['ECONNREFUSED', 'ECONNRESET']).toContain(await visit(real))
}, 20_000)

test('a sign-in accepts one of two valid callbacks that arrive together', async () => {
  const made = await setUp()
  cleanUps.push(made.tearDown)
  const session = made.open({
    openBrowser: async (url) => {
      const location = await followAuthorize(url)
      void Promise.all([visit(location), visit(location), visit(location)])
    },
  })
  await session.signIn({ openBrowser: true })
  expect(made.server.control.counts.exchange).toBe(1)
})

test('an iss that is neither sent nor advertised is fine; one that is sent must be right', async () => {
  const made = await setUp()
  cleanUps.push(made.tearDown)
  made.server.control.sendsIss = false
  const statuses: unknown[] = []
  const session = made.open({
    openBrowser: async (url) => {
      const location = await followAuthorize(url)
      void visit(change(location, (query) => query.set('iss', 'https://elsewhere.example'))).then((status) => {
        statuses.push(status)
        return visit(location)
      })
    },
  })
  await session.signIn({ openBrowser: true })
  expect(statuses).toEqual([400])
  expect(session.state().kind).toBe('signed-in')
})
