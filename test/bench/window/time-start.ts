import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { realBuild } from '../../support/host-build.ts'
import { startDrivenApp, toScript } from './driven-app.ts'
import { emptyMain } from './open-scene.ts'

type Place = {
  readonly dataFolder: string
  readonly display: string | undefined
  /** Leaves it open this long before it is closed, as a person would. */
  readonly openMs?: number
}

/** What a page says, each in milliseconds since 1970. `usable`: what is used was there; `answered`: so was its answer. `null`: nothing is used. */
type Reached = {
  readonly begun: number
  readonly parsed: number
  readonly usable: number | null
  readonly answered: number | null
  readonly drawn: number
}

/** How far a start was, in milliseconds since its process was started. */
export type Start = Omit<Reached, 'usable' | 'answered'> & { readonly usable: number; readonly answered: number }

/** Frames until a page is drawn, and the time. Scripts of a page can't share code, so each is put around this. */
const drawn = (used: string): string => `(async () => {
  const { usable = null, answered = null } = ${used}
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  const begun = performance.timeOrigin
  const [{ domInteractive }] = performance.getEntriesByType('navigation')
  return { begun, parsed: begun + domInteractive, usable, answered, drawn: Date.now() }
})()`

/** A blank page that has been drawn. */
const whenDrawn = drawn('{}')

/** A blank page in which a button was added, and clicked; its answer has been drawn. Checked at each frame, as in `whenUsable`. */
const whenAnswered = drawn(
  `await ${toScript(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    const usable = Date.now()
    const button = document.body.appendChild(document.createElement('button'))
    button.textContent = 'Connect workspace'
    // After the event, as React does.
    button.onclick = () => queueMicrotask(() => document.body.appendChild(document.createElement('dialog')).show())
    button.click()
    while (!document.querySelector('dialog')) await frame()
    return { usable, answered: Date.now() }
  })}`,
)

/**
 * Waits for the first usable element and uses it: an arrow key in the grid selects a picture, or “Connect workspace” opens its
 * dialog. Resolves when that is drawn.
 */
const whenUsable = drawn(
  `await ${toScript(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector)
    const grid = '[role=grid][aria-label=Pictures]'
    const welcome = () => [...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === 'Connect workspace')
    let usable = 0
    for (;;) {
      if (find(`${grid} [role=gridcell][aria-selected]`)) {
        usable = Date.now()
        find(grid)?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }))
        while (!find(`${grid} [role=gridcell][aria-selected=true]`)) await frame()
        break
      }
      // In a library it is in a line above the grid, and the grid is still to come.
      if (welcome() && find('h1')?.textContent === 'Welcome to Packshot') {
        usable = Date.now()
        welcome()?.click()
        while (!find('[role=dialog]')) await frame()
        break
      }
      await frame()
    }
    return { usable, answered: Date.now() }
  })}`,
)

type Way = Pick<Place, 'display' | 'openMs'> & { readonly main: string; readonly args: readonly string[]; readonly onPage: string }

const timeStart = async ({ openMs = 0, ...way }: Way): Promise<Start> => {
  const app = await startDrivenApp(way)
  const { ready, startedAt } = app
  await sleep(openMs)
  await app.close()
  const reached = ready as Partial<Reached> | null
  if (typeof reached?.drawn !== 'number') throw new Error(`The window did not become usable: ${JSON.stringify(ready)}`)
  const { begun = 0, parsed = 0, drawn: shown, usable, answered } = reached
  const since = (at: number): number => at - startedAt
  return {
    begun: since(begun),
    parsed: since(parsed),
    usable: since(usable ?? shown),
    answered: since(answered ?? shown),
    drawn: since(shown),
  }
}

/** Milliseconds from starting Packshot's process to a window that responds. */
export const timePackshot = ({ dataFolder, ...place }: Place): Promise<Start> =>
  timeStart({ ...place, main: `${realBuild}/main/main.js`, args: ['--data-dir', dataFolder], onPage: whenUsable })

/** Milliseconds from starting Electron with a minimal app to a blank window that has been drawn. */
export const timeEmptyWindow = ({ dataFolder, ...place }: Place): Promise<Start> =>
  timeStart({ ...place, main: emptyMain, args: [join(dataFolder, 'window')], onPage: whenDrawn })

/** The same until the blank window has answered a click, as Packshot does in `timePackshot`. */
export const timeAnsweringWindow = ({ dataFolder, ...place }: Place): Promise<Start> =>
  timeStart({ ...place, main: emptyMain, args: [join(dataFolder, 'window')], onPage: whenAnswered })
