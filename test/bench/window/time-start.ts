import { join } from 'node:path'
import { realBuild } from '../../support/host-build.ts'
import { startDrivenApp, toScript } from './driven-app.ts'
import { emptyMain } from './open-scene.ts'

type Place = { readonly dataFolder: string; readonly display: string | undefined }

const nextFrames = 'await new Promise(requestAnimationFrame); await new Promise(requestAnimationFrame)'

/** A blank page that has been drawn. */
const whenDrawn = `(async () => { ${nextFrames}; return Date.now() })()`

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

const timeStart = async (main: string, args: readonly string[], display: string | undefined, onPage: string): Promise<number> => {
  const app = await startDrivenApp({ main, args, display, onPage })
  const { ready, startedAt } = app
  await app.close()
  if (typeof ready !== 'number') throw new Error(`The window did not become usable: ${JSON.stringify(ready)}`)
  return ready - startedAt
}

/** Milliseconds from starting Packshot's process to a window that responds. */
export const timePackshot = ({ dataFolder, display }: Place): Promise<number> =>
  timeStart(`${realBuild}/main/main.js`, ['--data-dir', dataFolder], display, whenUsable)

/** Milliseconds from starting Electron with a minimal app to a blank window that has been drawn. */
export const timeEmptyWindow = ({ dataFolder, display }: Place): Promise<number> =>
  timeStart(emptyMain, [join(dataFolder, 'window')], display, whenDrawn)
