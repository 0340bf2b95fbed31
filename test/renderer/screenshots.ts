import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchBrowser } from '../support/browser-host.ts'
import { buildHarness, serveHarness } from './harness.ts'
import { setStage } from './show-scene.ts'
import { views } from './views.ts'

/** Screenshots of every screen in both themes and sizes: `node test/renderer/screenshots.ts FOLDER [view,view…]`. */
const [folder = join(tmpdir(), 'packshot-screens'), names = ''] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
const out = join(folder, 'built')
await buildHarness(out)
const server = await serveHarness(out)
const browser = await launchBrowser()
const wanted = new Set(names.split(',').filter((name) => name !== ''))
for (const theme of ['light', 'dark'] as const)
  for (const [width, height] of [
    [1280, 800],
    [900, 600],
  ] as const) {
    const stage = await setStage(browser, server.url, { theme, width, height })
    for (const view of views.filter((one) => wanted.size === 0 || wanted.has(one.name))) {
      const faults = await stage.show(view)
      const name = `${view.name}-${theme}-${width}`
      await stage.page.screenshot({ path: join(folder, `${name}.png`) })
      for (const fault of faults) process.stdout.write(`${name}: ${fault}\n`)
    }
  }
await browser.close()
server.close()
