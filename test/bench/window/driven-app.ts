import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { electronProgram } from '../../support/electron-host.ts'
import { endWithUs } from '../end-with-us.ts'

const driver = fileURLToPath(new URL('./app-driver.cjs', import.meta.url))

export type DrivenApp = {
  /** Milliseconds since 1970 when its process was started. */
  readonly startedAt: number
  /** The main process. */
  readonly pid: number
  /** The result of the script for its first page. */
  readonly ready: unknown
  /** Runs a function in the page. It must not use variables from outside. */
  readonly run: <T, G = undefined>(work: (given: G) => T | Promise<T>, given?: G) => Promise<T>
  /** Types into the focused field. */
  readonly type: (text: string) => Promise<void>
  /** Runs this under the CPU profiler of the page's main thread, which slows it a little; returns V8's profile as JSON. */
  readonly profile: (work: () => Promise<unknown>) => Promise<string>
  /** How much of a processor the page's main thread used meanwhile, 0–1: what a busy machine changes little. */
  readonly share: (work: () => Promise<unknown>) => Promise<number>
  /** The longest turn of the main process's event loop since the last call, in milliseconds. */
  readonly longestTurn: () => Promise<number>
  /** The window's own process. */
  readonly windowPid: () => Promise<number>
  /** Sends SIGTERM, and waits until it has ended. */
  readonly close: () => Promise<void>
}

type Message = { readonly id: string; readonly value?: unknown; readonly error?: string }

/** A script that calls the function with this argument. */
export const toScript = <G>(work: (given: G) => unknown, given?: G): string => `(${work})(${JSON.stringify(given) ?? ''})`

type Options = {
  readonly main: string
  readonly args?: readonly string[]
  readonly display: string | undefined
  /** Runs in the first page as soon as its document exists. */
  readonly onPage?: string
}

const patienceMs = 120_000

/** Starts an Electron app that the bench drives, without a debugger; resolves when its first page has run `onPage`. */
export const startDrivenApp = async ({ main, args = [], display, onPage }: Options): Promise<DrivenApp> => {
  const { program, flags } = electronProgram
  const startedAt = Date.now()
  const child = endWithUs(
    spawn(program, [...flags, '-r', driver, main, ...args], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: { ...process.env, ...(display === undefined ? {} : { DISPLAY: display }), PACKSHOT_BENCH_ON_PAGE: onPage ?? '' },
    }),
  )
  let words = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-1000)
  })
  const ended = once(child, 'exit')
  const waiting = new Map<string, (message: Message) => void>()
  child.on('message', (message: Message) => waiting.get(message.id)?.(message))
  const answerTo = (id: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`The app did not answer in ${patienceMs / 1000} s: ${words}`)), patienceMs)
      void ended.then(() => {
        clearTimeout(timer)
        reject(new Error(`The app ended: ${words}`))
      })
      waiting.set(id, ({ value, error }) => {
        waiting.delete(id)
        clearTimeout(timer)
        if (error === undefined) resolve(value)
        else reject(new Error(error))
      })
    })
  let asked = 0
  const ask = (
    kind: 'run' | 'type' | 'pid' | 'longest-turn' | 'task-time' | 'start-profile' | 'stop-profile',
    text = '',
  ): Promise<unknown> => {
    const id = String(++asked)
    const answer = answerTo(id)
    child.send({ id, kind, text })
    return answer
  }
  const ready = await answerTo('ready')
  return {
    startedAt,
    pid: child.pid ?? 0,
    ready,
    run: <T, G>(work: (given: G) => T | Promise<T>, given?: G) => ask('run', toScript(work, given)) as Promise<T>,
    type: async (text) => void (await ask('type', text)),
    profile: async (work) => {
      await ask('start-profile')
      await work()
      return (await ask('stop-profile')) as string
    },
    share: async (work) => {
      const [before, from] = [(await ask('task-time')) as number, performance.now()]
      await work()
      return (((await ask('task-time')) as number) - before) / (performance.now() - from)
    },
    longestTurn: () => ask('longest-turn') as Promise<number>,
    windowPid: () => ask('pid') as Promise<number>,
    close: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
