import { spawn } from 'node:child_process'
import type { Command } from 'commander'
import { sampleFolder } from '../../core/connections/active-connection.ts'
import { exitCodes } from '../exit-codes.ts'
import type { CommandContext } from '../run-command.ts'

export const addWorkspaceCommand = (program: Command, { ports, dataFolder, end }: CommandContext): void => {
  const workspace = program.command('workspace').description('the sample workspace: the whole service on this computer')
  workspace
    .command('serve')
    .description('run it until it is stopped; prints its address and its connection file')
    .option('--port <port>', 'the port to listen on (chosen once and kept)')
    .option('--name <name>', 'the workspace’s name')
    .option('--print-api-key', 'issue an API key and print it')
    .action(async (options: { port?: string; name?: string; printApiKey?: boolean }) => {
      const folder = sampleFolder(dataFolder())
      const args = [ports.entries.sampleWorkspace, '--data-dir', folder]
      if (options.port) args.push('--port', options.port)
      if (options.name) args.push('--name', options.name)
      if (options.printApiKey) args.push('--print-api-key')
      const child = spawn(process.execPath, args, { stdio: 'inherit' })
      const forward = (signal: NodeJS.Signals): void => {
        child.kill(signal)
      }
      process.on('SIGTERM', forward).on('SIGINT', forward)
      const code = await new Promise<number>((resolve) => child.once('exit', (exit) => resolve(exit ?? 1)))
      end(code === 0 ? exitCodes.done : exitCodes.failed)
    })
}
