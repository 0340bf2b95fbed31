import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSecretStore } from '../../electron/core/base/keychain/open-secret-store.ts'
import { createProxyPasswords } from '../../electron/core/base/network/proxy-passwords.ts'
import { logFile } from '../../electron/core/window/open-log.ts'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { callFromPage, waitForBridge } from '../support/bridge-in-page.ts'
import { type ConnectProxy, startConnectProxy } from '../support/connect-proxy.ts'
import { type Display, startDisplay } from '../support/display.ts'
import { type ElectronHost, lackForElectronTests, openElectronHost } from '../support/electron-host.ts'
import { makeBridgeBuild } from '../support/host-build.ts'
import { findReasonAgainstKeyring, type KeyringSession, startKeyringSession } from '../support/keyring-session.ts'
import { type ScriptedService, startScriptedService } from '../support/scripted-service.ts'
import { startTlsFront, type TlsFront } from '../support/tls-front.ts'
import { makeFakeAppImage, startUpdateFeed, type UpdateFeed, updateKeys } from '../support/update-feed.ts'

/**
 * A company's network in the real Electron: names that only its proxies resolve, with a name and a password required, set by a PAC file or
 * the system. Chromium keeps its own list of trusted certificates, so the test adds the feed's certificate there.
 */
const lack = lackForElectronTests() ?? (await findReasonAgainstKeyring())
const right = { user: 'me & you', password: 'p@ss:word%' }
let build: string
let display: Display | undefined
let keyring: KeyringSession
let folder: string
let service: ScriptedService
let feed: UpdateFeed
let front: TlsFront
let forService: ConnectProxy
let forUpdates: ConnectProxy
let pacServer: Server
let host: ElectronHost

const log = () => readFile(logFile(join(folder, 'data')), 'utf8').catch(() => '')
const lastDialog = async () => (await host.dialogs()).at(-1)
const statuses = (proxy: ConnectProxy, name: string) => proxy.asked.filter((one) => one.host === `${name}:443`).map(({ status }) => status)

/** Saves it in the keyring that the app reads, like the app itself. */
const keep = async (proxy: ConnectProxy, value: typeof right | null): Promise<void> => {
  const secrets = openSecretStore({ loadKeytar: () => import('keytar') })
  await createProxyPasswords(() => secrets).set(proxy.host, value)
}

const startPac = async (): Promise<string> => {
  const script = `function FindProxyForURL(url, host) {
    if (host === 'service.test') return 'PROXY ${forService.host}'
    return host === 'updates.test' ? 'PROXY ${forUpdates.host}; DIRECT' : 'DIRECT'
  }`
  pacServer = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/x-ns-proxy-autoconfig' }).end(script),
  )
  await new Promise<void>((resolve) => pacServer.listen(0, '127.0.0.1', resolve))
  return `--proxy-pac-url=http://127.0.0.1:${(pacServer.address() as AddressInfo).port}/proxy.pac`
}

const open = async (network: string): Promise<void> => {
  const appImage = join(folder, 'Packshot.AppImage')
  await writeFile(appImage, makeFakeAppImage(join(folder, 'started'), 'old'))
  await chmod(appImage, 0o755)
  const config = join(folder, 'app-update.yml')
  await writeFile(config, 'provider: generic\nurl: https://updates.test/\nupdaterCacheDirName: packshot-updater\n')
  host = await openElectronHost({
    build,
    dataFolder: join(folder, 'data'),
    display: display?.name,
    args: [network],
    environment: {
      PACKSHOT_UPDATE_CONFIG: config,
      PACKSHOT_UPDATE_PUBLIC_KEY: updateKeys.open,
      APPIMAGE: appImage,
      XDG_CACHE_HOME: join(folder, 'cache'),
      NODE_EXTRA_CA_CERTS: front.certificate,
    },
  })
  await waitForBridge(host.page)
  await host.app.evaluate(({ session }) =>
    session
      .fromPartition('electron-updater', { cache: false })
      .setCertificateVerifyProc(({ hostname }, decide) => decide(hostname === 'updates.test' ? 0 : -3)),
  )
}

const checkByMenu = (): Promise<void> =>
  host.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('check-for-updates')?.click())

const connectByKey = () =>
  callFromPage(host.page, 'session.connect', { kind: 'api-key', baseUrl: 'https://service.test', apiKey: 'hush-hush' })

describe.skipIf(lack)(`proxies${lack ? ` (skipped: ${lack})` : ''}`, () => {
  beforeAll(async () => {
    build = await makeBridgeBuild('proxies')
    display = process.platform === 'linux' ? await startDisplay() : undefined
    keyring = await startKeyringSession()
    Object.assign(process.env, keyring.environment)
  })
  afterAll(async () => {
    await keyring?.stop()
    await display?.stop()
    if (build) await rm(build, { recursive: true, force: true })
  })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packshot-proxies-'))
    service = await startScriptedService()
    feed = await startUpdateFeed({ version: '99.0.0', bytes: makeFakeAppImage(join(folder, 'started'), 'new') })
    front = await startTlsFront({
      'service.test': Number(new URL(service.baseUrl).port),
      'updates.test': Number(new URL(feed.address).port),
    })
    forService = await startConnectProxy(front.port, right)
    forUpdates = await startConnectProxy(front.port, right)
  })
  afterEach(async () => {
    await host?.close()
    pacServer?.close()
    for (const one of [forService, forUpdates]) await keep(one, null)
    for (const one of [service, feed, front, forService, forUpdates]) await one.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it.each(['a PAC file', 'the system'])(
    'set by %s, with passwords from the keychain: the workspace’s calls and updates go through them',
    async (by) => {
      const network = by === 'a PAC file' ? await startPac() : `--proxy-server=${forUpdates.host}`
      const way = by === 'a PAC file' ? forService : forUpdates
      for (const proxy of [way, forUpdates]) await keep(proxy, right)
      await open(network)
      expect(await connectByKey()).not.toHaveProperty('failed')
      const [picture = ''] = await writeTestPictures(join(folder, 'pictures'), 1)
      await host.page.setInputFiles('#files', picture)
      await expect.poll(() => service.received.filter(({ path }) => path === '/v1/sources').length).toBe(1)
      expect(new Set(statuses(way, 'service.test'))).toEqual(new Set([200]))

      await host.answerDialogs([0, 1])
      await checkByMenu()
      await expect.poll(lastDialog).toMatchObject({ message: 'Packshot 99.0.0 is ready.' })
      expect(feed.asked).toEqual(expect.arrayContaining(['/latest-linux.yml', '/Packshot-99.0.0-linux-x86_64.AppImage']))
      // Chromium sends its credentials only after a challenge, and remembers them.
      expect(statuses(forUpdates, 'updates.test')[0]).toBe(407)
      expect(statuses(forUpdates, 'updates.test')).toContain(200)
      expect(forUpdates.passed()).not.toMatch(/hush-hush|latest-linux/)
      if (way !== forUpdates) expect(way.asked.filter(({ host }) => !host.startsWith('service.test'))).toEqual([])
    },
  )

  it('without a password, or with a wrong one, nothing gets out; only a person who asked for an update check reads why', async () => {
    const network = await startPac()
    await keep(forUpdates, { ...right, password: 'of last year' })
    await open(network)
    await expect.poll(log).toContain('"why":"proxy"')
    expect(await host.dialogs()).toEqual([])
    await checkByMenu()
    await expect.poll(lastDialog).toMatchObject({ message: 'The network’s proxy requires a user name and password.' })
    // Two checks with one try each: no loop.
    expect(statuses(forUpdates, 'updates.test').length).toBeLessThanOrEqual(6)
    expect(new Set(statuses(forUpdates, 'updates.test'))).toEqual(new Set([407]))
    expect(feed.asked).toEqual([])
    expect(await connectByKey()).toMatchObject({
      failed: { message: expect.stringMatching(/proxy \S+ requires a user name and password/) },
    })
    expect(service.received).toEqual([])
  })
})
