import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { labels } from '../../shared/base/label-words.ts'
import { systemFiles } from '../core/base/platform/system-files.ts'
import { decideInWorkspace } from './demo/allow-in-workspace.ts'
import { runCommand } from './run-command.ts'

const at = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const entries = { imageProcess: at('./image-process.js'), sampleWorkspace: at('./sample-workspace.js') }

const questions = ['What colours does it have?', labels.exampleQuestion]
const folder = process.env.PACKSHOT_DATA_DIR ? resolve(process.env.PACKSHOT_DATA_DIR) : join(tmpdir(), `packshot-demo-${randomUUID()}`)

const show = (text: string): void => {
  process.stdout.write(text)
}

/** Runs one command line as a person would, and gives consent on the sample workspace's page when asked to open it. */
const packshot = async (...args: string[]): Promise<number> => {
  show(`\n$ packshot ${args.map((arg) => (/[\s?]/.test(arg) ? `"${arg}"` : arg)).join(' ')}\n`)
  return runCommand(['--data-dir', folder, ...args], {
    entries,
    version: 'demo',
    environment: process.env,
    platform: process.platform,
    stdout: show,
    stderr: (text) => {
      show(text)
      const address = text.split('\n').find((line) => line.includes('/oauth2/authorize') && URL.canParse(line))
      if (address) decideInWorkspace(address).catch((error: unknown) => show(`${error}\n`))
    },
    stdin: process.stdin,
  })
}

// The main workflow from start to end on real pictures: add, ask, attach, sign in, run, show.
await systemFiles.makeFolder(folder, 0o700)
const steps = [
  ['add', at('./sample-pictures')],
  ['ask', ...questions.flatMap((question) => ['--question', question])],
  ['attach', '--new', 'Sample product'],
  ['run', '--connect', 'sample', '--no-browser'],
  ['answers'],
  ['products'],
]
for (const step of steps) {
  const code = await packshot(...step)
  if (code !== 0) {
    process.exitCode = code
    break
  }
}
show(`\nEverything is kept in ${folder}\nSee it with: npm run packshot -- --data-dir "${folder}" status\n`)
