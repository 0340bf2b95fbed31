import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { _electron, type ElectronApplication, type Page } from 'playwright'
import { hasXvfb } from './display.ts'
import { withEvaluateOnce } from './evaluate-once.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const runtime = (await import(new URL('../../build/electron-runtime.mjs', import.meta.url).href)) as {
  readonly findElectron: (root: string) => string | undefined
}
const program = runtime.findElectron(root)

/** Why tests in Electron cannot run here; `null`: they can. */
export const lackForElectronTests = (): string | null => {
  if (process.env.PACKSHOT_HOST && process.env.PACKSHOT_HOST !== 'electron') return 'another host was asked for'
  if (!program) return 'there is no Electron runtime here'
  if (process.platform === 'linux' && !hasXvfb()) return 'there is no Xvfb here'
  return null
}

export type ElectronHost = {
  readonly app: ElectronApplication
  readonly page: Page
  readonly pid: number
  /** What the app would have opened in the system's browser. */
  readonly openedAddresses: () => Promise<readonly string[]>
  /** Decides what the next native message boxes answer: the index of a button each. Returns what they said so far. */
  readonly answerDialogs: (responses: readonly number[]) => Promise<void>
  readonly dialogs: () => Promise<readonly { readonly message: string; readonly detail: string; readonly buttons: readonly string[] }[]>
  readonly close: () => Promise<void>
  /** SIGKILL; resolves when it is gone. */
  readonly kill: () => Promise<void>
}

type Options = {
  /** A folder with main/, preload/ and renderer/ (host-build.ts). */
  readonly build: string
  readonly dataFolder: string
  readonly display: string | undefined
  readonly args?: readonly string[]
  /** Added to ours. */
  readonly environment?: NodeJS.ProcessEnv
}

/** There is no GPU behind Xvfb: Chromium would start a process for it again and again, and now and then wait for it for ever. */
const displayArgs = process.platform === 'linux' ? ['--disable-gpu'] : []

/** Root may not use Chromium's sandbox of processes; the page's own sandbox (no Node) is the same without it. */
const sandboxArgs = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** Electron's program, and the flags that this machine needs before an app's own. */
export const electronProgram = { program: program ?? '', flags: [...sandboxArgs, ...displayArgs] }

export const electronCommand = ({ build, dataFolder, args = [] }: Pick<Options, 'build' | 'dataFolder' | 'args'>) => ({
  program: electronProgram.program,
  args: [...electronProgram.flags, `${build}/main/main.js`, '--data-dir', dataFolder, ...args],
})

type Spied = { openedAddresses: string[]; shownDialogs: unknown[]; responses: number[] }

/** Starts Packshot in a real Electron and waits for its window. */
export const openElectronHost = async (options: Options): Promise<ElectronHost> => {
  const { args } = electronCommand(options)
  const env = Object.fromEntries(
    Object.entries({ ...process.env, ...options.environment, DISPLAY: options.display ?? process.env.DISPLAY }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  )
  // Without a path to a program Playwright takes the `electron` package's, and makes the app wait until it has attached itself.
  const app = withEvaluateOnce(await _electron.launch({ args, env, timeout: 60_000 }))
  await app.evaluate(({ shell, dialog }) => {
    const spied = { openedAddresses: [] as string[], shownDialogs: [] as unknown[], responses: [] as number[] }
    Object.assign(globalThis, { spied })
    shell.openExternal = async (address: string) => {
      spied.openedAddresses.push(address)
    }
    const show = async (...given: unknown[]) => {
      spied.shownDialogs.push(given.at(-1))
      return { response: spied.responses.shift() ?? 0, checkboxChecked: false }
    }
    dialog.showMessageBox = show as typeof dialog.showMessageBox
  })
  const page = await app.firstWindow()
  await page.waitForLoadState('load')
  const child = app.process()
  const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve([])
  return {
    app,
    page,
    pid: child.pid ?? 0,
    openedAddresses: () => app.evaluate(() => (globalThis as unknown as { spied: Spied }).spied.openedAddresses),
    answerDialogs: (responses) =>
      app.evaluate((_electron, given) => {
        const { spied } = globalThis as unknown as { spied: Spied }
        spied.responses = [...given]
      }, responses),
    dialogs: () =>
      app.evaluate(() => (globalThis as unknown as { spied: Spied }).spied.shownDialogs) as ReturnType<ElectronHost['dialogs']>,
    close: async () => {
      await app.close().catch(() => {})
      await ended
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
