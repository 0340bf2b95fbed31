import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildHarness, serveHarness } from './harness.ts'
import { openBrowser, show } from './show-scene.ts'
import { views } from './views.ts'

let folder: string
let server: Awaited<ReturnType<typeof serveHarness>>
let browser: Browser

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-window-'))
  await buildHarness(folder)
  server = await serveHarness(folder)
  browser = await openBrowser()
}, 120_000)

afterAll(async () => {
  await browser.close()
  server.close()
  await rm(folder, { recursive: true })
})

const sizes = { light: { width: 1280, height: 800 }, dark: { width: 900, height: 600 } }

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each(views.map((view) => [view.name, view] as const))('%s breaks no rule of axe, nor the page’s own policy', async (_, view) => {
    const { page, faults } = await show(browser, server.url, view, theme, sizes[theme])
    try {
      const { violations } = await new AxeBuilder({ page }).analyze()
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
      )
      expect(found).toEqual([])
      expect(faults).toEqual([])
    } finally {
      await page.close()
    }
  })
})
