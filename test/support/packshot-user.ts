import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Image } from '../../shared/pictures/pictures.ts'
import type { Job } from '../../shared/queue/jobs.ts'
import { answerConsent } from './answer-consent.ts'
import { type CommandProcess, startCommandProcess } from './command-process.ts'
import { packshotInside } from './packshot-inside.ts'
import { type Ended, type Running, startPackshot } from './packshot-process.ts'
import type { WorkspaceProcess } from './workspace-process.ts'

type Options = { readonly stdin?: string; readonly consent?: 'allow' | 'deny'; readonly environment?: NodeJS.ProcessEnv }

export type ListedImage = Image & { readonly sourceId: string | null; readonly upload: string | null }

/** A person with a separate data folder. Every output is checked: no stack trace, and JSON if it was requested. */
export type PackshotUser = {
  /** For the test's own files; the data folder is inside. */
  readonly folder: string
  readonly dataFolder: string
  /** As a separate process, always. */
  readonly start: (args: readonly string[], options?: Options) => Running
  /**
   * In this process, or in one that has the user's environment; as a separate one where the command has variables of its own. All as separate
   * processes: `PACKSHOT_COMMANDS=processes`.
   */
  readonly run: (...args: string[]) => Promise<Ended>
  readonly runWith: (options: Options, ...args: string[]) => Promise<Ended>
  /** `packshot run` with an API key of the workspace. */
  readonly work: (workspace: WorkspaceProcess, ...args: string[]) => Promise<Ended>
  readonly list: <T>(...args: string[]) => Promise<readonly T[]>
  readonly jobs: () => Promise<readonly Job[]>
  /** Fails if any of these, or any token of a sample workspace, is in the command's output or anywhere in the data folder. */
  readonly expectNowhere: (secrets: readonly string[]) => Promise<void>
  readonly remove: () => Promise<void>
}

// No keychain, so that no test touches the user's own.
const withoutKeychain = { DBUS_SESSION_BUS_ADDRESS: 'disabled:', DISPLAY: '' }

const check = (args: readonly string[], ended: Ended): Ended => {
  const all = `${ended.stdout}\n${ended.stderr}`
  const what = `packshot ${args.join(' ')}`
  expect(ended.signal, what).toBeNull()
  expect(all, what).not.toMatch(/^\s+at .+:\d+/m)
  expect(all, what).not.toMatch(/\[object |\bundefined\b|\bNaN\b/)
  if (args.includes('--json') && !args.includes('--help')) expect(() => JSON.parse(ended.stdout), what).not.toThrow()
  return ended
}

/** Access and refresh tokens, codes, client secrets, API keys, the admin's token: each has its prefix. */
const workspaceSecret = /\bw(?:at|rt|ac|cs|ak|ad)_[\w-]{40,}/

const filesOf = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true }).catch(() => [])
  const paths = entries.map((entry) => join(folder, entry))
  const facts = await Promise.all(paths.map((path) => stat(path)))
  return paths.filter((_, index) => facts[index]?.isFile())
}

export const createPackshotUser = async (environment: NodeJS.ProcessEnv = withoutKeychain): Promise<PackshotUser> => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-user-'))
  const dataFolder = join(folder, 'data')
  let printed = ''

  const note = (args: readonly string[], ended: Ended): Ended => {
    printed += `$ packshot ${args.join(' ')}\n${ended.stdout}${ended.stderr}[${ended.code}]\n`
    return check(args, ended)
  }
  const start = (args: readonly string[], options: Options = {}): Running => {
    const { child, ended } = startPackshot(args, { dataFolder, ...options, environment: { ...environment, ...options.environment } })
    return { child, ended: ended.then((end) => note(args, end)) }
  }
  let commands: CommandProcess | undefined
  const runInside = (args: readonly string[], { stdin, consent }: Options): Promise<Ended> => {
    const options = { dataFolder, stdin, ...(consent && { onStderr: (text: string) => answerConsent(text, consent) }) }
    if (environment === withoutKeychain) return packshotInside(args, options)
    commands ??= startCommandProcess(environment)
    return commands.run(args, options)
  }
  const runWith = async (options: Options, ...args: string[]): Promise<Ended> =>
    // The workspace's program prints to the command's own output.
    options.environment || args[0] === 'workspace' || process.env.PACKSHOT_COMMANDS === 'processes'
      ? start(args, options).ended
      : note(args, await runInside(args, options))
  const run = (...args: string[]): Promise<Ended> => runWith({}, ...args)
  const list = async <T>(...args: string[]): Promise<readonly T[]> => (await run(...args, '--json')).json()
  return {
    folder,
    dataFolder,
    start,
    run,
    runWith,
    work: (workspace, ...args) =>
      runWith({ stdin: workspace.apiKey }, 'run', '--api-key-stdin', '--base-url', workspace.baseUrl, '--rate', 'none', ...args),
    list,
    jobs: () => list<Job>('jobs'),
    expectNowhere: async (secrets) => {
      // The embedded workspace keeps its own connection file, because it is the other side.
      const paths = (await filesOf(dataFolder)).filter((path) => !path.startsWith(join(dataFolder, 'sample-workspace')))
      const places = [
        { name: 'what was printed', text: printed },
        ...(await Promise.all(paths.map(async (path) => ({ name: path, text: (await readFile(path)).toString('latin1') })))),
      ]
      for (const { name, text } of places) {
        expect(
          secrets.some((secret) => secret.length > 8 && text.includes(secret)),
          `a secret is in ${name}`,
        ).toBe(false)
        expect(workspaceSecret.test(text), `a token of the sample workspace is in ${name}`).toBe(false)
      }
    },
    remove: async () => {
      if (process.env.PACKSHOT_TEST_TRANSCRIPT) process.stderr.write(printed)
      await commands?.end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The command's stderr, without empty lines. */
export const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '')
