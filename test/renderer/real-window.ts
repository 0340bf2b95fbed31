import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { allowAsOwner } from '../support/allow-as-owner.ts'
import { launchBrowser, startBrowserHost } from '../support/browser-host.ts'
import { realBuild } from '../support/host-build.ts'
import { startKeyringSession } from '../support/keyring-session.ts'
import { giveOwnClipboard } from '../support/own-clipboard.ts'
import type { Look } from './show-scene.ts'

export type RealWindow = {
  readonly page: Page
  readonly browser: Browser
  readonly folder: string
  /** Reads the consent page that the app asks to open in the person's browser, and allows access there. */
  readonly allowAccess: () => Promise<void>
  /** Presses “Try the sample workspace” and allows access on its consent page, as a person does. */
  readonly connectSample: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Replaces the system's opener of web addresses: saves the address for the test's own browser. */
const writeOpener = async (folder: string): Promise<{ readonly path: string; readonly read: () => Promise<string> }> => {
  const bin = join(folder, 'bin')
  const asked = join(folder, 'asked')
  await mkdir(bin)
  // Whole or not there: a part of an address would be taken for all of it.
  await writeFile(join(bin, 'xdg-open'), `#!/bin/sh\nprintf '%s' "$1" > '${asked}.part' && mv '${asked}.part' '${asked}'\n`)
  await chmod(join(bin, 'xdg-open'), 0o755)
  const read = async (): Promise<string> => {
    for (let tries = 0; tries < 300; tries++) {
      const address = await readFile(asked, 'utf8').catch(() => '')
      if (address !== '') {
        await rm(asked, { force: true })
        return address
      }
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error('No consent page was opened within 30 s.')
  }
  return { path: `${bin}:${process.env.PATH}`, read }
}

/** The built app in its browser host, with a separate keyring, data folder and browser. */
export const openRealWindow = async (
  { theme, width, height }: Look,
  /** Puts something into the data folder before the app starts; `folder` is removed in the end. */
  prepare: (dataFolder: string, folder: string) => Promise<void> = async () => {},
): Promise<RealWindow> => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-'))
  const keyring = await startKeyringSession()
  const opener = await writeOpener(folder)
  await prepare(join(folder, 'data'), folder)
  const host = await startBrowserHost(realBuild, join(folder, 'data'), { ...keyring.environment, PATH: opener.path })
  const browser = await launchBrowser()
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: 'reduce',
    // The headless shell asks a page for them, other browsers don't.
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  await giveOwnClipboard(page)
  await page.goto(host.address)
  // Not in a tab beside the window: background pages are not drawn, and sometimes stay so. The journeys press the real button.
  const allowAccess = async (): Promise<void> => void (await allowAsOwner(await opener.read()))
  return {
    page,
    allowAccess,
    browser,
    folder,
    connectSample: async () => {
      await page.getByRole('button', { name: 'Try the sample workspace' }).first().click()
      await allowAccess()
      await page.getByText('Connected', { exact: true }).waitFor()
    },
    close: async () => {
      await browser.close()
      await host.stop()
      await keyring.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
