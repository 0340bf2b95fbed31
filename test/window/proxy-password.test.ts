import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { type ConnectProxy, startConnectProxy } from '../support/connect-proxy.ts'
import { type Display, startDisplay } from '../support/display.ts'
import { dragFilesOnto } from '../support/drag-files.ts'
import { type ElectronHost, lackForElectronTests, openElectronHost } from '../support/electron-host.ts'
import { findInFolder } from '../support/find-in-folder.ts'
import { type HiddenService, startHiddenService } from '../support/hidden-service.ts'
import { realBuild } from '../support/host-build.ts'

const lack = lackForElectronTests()
const passwords = ['opens the way: 1&2', 'the new one, changed by the admin']

/** Electron uses the system's proxy settings. A switch of Chromium's stands in for them here. */
describe.skipIf(lack)(`a proxy that requires a password, in the window${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let folder: string
  let display: Display | undefined
  let service: HiddenService
  let proxy: ConnectProxy
  let host: ElectronHost

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packshot-proxy-'))
    display = process.platform === 'linux' ? await startDisplay() : undefined
    service = await startHiddenService()
    proxy = await startConnectProxy(service.port, { user: 'ada', password: passwords[0] ?? '' })
    host = await openElectronHost({
      build: realBuild,
      dataFolder: join(folder, 'data'),
      display: display?.name,
      args: [`--proxy-server=${proxy.host}`],
      environment: { NODE_EXTRA_CA_CERTS: service.certificate, DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
    })
    await host.page.setViewportSize({ width: 1280, height: 800 })
  })
  afterAll(async () => {
    await host?.close()
    await proxy?.stop()
    await service?.stop()
    await display?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const dialog = () => host.page.getByRole('dialog', { name: `The proxy ${proxy.host}` })
  const give = async (password: string): Promise<void> => {
    await dialog().getByRole('textbox', { name: 'Name' }).fill('ada')
    await dialog().getByRole('textbox', { name: 'Password' }).fill(password)
    await dialog().getByRole('button', { name: 'Test and save' }).click()
  }

  it('connecting names the proxy that requires it; a wrong one is rejected, the right one continues where the person was', async () => {
    const { page } = host
    await page.getByRole('button', { name: 'Connect workspace' }).first().click()
    await page.getByRole('tab', { name: 'API key' }).click()
    await page.getByRole('textbox', { name: 'Address' }).fill(service.baseUrl)
    await page.getByRole('textbox', { name: 'API key' }).fill('key-behind-the-proxy')
    await page.getByRole('button', { name: 'Test and connect' }).click()
    const alert = page.getByRole('alert').filter({ hasText: `The proxy ${proxy.host} requires a user name and password (407)` })
    await alert.getByRole('button', { name: 'Proxy password…' }).click()
    await give('a wrong one')
    await dialog().getByRole('alert').filter({ hasText: 'does not accept this name and password' }).waitFor()
    await give(passwords[0] ?? '')
    await dialog().waitFor({ state: 'hidden' })
    // The form still contains the input.
    await page.getByRole('button', { name: 'Test and connect' }).click()
    await page
      .getByRole('button', { name: /^Workspace: / })
      .getByText('Connected', { exact: true })
      .waitFor()
  })

  it('when the network changes it, the work waits and says so; the new one is requested in place, and everything resumes', async () => {
    const { page } = host
    proxy.change({ user: 'ada', password: passwords[1] ?? '' })
    proxy.cut()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await dragFilesOnto(page, '#main', await writeTestPictures(join(folder, 'pictures'), 3))
    const banner = page.getByRole('region', { name: 'Workspace' })
    await banner.getByText('The network’s proxy requires a user name and password.').waitFor()
    expect(service.uploads).toEqual([])
    await page.getByRole('navigation').getByRole('link', { name: 'Activity' }).click()
    const hold = page.getByRole('region', { name: 'Holds' })
    await hold.getByText('rejected the saved user name and password').waitFor()
    await hold.getByRole('button', { name: 'Proxy password…' }).click()
    await give(passwords[1] ?? '')
    await expect.poll(() => service.uploads).toEqual(Array(3).fill('key-behind-the-proxy'))
    await banner.getByText('The network’s proxy').waitFor({ state: 'detached' })
  })

  it('is in the settings, can be forgotten there, and can’t be read anywhere', async () => {
    const { page } = host
    await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click()
    await page.getByText(`${proxy.host}, with your user name and password.`).waitFor()
    await page.getByRole('button', { name: 'Change password…' }).click()
    expect(await dialog().getByRole('textbox', { name: 'Password' }).inputValue()).toBe('')
    await dialog().getByRole('button', { name: 'Remove password' }).click()
    await page.getByRole('button', { name: 'Password…', exact: true }).waitFor()
    const secrets = [...passwords, 'key-behind-the-proxy']
    const shown = await page.content()
    expect(secrets.filter((secret) => shown.includes(secret))).toEqual([])
    expect(await findInFolder(join(folder, 'data'), secrets)).toEqual([])
  })
})
