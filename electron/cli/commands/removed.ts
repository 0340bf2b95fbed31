import type { Command } from 'commander'
import { AppError } from '../../../shared/base/errors.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import type { RemovedRow } from '../../../shared/removed/removed.ts'
import { removedWords as words } from '../../../shared/removed/removed-words.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { findPictures } from '../find-pictures.ts'
import { formatTable, printable } from '../output.ts'
import { readAllPages } from '../read-all-pages.ts'
import type { OpenCore } from '../with-core.ts'

type Options = { readonly restore: boolean; readonly forGood: boolean; readonly all: boolean }
type Client = OpenCore['client']

const pageSize = 500
/** As many go in one call. */
const atOnce = 5_000

const readRows = async ({ removed }: Client): Promise<RemovedRow[]> => readAllPages((offset) => removed.page({ offset, limit: pageSize }))

/** The only one with this ID or name. Errors: `usage`. */
const findRow = (named: string, rows: readonly RemovedRow[]): RemovedRow => {
  const byId = rows.filter(({ id }) => id === named)
  const found = byId.length > 0 ? byId : rows.filter(({ name }) => name.toLowerCase() === named.trim().toLowerCase())
  const [only] = found
  if (only && found.length === 1) return only
  throw new AppError('usage', { kind: only ? 'removed-name-shared' : 'removed-unknown', named }, { kept: 'nothing-changed' })
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

const list = (rows: readonly RemovedRow[]): string[] =>
  rows.length === 0
    ? [words.none]
    : [
        ...formatTable(
          ['ID', 'Kind', 'Name', 'Removed', 'Goes', 'Bytes'],
          rows.map(({ kind, id, name, removedAt, goesAt, bytes }) => [
            ...[id, words.kinds[kind], name, dayOf(removedAt), dayOf(goesAt), bytes === null ? '' : String(bytes)],
          ]),
        ),
        words.kept,
      ]

/** Longer lists of ids are no command that a person copies. */
const mostCopied = 8

const restoreWords = (ids: readonly string[]): string =>
  ids.length > mostCopied ? '“packshot removed” lists them, to be restored.' : `To restore: packshot removed --restore ${ids.join(' ')}`

/** Removes pictures, and lists what was removed, to restore it or to remove it for good. */
export const addRemovedCommands = (program: Command, { withCore, output }: CommandContext): void => {
  program
    .command('remove')
    .description('remove pictures from the library; uploaded ones stay in the workspace and on their products')
    .argument('<picture...>', 'IDs, the first characters of one, or file names')
    .action((named: string[]) =>
      withCore({ access: 'write' }, async (open) => {
        const { library } = open.client
        const ids = await findPictures(open, named)
        const removed = await library.remove({ imageIds: ids })
        output().result(removed, () => [`${countOf(removed.removed, 'picture')} removed.`, restoreWords(ids)])
        return exitCodes.done
      }),
    )
  program
    .command('removed')
    .description('list removed pictures, products and question sets, restore them, or remove them for good')
    .argument('[item...]', 'IDs or names, for --restore and --for-good')
    .option('--restore', 'restore these, with the work that their removal cancelled', false)
    .option('--for-good', 'remove these for good: this cannot be undone', false)
    .option('--all', 'all of them', false)
    .action((named: string[], { restore, forGood, all }: Options) => {
      const isChanging = restore || forGood
      if (restore && forGood) throw new AppError('usage', { kind: 'options-exclusive', options: ['--restore', '--for-good'] })
      if (isChanging ? all === named.length > 0 : all || named.length > 0)
        throw new AppError(
          'usage',
          isChanging ? { kind: 'removed-not-said' } : { kind: 'options-missing', options: ['--restore', '--for-good'] },
        )
      return withCore({ access: isChanging ? 'write' : 'read' }, async ({ client }) => {
        const rows = await readRows(client)
        if (!isChanging) {
          output().result(rows, () => list(rows))
          return exitCodes.done
        }
        const chosen = (all ? rows : named.map((one) => findRow(one, rows))).map(({ kind, id }) => ({ kind, id }))
        let done = 0
        for (let from = 0; from < chosen.length; from += atOnce) {
          const things = chosen.slice(from, from + atOnce)
          done += restore ? (await client.removed.restore({ things })).restored : (await client.removed.removeForGood({ things })).removed
        }
        output().result(restore ? { restored: done } : { removed: done }, () => [
          printable(restore ? `${words.restored(done)}.` : `${words.removedForGood(done)}.`),
        ])
        return exitCodes.done
      })
    })
}
