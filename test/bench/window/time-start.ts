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

const nextFrames = 'await new Promise(requestAnimationFrame); await new Promise(requestAnimationFrame)'

/** A blank page that has been drawn. */
const whenDrawn = `(async () => { ${nextFrames}; return Date.now() })()`

/** A blank page in which a button was added, and clicked; its answer has been drawn. Checked at each frame, as in `whenUsable`. */
const whenAnswered = toScript(async () => {
  const frame = () => new Promise(requestAnimationFrame)
  const button = document.body.appendChild(document.createElement('button'))
  button.textContent = 'Connect workspace'
  // After the event, as React does.
  button.onclick = () => queueMicrotask(() => document.body.appendChild(document.createElement('dialog')).show())
  button.click()
  while (!document.querySelector('dialog')) await frame()
  await frame()
  await frame()
  return Date.now()
})

/**
 * Waits for the first usable element and uses it: an arrow key in the grid selects a picture, or “Connect workspace” opens its
 * dialog. Resolves when that is drawn, to milliseconds since 1970.
 */
const whenUsable = toScript(async () => {
  const frame = () => new Promise(requestAnimationFrame)
  const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector)
  const grid = '[role=grid][aria-label=Pictures]'
  const welcome = () => [...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === 'Connect workspace')
  for (;;) {
    if (find(`${grid} [role=gridcell][aria-selected]`)) {
      find(grid)?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }))
      while (!find(`${grid} [role=gridcell][aria-selected=true]`)) await frame()
      break
    }
    // In a library it is in a line above the grid, and the grid is still to come.
    if (welcome() && find('h1')?.textContent === 'Welcome to Packshot') {
      welcome()?.click()
      while (!find('[role=dialog]')) await frame()
      break
    }
    await frame()
  }
  await frame()
  await frame()
  return Date.now()
})

type Start = Pick<Place, 'display' | 'openMs'> & { readonly main: string; readonly args: readonly string[]; readonly onPage: string }

const timeStart = async ({ openMs = 0, ...start }: Start): Promise<number> => {
  const app = await startDrivenApp(start)
  const { ready, startedAt } = app
  await sleep(openMs)
  await app.close()
  if (typeof ready !== 'number') throw new Error(`The window did not become usable: ${JSON.stringify(ready)}`)
  return ready - startedAt
}

/** Milliseconds from starting Packshot's process to a window that responds. */
export const timePackshot = ({ dataFolder, ...place }: Place): Promise<number> =>
  timeStart({ ...place, main: `${realBuild}/main/main.js`, args: ['--data-dir', dataFolder], onPage: whenUsable })

/** Milliseconds from starting Electron with a minimal app to a blank window that has been drawn. */
export const timeEmptyWindow = ({ dataFolder, ...place }: Place): Promise<number> =>
  timeStart({ ...place, main: emptyMain, args: [join(dataFolder, 'window')], onPage: whenDrawn })

/** The same until the blank window has answered a click, as Packshot does in `timePackshot`. */
export const timeAnsweringWindow = ({ dataFolder, ...place }: Place): Promise<number> =>
  timeStart({ ...place, main: emptyMain, args: [join(dataFolder, 'window')], onPage: whenAnswered })
