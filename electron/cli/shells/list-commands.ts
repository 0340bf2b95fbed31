import { type Command, Help } from 'commander'

export type ListedOption = {
  /** `--only`; an option without a long name has its short one. */
  readonly name: string
  /** `--only <state...>` */
  readonly flags: string
  readonly text: string
  readonly takesValue: boolean
  /** The only values that it takes, if it says so. */
  readonly choices: readonly string[]
}

export type ListedCommand = {
  /** Its words after `packshot`; the program itself has none. */
  readonly words: readonly string[]
  /** `packshot sets remove [options] <name>` */
  readonly usage: string
  readonly text: string
  readonly options: readonly ListedOption[]
  readonly below: readonly ListedCommand[]
}

const help = new Help()

/** A command with all below it, as its help shows them. */
export const describeCommand = (command: Command, words: readonly string[] = []): ListedCommand => ({
  words,
  usage: help.commandUsage(command),
  text: command.description(),
  options: help.visibleOptions(command).map(({ long, short, flags, description, required, optional, argChoices }) => ({
    name: long ?? short ?? flags,
    flags,
    text: description,
    takesValue: required || optional,
    choices: argChoices ?? [],
  })),
  below: command.commands
    .filter((one) => help.visibleCommands(command).includes(one))
    .map((one) => describeCommand(one, [...words, one.name()])),
})

/** The program and every command below it. */
export const listCommands = (top: ListedCommand): readonly ListedCommand[] => [top, ...top.below.flatMap(listCommands)]
