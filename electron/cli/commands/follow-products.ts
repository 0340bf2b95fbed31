import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { describeError } from '../../../shared/base/describe-error.ts'
import { AppError } from '../../../shared/base/errors.ts'
import { importedWords } from '../../../shared/products/catalogue-words.ts'
import type { FollowedList, ListRhythm } from '../../../shared/watching/followed-lists.ts'
import {
  changesWords,
  exampleWords,
  followWords,
  matchedWords,
  moreWords,
  rhythmWords,
} from '../../../shared/watching/followed-lists-words.ts'
import type { CommandContext } from '../command-context.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { printable } from '../output.ts'
import type { OpenCore } from '../with-core.ts'
import { addReadingOptions, type ReadingOptions, readColumns, readReading } from './import-products.ts'

type Client = OpenCore['client']

const rhythms: Readonly<Record<string, ListRhythm>> = { changed: 'changes', hourly: 'hour', daily: 'day', 'by-hand': 'hand' }

const describeFollowed = (list: FollowedList): readonly string[] => {
  const { place, rhythm, accepts, problem, waiting } = list
  return [
    `${printable(place)}: ${rhythmWords[rhythm].toLowerCase()}${accepts ? ', changes accepted' : ''}`,
    ...(problem ? [printable(Object.values(describeError(problem)).join(' '))] : []),
    ...(waiting
      ? [
          `It has changed: ${changesWords(waiting.changes)}`,
          ...exampleWords(waiting.changes).flatMap(([title, examples, count]) => [
            `${title}:`,
            ...examples.map((one) => `  ${printable(one)}`),
            ...(count > examples.length ? [`  ${moreWords(count - examples.length)}`] : []),
          ]),
          ...matchedWords(waiting.changes.matched),
          '“packshot products check --accept” imports it, “--leave” keeps the earlier list.',
        ]
      : []),
  ]
}

const codeOf = ({ problem, waiting }: FollowedList): ExitCode =>
  problem ? exitCodes.failed : waiting ? exitCodes.personNeeded : exitCodes.done

const find = async (client: Client): Promise<FollowedList> => {
  const list = await client.followedLists.get()
  if (!list) throw new AppError('unknown-id', { kind: 'followed-unknown' }, { kept: 'nothing-changed' })
  return list
}

const isAddress = (named: string): boolean => /^https?:\/\//i.test(named)

type FollowOptions = ReadingOptions & { readonly when?: string; readonly acceptChanges: boolean }

/** A product list that is read again. */
export const addFollowCommands = (products: Command, { withCore, output }: CommandContext): void => {
  addReadingOptions(
    products
      .command('follow')
      .description('import a product list, and read it again when it changes; without a list: show the one that is followed')
      .argument('[list]', 'a file, or an https address'),
  )
    .addOption(
      new Option('--when <when>', 'when to read it again (default: a file when changed, an address daily)').choices(Object.keys(rhythms)),
    )
    .option('--accept-changes', 'import changes without asking, unless products are missing or rows refused', false)
    .action((named: string | undefined, options: FollowOptions) =>
      withCore({ access: named === undefined ? 'read' : 'write' }, async ({ client }) => {
        if (named === undefined) {
          const list = await client.followedLists.get()
          output().result(list, () => (list ? describeFollowed(list) : [followWords.none]))
          return list ? codeOf(list) : exitCodes.done
        }
        const read = { columns: readColumns(options.column ?? []), reading: readReading(options) }
        const { list, result } = await client.followedLists.follow({
          list: isAddress(named) ? { kind: 'address', address: named, ...read } : { kind: 'path', path: resolve(named), ...read },
          rhythm: rhythms[options.when ?? ''] ?? (isAddress(named) ? 'day' : 'changes'),
          accepts: options.acceptChanges,
        })
        output().result({ ...list, result }, () => [
          ...(result ? [importedWords(result)] : []),
          ...describeFollowed(list),
          followWords.whileOpen,
        ])
        return (result?.refused ?? 0) > 0 ? exitCodes.failed : exitCodes.done
      }),
    )
  products
    .command('unfollow')
    .description('stop reading the followed list again; its products stay')
    .action(() =>
      withCore({ access: 'write' }, async ({ client }) => {
        const list = await find(client)
        await client.followedLists.unfollow({ id: list.id })
        output().result(list, () => [followWords.unfollowed])
        return exitCodes.done
      }),
    )
  products
    .command('check')
    .description('read the followed list now, and say what has changed')
    .addOption(new Option('--accept', 'import the changes').conflicts('leave'))
    .addOption(new Option('--leave', 'keep the earlier list until it changes again'))
    .action(({ accept, leave }: { readonly accept?: boolean; readonly leave?: boolean }) =>
      withCore({ access: 'write' }, async ({ client }) => {
        const { id } = await find(client)
        const list = await client.followedLists.check({ id })
        if (list.problem || !list.waiting || !(accept || leave)) {
          output().result(list, () => [...describeFollowed(list), ...(list.problem || list.waiting ? [] : [followWords.unchanged])])
          return codeOf(list)
        }
        const { version } = list.waiting
        if (leave) {
          const after = await client.followedLists.leave({ id, version })
          output().result(after, () => [...describeFollowed(after), followWords.left])
          return exitCodes.done
        }
        const { list: after, result } = await client.followedLists.accept({ id, version })
        output().result({ ...after, result }, () => [importedWords(result)])
        return result.refused > 0 ? exitCodes.failed : exitCodes.done
      }),
    )
}
