import { createServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { clientSecretName, tokensName } from '../../../../electron/core/service/session/secret-names.ts'
import { AppError } from '../../../../shared/base/errors.ts'
import { lackOf } from '../../../support/lacks.ts'
import { findFreePorts, followAuthorize, occupy, setUp, visit } from './test-session.ts'

let cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps) await cleanUp()
  cleanUps = []
})
/** Whether this computer has IPv6. */
const hasSixth = (): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(0, '::1', () => server.close(() => resolve(true)))
  })
const begin = async (options?: Parameters<typeof setUp>[0]) => {
  const made = await setUp(options)
  cleanUps.push(made.tearDown)
  return made
}

describe('signing in', () => {
  test('opens the browser, accepts the answer on the first redirect port and saves the tokens', async () => {
    const { open, server, clock, secrets, connection, redirectUris } = await begin()
    const session = open()
    const states: string[] = []
    session.subscribe(({ kind }) => states.push(kind))
    let shown = ''
    await session.signIn({ openBrowser: true, onAuthorizeUrl: (url, opened) => (shown = `${opened} ${url}`) })
    expect(states).toEqual(['signing-in', 'signed-in'])
    expect(session.state()).toEqual({ kind: 'signed-in', expiresAt: clock.time + 86_400_000, scope: 'user', storage: 'memory' })
    expect(shown).toContain('true ')
    expect(shown).toContain(encodeURIComponent(redirectUris[0] ?? '?'))
    expect(server.accepts((await session.credential()).headers)).toBe(true)
    expect(await secrets.get(tokensName(connection.id))).toContain(server.live()?.refresh)
    // The receiver is closed.
    expect(await visit(redirectUris[0] ?? '')).toBe('ECONNREFUSED')

    const restarted = open()
    expect(restarted.state().kind).toBe('signed-out')
    await restarted.restore()
    expect(restarted.state().kind).toBe('signed-in')
    expect(server.accepts((await restarted.credential()).headers)).toBe(true)
  })

  test.for(['127.0.0.1', '[::1]'])('listens at %s on this computer alone, and only while it waits', async (host, context) => {
    if (host === '[::1]' && !(await hasSixth())) context.skip(lackOf('no-ipv6'))
    const [port = 0] = await findFreePorts(1)
    const redirectUri = `http://${host}:${port}/callback`
    const { open } = await begin({ redirectUris: [redirectUri] })
    const knock = (at: string) =>
      fetch(`http://${at}:${port}/callback`).then(
        ({ status }) => status,
        () => 'nobody',
      )
    expect(await knock(host)).toBe('nobody')
    const found: unknown[] = []
    const session = open({
      openBrowser: async (url) => {
        // On Linux all of 127.0.0.0/8 is local; elsewhere the other address never answers.
        found.push(await knock(host), process.platform === 'linux' ? await knock('127.0.0.2') : 'nobody')
        void followAuthorize(url).then((location) => fetch(location))
      },
    })
    await session.signIn({ openBrowser: true })
    expect(found).toEqual([400, 'nobody'])
    expect(await knock(host)).toBe('nobody')
  })

  test('without a browser shows the address and accepts a pasted answer', async () => {
    const { open, server } = await begin()
    const session = open()
    await session.signIn({
      openBrowser: false,
      onAuthorizeUrl: (url, opened) => {
        expect(opened).toBe(false)
        void followAuthorize(url).then((location) => session.completeSignIn(` ${location}\n`))
      },
    })
    expect(server.accepts((await session.credential()).headers)).toBe(true)
  })

  test('a browser that never finishes opening delays neither its answer nor a cancel', async () => {
    const made = await setUp()
    cleanUps.push(made.tearDown)
    let isAsked = false
    const never = (): Promise<void> => {
      isAsked = true
      return new Promise(() => {})
    }
    const controller = new AbortController()
    const waiting = made.open({ openBrowser: never }).signIn({ openBrowser: true, signal: controller.signal })
    await expect.poll(() => isAsked).toBe(true)
    controller.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
    const session = made.open({
      openBrowser: (url) => {
        void followAuthorize(url).then((location) => visit(location))
        return never()
      },
    })
    await session.signIn({ openBrowser: true })
    expect(session.state().kind).toBe('signed-in')
  })

  test('if the browser can’t be opened, the address is shown', async () => {
    const { open } = await begin()
    const session = open({
      openBrowser: () => Promise.reject(new AppError('sign-in-failed', { kind: 'no-browser', command: null, end: null })),
    })
    await session.signIn({
      openBrowser: true,
      onAuthorizeUrl: (url, opened) => void (opened || followAuthorize(url).then((location) => visit(location))),
    })
    expect(session.state().kind).toBe('signed-in')
  })

  test('uses the next redirect port when the first is busy, then the custom scheme', async () => {
    const [first, second] = await findFreePorts(2)
    const redirectUris = [`http://127.0.0.1:${first}/callback`, `http://127.0.0.1:${second}/callback`, 'packshot://oauth/callback']
    const { open } = await begin({ redirectUris })
    const busy = [await occupy(first ?? 0)]
    cleanUps.push(async () => busy.map((server) => server.close()))
    const used: string[] = []
    const refused: unknown[] = []
    const openBrowser = async (url: string): Promise<void> => {
      const location = await followAuthorize(url)
      used.push(location.split('?')[0] ?? '')
      if (location.startsWith('http')) void visit(location)
      else {
        const guess = new URL(location)
        guess.searchParams.set('state', 'guess')
        refused.push(await session.completeSignIn(guess.href).catch((error: AppError) => error.code))
        void session.completeSignIn(location)
      }
    }
    const session = open({ openBrowser })
    await session.signIn({ openBrowser: true })
    busy.push(await occupy(second ?? 0))
    await session.signIn({ openBrowser: true })
    expect(used).toEqual(redirectUris.slice(1))
    expect(refused).toEqual(['sign-in-failed'])
    expect(session.state().kind).toBe('signed-in')
  })

  test('says so when every port is busy and there is no custom scheme', async () => {
    const [port] = await findFreePorts(1)
    const busy = await occupy(port ?? 0)
    cleanUps.push(async () => busy.close())
    const { open } = await begin({ redirectUris: [`http://127.0.0.1:${port}/callback`] })
    const session = open()
    await expect(session.signIn({ openBrowser: true })).rejects.toMatchObject({
      code: 'redirect-ports-busy',
      message: expect.stringContaining(String(port)),
    })
    expect(session.state().kind).toBe('signed-out')
  })

  test('reports busy ports at once where nothing can receive the custom scheme', async () => {
    const [port] = await findFreePorts(1)
    const busy = await occupy(port ?? 0)
    const loopback = `http://127.0.0.1:${port}/callback`
    const { open } = await begin({ redirectUris: [loopback, 'packshot://oauth/callback'] })
    const session = open({ onlyLoopback: true })
    await expect(session.signIn({ openBrowser: true })).rejects.toMatchObject({
      code: 'redirect-ports-busy',
      message: expect.stringMatching(/port of http:\/\/127\.0\.0\.1:\d+\/callback, so/),
    })
    await new Promise((resolve) => busy.close(resolve))
    await session.signIn({ openBrowser: true })
    const { open: other } = await begin({ redirectUris: ['packshot://oauth/callback'] })
    await expect(other({ onlyLoopback: true }).signIn({ openBrowser: true })).rejects.toMatchObject({
      message: expect.stringContaining('can’t come back here from packshot://oauth/callback'),
    })
  })

  test('ends in plain words when the person denies access, and can be repeated', async () => {
    const { open, server } = await begin()
    const session = open()
    server.control.decision = 'deny'
    await expect(session.signIn({ openBrowser: true })).rejects.toMatchObject({ code: 'sign-in-refused' })
    server.control.decision = 'server_error'
    await expect(session.signIn({ openBrowser: true })).rejects.toMatchObject({
      code: 'sign-in-failed',
      message: expect.stringContaining('server_error'),
    })
    expect(session.state()).toEqual({ kind: 'signed-out' })
    server.control.decision = 'allow'
    await session.signIn({ openBrowser: true })
    expect(session.state().kind).toBe('signed-in')
  })

  test('ends at its time limit without an answer, and when it is cancelled', async () => {
    const { open } = await begin()
    const session = open({ signInLimitMs: 80 })
    await expect(session.signIn({ openBrowser: false })).rejects.toMatchObject({ code: 'sign-in-timeout' })
    const patient = open()
    const controller = new AbortController()
    const signIn = patient.signIn({ openBrowser: false, signal: controller.signal, onAuthorizeUrl: () => controller.abort() })
    await expect(signIn).rejects.toMatchObject({ code: 'cancelled' })
    expect(patient.state().kind).toBe('signed-out')
  })

  test('distinguishes an answer of another issuer from no answer, once the time limit is over', async () => {
    const { open } = await begin()
    let status: number | string = 0
    const session = open({
      signInLimitMs: 400,
      openBrowser: async (url) => {
        const location = new URL(await followAuthorize(url))
        location.searchParams.set('iss', 'https://elsewhere.example')
        status = await visit(location.href)
      },
    })
    await expect(session.signIn({ openBrowser: true })).rejects.toMatchObject({
      code: 'sign-in-failed',
      message: expect.stringContaining('issuer'),
    })
    expect(status).toBe(400)
    await expect(session.signIn({ openBrowser: false })).rejects.toMatchObject({ code: 'sign-in-timeout' })
    await open().signIn({ openBrowser: true })
  })

  test('a second sign-in replaces the first, on the same port', async () => {
    const { open } = await begin()
    const session = open()
    let second: Promise<void> = Promise.resolve()
    const first = session.signIn({
      openBrowser: false,
      onAuthorizeUrl: () => {
        second = session.signIn({ openBrowser: true })
      },
    })
    await expect(first).rejects.toMatchObject({ code: 'cancelled' })
    await second
    expect(session.state().kind).toBe('signed-in')
    await expect(session.completeSignIn('packshot://oauth/callback?code=1&state=2')).rejects.toMatchObject({ code: 'sign-in-failed' })
  })

  test('names a redirect address that is not registered, before any browser opens', async () => {
    const { open, server, redirectUris } = await begin()
    server.control.redirectUris = ['https://elsewhere.example/callback']
    let opened = false
    const session = open({
      openBrowser: async () => {
        opened = true
      },
    })
    await expect(session.signIn({ openBrowser: true })).rejects.toMatchObject({
      code: 'redirect-not-registered',
      message: expect.stringContaining(redirectUris[0] ?? '?'),
      action: expect.stringContaining(redirectUris[0] ?? '?'),
    })
    expect(opened).toBe(false)
  })

  test('with a wrong client secret creates no session and keeps the earlier one’s state', async () => {
    const { open, server, secrets, connection } = await begin()
    await secrets.set(clientSecretName(connection.id), 'wrong')
    const session = open()
    await expect(session.signIn({ openBrowser: true })).rejects.toMatchObject({
      code: 'invalid-client',
      message: expect.stringContaining('queued is kept'),
    })
    expect(session.state().kind).toBe('signed-out')
    expect(server.live()).toBeNull()
    await secrets.delete(clientSecretName(connection.id))
    await expect(session.signIn({ openBrowser: true })).rejects.toMatchObject({
      code: 'invalid-client',
      action: expect.stringContaining('connection file'),
    })
  })

  test('reports a workspace that is down, and one that answers with HTML', async () => {
    const { open, server } = await begin()
    const session = open()
    server.control.trouble = { status: 200, type: 'text/html', body: '<html>welcome' }
    await expect(session.signIn({ openBrowser: true })).rejects.toMatchObject({ code: 'bad-answer' })
    await server.stop()
    const other = open()
    await expect(other.signIn({ openBrowser: true })).rejects.toMatchObject({ code: 'offline' })
    await server.startAgain()
    server.control.trouble = 'none'
    await other.signIn({ openBrowser: true })
    expect(other.state().kind).toBe('signed-in')
  })

  test.each(['absent', 'malformed', 'other-issuer', 'bare', 'insecure'] as const)(
    'continues with the documented paths when discovery is %s',
    async (discovery) => {
      const { open, server, events } = await begin({ basePath: '/tenant/7' })
      server.control.discovery = discovery
      const session = open()
      await session.signIn({ openBrowser: true })
      expect(server.accepts((await session.credential()).headers)).toBe(true)
      expect(events.some(({ event }) => event === 'discovery-fallback')).toBe(discovery !== 'bare')
      expect(server.control.counts.discovery).toBe(1)
    },
  )

  test('discovers at the base URL also when it has a path', async () => {
    const { open, events } = await begin({ basePath: '/tenant/7' })
    const session = open()
    await session.signIn({ openBrowser: true })
    expect(session.state().kind).toBe('signed-in')
    expect(events.map(({ event }) => event)).not.toContain('discovery-fallback')
  })

  test('no secret or token is ever logged', async () => {
    const { open, server, events } = await begin()
    const passed: string[] = []
    const session = open({
      openBrowser: async (url) => {
        const location = await followAuthorize(url)
        for (const name of ['code', 'state']) passed.push(new URL(location).searchParams.get(name) ?? '?')
        // Rejected, and logged.
        await visit(location, { method: 'POST' })
        void visit(location)
      },
    })
    await session.signIn({ openBrowser: true })
    const first = await session.credential()
    await session.replaceRejected(first.token)
    server.kill()
    await session.replaceRejected((await session.credential()).token).catch(() => undefined)
    const logged = JSON.stringify(events)
    expect(logged).toContain('refreshed')
    expect(logged).toContain('callback-refused')
    for (const secret of [server.control.client.secret, first.token, ...passed]) expect(logged).not.toContain(secret)
  })
})
