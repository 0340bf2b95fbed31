import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { runCommand } from '../../electron/cli/run-command.ts'
import type { Ended } from './packshot-process.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const main = join(root, 'out', 'main')
const load = createRequire(import.meta.url)

const isCommand = (one: unknown): one is typeof runCommand => typeof one === 'function' && one.name === 'runCommand'

/** From the build; its entry would run at once, so the part that the entry loads is found by its name. */
const findCommand = (): typeof runCommand => {
  const chunks = readdirSync(join(main, 'chunks')).filter((name) => /^run-command-.+\.js$/.test(name))
  const found = chunks.flatMap((name) => Object.values(load(join(main, 'chunks', name)) as object)).find(isCommand)
  if (!found) throw new Error(`The build in ${main} has no command: run “npm run build”.`)
  return found
}

let command: typeof runCommand | undefined

type Options = {
  readonly dataFolder: string
  readonly stdin?: string | undefined
  /** Called with what the command prints to stderr, at once. */
  readonly onStderr?: (text: string) => void
}

/**
 * Runs the built `packshot` command to its end in this process, which has loaded it once: a process of its own takes about half a second of a processor
 * to start. What only a process shows (signals, its end, the keychain, other environment variables) needs `startPackshot`.
 */
export const packshotInside = async (args: readonly string[], { dataFolder, stdin = '', onStderr }: Options): Promise<Ended> => {
  command ??= findCommand()
  const printed = { stdout: '', stderr: '' }
  const code = await command([...args], {
    entries: { imageProcess: join(main, 'image-process.js'), sampleWorkspace: join(main, 'sample-workspace.js') },
    version: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,
    environment: { ...process.env, PACKSHOT_DATA_DIR: dataFolder },
    platform: process.platform,
    stdout: (text) => {
      printed.stdout += text
    },
    stderr: (text) => {
      printed.stderr += text
      onStderr?.(text)
    },
    stdin: Readable.from(stdin === '' ? [] : [stdin]),
  })
  return { code, signal: null, ...printed, json: () => JSON.parse(printed.stdout) as never }
}
