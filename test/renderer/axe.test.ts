import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lackForBrowserTests } from '../support/browser-host.ts'
import { readAxe } from './axe-source.ts'
import { type Harness, openHarness } from './open-harness.ts'
import { type Look, type Stage, setStage } from './show-scene.ts'
import { views } from './views.ts'

const lack = lackForBrowserTests()
/** Pages that are checked in parallel: each keeps a processor busy. */
const stageCount = 2
/** Both check the same document; only the theme and the size change in between. */
const looks: readonly Look[] = [
  { theme: 'light', width: 1280, height: 800 },
  { theme: 'dark', width: 900, height: 600 },
]

let harness: Harness
let axe: string
let checked = 0
const free: Stage[] = []
const waiting: ((stage: Stage) => void)[] = []

const takeStage = (): Promise<Stage> => {
  const stage = free.pop()
  return stage ? Promise.resolve(stage) : new Promise((resolve) => waiting.push(resolve))
}
const giveBack = (stage: Stage): void => {
  const next = waiting.shift()
  if (next) next(stage)
  else free.push(stage)
}

/** Runs all of axe's rules on the current page; returns one line per violation. */
const findViolations = async (page: Page, look: Look): Promise<readonly string[]> => {
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run: (options: object) => Promise<AxeResults> } }).axe.run({ resultTypes: ['violations'] }),
  )
  checked++
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${look.theme}, ${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  )
}

describe.skipIf(lack)(`axe and the page’s own policy${lack ? ` (skipped: ${lack})` : ''}`, () => {
  beforeAll(async () => {
    harness = await openHarness()
    axe = await readAxe()
    for (let at = 0; at < stageCount; at++) free.push(await setStage(harness.browser, harness.url, looks[0] as Look))
  })

  afterAll(async () => {
    process.stdout.write(`axe: ${checked} screens checked, ${views.length} views in ${looks.length} looks each\n`)
    await harness?.close()
  })

  it.concurrent.each(views.map((view) => [view.name, view] as const))('%s: no violation, light and dark', async (_, view) => {
    const stage = await takeStage()
    try {
      const faults = await stage.show(view)
      await stage.page.evaluate(axe)
      const violations: string[] = []
      for (const look of looks) {
        await stage.look(look)
        violations.push(...(await findViolations(stage.page, look)))
      }
      expect(violations).toEqual([])
      expect(faults).toEqual([])
    } finally {
      giveBack(stage)
    }
  })

  it('axe detects violations: a picture without alt text and faint text are reported', async () => {
    const stage = await takeStage()
    // On a separate page, because the app's policy forbids the style attribute.
    await stage.page.goto('about:blank')
    await stage.page.setContent('<main><h1 style="color: #999; background: #fff">Faint</h1><img src="data:,"></main>')
    await stage.page.evaluate(axe)
    const found = (await findViolations(stage.page, looks[0] as Look)).join('\n')
    checked--
    giveBack(stage)
    expect(found).toContain('image-alt')
    expect(found).toContain('color-contrast')
  })
})
