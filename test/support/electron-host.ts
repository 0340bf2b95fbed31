import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { _electron, type ElectronApplication, type Page } from 'playwright'
import { hasXvfb } from './display.ts'
import { withEvaluateOnce } from './evaluate-once.ts'
import { lackOf } from './lacks.ts'
import { noteCore, notePages } from './open-pages.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const runtime = (await import(new URL('../../build/electron-runtime.mjs', import.meta.url).href)) as {
  readonly findElectron: (root: string) => string | undefined
}
const program = runtime.findElectron(root)

/** Why tests in Electron cannot run here; `null`: they can. */
export const lackForElectronTests = (): string | null => {
  if (process.env.PACKSHOT_HOST && process.env.PACKSHOT_HOST !== 'electron') return lackOf('another-host')
  if (!program) return lackOf('no-electron')
  if (process.platform === 'linux' && !hasXvfb()) return lackOf('no-xvfb')
  return null
}

export type ElectronHost = {
  readonly app: ElectronApplication
  readonly page: Page
  readonly pid: number
  /** The addresses that the app would have opened in the system's browser. */
  readonly openedAddresses: () => Promise<readonly string[]>
  /** Sets the answers to the next native message boxes: the index of a button each. Returns their texts so far. */
  readonly answerDialogs: (responses: readonly number[]) => Promise<void>
  readonly dialogs: () => Promise<readonly { readonly message: string; readonly detail: string; readonly buttons: readonly string[] }[]>
  readonly close: () => Promise<void>
  /** Sends SIGKILL; resolves when it is gone. */
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

/** There is no GPU behind Xvfb: Chromium would restart its process for it repeatedly, and sometimes wait for it without end. */
const displayArgs = process.platform === 'linux' ? ['--disable-gpu'] : []

/** Root can't use Chromium's process sandbox; the page's own sandbox (no Node) works without it. */
const sandboxArgs = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** Electron's program, and the flags that this machine requires before an app's own. */
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
  // Without a path to a program Playwright uses the `electron` package's, and delays the app until it has attached itself.
  const app = withEvaluateOnce(await _electron.launch({ args, env, timeout: 180_000 }))
  notePages(app.context())
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
  const page = await app.firstWindow({ timeout: 180_000 })
  await page.waitForLoadState('load')
  const child = app.process()
  const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve([])
  void ended.then(noteCore(options.dataFolder))
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
