import { Command, CommanderError } from 'commander'
import { sayNetworkShare } from '../../shared/base/data-folder-words.ts'
import { AppError, toAppError } from '../../shared/base/errors.ts'
import type { CommandContext, CommandPorts } from './command-context.ts'
import { addAddCommand } from './commands/add.ts'
import { addAskCommand } from './commands/ask.ts'
import { addAttachCommand } from './commands/attach.ts'
import { addCheckCommands } from './commands/check.ts'
import { addConnectCommands } from './commands/connect.ts'
import { addConnectionCommand } from './commands/connection.ts'
import { addContinueCommand } from './commands/continue.ts'
import { addExportCommands } from './commands/export.ts'
import { addFixCommand } from './commands/fix.ts'
import { addHandoverCommands } from './commands/handover.ts'
import { addImportTextsCommand } from './commands/import-texts.ts'
import { addListCommands } from './commands/lists.ts'
import { addMatchCommand } from './commands/match.ts'
import { addPlansCommand } from './commands/plans.ts'
import { addProblemsCommand } from './commands/problems.ts'
import { addProductCommands } from './commands/products.ts'
import { addProxyCommand } from './commands/proxy.ts'
import { addPublishingCommand } from './commands/publishing.ts'
import { addRecoveryCommand } from './commands/recovery.ts'
import { addRemovedCommands } from './commands/removed.ts'
import { addRetryCommands } from './commands/retry.ts'
import { addRunCommand } from './commands/run.ts'
import { addSendAgainCommand } from './commands/send-again.ts'
import { addSendTextsCommand } from './commands/send-texts.ts'
import { addSetsCommands } from './commands/sets.ts'
import { addSheetCommands } from './commands/sheet.ts'
import { addShellCommands } from './commands/shells.ts'
import { addSimilarCommand } from './commands/similar.ts'
import { addSourceCommands } from './commands/source.ts'
import { addVersionsCommand } from './commands/versions.ts'
import { addVoiceCommands } from './commands/voices.ts'
import { addWatchCommand } from './commands/watch.ts'
import { addWorkspaceCommand } from './commands/workspace.ts'
import { addWriteCommand } from './commands/write.ts'
import { findDataFolder, isOnNetworkShare } from './data-folder.ts'
import { type ExitCode, exitCodeOf, exitCodes } from './exit-codes.ts'
import { createOutput, type Output } from './output.ts'
import { withCore } from './with-core.ts'

type GlobalOptions = { readonly json?: boolean; readonly dataDir?: string }

const build = (ports: CommandPorts, end: (code: ExitCode) => void): { program: Command; output: () => Output } => {
  const program = new Command('packshot')
  const options = (): GlobalOptions => program.opts<GlobalOptions>()
  const output = (): Output => createOutput(options().json === true, ports)
  let isWarned = false
  const dataFolder = (): string => {
    const folder = findDataFolder(options().dataDir, ports.environment, ports.platform)
    if (!isWarned && isOnNetworkShare(folder, ports.platform)) {
      isWarned = true
      const { message, action } = sayNetworkShare(folder)
      ports.stderr(`${message} ${action}\n`)
    }
    return folder
  }
  const context: CommandContext = {
    ports,
    output,
    dataFolder,
    end,
    withCore: async (chosen, work) => {
      const { entries, children } = ports
      end(await withCore({ ...chosen, dataFolder: dataFolder(), entries, children, output: output() }, work))
    },
  }
  program
    .description('Asks questions about product pictures and attaches them to products. Requests are saved, and run when possible.')
    .version(ports.version)
    .option('--json', 'print results as JSON')
    .option('--data-dir <folder>', 'where everything is kept (or PACKSHOT_DATA_DIR)')
    .exitOverride()
    .showHelpAfterError('(add --help to see the options)')
    .configureOutput({ writeOut: ports.stdout, writeErr: ports.stderr })
  addConnectCommands(program, context)
  addProxyCommand(program, context)
  addPublishingCommand(program, context)
  addConnectionCommand(program, context)
  addAddCommand(program, context)
  addWatchCommand(program, context)
  addVersionsCommand(program, context)
  addSimilarCommand(program, context)
  addSendAgainCommand(program, context)
  addAskCommand(program, context)
  addHandoverCommands(program, context)
  addRemovedCommands(program, context)
  addSetsCommands(program, context)
  addCheckCommands(program, context)
  addFixCommand(program, context)
  addSheetCommands(program, context)
  addAttachCommand(program, context)
  addSourceCommands(program, context)
  addVoiceCommands(program, context)
  addWriteCommand(program, context)
  addRunCommand(program, context)
  addContinueCommand(program, context)
  addListCommands(program, context)
  addExportCommands(program, context)
  addImportTextsCommand(program, context)
  addProductCommands(program, context)
  addMatchCommand(program, context)
  addPlansCommand(program, context)
  addProblemsCommand(program, context)
  addSendTextsCommand(program, context)
  addRetryCommands(program, context)
  addRecoveryCommand(program, context)
  addWorkspaceCommand(program, context)
  addShellCommands(program, context)
  for (const command of program.commands) acceptGlobalOptions(command, program)
  return { program, output }
}

/** `--json` and `--data-dir` may come before or after the command's name. */
const acceptGlobalOptions = (command: Command, program: Command): void => {
  command.option('--json', 'print results as JSON').option('--data-dir <folder>', 'where everything is kept (or PACKSHOT_DATA_DIR)')
  command.on('option:json', () => program.setOptionValue('json', true))
  command.on('option:data-dir', (folder: string) => program.setOptionValue('dataDir', folder))
  command.exitOverride().showHelpAfterError('(add --help to see the options)')
  for (const child of command.commands) acceptGlobalOptions(child, program)
}

const toUsageError = ({ message }: CommanderError): AppError => {
  return new AppError(
    'usage',
    { kind: 'command-unreadable', said: message.replace(/^error: /, '').replaceAll(/\s+/g, ' ') },
    { kept: 'nothing-done' },
  )
}

/** Runs one command line and resolves to its exit code. Never throws. */
export const runCommand = async (args: readonly string[], ports: CommandPorts): Promise<ExitCode> => {
  let code: ExitCode = exitCodes.done
  const { program, output } = build(ports, (ended) => {
    code = ended
  })
  try {
    await program.parseAsync([...args], { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return exitCodes.done
      // Commander has printed it on stderr; a script that asked for JSON also gets it.
      if (args.includes('--json')) createOutput(true, { ...ports, stderr: () => {} }).error(toUsageError(error))
      return exitCodes.failed
    }
    const known = toAppError(error)
    output().error(known)
    if (!(error instanceof AppError) && error instanceof Error && ports.environment.PACKSHOT_DEBUG) ports.stderr(`${error.stack}\n`)
    return exitCodeOf(known)
  }
}
