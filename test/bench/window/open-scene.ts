import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PageWithBridge } from '../../support/bridge-in-page.ts'
import { realBuild } from '../../support/host-build.ts'
import { type DrivenApp, startDrivenApp } from './driven-app.ts'

export const gridSelector = '[role=grid][aria-label=Pictures]'
export const bareSelector = '[data-bare]'

/** The main file of an app that shows an empty window. */
export const emptyMain = fileURLToPath(new URL('./empty-window.cjs', import.meta.url))

type Place = { readonly dataFolder: string; readonly display: string | undefined }

const open = (build: string, { dataFolder, display }: Place): Promise<DrivenApp> =>
  startDrivenApp({ main: `${build}/main/main.js`, args: ['--data-dir', dataFolder], display })

/** Waits in the page until such an element exists; checks at each frame. */
const waitFor = (app: DrivenApp, selector: string): Promise<void> =>
  app.run(async (wanted) => {
    while (!document.querySelector(wanted)) await new Promise(requestAnimationFrame)
  }, selector)

/** Packshot itself, with nothing in its library yet. */
export const openWelcome = (place: Place): Promise<DrivenApp> => open(realBuild, place)

/** The least that shows a window. */
export const openEmptyWindow = ({ dataFolder, display }: Place): Promise<DrivenApp> =>
  startDrivenApp({ main: emptyMain, args: [join(dataFolder, 'window')], display })

/** Packshot itself, showing its grid. */
export const openPackshot = async (place: Place): Promise<DrivenApp> => {
  const app = await open(realBuild, place)
  await waitFor(app, `${gridSelector} [role=gridcell][aria-selected]`)
  return app
}

/** The same app with the bare list in place of its page. */
export const openBareList = async (build: string, place: Place, list: { readonly count: number; readonly height: number }) => {
  const app = await open(build, place)
  await app.run((props) => (globalThis as unknown as { showBareList: (given: object) => void }).showBareList(props), list)
  await waitFor(app, `${bareSelector} > div > div`)
  return app
}

const press = (app: DrivenApp, selector: string, text: string): Promise<void> =>
  app.run(
    async ([wanted, words]) => {
      const find = () => [...document.querySelectorAll<HTMLElement>(wanted)].find((one) => one.textContent?.trim() === words)
      while (!find()) await new Promise(requestAnimationFrame)
      find()?.click()
    },
    [selector, text] as const,
  )

const fill = async (app: DrivenApp, selector: string, text: string): Promise<void> => {
  await waitFor(app, selector)
  await app.run((wanted) => document.querySelector<HTMLElement>(wanted)?.focus(), selector)
  await app.type(text)
}

/** Connects with an API key, as a person would. */
export const connectByHand = async (app: DrivenApp, baseUrl: string): Promise<void> => {
  await press(app, 'button', 'Connect workspace')
  await press(app, '[role=tab]', 'API key')
  await fill(app, '[role=dialog] input[type=url]', baseUrl)
  await fill(app, '[role=dialog] input[type=password]', 'bench-key')
  await press(app, '[role=dialog] button[type=submit]', 'Test and connect')
  await app.run(async () => {
    while (document.querySelector('[role=dialog]')) await new Promise(requestAnimationFrame)
  })
}

export const connectThroughBridge = (app: DrivenApp, baseUrl: string): Promise<void> =>
  app.run(async (address) => {
    const { bridge } = globalThis as unknown as PageWithBridge
    await bridge.client.session.connect({ kind: 'api-key', baseUrl: address, apiKey: 'bench-key' })
  }, baseUrl)

/** The size that a grid measures for itself: as many rows of one height. */
export const readGrid = (app: DrivenApp): Promise<{ readonly count: number; readonly height: number }> =>
  app.run(async (selector) => {
    const grid = document.querySelector(selector)
    // It knows how many columns fit only after its layout.
    while (Number(grid?.getAttribute('aria-colcount')) < 2) await new Promise(requestAnimationFrame)
    return {
      count: Number(grid?.getAttribute('aria-rowcount')),
      height: grid?.querySelector('[role=row]')?.getBoundingClientRect().height ?? 0,
    }
  }, gridSelector)

export type Memory = { readonly residentMb: number; readonly peakMb: number; readonly privateMb: number }

/** Memory of the window's own process (not the main process, not Chromium's others), from Linux's /proc. */
export const readMemory = async (app: DrivenApp): Promise<Memory> => {
  const pid = await app.windowPid()
  const [status, rollup] = [await readFile(`/proc/${pid}/status`, 'utf8'), await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')]
  const mb = (text: string, name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? Number.NaN) / 1024
  return {
    residentMb: mb(status, 'VmRSS'),
    peakMb: mb(status, 'VmHWM'),
    privateMb: mb(rollup, 'Private_Dirty') + mb(rollup, 'Private_Clean'),
  }
}
