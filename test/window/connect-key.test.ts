import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { type Display, startDisplay } from '../support/display.ts'
import { dragFilesOnto } from '../support/drag-files.ts'
import { type ElectronHost, lackForElectronTests, openElectronHost } from '../support/electron-host.ts'
import { findInFolder } from '../support/find-in-folder.ts'
import { realBuild } from '../support/host-build.ts'
import { findReasonAgainstKeyring, startKeyringSession } from '../support/keyring-session.ts'
import { type ScriptedService, startScriptedService } from '../support/scripted-service.ts'

const lack = lackForElectronTests()
const secret = 'hush-hush-of-a-relay-or-key'

describe.skipIf(lack)(`connecting without OAuth${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let display: Display | undefined
  let folder: string
  let service: ScriptedService
  let host: ElectronHost
  let page: Page

  beforeAll(async () => {
    display = process.platform === 'linux' ? await startDisplay() : undefined
  })
  afterAll(async () => {
    await display?.stop()
  })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packshot-key-'))
    service = await startScriptedService()
    const environment = { DBUS_SESSION_BUS_ADDRESS: 'disabled:' }
    host = await openElectronHost({ build: realBuild, dataFolder: join(folder, 'data'), display: display?.name, environment })
    page = host.page
    await page.getByRole('button', { name: 'Connect workspace' }).first().click()
    await page.getByRole('tab', { name: 'API key' }).click()
    await page.getByRole('textbox', { name: 'Address' }).fill(`${service.baseUrl}/v1/`)
  })
  afterEach(async () => {
    await host.close()
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const connect = () => page.getByRole('button', { name: 'Test and connect' }).click()
  const isConnected = () =>
    page
      .getByRole('button', { name: /^Workspace: / })
      .getByText('Connected', { exact: true })
      .waitFor()
  const upload = async (): Promise<void> => {
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await dragFilesOnto(page, '#main', await writeTestPictures(join(folder, 'pictures'), 2))
    await expect.poll(() => service.received.filter(({ path }) => path === '/v1/sources').length).toBe(2)
  }
  const expectNowhere = async (): Promise<void> => {
    expect(await page.content()).not.toContain(secret)
    expect(await findInFolder(join(folder, 'data'), [secret])).toEqual([])
  }

  it('an API key is tested first; a rejected one changes nothing, the right one is sent with every request', async () => {
    service.answerTrial = ({ headers }) => (headers['x-api-key'] === secret ? undefined : { status: 401, body: { message: 'no' } })
    await page.getByRole('textbox', { name: 'API key' }).fill('not-that-one')
    await connect()
    await page.getByRole('alert').filter({ hasText: 'does not accept this key' }).waitFor()
    await page.getByRole('textbox', { name: 'API key' }).fill(secret)
    await connect()
    await isConnected()
    await upload()
    expect(new Set(service.received.map(({ headers }) => headers['x-api-key']))).toEqual(new Set([secret]))
    await expectNowhere()
  })

  it('a relay needs no key; its extra header is sent with every request, and only its name is shown', async () => {
    service.answerTrial = ({ headers }) => (headers['x-team-token'] === secret ? undefined : { status: 401, body: { message: 'no' } })
    await page.getByRole('switch', { name: 'The address is our own server' }).click()
    await connect()
    await page.getByRole('alert').filter({ hasText: 'Not connected' }).waitFor()
    await page.getByLabel('Header (optional)').fill('X-Team-Token')
    await page.getByRole('textbox', { name: 'Header value' }).fill(secret)
    await connect()
    await isConnected()
    await upload()
    expect(new Set(service.received.map(({ headers }) => headers['x-team-token']))).toEqual(new Set([secret]))
    expect(service.received.some(({ headers }) => 'x-api-key' in headers || 'authorization' in headers)).toBe(false)
    await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click()
    await page.getByText('through your team’s server').waitFor()
    await expectNowhere()
  })

  it('a banner says that an API key was rejected later; after connecting with a valid one, work resumes', async () => {
    service.answer = ({ headers }) => (headers['x-api-key'] === secret ? undefined : { status: 401, body: { message: 'no' } })
    await page.getByRole('textbox', { name: 'API key' }).fill('deleted-since')
    await connect()
    await isConnected()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await dragFilesOnto(page, '#main', await writeTestPictures(join(folder, 'pictures'), 2))
    const banner = page.getByRole('region', { name: 'Workspace', exact: true })
    await banner.getByText('refuses some of the work').waitFor()
    await banner.getByRole('button', { name: 'Connect again…' }).click()
    await page.getByRole('tab', { name: 'API key' }).click()
    await page.getByRole('textbox', { name: 'Address' }).fill(service.baseUrl)
    await page.getByRole('textbox', { name: 'API key' }).fill(secret)
    await connect()
    await banner.getByText('refuses some of the work').waitFor({ state: 'detached' })
    const uploaded = () => service.received.filter(({ path, headers }) => path === '/v1/sources' && headers['x-api-key'] === secret).length
    await expect.poll(uploaded).toBe(2)
  })

  it('rejected client details stay in the form, with the reason', async () => {
    await page.getByRole('tab', { name: 'Client details' }).click()
    await page.getByRole('textbox', { name: 'Address' }).fill('http://api.example.com')
    await page.getByRole('textbox', { name: 'Client ID' }).fill('client_7f3a')
    await page.getByRole('textbox', { name: 'Client secret' }).fill(secret)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('alert').filter({ hasText: 'must use https' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Client secret' }).inputValue()).toBe(secret)
    await page.getByRole('textbox', { name: 'Address' }).fill('https://api.example.com')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('dialog', { name: 'Connect to “api.example.com”?' }).waitFor()
  })
})

it('an API key in a locked keychain is reported as locked; unlocked, one click resumes; removed, it is asked for', async (context) => {
  const lack = lackForElectronTests() ?? (await findReasonAgainstKeyring())
  if (lack) context.skip(lack)
  const display = process.platform === 'linux' ? await startDisplay() : undefined
  const folder = await mkdtemp(join(tmpdir(), 'packshot-locked-'))
  const keyring = await startKeyringSession()
  const service = await startScriptedService()
  const environment = { ...keyring.environment }
  const open = () => openElectronHost({ build: realBuild, dataFolder: join(folder, 'data'), display: display?.name, environment })
  let host = await open()
  try {
    await host.page.getByRole('button', { name: 'Connect workspace' }).first().click()
    await host.page.getByRole('tab', { name: 'API key' }).click()
    await host.page.getByRole('textbox', { name: 'Address' }).fill(service.baseUrl)
    await host.page.getByRole('textbox', { name: 'API key' }).fill(secret)
    await host.page.getByRole('button', { name: 'Test and connect' }).click()
    const connected = () => host.page.getByRole('button', { name: /^Workspace: / }).getByText('Connected', { exact: true })
    await connected().waitFor()
    await host.close()

    keyring.lock()
    host = await open()
    const banner = () => host.page.getByRole('region', { name: 'Workspace', exact: true })
    await banner()
      .getByText(/can’t be used now\..*keychain.*Nothing is lost/)
      .waitFor()
    await keyring.unlock()
    await banner().getByRole('button', { name: 'Try again' }).click()
    await connected().waitFor()
    await host.close()

    const forget = `import('keytar').then(async ({ default: k }) => { for (const { account } of await k.findCredentials('Packshot')) await k.deletePassword('Packshot', account) })`
    spawnSync(process.execPath, ['-e', forget], { env: { PATH: process.env.PATH, ...keyring.environment } })
    host = await open()
    await banner().getByText('is not in the keychain').waitFor()
    await banner().getByRole('button', { name: 'Connect again…' }).click()
    await host.page.getByRole('dialog', { name: 'Connect a workspace' }).waitFor()
  } finally {
    await host.close()
    await service.stop()
    await keyring.stop()
    await display?.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
