import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { AppError } from '../../../shared/base/errors.ts'
import {
  noWatchedFoldersWords,
  onlyNewIgnoredWords,
  watchingWords,
  watchRemovedWords,
  watchReportWords,
  watchRulesWords,
  watchStateWords,
} from '../../../shared/command/watch-command-words.ts'
import type { WatchedFolder, WatchRuleChanges, WatchState } from '../../../shared/watching/watching.ts'
import type { CommandContext } from '../command-context.ts'
import { describeWatchedFile, describeWatchTrouble } from '../describe-watched.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { findWatchedFolder } from '../find-watched-folder.ts'
import { formatTable, type Output, printable } from '../output.ts'
import { noDeadline } from '../run-deadline.ts'
import { listenForStop } from '../stop-at-ctrl-c.ts'
import { describeHold } from '../summarise-run.ts'
import type { OpenCore } from '../with-core.ts'
import { workAndSummarise } from './run.ts'
import { findSetByName } from './sets.ts'

type Options = {
  readonly subfolders?: boolean
  readonly questionSet?: string
  readonly workspace?: string
  readonly match?: boolean
  readonly upload: boolean
  readonly polling?: boolean
  readonly once?: boolean
  readonly onlyNew?: boolean
  readonly remove?: boolean
  readonly pause?: boolean
  readonly resume?: boolean
}

const lookEveryMs = 250

const findSet = async (open: OpenCore, name: string): Promise<string | null> =>
  name === 'none' ? null : (await findSetByName(open, name)).id

const findWorkspace = async ({ client }: OpenCore, name: string): Promise<string | null> => {
  if (name === 'current') return null
  const all = await client.workspaces.list()
  const found = all.find((one) => [one.id, one.name].includes(name))
  if (found) return found.id
  const known = all.map((one) => one.name)
  throw new AppError('unknown-id', { kind: 'watch-workspace-unknown', named: name, known }, { kept: 'nothing-changed' })
}

/** The rules that were named; the others stay. */
const readRules = async (open: OpenCore, options: Options, isTyped: (option: string) => boolean): Promise<WatchRuleChanges> => ({
  ...(isTyped('subfolders') ? { subfolders: options.subfolders ?? true } : {}),
  ...(options.questionSet === undefined ? {} : { questionSetId: await findSet(open, options.questionSet) }),
  ...(options.workspace === undefined ? {} : { connectionId: await findWorkspace(open, options.workspace) }),
  ...(isTyped('match') ? { match: options.match ?? true } : {}),
  ...(isTyped('upload') ? { upload: options.upload } : {}),
  ...(isTyped('polling') ? { polling: options.polling ?? true } : {}),
})

const list = async (open: OpenCore, output: Output): Promise<ExitCode> => {
  const folders = await open.client.watching.list()
  const sets = await open.client.questionSets.list()
  const workspaces = await open.client.workspaces.list()
  output.result(folders, () =>
    folders.length === 0
      ? [noWatchedFoldersWords]
      : formatTable(
          ['folder', 'pictures', 'refused', 'other files', 'state', 'rules'],
          folders.map(({ path, counts, state, rules }) => [
            path,
            String(counts.pictures),
            String(counts.refused),
            String(counts.others),
            watchStateWords(state),
            watchRulesWords(rules, {
              set: rules.questionSetId === null ? null : (sets.find(({ id }) => id === rules.questionSetId)?.name ?? rules.questionSetId),
              workspace:
                rules.connectionId === null ? null : (workspaces.find(({ id }) => id === rules.connectionId)?.name ?? rules.connectionId),
            }),
          ]),
          120,
        ),
  )
  return exitCodes.done
}

const find = async ({ client }: OpenCore, named: string): Promise<WatchedFolder> => {
  const found = await findWatchedFolder(await client.watching.list(), named)
  if (!found) throw new AppError('unknown-id', { kind: 'watch-not-watched', named }, { kept: 'nothing-changed' })
  return found
}

/** Removes, pauses or resumes. */
const change = async (open: OpenCore, named: readonly string[], options: Options, output: Output): Promise<ExitCode> => {
  const folders: WatchedFolder[] = []
  for (const one of named) {
    const { id } = await find(open, one)
    const { watching } = open.client
    folders.push(await (options.remove ? watching.remove({ id }) : options.pause ? watching.pause({ id }) : watching.resume({ id })))
  }
  output.result(folders, () =>
    folders.map(({ path, state }) => (options.remove ? watchRemovedWords(path) : `${path}: ${watchStateWords(state)}`)),
  )
  return exitCodes.done
}

/** Watches these folders, with these rules. Errors: `usage` if one is paused, as nothing would be added. */
const addFolders = async (
  open: OpenCore,
  named: readonly string[],
  rules: WatchRuleChanges,
  onlyNew: boolean,
  output: Output,
): Promise<WatchedFolder[]> => {
  const before = await open.client.watching.list()
  for (const one of named)
    if ((await findWatchedFolder(before, one))?.state.kind === 'paused')
      throw new AppError('usage', { kind: 'watch-paused', named: one }, { kept: 'nothing-changed' })
  const folders: WatchedFolder[] = []
  for (const one of named) {
    const path = resolve(one)
    const known = await findWatchedFolder(await open.client.watching.list(), path)
    if (known && onlyNew) output.note(onlyNewIgnoredWords(printable(path)))
    if (!known) folders.push(await open.client.watching.add({ folder: { kind: 'path', path }, rules, onlyNew }))
    else folders.push(Object.keys(rules).length > 0 ? await open.client.watching.change({ id: known.id, rules }) : known)
  }
  return folders
}

/**
 * Says what stops the work, and what is wrong with a folder: each once, as long as it lasts. `once`: what stops the work is left to the run at the end.
 */
const createTeller = ({ core, client }: OpenCore, once: boolean, output: Output) => {
  let before = new Set<string>()
  return async (): Promise<void> => {
    const holds = (once ? [] : core.progress().holds).map((hold) => [`${hold.kind} ${hold.operation}`, describeHold(hold)] as const)
    const troubles = (await client.watching.list()).flatMap((folder) => describeWatchTrouble(folder).map((line) => [line, line] as const))
    const now = [...holds, ...troubles]
    for (const [key, line] of now) if (!before.has(key)) output.note(line)
    before = new Set(now.map(([key]) => key))
  }
}

const watch = async (open: OpenCore, folders: readonly WatchedFolder[], once: boolean, output: Output): Promise<ExitCode> => {
  const { core, client } = open
  const { signal, end } = listenForStop()
  let refused = 0
  core.onWatchedFile((event) => {
    if (event.kind === 'refused') refused++
    output.line(event, describeWatchedFile(event, folders))
  })
  const tell = createTeller(open, once, output)
  const before = await client.watching.report()
  try {
    await core.start()
    core.watchFolders(folders.map(({ id }) => id))
    if (!once) for (const { path } of folders) output.note(watchingWords(printable(path)))
    while (!signal.aborted && !(once && core.isWatchingQuiet())) {
      await tell()
      await new Promise((go) => setTimeout(go, lookEveryMs))
    }
    await tell()
    if (!once) {
      await core.endWork()
      const after = await client.watching.report()
      const came = { ...after }
      for (const kind of ['added', 'changed', 'renamed', 'deleted', 'refused'] as const)
        came[kind] = Math.max(0, after[kind] - before[kind])
      output.note(watchReportWords(came))
      return exitCodes.done
    }
    const ids = new Set(folders.map(({ id }) => id))
    const isAny = (kind: WatchState['kind'], all: readonly WatchedFolder[]) => all.some((one) => ids.has(one.id) && one.state.kind === kind)
    const isAway = isAny('unreachable', await client.watching.list())
    const code = await workAndSummarise(
      open,
      output.json ? { ...output, result: (value) => output.line(value, '') } : output,
      noDeadline,
      signal,
    )
    if (isAway) return exitCodes.failed
    // What waits for a removed workspace or question set, or for room, waits for a person.
    const needsPerson = refused > 0 || isAny('waiting', await client.watching.list())
    return needsPerson && (code === exitCodes.done || code === exitCodes.workLeft) ? exitCodes.personNeeded : code
  } finally {
    end()
  }
}

export const addWatchCommand = (program: Command, { withCore, output }: CommandContext): void => {
  program
    .command('watch')
    .description('add what comes into folders, until Ctrl-C; without a folder: list the watched ones')
    .argument('[folder...]', 'folders to watch; they stay in the list, and a window watches them, too')
    .option('--subfolders', 'include subfolders (default)')
    .option('--no-subfolders', 'leave subfolders out')
    .option('--workspace <name>', 'the workspace that its pictures are for; “current”: the one in use when they come')
    .option('--question-set <name>', 'ask this set about each new picture; “none”: ask nothing')
    .option('--match', 'look for each picture’s product by the match rules')
    .option('--no-match', 'don’t look for products (default)')
    .option('--upload', 'upload pictures as they come (default)')
    .option('--no-upload', 'upload pictures only when they are attached or asked about')
    .option('--polling', 'check regularly, for drives that report no changes')
    .option('--no-polling', 'rely on the system’s reports of changes (default)')
    .option('--only-new', 'leave the pictures alone that are in the folder when it is added')
    .option('--once', 'add what is there, work the queue, and end')
    .addOption(new Option('--remove', 'stop watching these folders; their pictures stay').conflicts(['pause', 'resume', 'once']))
    .addOption(new Option('--pause', 'stop until --resume').conflicts(['resume', 'once']))
    .addOption(new Option('--resume', 'watch these folders again').conflicts('once'))
    .action((named: string[], options: Options, command: Command) => {
      const isTyped = (option: string): boolean => command.getOptionValueSource(option) === 'cli'
      const changes = options.remove || options.pause || options.resume
      if (named.length === 0 && (changes || options.once)) throw new AppError('usage', { kind: 'watch-options' }, { kept: 'nothing-done' })
      return withCore({ access: named.length === 0 ? 'read' : 'write', listsRepeats: options.once === true }, async (open) => {
        if (named.length === 0) return list(open, output())
        if (changes) return change(open, named, options, output())
        const rules = await readRules(open, options, isTyped)
        const folders = await addFolders(open, named, rules, options.onlyNew === true, output())
        return watch(open, folders, options.once === true, output())
      })
    })
}
