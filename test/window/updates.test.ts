import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeUpdateKeys } from '../../build/package/sign-updates.ts'
import { logFile } from '../../electron/core/window/open-log.ts'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { callFromPage, waitForBridge } from '../support/bridge-in-page.ts'
import { type Display, startDisplay } from '../support/display.ts'
import { type ElectronHost, lackForElectronTests, openElectronHost } from '../support/electron-host.ts'
import { makeBridgeBuild } from '../support/host-build.ts'
import { lackOf } from '../support/lacks.ts'
import { startScriptedService } from '../support/scripted-service.ts'
import { makeFakeAppImage, startUpdateFeed, type UpdateFeed, updateKeys } from '../support/update-feed.ts'

// They are tried as an AppImage’s.
const lack = lackForElectronTests() ?? (process.platform === 'linux' ? null : lackOf('not-linux'))
let build: string
let display: Display
let folder: string
let host: ElectronHost
let feed: UpdateFeed | undefined

const mark = () => join(folder, 'started')
const started = () => readFile(mark(), 'utf8').catch(() => '')
const appImage = () => join(folder, 'Packshot.AppImage')
const log = () => readFile(logFile(join(folder, 'data')), 'utf8').catch(() => '')
const lastDialog = async () => (await host.dialogs()).at(-1)

/** Starts Packshot as if from an AppImage that looks for updates at `address`. */
const open = async (address: string | null): Promise<void> => {
  await writeFile(appImage(), makeFakeAppImage(mark(), 'old'))
  await chmod(appImage(), 0o755)
  const config = join(folder, 'app-update.yml')
  if (address) await writeFile(config, `provider: generic\nurl: ${address}\nupdaterCacheDirName: packshot-updater\n`)
  const key = { PACKSHOT_UPDATE_PUBLIC_KEY: updateKeys.open }
  Object.assign(process.env, { PACKSHOT_UPDATE_CONFIG: config, APPIMAGE: appImage(), XDG_CACHE_HOME: join(folder, 'cache'), ...key })
  try {
    host = await openElectronHost({ build, dataFolder: join(folder, 'data'), display: display.name })
  } finally {
    for (const name of ['PACKSHOT_UPDATE_CONFIG', 'PACKSHOT_UPDATE_PUBLIC_KEY', 'APPIMAGE', 'XDG_CACHE_HOME']) delete process.env[name]
  }
  await waitForBridge(host.page)
}

const checkByMenu = (): Promise<void> =>
  host.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('check-for-updates')?.click())

const newer = (over: { sha512?: string; signedWith?: string | null } = {}) =>
  startUpdateFeed({ version: '99.0.0', bytes: makeFakeAppImage(mark(), 'new'), ...over })

describe.skipIf(lack)(`updates${lack ? ` (skipped: ${lack})` : ''}`, () => {
  beforeAll(async () => {
    build = await makeBridgeBuild('updates')
    display = await startDisplay()
  })
  afterAll(async () => {
    await display?.stop()
    if (build) await rm(build, { recursive: true, force: true })
  })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packshot-updates-'))
  })
  afterEach(async () => {
    await host?.close()
    await feed?.stop()
    feed = undefined
    await rm(folder, { recursive: true, force: true })
  })

  it('a newer version is downloaded, offered, and “restart now” replaces Packshot and starts the new one', async () => {
    feed = await newer()
    await open(feed.address)
    const ended = once(host.app.process(), 'exit')
    await host.answerDialogs([0, 1])
    await checkByMenu()
    await expect.poll(lastDialog).toMatchObject({ message: 'Packshot 99.0.0 is ready.', buttons: ['Restart now', 'Later'] })
    expect(await started()).toBe('')
    await host.answerDialogs([0])
    await checkByMenu()
    expect((await ended)[0]).toBe(0)
    await expect.poll(started).toBe('new exit-after=\n')
    expect(feed.headers()['x-user-staging-id']).toBe('none')
  })

  it('“later” leaves an AppImage as it is when Packshot is quit, and it is offered again', async () => {
    feed = await newer()
    await open(feed.address)
    await host.answerDialogs([0, 1])
    await checkByMenu()
    await expect.poll(lastDialog).toMatchObject({ message: 'Packshot 99.0.0 is ready.' })
    const ended = once(host.app.process(), 'exit')
    await host.app.evaluate(({ app }) => app.quit())
    await ended
    expect(await started()).toBe('')
    expect(await readFile(appImage(), 'utf8')).toContain("'old'")
  })

  it('a version that nobody signed, or somebody else, is refused before anything of it is downloaded', async () => {
    for (const signedWith of [null, makeUpdateKeys().secret]) {
      feed = await newer({ signedWith })
      await open(feed.address)
      await checkByMenu()
      await expect.poll(lastDialog).toMatchObject({ message: 'The new version was refused.' })
      expect(new Set(feed.asked)).toEqual(new Set(['/latest-linux.yml']))
      await host.close()
      await feed.stop()
    }
    feed = undefined
    expect(await readFile(appImage(), 'utf8')).toContain("'old'")
  })

  it('during a job nothing is asked or installed; once the job is done it is asked', async () => {
    const service = await startScriptedService()
    let release = (): void => {}
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    service.answer = async () => {
      await isReleased
      return { status: 201, body: { data: { id: 'src_1' } } }
    }
    feed = await newer()
    await open(feed.address)
    const [picture = ''] = await writeTestPictures(join(folder, 'pictures'), 1)
    await callFromPage(host.page, 'session.connect', { kind: 'api-key', baseUrl: service.baseUrl, apiKey: 'k' })
    await host.page.setInputFiles('#files', picture)
    await expect.poll(() => service.received.length).toBeGreaterThan(0)
    await host.answerDialogs([0, 1])
    await checkByMenu()
    await expect.poll(log).toContain('"phase":"ready"')
    // It is looked whether to ask whenever the queue changes.
    const [more = ''] = await writeTestPictures(join(folder, 'more'), 1, { firstSeed: 50 })
    await host.page.setInputFiles('#files', more)
    await expect.poll(() => service.received.length).toBe(2)
    expect(await lastDialog()).toMatchObject({ message: 'Packshot 99.0.0 is being downloaded.' })
    release()
    await expect.poll(lastDialog).toMatchObject({ message: 'Packshot 99.0.0 is ready.' })
    expect(await started()).toBe('')
    await service.stop()
  })

  it('a file with the wrong hash is rejected and deleted, and Packshot stays unchanged', async () => {
    feed = await newer({ sha512: Buffer.alloc(64, 7).toString('base64') })
    await open(feed.address)
    await checkByMenu()
    await expect.poll(lastDialog).toMatchObject({ message: 'The new version was refused.' })
    expect(await log()).toContain('"why":"refused"')
    expect((await readdir(join(folder, 'cache'), { recursive: true })).filter((name) => name.endsWith('.AppImage'))).toEqual([])
    const ended = once(host.app.process(), 'exit')
    await host.app.evaluate(({ app }) => app.quit())
    await ended
    expect(await started()).toBe('')
    expect(await readFile(appImage(), 'utf8')).toContain("'old'")
  })

  it('an unreachable update address is only reported to a person who asked', async () => {
    await open('http://127.0.0.1:9/')
    await expect.poll(log).toContain('"why":"unreachable"')
    expect(await host.dialogs()).toEqual([])
    await checkByMenu()
    await expect.poll(lastDialog).toMatchObject({ message: 'Packshot could not check for updates.' })
  })

  it('a web page in place of the list of versions (a network’s sign-in) is not reported as a rejected version', async () => {
    const portal = createServer((_, response) => response.end('<!doctype html><html><body>Sign in</body></html>'))
    await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve))
    try {
      await open(`http://127.0.0.1:${(portal.address() as AddressInfo).port}/`)
      await checkByMenu()
      await expect.poll(lastDialog).toMatchObject({ message: 'Packshot could not check for updates.' })
    } finally {
      portal.closeAllConnections()
      portal.close()
    }
  })

  it('a person who asks while the running version is the newest reads that', async () => {
    feed = await startUpdateFeed({ version: '0.0.1', bytes: Buffer.from('x') })
    await open(feed.address)
    await checkByMenu()
    await expect.poll(lastDialog).toMatchObject({ message: 'Packshot is up to date.' })
    expect(feed.asked).toEqual(['/latest-linux.yml'])
  })

  it('without an update address there are no updates, and the settings and the menu say so', async () => {
    await open(null)
    expect(await callFromPage(host.page, 'settings.about')).toMatchObject({ updates: 'no-address' })
    await checkByMenu()
    await expect.poll(lastDialog).toMatchObject({ detail: expect.stringContaining('no update address') })
  })
})
