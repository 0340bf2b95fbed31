import type { Browser } from 'playwright'
import { inject } from 'vitest'
import { launchBrowser } from '../support/browser-host.ts'
import { serveHarness } from './harness.ts'
import { builtHarness } from './shared-harness.ts'

export type Harness = { readonly browser: Browser; readonly url: string; readonly close: () => Promise<void> }

/** Pages live for seconds here: compiling their scripts into fast code takes longer than it saves. */
const shortLived = ['--js-flags=--no-opt --no-maglev']

/** The window with the tests' own core, served, and a browser to open it in. */
export const openHarness = async (): Promise<Harness> => {
  const server = await serveHarness(await builtHarness(inject('harnessFolder')))
  const browser = await launchBrowser(shortLived)
  const close = async (): Promise<void> => {
    await browser.close()
    server.close()
  }
  return { browser, url: server.url, close }
}
