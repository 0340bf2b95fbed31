import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { acceptOffer } from '../support/accept-offer.ts'
import { allowAsOwner } from '../support/allow-as-owner.ts'
import { type BrowserHost, lackForBrowserTests, launchBrowser, startBrowserHost } from '../support/browser-host.ts'
import { dragFilesOnto } from '../support/drag-files.ts'
import { findInFolder } from '../support/find-in-folder.ts'
import { realBuild } from '../support/host-build.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'

const lack = lackForBrowserTests()

describe.skipIf(lack)(`a connection file in the browser host${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let browser: Browser
  let blue: WorkspaceProcess
  let folder: string
  let file: string
  let host: BrowserHost
  let page: Page

  beforeAll(async () => {
    browser = await launchBrowser()
    blue = await startWorkspaceProcess({ args: ['--name', 'Team Blue'] })
  })
  afterAll(async () => {
    await browser?.close()
    await blue?.remove()
  })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packshot-browser-file-'))
    file = join(folder, 'Team Blue.packshot')
    await copyFile(blue.connectionFile, file)
    // There is no browser to open, so the address is printed and a person opens it.
    const environment = { DBUS_SESSION_BUS_ADDRESS: 'disabled:', PATH: '/nowhere' }
    host = await startBrowserHost(realBuild, join(folder, 'data'), environment)
    page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
    await page.goto(host.address)
    await page.getByRole('button', { name: 'Connect workspace' }).first().waitFor()
  })
  afterEach(async () => {
    await host.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const allow = async (): Promise<void> => {
    const printed = () => /^http\S+\/oauth2\/authorize\S+$/m.exec(host.printed())?.[0] ?? ''
    await expect.poll(printed).not.toBe('')
    await page.getByText('No browser could be opened. Copy the address').waitFor()
    await allowAsOwner(printed())
  }
  const ways: Readonly<Record<string, () => Promise<void>>> = {
    'dropped on the window': () => dragFilesOnto(page, '#main', [file]),
    'dropped on the sheet': async () => {
      await page.getByRole('button', { name: 'Connect workspace' }).first().click()
      await dragFilesOnto(page, '[role=dialog] .mantine-Dropzone-root', [file])
    },
    'chosen on the sheet': async () => {
      await page.getByRole('button', { name: 'Connect workspace' }).first().click()
      const chooser = page.waitForEvent('filechooser')
      await page.locator('[role=dialog] .mantine-Dropzone-root').click()
      await (await chooser).setFiles(file)
    },
  }

  it.each(Object.keys(ways))('%s: the sheet is shown once, connects, and the secret is in no file and not on the page', async (way) => {
    await ways[way]?.()
    const proposed = page.getByRole('dialog', { name: 'Connect to “Team Blue”?' })
    await proposed.waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
    const { clientSecret } = JSON.parse(await readFile(file, 'utf8')) as { clientSecret: string }
    await acceptOffer(page, allow)
    expect(await page.content()).not.toContain(clientSecret)
    expect(host.printed()).not.toContain(clientSecret)
    expect(await findInFolder(join(folder, 'data'), [clientSecret])).toEqual([])
  })
})
