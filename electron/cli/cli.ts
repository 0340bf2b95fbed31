import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { leaveProcess } from '../core/keychain/leave-process.ts'
import { limitHeap } from '../core/platform/limit-heap.ts'

const at = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

// The entry of the `packshot` command. It ends quietly if its reader closes the pipe (`| head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})
limitHeap()
const { runCommand } = await import('./run-command.ts')
const { version } = JSON.parse(readFileSync(at('../../package.json'), 'utf8')) as { version: string }
process.exitCode = await runCommand(process.argv.slice(2), {
  entries: { imageProcess: at('./image-process.js'), sampleWorkspace: at('./sample-workspace.js') },
  version,
  environment: process.env,
  platform: process.platform,
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  stdin: process.stdin,
})
// Anything left ends by itself.
await leaveProcess(() => {})
