import type { Browser, Page } from 'playwright'
import { lackForBrowserTests, launchBrowser, startBrowserHost } from './browser-host.ts'
import { type Display, startDisplay } from './display.ts'
import { type ElectronHost, lackForElectronTests, openElectronHost } from './electron-host.ts'
import { realBuild } from './host-build.ts'

export type OpenWindow = {
  readonly page: Page
  /** The last address that the app had opened in the system's browser; waits for one that `isNew` accepts. */
  readonly openedAddress: (isNew: (address: string) => boolean) => Promise<string>
  /** Only in Electron. */
  readonly electron: ElectronHost | undefined
  readonly close: () => Promise<void>
  /** Sends SIGKILL to the app; resolves when it is gone. */
  readonly kill: () => Promise<void>
}

export type WindowHostUnderTest = {
  readonly name: 'Electron' | 'the browser host'
  /** Why it can't run here; `null`: it can. */
  readonly lack: string | null
  /** Shared by all windows of a test file: a display, a browser. */
  readonly prepare: () => Promise<void>
  /** Opens the built app on a data folder, as a person's first or next start. */
  readonly open: (dataFolder: string, environment?: NodeJS.ProcessEnv) => Promise<OpenWindow>
  readonly end: () => Promise<void>
}

/** No keychain, so that no test touches the user's own: secrets are kept in memory. */
const withoutKeychain = { DBUS_SESSION_BUS_ADDRESS: 'disabled:' }

const waitFor = async (addresses: () => Promise<readonly string[]>, isNew: (address: string) => boolean): Promise<string> => {
  const until = Date.now() + 30_000
  for (;;) {
    const found = (await addresses()).findLast(isNew)
    if (found) return found
    if (Date.now() > until) throw new Error('No address was opened in the browser within 30 s')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export const electronUnderTest = (): WindowHostUnderTest => {
  let display: Display | undefined
  return {
    name: 'Electron',
    lack: lackForElectronTests(),
    prepare: async () => {
      display = process.platform === 'linux' ? await startDisplay() : undefined
    },
    open: async (dataFolder, environment = withoutKeychain) => {
      const host = await openElectronHost({ build: realBuild, dataFolder, display: display?.name, environment })
      return {
        page: host.page,
        openedAddress: (isNew) => waitFor(host.openedAddresses, isNew),
        electron: host,
        close: host.close,
        kill: host.kill,
      }
    },
    end: async () => display?.stop(),
  }
}

export const browserHostUnderTest = (): WindowHostUnderTest => {
  let browser: Browser | undefined
  return {
    name: 'the browser host',
    lack: lackForBrowserTests(),
    prepare: async () => {
      browser = await launchBrowser()
    },
    open: async (dataFolder, environment = withoutKeychain) => {
      if (!browser) throw new Error('prepare() comes first')
      const host = await startBrowserHost(realBuild, dataFolder, environment)
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
      const page = await context.newPage()
      await page.goto(host.address)
      const printed = async () =>
        [...host.printed().matchAll(/^(https?:\/\/\S+\/oauth2\/authorize\S*)$/gm)].map(([, address = '']) => address)
      return {
        page,
        openedAddress: (isNew) => waitFor(printed, isNew),
        electron: undefined,
        close: async () => {
          await context.close()
          await host.stop()
        },
        kill: async () => {
          await host.kill()
          await context.close()
        },
      }
    },
    end: async () => browser?.close(),
  }
}
