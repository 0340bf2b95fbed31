import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createServiceDispatcher, type Network } from '../../../electron/core/api/create-dispatcher.ts'
import { ProxiedDispatcher, readProxyList } from '../../../electron/core/api/proxied-dispatcher.ts'
import { createProxyPasswords } from '../../../electron/core/api/proxy-passwords.ts'
import { createServiceClient } from '../../../electron/core/api/service-client.ts'
import { createConnection } from '../../../electron/core/connections/create-connection.ts'
import { parseConnectionFile } from '../../../electron/core/connections/parse-connection-file.ts'
import { createMemorySecrets } from '../../../electron/core/keychain/memory-secrets.ts'
import { createSession } from '../../../electron/core/session/create-session.ts'
import { type ConnectProxy, startConnectProxy } from '../../support/connect-proxy.ts'
import { findFreePorts, visit } from './test-session.ts'

const baseUrl = 'https://service.test'
const password = { user: 'me & you', password: 'p@ss:word%' }
let folder: string
let cert: string
let service: ReturnType<typeof createServer>
let port: number
const before = tls.getCACertificates('default')
let cleanUps: (() => Promise<unknown>)[] = []

/** A service that only the proxy can find: its name is in no DNS, and its certificate is of an authority of its own. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-networks-'))
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=service.test', '-addext', 'subjectAltName=DNS:service.test']
  const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-keyout', key, '-out', certificate]
  execFileSync('openssl', ['req', ...options, ...subject], { stdio: 'ignore' })
  cert = certificate
  service = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    request.resume()
    const path = (request.url ?? '').split('?')[0]
    const json = (value: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (path === '/oauth2/token') return json({ access_token: 'secret-access', token_type: 'Bearer', refresh_token: 'secret-refresh' })
    if (path === '/oauth2/authorize') return json({})
    if (path === '/v1/image/analysis') return json({ analysis: request.headers.authorization ?? 'nobody' })
    return json({}, 404)
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  port = (service.address() as AddressInfo).port
  tls.setDefaultCACertificates([...before, readFileSync(cert, 'utf8')])
})
afterAll(() => {
  tls.setDefaultCACertificates(before)
  service.closeAllConnections()
  service.close()
  rmSync(folder, { recursive: true, force: true })
})
afterEach(async () => {
  for (const cleanUp of cleanUps) await cleanUp()
  cleanUps = []
})

const startProxy = async (wants: typeof password | null = password): Promise<ConnectProxy> => {
  const proxy = await startConnectProxy(port, wants)
  cleanUps.push(proxy.stop)
  return proxy
}

/** A sign-in and a question through this network. The person's browser finds its own way. */
const openService = async (network: Network) => {
  const dispatcher = createServiceDispatcher({ network, connectMs: 3_000 })
  cleanUps.push(() => dispatcher.destroy())
  const redirectUris = (await findFreePorts(1)).map((one) => `http://127.0.0.1:${one}/callback`)
  const file = { packshot: 1, name: 'Shop', baseUrl, clientId: 'id', clientSecret: 'hush-hush', redirectUris }
  const { connection, secrets: given } = createConnection({ kind: 'file', file: parseConnectionFile(JSON.stringify(file)) })
  const secrets = createMemorySecrets()
  for (const [name, value] of Object.entries(given)) await secrets.set(name, value)
  const clock = { now: Date.now }
  const openBrowser = async (url: string): Promise<void> => {
    const query = new URL(url).searchParams
    void visit(`${query.get('redirect_uri')}?code=c&state=${query.get('state')}`)
  }
  const session = createSession({ connection, secrets, dispatcher, clock, openBrowser, log: () => {} })
  const client = createServiceClient({ connection, credentials: session, dispatcher, clock })
  const ask = () => client.analyse({ imageUrl: 'https://example.com/a.png', question: 'q' })
  return { session, ask, dispatcher }
}
const answered = { kind: 'done', value: { kind: 'answer', text: 'Bearer secret-access' } }

describe('behind a proxy that wants a name and a password', () => {
  test('named by the environment, a sign-in and its requests go through it, and it reads none of them', async () => {
    const proxy = await startProxy()
    const address = `http://${encodeURIComponent(password.user)}:${encodeURIComponent(password.password)}@${proxy.host}`
    const { session, ask } = await openService({ kind: 'environment', variables: { HTTPS_PROXY: address } })
    await session.signIn({ openBrowser: true })
    expect(await ask()).toMatchObject(answered)
    expect(proxy.asked.length).toBeGreaterThan(0)
    for (const one of proxy.asked) expect(one).toEqual({ host: 'service.test:443', status: 200 })
    for (const secret of ['hush-hush', 'secret-access', 'Basic', 'Bearer']) expect(proxy.passed()).not.toContain(secret)
  })

  test('named by the system (PAC), with a password from the keychain, which may come later', async () => {
    const proxy = await startProxy()
    const secrets = createMemorySecrets()
    const passwords = createProxyPasswords(async () => ({ store: secrets }))
    const resolveProxy = async (): Promise<string> => `PROXY ${proxy.host}; DIRECT`
    const { session, ask, dispatcher } = await openService({ kind: 'system', resolveProxy, findPassword: passwords.find, now: Date.now })
    await expect(session.signIn({ openBrowser: true })).rejects.toMatchObject({
      code: 'offline',
      message: expect.stringMatching(/proxy wants a name and a password \(407\), so nothing was sent/),
    })
    await passwords.set(proxy.host, password)
    expect(dispatcher).toBeInstanceOf(ProxiedDispatcher)
    if (dispatcher instanceof ProxiedDispatcher) dispatcher.forgetRoutes()
    await session.signIn({ openBrowser: true })
    expect(await ask()).toMatchObject(answered)
    expect(proxy.asked.map(({ status }) => status)).toEqual(expect.arrayContaining([407, 200]))
    await passwords.set(proxy.host, { ...password, password: 'changed' })
    if (dispatcher instanceof ProxiedDispatcher) dispatcher.forgetRoutes()
    // Not uncertain: the request never left, and the queue simply waits.
    expect(await ask()).toMatchObject({ kind: 'failed', uncertain: false, error: { code: 'offline', retry: 'later' } })
  })

  test('a proxy that is gone, or a PAC that fails, is being offline, certainly', async () => {
    const none = async () => null
    for (const resolveProxy of [async () => 'PROXY 127.0.0.1:1', async () => Promise.reject(new Error('PAC failed'))]) {
      const { ask, session } = await openService({ kind: 'system', resolveProxy, findPassword: none, now: Date.now })
      await expect(session.signIn({ openBrowser: true })).rejects.toMatchObject({ code: 'offline' })
      expect(await ask()).toMatchObject({ kind: 'failed', uncertain: false })
    }
  })

  test('this computer’s own addresses, and those of NO_PROXY, go directly', async () => {
    const proxy = await startProxy(null)
    const asked: string[] = []
    const resolveProxy = async (url: string): Promise<string> => {
      asked.push(url)
      return `PROXY ${proxy.host}`
    }
    const local = `https://127.0.0.1:${port}`
    for (const network of [
      { kind: 'system', resolveProxy, findPassword: async () => null, now: Date.now },
      { kind: 'environment', variables: { HTTPS_PROXY: `http://${proxy.host}`, NO_PROXY: 'service.test' } },
    ] as const) {
      const dispatcher = createServiceDispatcher({ network, connectMs: 3_000 })
      cleanUps.push(() => dispatcher.destroy())
      // The name is not in the certificate: what counts is that it was reached, and how.
      await expect(dispatcher.request({ origin: local, path: '/', method: 'GET' })).rejects.toMatchObject({
        code: 'ERR_TLS_CERT_ALTNAME_INVALID',
      })
      if (network.kind === 'environment')
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

test('what the operating system trusts is trusted', async () => {
  const script = `
    const { trustSystemCertificates } = await import(${JSON.stringify(fileURLToPath(new URL('../../../electron/core/api/trust-system-certificates.ts', import.meta.url)))})
    const { request } = await import('node:https')
    const ask = () => new Promise((done) => request({ host: '127.0.0.1', port: ${port}, servername: 'service.test', agent: false },
      (answer) => { answer.resume(); done(answer.statusCode) }).on('error', (error) => done(error.code)).end())
    const untrusted = await ask()
    console.log(JSON.stringify({ untrusted, added: trustSystemCertificates(), trusted: await ask() }))`
  // OpenSSL's own variable stands for the system's list here.
  const env = { PATH: process.env.PATH, SSL_CERT_FILE: cert, SSL_CERT_DIR: join(folder, 'none') }
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, timeout: 20_000 })
  expect(JSON.parse(stdout)).toEqual({ untrusted: 'DEPTH_ZERO_SELF_SIGNED_CERT', added: 1, trusted: 404 })
})
