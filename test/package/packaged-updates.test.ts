import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { logFile } from '../../electron/core/window/open-log.ts'
import { type Display, startDisplay } from '../support/display.ts'
import { makeFakeAppImage, startUpdateFeed, type UpdateFeed, updateKeys } from '../support/update-feed.ts'
import { openPackagedApp, type PackagedApp } from './packaged-app.ts'

/**
 * The package's own updater, using the address that was packed in. A script stands in for an AppImage, since none can be made
 * without electron-builder's tools. Some parts need a signed build or these systems; shown instead:
 */
const elsewhere = [
  'Windows: the installer’s signature is checked by electron-updater against the publisher it was built with; shown here: the hash, and the refusal.',
  'macOS: Squirrel checks the signature of the zip; shown here: the same.',
  'AppImage and deb as files: their tools cannot be fetched here; shown here: the updater’s own steps with a script in the AppImage’s place.',
]

const { lack, program, folder: installed, updatePort, updateSecret: signedWith } = inject('madePackage')
let display: Display
let work: string
let app: PackagedApp
let feed: UpdateFeed | undefined

const log = () => readFile(logFile(join(work, 'data')), 'utf8').catch(() => '')
const started = () => readFile(join(work, 'started'), 'utf8').catch(() => '')
const appImage = () => join(work, 'Packshot.AppImage')
const newVersion = () => makeFakeAppImage(join(work, 'started'), 'new')

const open = async (): Promise<void> => {
  await writeFile(appImage(), makeFakeAppImage(join(work, 'started'), 'old'))
  await chmod(appImage(), 0o755)
  app = await openPackagedApp({
    program,
    cwd: work,
    dataFolder: join(work, 'data'),
    env: { PATH: process.env.PATH, HOME: work, XDG_CACHE_HOME: join(work, 'cache'), APPIMAGE: appImage(), DISPLAY: display.name },
  })
}

describe.skipIf(lack)(`updates of the packaged app${lack ? ` (skipped: ${lack})` : ''}`, () => {
  beforeAll(async () => {
    console.log(elsewhere.map((line) => `not shown here: ${line}`).join('\n'))
    display = await startDisplay()
  })
  afterAll(() => display?.stop())
  beforeEach(async () => {
    work = await mkdtemp(join(tmpdir(), 'packshot-packaged-updates-'))
  })
  afterEach(async () => {
    if (app?.child.exitCode === null) await app.stop()
    await feed?.stop()
    feed = undefined
    await rm(work, { recursive: true, force: true })
  })

  it('has the update address that it was built with', async () => {
    expect(await readFile(join(installed, 'resources/app-update.yml'), 'utf8')).toContain(`url: http://127.0.0.1:${updatePort}/`)
  })

  const expectUnchanged = async (): Promise<void> => {
    expect(await app.stop()).toBe(0)
    expect(await started()).toBe('')
    expect(await readFile(appImage(), 'utf8')).toContain("'old'")
  }

  it('finds a newer version by itself, checks its signature and hash, and installs it when a person says so, not at the end', async () => {
    feed = await startUpdateFeed({ version: '99.0.0', bytes: newVersion(), signedWith }, updatePort)
    await open()
    await expect.poll(log).toContain('"phase":"ready","version":"99.0.0"')
    await expectUnchanged()
  })

  it.each([
    ['no signature', null],
    ['somebody else’s signature', updateKeys.secret],
  ])('downloads nothing of a version with %s', async (_, other) => {
    feed = await startUpdateFeed({ version: '99.0.0', bytes: newVersion(), signedWith: other }, updatePort)
    await open()
    await expect.poll(log).toContain('"why":"refused"')
    expect(new Set(feed.asked)).toEqual(new Set(['/latest-linux.yml']))
    await expectUnchanged()
  })

  it('rejects a file with the wrong hash, and doesn’t install it at the end either', async () => {
    feed = await startUpdateFeed(
      { version: '99.0.0', bytes: newVersion(), sha512: Buffer.alloc(64, 7).toString('base64'), signedWith },
      updatePort,
    )
    await open()
    await expect.poll(log).toContain('"why":"refused"')
    await expectUnchanged()
  })

  it('only logs a line when nothing answers at that address', async () => {
    await open()
    await expect.poll(log).toContain('"why":"unreachable"')
    expect(await app.page.getByRole('alert').count()).toBe(0)
    expect(await app.stop()).toBe(0)
  })
})
