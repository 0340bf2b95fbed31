import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readFuses, wantedFuses } from '../../build/package/fuses.ts'
import { samplePictures } from '../../build/sample-pictures/sample-pictures.ts'
import { decideInWorkspace } from '../../electron/cli/demo/allow-in-workspace.ts'
import { libraryFile } from '../../electron/core/base/database/library-files.ts'
import { logFile } from '../../electron/core/window/open-log.ts'
import { parseConnectionFile } from '../../electron/core/workspaces/connections/parse-connection-file.ts'
import { formatConnectionLink } from '../../electron/core/workspaces/connections/parse-connection-link.ts'
import { sampleFolder } from '../../electron/core/workspaces/sample/sample-owner.ts'
import { readFormatFile } from '../fixtures/format-files.ts'
import { plainHeic } from '../fixtures/heif-files.ts'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { chooseProduct } from '../support/choose-product.ts'
import { type Display, startDisplay } from '../support/display.ts'
import { dragFilesOnto } from '../support/drag-files.ts'
import { findReasonAgainstKeyring, type KeyringSession, startKeyringSession } from '../support/keyring-session.ts'
import { openPackagedApp, type PackagedApp, type Start, startOnceMore, teamFile, writeDownOpened } from './packaged-app.ts'

const { lack: noPackage, folder, program, printed } = inject('madePackage')
const lack = noPackage ?? (await findReasonAgainstKeyring())
const root = fileURLToPath(new URL('../..', import.meta.url))

let display: Display
let keyring: KeyringSession
let work: string
let start: Start & { readonly dataFolder: string }
let app: PackagedApp
let opened: () => Promise<readonly string[]>

/** The real keyring's entries under Packshot's name, read by a separate process. */
const readKeyring = (): readonly { account: string; password: string }[] => {
  const script =
    "import('keytar').then(({ default: { findCredentials } }) => findCredentials('Packshot')).then((all) => console.log(JSON.stringify(all)))"
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], {
    cwd: root,
    env: { PATH: process.env.PATH, ...keyring.environment },
    encoding: 'utf8',
  })
  if (!stdout) throw new Error(stderr)
  return JSON.parse(stdout) as { account: string; password: string }[]
}

/** Occupies the loopback ports of a sign-in, so that the answer comes as a packshot:// link. A port that is already taken works as well. */
const takeRedirectPorts = (): Promise<readonly Server[]> =>
  Promise.all(
    [28417, 28418].map(
      (port) =>
        new Promise<Server>((resolve) => {
          const server = createServer()
          server.once('error', () => resolve(server))
          server.listen(port, '127.0.0.1', () => resolve(server))
        }),
    ),
  )

const showScreen = (name: string): Promise<void> => app.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()

describe.skipIf(lack)(`the packaged app, started from another folder${lack ? ` (skipped: ${lack})` : ''}`, () => {
  beforeAll(async () => {
    console.log(
      printed
        .split('\n')
        .filter((line) => line.startsWith('package:'))
        .join('\n'),
    )
    display = await startDisplay()
    keyring = await startKeyringSession()
    work = await mkdtemp(join(tmpdir(), 'packshot-packaged-'))
    await mkdir(join(work, 'elsewhere'))
    const browser = await writeDownOpened(work)
    opened = browser.opened
    await writeFile(join(work, 'intruder.cjs'), `require('node:fs').writeFileSync(${JSON.stringify(join(work, 'intruded'))}, '')`)
    start = {
      program,
      cwd: join(work, 'elsewhere'),
      dataFolder: join(work, 'data'),
      env: { ...keyring.environment, PATH: browser.path, DISPLAY: display.name, NODE_OPTIONS: `--require ${join(work, 'intruder.cjs')}` },
      args: ['--inspect=0'],
    }
    app = await openPackagedApp(start)
  })
  afterAll(async () => {
    if (app?.child.exitCode === null) await app.stop()
    await keyring?.stop()
    await display?.stop()
    if (work) await rm(work, { recursive: true, force: true })
  })

  it('has its fuses as configured, and they are effective', async () => {
    const fuses = await readFuses(program)
    console.log(fuses.map(({ name, isOn }) => `fuse ${name}: ${isOn ? 'on' : 'off'}`).join('\n'))
    expect(fuses.length).toBeGreaterThanOrEqual(8)
    for (const { option, isOn } of fuses) expect(isOn).toBe(wantedFuses('linux')[option])
    expect(existsSync(join(work, 'intruded')), 'NODE_OPTIONS was obeyed').toBe(false)
    expect(app.printed()).not.toContain('Debugger listening')
    const asNode = spawnSync(program, ['-p', '6 * 7'], {
      env: { PATH: process.env.PATH, ELECTRON_RUN_AS_NODE: '1' },
      encoding: 'utf8',
      timeout: 20_000,
    })
    expect(asNode.stdout).not.toContain('42')
  })

  it('connects the sample workspace; the answer of its consent page comes back as a deep link through a second start', async () => {
    const ports = await takeRedirectPorts()
    try {
      await app.page.getByRole('button', { name: 'Try the sample workspace' }).click()
      await expect.poll(opened).toHaveLength(1)
      const [address = ''] = await opened()
      const answer = await decideInWorkspace(address, 'allow')
      expect(answer).toMatch(/^packshot:\/\/oauth\/callback\/[^?]+\?/)
      expect(await startOnceMore({ ...start, args: [answer] })).toBe(0)
      await expect.poll(() => readKeyring().length).toBeGreaterThan(0)
    } finally {
      for (const server of ports) server.close()
    }
  })

  it('shows the included sample pictures, and reads the label of one', { timeout: 180_000 }, async () => {
    const { page } = app
    await page.getByRole('button', { name: 'Add sample pictures' }).click()
    const thumbnails = page.getByRole('grid', { name: 'Pictures' }).locator('img')
    await expect
      .poll(() => thumbnails.evaluateAll((all) => all.filter((one) => (one as { naturalWidth?: number }).naturalWidth).length), {
        timeout: 60_000,
      })
      .toBe(samplePictures.length)
    // Reading all of them would say no more about the package, and take half a minute.
    const oliveOil = page.getByRole('gridcell', { name: 'Olive oil 500 ml.jpg' })
    await oliveOil.click()
    await showScreen('Questions')
    await page.getByRole('textbox', { name: 'Question', exact: true }).fill('What does the label say?')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    const answers = page.getByRole('region', { name: 'Answers' }).getByRole('article')
    await expect.poll(() => answers.filter({ hasText: /MONTE VERDE.*OLIVE OIL/ }).count(), { timeout: 120_000 }).toBe(1)
    await showScreen('Library')
    await oliveOil.click({ modifiers: ['ControlOrMeta'] })
    await expect.poll(() => page.getByRole('gridcell', { selected: true }).count()).toBe(0)
  })

  it('has a separate thread that checkpoints its library’s log and makes a snapshot', async () => {
    const log = () => readFile(logFile(start.dataFolder), 'utf8')
    await expect.poll(() => readdir(join(start.dataFolder, 'snapshots'))).toHaveLength(1)
    // The library's file without its log: everything in it was checkpointed by the thread.
    const imagesWrittenBack = async (): Promise<number> => {
      await copyFile(libraryFile(start.dataFolder), join(work, 'without-log.db'))
      const database = new DatabaseSync(join(work, 'without-log.db'))
      try {
        return Number(database.prepare('SELECT count(*) AS count FROM images').get()?.count)
      } finally {
        database.close()
      }
    }
    await expect.poll(imagesWrittenBack).toBe(samplePictures.length)
    expect(await log()).not.toContain('database-thread-lost')
  })

  it('does the main job in the window: adds pictures, uploads, gets an answer, attaches to a new product', async () => {
    const { page } = app
    const pictures = await writeTestPictures(join(work, 'pictures'), 2, { formats: 'both' })
    // Their readers are WebAssembly in the package.
    const others = { 'phone.heic': plainHeic(), 'web.jxl': readFormatFile('plain.jxl'), 'scan.jp2': readFormatFile('plain.jp2') }
    const otherPaths = Object.keys(others).map((name) => join(work, 'pictures', name))
    for (const [name, bytes] of Object.entries(others)) await writeFile(join(work, 'pictures', name), bytes)
    await dragFilesOnto(page, 'body', [...pictures, ...otherPaths])
    const cells = page.getByRole('grid', { name: 'Pictures' }).getByRole('gridcell')
    await expect.poll(() => cells.count()).toBe(samplePictures.length + 5)
    // The newest come first. Of answers about all, some would be below what is drawn.
    await cells.nth(0).click()
    await cells.nth(4).click({ modifiers: ['Shift'] })
    await expect.poll(() => page.getByRole('gridcell', { selected: true }).count()).toBe(5)
    await showScreen('Questions')
    await page.getByRole('textbox', { name: 'Question', exact: true }).fill('What size is it?')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    const answers = page.getByRole('region', { name: 'Answers' }).getByRole('article')
    await expect.poll(() => answers.filter({ hasText: '240 × 160 pixels' }).count()).toBe(2)
    await expect.poll(() => answers.filter({ hasText: '120 × 80 pixels' }).count()).toBe(3)
    await showScreen('Library')
    await cells.nth(0).click()
    await cells.nth(2).click({ modifiers: ['Shift'] })
    await page.getByRole('button', { name: 'Attach to product' }).click()
    const dialog = page.getByRole('dialog')
    await chooseProduct(dialog, { create: 'Tea tin' })
    await dialog.getByRole('button', { name: 'Attach', exact: true }).click()
    await showScreen('Products')
    await expect.poll(() => page.getByRole('button', { name: /Tea tin.*3 pictures/ }).count()).toBe(1)
  })

  it('after a restart reads the session from the keyring, and no secret is in its folder', async () => {
    expect(await app.stop()).toBe(0)
    const secrets = readKeyring().map(({ password }) => password)
    app = await openPackagedApp(start)
    await showScreen('Settings')
    await expect.poll(() => app.page.getByText('Kept in this computer’s keychain').count()).toBe(1)
    await expect.poll(() => app.page.getByText(/^Packshot \d+\.\d+\.\d+$/).count()).toBe(1)
    expect(await app.page.getByText('this kind of package does not update itself').count()).toBe(1)
    expect(await opened()).toHaveLength(1)
    const files = await readdir(start.dataFolder, { recursive: true, withFileTypes: true })
    // The sample workspace is the service: its folder contains the client's secret.
    const ours = files.filter((file) => file.isFile() && !file.parentPath.startsWith(sampleFolder(start.dataFolder)))
    expect(ours.map((file) => file.name)).toEqual(expect.arrayContaining(['library.db', 'packshot.log']))
    expect(secrets.filter((secret) => secret.length > 30).length).toBeGreaterThan(0)
    for (const file of ours) {
      const bytes = await readFile(join(file.parentPath, file.name)).catch(() => Buffer.alloc(0))
      for (const secret of secrets) expect(bytes.includes(secret), file.name).toBe(false)
    }
  })

  it('opens a connection link and a .packshot file of a second start, and asks first each time', async () => {
    const file = JSON.stringify({ ...teamFile, name: 'Team Blue' })
    const link = formatConnectionLink(parseConnectionFile(JSON.stringify({ ...teamFile, name: 'Team Red' })))
    await writeFile(join(work, 'Team Blue.packshot'), file)
    // A relative name, in the folder of that start.
    for (const [name, given] of [
      ['Team Blue', 'Team Blue.packshot'],
      ['Team Red', link],
    ] as const) {
      expect(await startOnceMore({ ...start, cwd: work, args: [given] })).toBe(0)
      const sheet = app.page.getByRole('dialog', { name: `Connect to “${name}”?` })
      await sheet.waitFor()
      expect(await sheet.innerText()).toContain(teamFile.baseUrl)
      await sheet.getByRole('button', { name: 'Close' }).click()
      await sheet.waitFor({ state: 'hidden' })
    }
    expect(await opened()).toHaveLength(1)
  })

  it('includes its own libraries: none comes from the build folder, and no picture decoder is in its main process', async () => {
    const maps = await readFile(`/proc/${app.child.pid}/maps`, 'utf8')
    const libraries = [...new Set(maps.split('\n').flatMap((line) => /\s(\/\S.*\.(?:node|so)[.\d]*)$/.exec(line)?.[1] ?? []))]
    const system = ['/usr/', '/lib/', '/lib64/']
    expect(libraries.some((file) => file.startsWith(folder) && file.endsWith('/keytar.node'))).toBe(true)
    expect(libraries.filter((file) => ![folder, ...system].some((place) => file.startsWith(place)))).toEqual([])
    expect(libraries.filter((file) => /vips|sharp/.test(file))).toEqual([])
  })
})
