import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { noteCore, notePages } from '../support/open-pages.ts'

/** There is no GPU behind Xvfb, and root can't use Chromium's process sandbox. */
const switchesOf = (user = process.getuid?.()): readonly string[] => ['--disable-gpu', ...(user === 0 ? ['--no-sandbox'] : [])]

export type Start = {
  readonly program: string
  /** The folder it is started in: any. */
  readonly cwd: string
  /** If missing, it uses its default data folder. */
  readonly dataFolder?: string
  readonly env: NodeJS.ProcessEnv
  readonly args?: readonly string[]
  /** A user other than the one who runs the tests, by number. */
  readonly user?: number
}

const spawnApp = ({ program, cwd, dataFolder, env, args = [], user }: Start): ChildProcess => {
  const data = dataFolder === undefined ? [] : ['--data-dir', dataFolder]
  const as = user === undefined ? {} : { uid: user, gid: user }
  return spawn(program, [...switchesOf(user), ...data, ...args], { cwd, env, ...as, stdio: ['ignore', 'pipe', 'pipe'] })
}

export type PackagedApp = {
  readonly child: ChildProcess
  readonly page: Page
  readonly printed: () => string
  /** Sends SIGTERM, like the end of a desktop session; resolves to the exit code. */
  readonly stop: () => Promise<number | null>
}

/** A connection file of a workspace that doesn't exist. */
export const teamFile = { packshot: 1, name: 'Team', baseUrl: 'https://team.invalid', clientId: 'c', clientSecret: 's' }

/** Playwright never finishes connecting while the window's first page is loading. */
const waitForWindow = async (port: string): Promise<void> => {
  for (const until = Date.now() + 120_000; Date.now() < until; ) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => undefined)
    const pages = (await answer?.json()) as readonly { readonly type: string; readonly title: string }[] | undefined
    if (pages?.some(({ type, title }) => type === 'page' && title === 'Packshot')) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The package showed no window within two minutes.')
}

/** Starts the package and controls its window through Chromium's own remote port, because Node's inspector is fused off. */
export const openPackagedApp = async (start: Start): Promise<PackagedApp> => {
  const child = spawnApp({ ...start, args: ['--remote-debugging-port=0', ...(start.args ?? [])] })
  const ended = once(child, 'exit')
  let printed = ''
  const address = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        printed += text
        const found = /DevTools listening on (ws:\S+)/.exec(printed)?.[1]
        if (found) resolve(found)
      })
    child.once('exit', (code) => reject(new Error(`The package ended with ${code}: ${printed}`)))
  })
  await waitForWindow(new URL(address).port)
  const browser: Browser = await chromium.connectOverCDP(address)
  const [context] = browser.contexts()
  const page = context?.pages()[0] ?? (await context?.waitForEvent('page'))
  if (!page) throw new Error('The package has no window')
  notePages(page.context())
  if (start.dataFolder !== undefined) void ended.then(noteCore(start.dataFolder))
  await page.waitForLoadState('load')
  return {
    child,
    page,
    printed: () => printed,
    stop: async () => {
      child.kill('SIGTERM')
      const [code] = await ended
      await browser.close().catch(() => {})
      return code as number | null
    },
  }
}

/** Starts the package once more on the same folder; resolves when that second start has ended. */
export const startOnceMore = async (start: Start): Promise<number | null> => {
  const [code] = await once(spawnApp(start), 'exit')
  return code as number | null
}

/** Our own `xdg-open`, first on the PATH: it records what Packshot opens in the browser. */
export const writeDownOpened = async (
  folder: string,
): Promise<{ readonly path: string; readonly opened: () => Promise<readonly string[]> }> => {
  const list = join(folder, 'opened')
  await mkdir(join(folder, 'bin'), { recursive: true })
  await writeFile(join(folder, 'bin/xdg-open'), `#!/bin/sh\nprintf '%s\\n' "$1" >> '${list}'\n`)
  await chmod(join(folder, 'bin/xdg-open'), 0o755)
  return {
    path: `${join(folder, 'bin')}:${process.env.PATH}`,
    opened: async () => (await readFile(list, 'utf8').catch(() => '')).split('\n').filter(Boolean),
  }
}
