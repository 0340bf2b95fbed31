import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { buildHarness, serveHarness } from './harness.ts'
import { openBrowser } from './show-scene.ts'

export type Harness = { readonly browser: Browser; readonly url: string; readonly close: () => Promise<void> }

/** The window with a core of the tests' own, built, served and a browser to open it in. */
export const openHarness = async (): Promise<Harness> => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-window-'))
  await buildHarness(folder)
  const server = await serveHarness(folder)
  const browser = await openBrowser()
  const close = async (): Promise<void> => {
    await browser.close()
    server.close()
    await rm(folder, { recursive: true })
  }
  return { browser, url: server.url, close }
}
