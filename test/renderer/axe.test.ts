import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lackForBrowserTests } from '../support/browser-host.ts'
import { readAxe } from './axe-source.ts'
import { type Harness, openHarness } from './open-harness.ts'
import { type Look, type Stage, setStage } from './show-scene.ts'
import { type View, views } from './views.ts'

const lack = lackForBrowserTests()
/** Pages that are checked in parallel: each keeps a processor busy. */
const stageCount = 2
/** Both check the same document; only the theme and the size change in between. */
const looks: readonly Look[] = [
  { theme: 'light', width: 1280, height: 800 },
  { theme: 'dark', width: 900, height: 600 },
]

let harness: Harness
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

/** Shows a view and runs axe in both looks. `plant` changes the page before. */
const checkView = async (
  view: View,
  plant?: () => void,
): Promise<{ readonly faults: readonly string[]; readonly violations: string[] }> => {
  const stage = await takeStage()
  try {
    const faults = await stage.show(view)
    if (plant) await stage.page.evaluate(plant)
    const violations: string[] = []
    for (const look of looks) {
      await stage.look(look)
      violations.push(...(await findViolations(stage.page, look)))
    }
    return { faults, violations }
  } finally {
    giveBack(stage)
  }
}

/** A button without a name; text that is faint in the dark; a list that only overflows in the small window, where no key reaches its end. */
const plantFaults = (): void => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
    .planted-text { color: #000; background: #fff; }
    .planted-list { max-height: 400px; overflow: auto; }
    .planted-list p { height: 150px; }
    @media (prefers-color-scheme: dark) { .planted-text { color: #555; background: #444; } }
    @media (max-height: 700px) { .planted-list { max-height: 60px; } }`)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  const part = (tag: string, className: string, ...content: (string | Node)[]): HTMLElement => {
    const element = document.createElement(tag)
    element.className = className
    element.append(...content)
    return element
  }
  document
    .querySelector('main')
    ?.prepend(
      part('button', 'planted-button'),
      part('p', 'planted-text', 'Faint'),
      part('div', 'planted-list', part('p', '', 'First'), part('p', '', 'Second')),
    )
}

describe.skipIf(lack)(`axe and the page’s own policy${lack ? ` (skipped: ${lack})` : ''}`, () => {
  beforeAll(async () => {
    harness = await openHarness()
    const axe = await readAxe()
    for (let at = 0; at < stageCount; at++) free.push(await setStage(harness.browser, harness.url, looks[0] as Look, axe))
  })

  afterAll(async () => {
    process.stdout.write(`axe: ${checked} screens checked, ${views.length} views in ${looks.length} looks each\n`)
    await harness?.close()
  })

  it.concurrent.each(views.map((view) => [view.name, view] as const))('%s: no violation, light and dark', async (_, view) => {
    const { faults, violations } = await checkView(view)
    expect(violations).toEqual([])
    expect(faults).toEqual([])
  })

  it('axe detects what is planted in a view, in the look that shows it', async () => {
    const view: View = { name: 'planted', scene: 'full', screen: 'more-sources' }
    const { violations } = await checkView(view, plantFaults)
    const found = (text: string): string[] =>
      violations.filter((line) => line.includes(text)).map((line) => line.slice(0, line.indexOf(':')))
    expect(found('.planted-button')).toEqual(['light, button-name', 'dark, button-name'])
    expect(found('.planted-text')).toEqual(['dark, color-contrast'])
    expect(found('.planted-list')).toEqual(['dark, scrollable-region-focusable'])
    checked -= looks.length
  })

  it('axe detects violations: a picture without alt text and faint text are reported', async () => {
    const stage = await takeStage()
    // On a separate page, because the app's policy forbids the style attribute.
    await stage.page.goto('about:blank')
    await stage.page.setContent('<main><h1 style="color: #999; background: #fff">Faint</h1><img src="data:,"></main>')
    const found = (await findViolations(stage.page, looks[0] as Look)).join('\n')
    checked--
    giveBack(stage)
    expect(found).toContain('image-alt')
    expect(found).toContain('color-contrast')
  })
})
