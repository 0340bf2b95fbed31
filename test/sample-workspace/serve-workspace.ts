import { Command } from 'commander'
import type { CommandContext } from '../../electron/cli/command-context.ts'
import { addWorkspaceCommand } from '../../electron/cli/commands/workspace.ts'

// A program for the tests: `packshot workspace serve` with the workspace's entry and the data folder as arguments.
const [entry = '', folder = ''] = process.argv.slice(2)
const context = {
  ports: { platform: process.platform, entries: { sampleWorkspace: entry } },
  dataFolder: () => folder,
  end: (code: number) => process.exit(code),
} as unknown as CommandContext
const program = new Command()
addWorkspaceCommand(program, context)
await program.parseAsync(['workspace', 'serve'], { from: 'user' })
