import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright'
import { lackOf } from './lacks.ts'
import { noteCore, notePages } from './open-pages.ts'

/** The first that is installed. The headless shell draws no frame, tabs and address field around a page, which take half of a page's processor time. */
const browsers = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/microsoft-edge',
]
const browserPath = browsers.find((path) => existsSync(path))

/** Why tests in a browser cannot run here; `null`: they can. */
export const lackForBrowserTests = (): string | null => {
  if (process.env.PACKSHOT_HOST && process.env.PACKSHOT_HOST !== 'browser') return lackOf('another-host')
  return browserPath ? null : lackOf('no-browser')
}

/** There is no GPU, and only the page may use the network: without these flags a cold Chromium sometimes stalls for half a minute. */
const browserArgs = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** An installed Chromium without a window. Its pages are noted (open-pages.ts). */
export const launchBrowser = async (more: readonly string[] = []): Promise<Browser> => {
  const browser = await chromium.launch({ executablePath: browserPath ?? '', args: [...browserArgs, ...more], timeout: 120_000 })
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    notePages(context)
    return context
  }
  return browser
}

export type BrowserHost = {
  /** Valid for one browser. */
  readonly address: string
  readonly origin: string
  readonly child: ChildProcess
  readonly printed: () => string
  /** Sends SIGTERM; resolves to the exit code. */
  readonly stop: () => Promise<number | null>
  readonly kill: () => Promise<void>
}

/** Starts the built browser host as a separate process; it prints its address and opens nothing. `build`: see host-build.ts. */
export const startBrowserHost = async (build: string, dataFolder: string, environment: NodeJS.ProcessEnv = {}): Promise<BrowserHost> => {
  const child = spawn(process.execPath, [`${build}/main/browser-host.js`, '--data-dir', dataFolder, '--no-window'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  })
  let printed = ''
  const ended = once(child, 'exit')
  void ended.then(noteCore(dataFolder))
  const address = await new Promise<string>((resolve, reject) => {
    const look = (text: string): void => {
      printed += text
      const found = /^http:\/\/127\.0\.0\.1:\d+\/enter\S+$/m.exec(printed)?.[0]
      if (found) resolve(found)
    }
    child.stdout.setEncoding('utf8').on('data', look)
    child.stderr.setEncoding('utf8').on('data', look)
    child.once('exit', (code) => reject(new Error(`The browser host ended with ${code}: ${printed}`)))
  })
  return {
    address,
    origin: new URL(address).origin,
    child,
    printed: () => printed,
    stop: async () => {
      if (child.exitCode === null) child.kill('SIGTERM')
      await ended
      return child.exitCode
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
