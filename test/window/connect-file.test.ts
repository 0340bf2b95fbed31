import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { enterWorkspace } from '../../electron/cli/demo/allow-in-workspace.ts'
import { parseConnectionFile } from '../../electron/core/workspaces/connections/parse-connection-file.ts'
import { formatConnectionLink } from '../../electron/core/workspaces/connections/parse-connection-link.ts'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { allowAsOwner, asOwner } from '../support/allow-as-owner.ts'
import { type Display, startDisplay } from '../support/display.ts'
import { dragFilesOnto } from '../support/drag-files.ts'
import { type ElectronHost, electronCommand, lackForElectronTests, openElectronHost } from '../support/electron-host.ts'
import { findInFolder } from '../support/find-in-folder.ts'
import { realBuild } from '../support/host-build.ts'
import { findReasonAgainstKeyring, type KeyringSession, startKeyringSession } from '../support/keyring-session.ts'
import { startWorkspaceProcess, useRedirectOfItsOwn, type WorkspaceProcess } from '../support/workspace-process.ts'

const lack = lackForElectronTests()
const lackOfKeyring = await findReasonAgainstKeyring()
let display: Display | undefined
let keyring: KeyringSession | undefined
let blue: WorkspaceProcess
let red: WorkspaceProcess
let folder: string
let dataFolder: string
let host: ElectronHost | undefined
let allowed = 0

const open = async (args: readonly string[] = []): Promise<Page> => {
  host = await openElectronHost({ build: realBuild, dataFolder, display: display?.name, args })
  allowed = 0
  await host.page.setViewportSize({ width: 1280, height: 800 })
  return host.page
}
/** The team's connection file. */
const fileOf = async (workspace: WorkspaceProcess, name: string): Promise<string> => {
  const path = join(folder, `${name}.packshot`)
  await copyFile(workspace.connectionFile, path)
  return path
}
const sheet = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const connectIt = (page: Page) => page.getByRole('button', { name: 'Connect in the browser' }).click()
/** The person's steps in the browser that Packshot opened. */
const decide = async (decision: 'allow' | 'deny' = 'allow'): Promise<void> => {
  await expect.poll(async () => (await host?.openedAddresses())?.length).toBe(allowed + 1)
  const address = (await host?.openedAddresses())?.[allowed] ?? ''
  allowed++
  await allowAsOwner(address, decision)
}
/** Without a keychain there is no question about the file afterwards. */
const keepFile = async (page: Page, name: string): Promise<void> => {
  if (lackOfKeyring) return
  await sheet(page, `“${name}” is connected`).getByRole('button', { name: 'Keep the file' }).click()
}
const connectByDrop = async (page: Page, workspace: WorkspaceProcess, name: string): Promise<void> => {
  await dragFilesOnto(page, '#main', [await fileOf(workspace, name)])
  await connectIt(page)
  await decide()
  await page.getByRole('button', { name: 'Yes, that was it' }).click()
  await keepFile(page, name)
  await page.getByRole('button', { name: `Workspace: ${name}` }).waitFor()
}
const startSecond = async (...args: string[]): Promise<void> => {
  const second = electronCommand({ build: realBuild, dataFolder, args })
  const env = { ...process.env, DISPLAY: display?.name ?? process.env.DISPLAY }
  const child: ChildProcess = spawn(second.program, second.args, { stdio: 'ignore', env })
  expect(await once(child, 'exit')).toEqual([0, null])
}
const uploadsOf = async (workspace: WorkspaceProcess): Promise<readonly unknown[]> =>
  (await workspace.requests('/v1/sources')).filter((one) => one.outcome === 'committed').map((one) => one.facts.name)

describe.skipIf(lack)(`connecting by a file${lack ? ` (skipped: ${lack})` : ''}`, () => {
  beforeAll(async () => {
    display = process.platform === 'linux' ? await startDisplay() : undefined
    keyring = lackOfKeyring ? undefined : await startKeyringSession()
    if (lackOfKeyring) process.stderr.write(`secrets in memory only: ${lackOfKeyring}\n`)
    // The app under test finds only this keyring.
    for (const name of ['DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR', 'XDG_DATA_HOME']) {
      const value = keyring?.environment[name]
      if (value !== undefined) process.env[name] = value
    }
    blue = await startWorkspaceProcess({ args: ['--name', 'Team Blue'] })
    red = await startWorkspaceProcess({ args: ['--name', 'Team Red'] })
    await useRedirectOfItsOwn(blue)
    await useRedirectOfItsOwn(red)
  })
  afterAll(async () => {
    await blue?.remove()
    await red?.remove()
    await keyring?.stop()
    await display?.stop()
  })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packshot-connect-'))
    dataFolder = join(folder, 'data')
  })
  afterEach(async () => {
    await host?.close()
    host = undefined
    await rm(folder, { recursive: true, force: true })
  })

  it('a dropped file shows a sheet with one button, opens the browser, and nothing is sent before the workspace is confirmed', async () => {
    const [picture = ''] = await writeTestPictures(join(folder, 'pictures'), 1)
    const page = await open()
    await dragFilesOnto(page, '#main', [picture])
    await page.getByRole('gridcell').first().waitFor()
    const sent = (await uploadsOf(blue)).length
    const path = await fileOf(blue, 'Team Blue')
    await dragFilesOnto(page, '#main', [path])
    const proposed = sheet(page, 'Connect to “Team Blue”?')
    await proposed.waitFor()
    const words = await proposed.innerText()
    expect(words).toContain(blue.baseUrl)
    expect(words).toContain('Team Blue.packshot')
    expect(words).toContain('can’t see which workspace this is')
    expect(words).not.toContain(parseConnectionFile(await readFile(path, 'utf8')).clientSecret)
    expect(await host?.openedAddresses()).toEqual([])

    await connectIt(page)
    await sheet(page, 'Connecting to “Team Blue”').getByText('Waiting for your browser…').waitFor()
    await decide('deny')
    await page.getByRole('alert').filter({ hasText: 'Not connected' }).waitFor()
    await connectIt(page)
    await decide()
    await sheet(page, 'Is this the workspace?').waitFor()
    await page.reload()
    await sheet(page, 'Is this the workspace?').waitFor()
    expect(await uploadsOf(blue)).toHaveLength(sent)
    await page.getByLabel('Call it').fill('Blue at work')
    await page.getByRole('button', { name: 'Yes, that was it' }).click()
    await page.getByRole('button', { name: 'Workspace: Blue at work' }).waitFor()
    await expect.poll(async () => (await uploadsOf(blue)).length).toBe(sent + 1)

    if (lackOfKeyring) return
    await page.getByRole('button', { name: 'Delete the file' }).click()
    await expect.poll(() => existsSync(path)).toBe(false)
    await host?.close()
    const again = await open()
    await again.getByRole('button', { name: 'Workspace: Blue at work' }).getByText('Connected').waitFor()
  })

  it('a link passed to a second start shows the sheet and changes nothing; cancelled and dismissed, it is gone', async () => {
    const page = await open()
    const link = formatConnectionLink(parseConnectionFile(await readFile(red.connectionFile, 'utf8')))
    await startSecond(link)
    await sheet(page, 'Connect to “Team Red”?').waitFor()
    expect(await host?.dialogs()).toEqual([])
    expect(await host?.openedAddresses()).toEqual([])
    await connectIt(page)
    await page.getByRole('button', { name: 'Copy the address' }).waitFor()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await sheet(page, 'Connect to “Team Red”?').getByRole('button', { name: 'Not now' }).click()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('button', { name: 'Workspace: No workspace' }).waitFor()
    // The link holds the secret: it is in no log, in no file, and nowhere on the page.
    const { clientSecret } = parseConnectionFile(await readFile(red.connectionFile, 'utf8'))
    expect(link).toContain(clientSecret)
    expect(await page.content()).not.toContain(clientSecret)
    expect(await findInFolder(dataFolder, [clientSecret, link])).toEqual([])
  })

  it('a file as the argument of the first start, or of a second one, shows the sheet; an invalid one says why', async () => {
    const page = await open([await fileOf(blue, 'Team Blue')])
    await sheet(page, 'Connect to “Team Blue”?').getByRole('button', { name: 'Not now' }).click()
    const broken = join(folder, 'broken one.packshot')
    await writeFile(broken, '{"packshot":1,"name":"Team Blue","baseUrl":"http://api.example.com","clientId":"c","clientSecret":"hush"}')
    // Linux desktops pass a file like this.
    await startSecond(pathToFileURL(broken).href)
    const refused = sheet(page, '“broken one.packshot” can’t be used')
    expect(await refused.innerText()).toContain('https')
    await refused.getByRole('button', { name: 'Close' }).last().click()
  })

  it('the address that the browser was sent to can be pasted', async () => {
    const page = await open([await fileOf(blue, 'Team Blue')])
    await connectIt(page)
    await page.getByRole('button', { name: 'Paste the address you were sent to' }).click()
    await page.getByLabel('The address you were sent to').fill('http://127.0.0.1:28417/callback?code=x&state=y')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('The sign-in is still waiting').waitFor()
    const address = (await host?.openedAddresses())?.[0] ?? ''
    const { page: asked, cookie } = await enterWorkspace(await asOwner(address))
    const html = await asked.text()
    const request = /name="request"\s+value="([^"]+)"/.exec(html)?.[1] ?? ''
    const person = /<option value="([^"]+)" selected>/.exec(html)?.[1] ?? ''
    const answer = await fetch(new URL('/oauth2/authorize/decision', address), {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie },
      body: new URLSearchParams({ request, decision: 'allow', person }),
    })
    await page.getByLabel('The address you were sent to').fill(answer.headers.get('location') ?? '')
    await page.getByRole('button', { name: 'Continue' }).click()
    await sheet(page, 'Is this the workspace?').getByRole('button', { name: 'No, another one' }).click()
    await page.getByRole('alert').filter({ hasText: 'revoked' }).waitFor()
  })

  it('two workspaces: a click switches, also while jobs run, and each gets only its own', async () => {
    const pictures = await writeTestPictures(join(folder, 'pictures'), 6)
    const names = pictures.map((path) => path.split('/').at(-1))
    const page = await open()
    await connectByDrop(page, blue, 'Team Blue')
    await connectByDrop(page, red, 'Team Red')
    const [hadBlue, hadRed] = [(await uploadsOf(blue)).length, (await uploadsOf(red)).length]
    const switchTo = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: /^Workspace: / }).click()
      await page.getByRole('menuitemradio', { name }).click()
      await page.getByRole('button', { name: `Workspace: ${name}` }).waitFor()
    }
    // Long enough that a busy window shows the uploads before they have finished.
    await red.misbehave({ match: { path: '/v1/sources' }, times: 'forever', effect: { kind: 'latency', ms: 8_000 } })
    await dragFilesOnto(page, '#main', pictures.slice(0, 3))
    await expect.poll(() => page.getByRole('gridcell').count()).toBe(3)
    // All of them: what has not begun waits until Team Red is in use again.
    await page.getByText('3 uploading').waitFor()
    await switchTo('Team Blue')
    await dragFilesOnto(page, '#main', pictures.slice(3))
    await expect.poll(async () => (await uploadsOf(blue)).length - hadBlue).toBe(3)
    await expect.poll(async () => (await uploadsOf(red)).length - hadRed).toBe(3)
    expect(new Set((await uploadsOf(blue)).slice(hadBlue))).toEqual(new Set(names.slice(3)))
    expect(new Set((await uploadsOf(red)).slice(hadRed))).toEqual(new Set(names.slice(0, 3)))
    await red.misbehave()
  })

  it('after disconnecting one of two, the other is a click away; a sign-in that ends meanwhile says whose it was', async () => {
    const page = await open()
    await connectByDrop(page, blue, 'Team Blue')
    await connectByDrop(page, red, 'Team Red')
    await red.admin('POST', 'revoke-all')
    await dragFilesOnto(page, '#main', await writeTestPictures(join(folder, 'pictures'), 1))
    await page.getByRole('button', { name: 'Sign in again' }).first().click()
    await page.getByText('Waiting for your browser…').waitFor()
    await page.getByRole('button', { name: /^Workspace: / }).click()
    await page.getByRole('menuitemradio', { name: 'Team Blue' }).click()
    await page.getByRole('button', { name: 'Workspace: Team Blue' }).waitFor()
    await decide()
    await page.getByText('Signed in to Team Red').waitFor()
    await page.getByRole('button', { name: 'Workspace: Team Blue' }).waitFor()

    await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'More about Team Blue' }).click()
    await page.getByRole('menuitem', { name: 'Disconnect…' }).click()
    await page.getByRole('button', { name: 'Sign out and disconnect' }).click()
    const banner = page.getByRole('region', { name: 'Workspace', exact: true })
    await banner.getByText('No workspace in use.').waitFor()
    expect(await banner.getByRole('button', { name: 'Connect workspace' }).count()).toBe(1)
    await banner.getByRole('button', { name: 'Switch to Team Red' }).click()
    await page.getByRole('button', { name: 'Workspace: Team Red' }).waitFor()
  })

  it('a link that would put pictures into a bucket says so before it is accepted', async () => {
    const page = await open()
    const link = formatConnectionLink(parseConnectionFile(await readFile(red.connectionFile, 'utf8'))).replace(/&publishing=[^&]*/, '')
    await startSecond(`${link}&publishing=s3&bucket=elsewhere&bucketEndpoint=https%3A%2F%2Fstorage.example`)
    const proposed = sheet(page, 'Connect to “Team Red”?')
    await proposed.getByText('put into the bucket “elsewhere” at https://storage.example').waitFor()
  })

  it('an admin creates the file: a fourth redirect address is rejected, a correct one is confirmed, and a closed assistant doesn’t wait for a browser', async () => {
    const file = parseConnectionFile(await readFile(blue.connectionFile, 'utf8'))
    const page = await open()
    await page.getByRole('button', { name: 'Connect workspace' }).first().click()
    await page.getByRole('button', { name: 'Make a connection file for your team' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Workspace’s name').fill('Team Blue')
    await page.getByLabel('Workspace address').fill(`${file.baseUrl}/v1/`)
    await page.getByLabel('Client ID').fill(file.clientId)
    await page.getByRole('textbox', { name: 'Client secret' }).fill(file.clientSecret)
    await page.getByRole('button', { name: 'Advanced…' }).click()
    const redirects = page.getByLabel('Redirect addresses, one to three')
    const check = page.getByRole('button', { name: 'Check', exact: true })
    await redirects.fill([...file.redirectUris, 'http://127.0.0.1:1/a', 'http://127.0.0.1:2/a', 'http://127.0.0.1:3/a'].join('\n'))
    await page.getByText('A client can have up to three.').waitFor()
    expect(await check.isDisabled()).toBe(true)
    await redirects.fill(file.redirectUris.join('\n'))
    await check.click()
    const found = page.getByRole('list', { name: 'Results' })
    await found.getByText('Client ID and secret belong together.').waitFor()
    expect(await found.innerText()).not.toContain('Problem:')
    await page.getByRole('button', { name: 'Test sign-in' }).click()
    await page.getByText('Waiting for your browser…').waitFor()
    await expect.poll(async () => (await host?.openedAddresses())?.length).toBe(1)
    const isListening = () =>
      fetch(file.redirectUris[0] ?? '').then(
        () => true,
        () => false,
      )
    expect(await isListening()).toBe(true)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect.poll(isListening).toBe(false)
  })
})
