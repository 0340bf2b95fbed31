import { join } from 'node:path'
import { leaveProcess } from '../core/base/keychain/leave-process.ts'
import { limitHeap } from '../core/base/platform/limit-heap.ts'
import type { CommandPorts } from './command-context.ts'

type Options = Pick<CommandPorts, 'children' | 'version'> & {
  /** The folder of the built entries. */
  readonly built: string
  /** How this host ends with an exit code, once all is written. */
  readonly exit: (code: number) => void
}

/** Runs one command line of `packshot` with this process's own streams, and ends it. It ends quietly if its reader closes the pipe (`| head`). */
export const runHere = async (args: readonly string[], { built, children, version, exit }: Options): Promise<void> => {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  limitHeap()
  const { runCommand } = await import('./run-command.ts')
  const code = await runCommand(args, {
    entries: { imageProcess: join(built, 'image-process.js'), sampleWorkspace: join(built, 'sample-workspace.js') },
    children,
    version,
    environment: process.env,
    platform: process.platform,
    stdout: (text) => process.stdout.write(text),
    stderr: (text) => process.stderr.write(text),
    stdin: process.stdin,
  })
  await leaveProcess(() => exit(code))
}
