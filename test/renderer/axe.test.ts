import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildHarness, serveHarness } from './harness.ts'
import { openBrowser, type Stage, setStage } from './show-scene.ts'
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

const looks = [
  { theme: 'light', width: 1280, height: 800 },
  { theme: 'dark', width: 900, height: 600 },
] as const

describe.each(looks)('in the $theme theme at $width × $height', (look) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await setStage(browser, server.url, look)
  })

  it.each(views.map((view) => [view.name, view] as const))('%s breaks no rule of axe, nor the page’s own policy', async (_, view) => {
    const faults = await stage.show(view)
    // One document, no frames: the mode that opens no page of its own will do.
    const { violations } = await new AxeBuilder({ page: stage.page }).setLegacyMode(true).analyze()
    expect(
      violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`)),
    ).toEqual([])
    expect(faults).toEqual([])
  })
})
