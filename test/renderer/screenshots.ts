import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildHarness, serveHarness } from './harness.ts'
import { openBrowser, show } from './show-scene.ts'
import { views } from './views.ts'

/** Pictures of every screen in both themes and sizes: `node test/renderer/screenshots.ts FOLDER [part of a view's name]`. */
const [folder = join(tmpdir(), 'packshot-screens'), part = ''] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
const out = join(folder, 'built')
await buildHarness(out)
const server = await serveHarness(out)
const browser = await openBrowser()
for (const view of views.filter((one) => one.name.includes(part)))
  for (const theme of ['light', 'dark'] as const)
    for (const size of [
      { width: 1280, height: 800 },
      { width: 900, height: 600 },
    ]) {
      const { page, faults } = await show(browser, server.url, view, theme, size)
      const name = `${view.name}-${theme}-${size.width}`
      await page.screenshot({ path: join(folder, `${name}.png`) })
      for (const fault of faults) process.stdout.write(`${name}: ${fault}\n`)
      await page.close()
    }
await browser.close()
server.close()
