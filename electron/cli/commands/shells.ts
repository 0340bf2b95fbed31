import { Argument, type Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { shells, writeCompletions } from '../shells/completions.ts'
import { describeCommand } from '../shells/list-commands.ts'
import { writeManual } from '../shells/manual.ts'

/** What shells and `man` load, made from the commands themselves. */
export const addShellCommands = (program: Command, { ports, end }: CommandContext): void => {
  program
    .command('completions')
    .description('a script that completes packshot’s commands and options in your shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText(
      'after',
      `
To load it at each start of the shell:
  bash        packshot completions bash > ~/.local/share/bash-completion/completions/packshot
  zsh         packshot completions zsh > a folder of $fpath/_packshot
  fish        packshot completions fish > ~/.config/fish/completions/packshot.fish
  powershell  packshot completions powershell >> $PROFILE`,
    )
    .action((shell: (typeof shells)[number]) => {
      ports.stdout(writeCompletions(shell, describeCommand(program)))
      end(exitCodes.done)
    })
  program
    .command('manual')
    .description('the manual page, for “packshot manual | man -l -”')
    .action(() => {
      ports.stdout(writeManual(describeCommand(program), ports.version))
      end(exitCodes.done)
    })
}
