import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createMemorySecrets } from '../../../../electron/core/base/keychain/memory-secrets.ts'
import { createServiceDispatcher, forgetRoutes, toNetwork } from '../../../../electron/core/base/network/create-dispatcher.ts'
import { findEnvironmentProxy } from '../../../../electron/core/base/network/environment-proxy.ts'
import type { Network } from '../../../../electron/core/base/network/network-port.ts'
import { readProxyList } from '../../../../electron/core/base/network/proxied-dispatcher.ts'
import { createProxyPasswords, type FindProxyPassword } from '../../../../electron/core/base/network/proxy-passwords.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { createServiceClient } from '../../../../electron/core/service/calls/service-client.ts'
import { createSession } from '../../../../electron/core/service/session/create-session.ts'
import { createConnection } from '../../../../electron/core/workspaces/connections/create-connection.ts'
import { parseConnectionFile } from '../../../../electron/core/workspaces/connections/parse-connection-file.ts'
import { type ConnectProxy, startConnectProxy } from '../../../support/connect-proxy.ts'
import { type HiddenService, startHiddenService } from '../../../support/hidden-service.ts'
import { findFreePorts, visit } from './test-session.ts'

const baseUrl = 'https://service.test'
const password = { user: 'me & you', password: 'p@ss:word%' }
let folder: string
let cert: string
let service: HiddenService
let port: number
const before = tls.getCACertificates('default')
let cleanUps: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-networks-'))
  service = await startHiddenService()
  cert = service.certificate
  port = service.port
  tls.setDefaultCACertificates([...before, readFileSync(cert, 'utf8')])
})
afterAll(async () => {
  tls.setDefaultCACertificates(before)
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})
afterEach(async () => {
  for (const cleanUp of cleanUps) await cleanUp()
  cleanUps = []
})

const none: FindProxyPassword = async () => null
const clock = { now: Date.now }
const bySystem = (resolveProxy: (url: string) => Promise<string>, findPassword = none): Network =>
  toNetwork({ network: { kind: 'system', resolveProxy }, clock }, findPassword)
const byEnvironment = (variables: Record<string, string>, findPassword = none): Network =>
  toNetwork({ network: { kind: 'environment', variables }, clock }, findPassword)

const startProxy = async (wants: typeof password | null = password): Promise<ConnectProxy> => {
  const proxy = await startConnectProxy(port, wants)
  cleanUps.push(proxy.stop)
  return proxy
}

/** A sign-in and a question through this network. The person's browser connects by itself. */
const openService = async (network: Network) => {
  const dispatcher = createServiceDispatcher({ network, connectMs: 3_000 })
  cleanUps.push(() => dispatcher.destroy())
  const redirectUris = (await findFreePorts(1)).map((one) => `http://127.0.0.1:${one}/callback`)
  const file = { packshot: 1, name: 'Shop', baseUrl, clientId: 'id', clientSecret: 'hush-hush', redirectUris }
  const { connection, secrets: given } = createConnection({ kind: 'file', file: parseConnectionFile(JSON.stringify(file)) })
  const secrets = createMemorySecrets()
  for (const [name, value] of Object.entries(given)) await secrets.set(name, value)
  const openBrowser = async (url: string): Promise<void> => {
    const query = new URL(url).searchParams
    void visit(`${query.get('redirect_uri')}?code=c&state=${query.get('state')}`)
  }
  const session = createSession({ connection, secrets, dispatcher, clock, openBrowser, log: () => {} })
  const client = createServiceClient({ ...systemPlatform, connection, credentials: session, dispatcher })
  const ask = () => client.analyse({ imageUrl: 'https://example.com/a.png', question: 'q' })
  return { session, ask, dispatcher }
}
const answered = { kind: 'done', value: { kind: 'answer', text: 'Bearer secret-access' } }

describe('behind a proxy that requires a name and a password', () => {
  test('set by the environment, a sign-in and its requests go through it, and it can read none of them', async () => {
    const proxy = await startProxy()
    const address = `http://${encodeURIComponent(password.user)}:${encodeURIComponent(password.password)}@${proxy.host}`
    const { session, ask } = await openService(byEnvironment({ HTTPS_PROXY: address }))
    await session.signIn({ openBrowser: true })
    expect(await ask()).toMatchObject(answered)
    expect(proxy.asked.length).toBeGreaterThan(0)
    for (const one of proxy.asked) expect(one).toEqual({ host: 'service.test:443', status: 200 })
    for (const secret of ['hush-hush', 'secret-access', 'Basic', 'Bearer']) expect(proxy.passed()).not.toContain(secret)
  })

  test('set by the system (PAC), with a password from the keychain, which may be added later', async () => {
    const proxy = await startProxy()
    const secrets = createMemorySecrets()
    const passwords = createProxyPasswords(async () => ({ store: secrets }))
    const resolveProxy = async (): Promise<string> => `PROXY ${proxy.host}; DIRECT`
    const { session, ask, dispatcher } = await openService(bySystem(resolveProxy, passwords.find))
    await expect(session.signIn({ openBrowser: true })).rejects.toMatchObject({
      code: 'proxy-password',
      message: `The proxy ${proxy.host} requires a user name and password (407), so nothing was sent. Everything queued is kept.`,
    })
    await passwords.set(proxy.host, password)
    forgetRoutes(dispatcher)
    await session.signIn({ openBrowser: true })
    expect(await ask()).toMatchObject(answered)
    expect(proxy.asked.map(({ status }) => status)).toEqual(expect.arrayContaining([407, 200]))
    await passwords.set(proxy.host, { ...password, password: 'changed' })
    forgetRoutes(dispatcher)
    // Not uncertain: the request was never sent, and the queue waits.
    expect(await ask()).toMatchObject({
      kind: 'failed',
      uncertain: false,
      error: { code: 'proxy-password', retry: 'later', message: expect.stringContaining('rejected the saved user name and password') },
    })
  })

  test('set by the environment without a password, the keychain’s is used; one in the environment takes precedence', async () => {
    const proxy = await startProxy()
    const passwords = createProxyPasswords(async () => ({ store: createMemorySecrets() }))
    const first = await openService(byEnvironment({ HTTPS_PROXY: proxy.host }, async (host) => (host === proxy.host ? password : null)))
    await first.session.signIn({ openBrowser: true })
    expect(await first.ask()).toMatchObject(answered)
    const wrong = await openService(byEnvironment({ HTTPS_PROXY: `http://me:wrong@${proxy.host}` }, async () => password))
    await expect(wrong.session.signIn({ openBrowser: true })).rejects.toMatchObject({ code: 'proxy-password' })
    for (const host of ['proxy.example', 'http://proxy.example:80', 'a b:80', ''])
      await expect(passwords.set(host, password)).rejects.toMatchObject({ code: 'usage' })
    for (const bad of [{ user: 'a:b' }, { user: '' }, { password: 'a\nb' }])
      await expect(passwords.set(proxy.host, { ...password, ...bad })).rejects.toMatchObject({ code: 'usage' })
  })

  test('a proxy that is gone, or a PAC that fails, counts as offline, not as uncertain', async () => {
    for (const resolveProxy of [async () => 'PROXY 127.0.0.1:1', async () => Promise.reject(new Error('PAC failed'))]) {
      const { ask, session } = await openService(bySystem(resolveProxy))
      await expect(session.signIn({ openBrowser: true })).rejects.toMatchObject({ code: 'offline' })
      expect(await ask()).toMatchObject({ kind: 'failed', uncertain: false })
    }
  })

  test('connects directly to this computer’s own addresses and those of NO_PROXY', async () => {
    const proxy = await startProxy(null)
    const asked: string[] = []
    const resolveProxy = async (url: string): Promise<string> => {
      asked.push(url)
      return `PROXY ${proxy.host}`
    }
    const local = `https://127.0.0.1:${port}`
    const excepted = byEnvironment({ HTTPS_PROXY: `http://${proxy.host}`, NO_PROXY: 'service.test' })
    for (const network of [bySystem(resolveProxy), excepted]) {
      const dispatcher = createServiceDispatcher({ network, connectMs: 3_000 })
      cleanUps.push(() => dispatcher.destroy())
      // The name is not in the certificate. The test only asks whether it was reached, and how.
      await expect(dispatcher.request({ origin: local, path: '/', method: 'GET' })).rejects.toMatchObject({
        code: 'ERR_TLS_CERT_ALTNAME_INVALID',
      })
      if (network === excepted)
        await expect(dispatcher.request({ origin: baseUrl, path: '/', method: 'GET' })).rejects.toMatchObject({
          code: /ENOTFOUND|EAI_AGAIN/,
        })
    }
    expect(asked).toEqual([])
    expect(proxy.asked).toEqual([])
  })
})

test.each([
  ['DIRECT', null],
  ['', null],
  ['PROXY p.example:8080', 'http://p.example:8080'],
  ['HTTPS p.example:443; DIRECT', 'https://p.example:443'],
  ['SOCKS5 p.example:1080;PROXY q.example:3128', 'socks5://p.example:1080'],
  ['NONSENSE x; PROXY q.example:3128', 'http://q.example:3128'],
])('a list of proxies “%s” means %s', (list, expected) => {
  expect(readProxyList(list)).toBe(expected)
})

test.each([
  [{ HTTPS_PROXY: 'http://p.example:1' }, 'https://a.example', 'http://p.example:1'],
  [{ HTTPS_PROXY: 'http://p.example:1' }, 'http://a.example', null],
  [{ HTTP_PROXY: 'p.example:1' }, 'https://a.example', 'http://p.example:1'],
  [{ https_proxy: 'http://small:1', HTTPS_PROXY: 'http://p.example:1' }, 'https://a.example', 'http://small:1'],
  [{ HTTPS_PROXY: 'http://p', NO_PROXY: '*' }, 'https://a.example', null],
  [{ HTTPS_PROXY: 'http://p', NO_PROXY: 'b.example, a.example' }, 'https://a.example', null],
  [{ HTTPS_PROXY: 'http://p', NO_PROXY: '.example' }, 'https://a.example', null],
  [{ HTTPS_PROXY: 'http://p', NO_PROXY: 'xa.example' }, 'https://a.example', 'http://p'],
  [{ HTTPS_PROXY: 'http://p', NO_PROXY: '*.a.example' }, 'https://a.example', 'http://p'],
  [{ HTTPS_PROXY: 'http://p', NO_PROXY: '*.a.example' }, 'https://b.A.example', null],
  [{ HTTPS_PROXY: 'http://p', NO_PROXY: 'a.example:8443' }, 'https://a.example', 'http://p'],
  [{ HTTPS_PROXY: 'http://p', NO_PROXY: 'a.example:443' }, 'https://a.example', null],
  [{ HTTPS_PROXY: 'http://p', NO_PROXY: '[fe80::1]:443 fe80::2' }, 'https://[fe80::1]', null],
  [{ HTTPS_PROXY: 'http://p', NO_PROXY: '[fe80::1]:443 fe80::2' }, 'https://[fe80::2]:1', null],
  [{}, 'https://a.example', null],
])('of %j the proxy for %s is %s', (variables, address, expected) => {
  expect(findEnvironmentProxy(variables, address)).toBe(expected)
})

test.each([
  ['at once', 'trustSystemCertificates()'],
  // Reading it here is forbidden: it may take seconds.
  ['beside this thread', '(tls.getCACertificates = forbid(tls.getCACertificates), await trustSystemCertificatesAside())'],
])('certificates that the operating system trusts are trusted, read %s', async (_, trust) => {
  const script = `
    const { default: tls } = await import('node:tls')
    const forbid = (read) => (kind) => { if (kind === 'system') throw new Error('not here'); return read(kind) }
    const { trustSystemCertificates, trustSystemCertificatesAside } = await import(${JSON.stringify(fileURLToPath(new URL('../../../../electron/core/base/network/trust-system-certificates.ts', import.meta.url)))})
    const { request } = await import('node:https')
    const ask = () => new Promise((done) => request({ host: '127.0.0.1', port: ${port}, servername: 'service.test', agent: false },
      (answer) => { answer.resume(); done(answer.statusCode) }).on('error', (error) => done(error.code)).end())
    const untrusted = await ask()
    console.log(JSON.stringify({ untrusted, added: ${trust}, trusted: await ask() }))`
  // OpenSSL's own variable stands in for the system's list here.
  const env = { PATH: process.env.PATH, SSL_CERT_FILE: cert, SSL_CERT_DIR: join(folder, 'none') }
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, timeout: 20_000 })
  expect(JSON.parse(stdout)).toEqual({ untrusted: 'DEPTH_ZERO_SELF_SIGNED_CERT', added: 1, trusted: 404 })
})

test('certificates that cannot be read, or load too slowly, don’t keep anybody from connecting', async () => {
  const { trustSystemCertificatesAside } = await import('../../../../electron/core/base/network/trust-system-certificates.ts')
  let ended = 0
  const start = (certificates: Promise<readonly string[]>) => () => ({ certificates, end: () => ++ended })
  expect(await trustSystemCertificatesAside({ start: start(Promise.reject(new Error('no keychain'))) })).toBeNull()
  expect(await trustSystemCertificatesAside({ start: start(new Promise(() => {})), limitMs: 10 })).toBeNull()
  const refuse = () => {
    throw new Error('no thread')
  }
  expect(await trustSystemCertificatesAside({ start: refuse })).toBeNull()
  expect(ended).toBe(2)
})

test('a request looks for no proxy, and connects nowhere by TLS, before the network is ready', async () => {
  let isReady = (): void => {}
  const ready = new Promise<void>((resolve) => {
    isReady = resolve
  })
  let asked = 0
  const network = toNetwork(
    {
      clock: systemPlatform.clock,
      network: {
        kind: 'system',
        resolveProxy: async () => {
          asked++
          return 'DIRECT'
        },
        ready: () => ready,
      },
    },
    async () => null,
  )
  const dispatcher = createServiceDispatcher({ network, connectMs: 3_000 })
  cleanUps.push(() => dispatcher.destroy())
  const ended: string[] = []
  const ways = ['https://a.invalid', `https://127.0.0.1:${port}`].map((origin) =>
    dispatcher.request({ origin, path: '/', method: 'GET' }).catch(() => ended.push(origin)),
  )
  await new Promise((resolve) => setImmediate(resolve))
  expect({ asked, ended }).toEqual({ asked: 0, ended: [] })
  isReady()
  await Promise.all(ways)
  expect(asked).toBe(1)
  expect(ended).toHaveLength(2)
})
