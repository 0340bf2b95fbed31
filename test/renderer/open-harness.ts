import type { Browser } from 'playwright'
import { inject } from 'vitest'
import { serveHarness } from './harness.ts'
import { builtHarness } from './shared-harness.ts'
import { openBrowser } from './show-scene.ts'

export type Harness = { readonly browser: Browser; readonly url: string; readonly close: () => Promise<void> }

/** The window with the tests' own core, served, and a browser to open it in. */
export const openHarness = async (): Promise<Harness> => {
  const server = await serveHarness(await builtHarness(inject('harnessFolder')))
  const browser = await openBrowser()
  const close = async (): Promise<void> => {
    await browser.close()
    server.close()
  }
  return { browser, url: server.url, close }
}
