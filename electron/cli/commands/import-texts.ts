import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { type Difference, differenceKinds, type OutChoice } from '../../../shared/exchange/exports.ts'
import { conflictWords, describeApplied, describeCompared, describeUnknown, rewriteWords } from '../../../shared/exchange/exports-words.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { formatTable, printable } from '../output.ts'
import type { OpenCore } from '../with-core.ts'

type Client = OpenCore['client']

const listDifferences = async ({ exports }: Client, id: string): Promise<Difference[]> => {
  const all: Difference[] = []
  for (const kind of differenceKinds)
    for (let offset = 0; ; offset += 500) {
      const { total, rows } = await exports.differences({ id, kind, offset, limit: 500 })
      all.push(...rows)
      if (offset + 500 >= total) break
    }
  return all
}

const sayWhy = (one: Difference): string =>
  one.kind === 'conflict' ? conflictWords[one.why] : one.kind === 'rewritten' ? rewriteWords[one.how] : ''

const shownDifferences = 50

const readColumns = (options: readonly string[] = []): Record<string, string | null> =>
  Object.fromEntries(options.map((one) => [one.slice(0, one.lastIndexOf('=')), one.slice(one.lastIndexOf('=') + 1) || null]))

/** Applies a table that was exported and edited elsewhere. */
export const addImportTextsCommand = (program: Command, { withCore, output }: CommandContext): void => {
  const choice = (flags: string, what: string): Option => new Option(flags, what).choices(['file', 'packshot'])
  program
    .command('import-texts')
    .description('apply texts that were exported and edited outside; one change, which you can undo in the sheet')
    .argument('<file>', 'CSV or XLSX')
    .option('--dry-run', 'only say what would change', false)
    .addOption(
      choice('--conflicts <whose>', 'whose text counts where both sides changed; without it, Packshot’s stays and the command says so'),
    )
    .addOption(choice('--rewritten <whose>', 'whose text counts where the spreadsheet itself most likely changed it').default('packshot'))
    .option('--column <header=question...>', 'the question of a renamed column; “header=” if it has none')
    .action((file: string, options: { dryRun: boolean; conflicts?: OutChoice; rewritten: OutChoice; column?: string[] }) =>
      withCore({ access: options.dryRun ? 'read' : 'write' }, async ({ client }) => {
        const compared = await client.exports.openFile({ path: resolve(file), columns: readColumns(options.column) })
        const differences = await listDifferences(client, compared.id)
        const applied = options.dryRun
          ? null
          : await client.exports.apply({ id: compared.id, conflicts: options.conflicts ?? 'packshot', rewritten: options.rewritten })
        const isOpen = compared.counts.conflict > 0 && options.conflicts === undefined
        output().result({ ...compared, differences, applied }, () => [
          ...describeCompared(compared).map((line) => printable(line)),
          ...compared.unknown.slice(0, 20).map((one) => `  ${describeUnknown(one)}`),
          ...formatTable(
            ['row', 'picture', 'column', 'in Packshot', 'in the file', ''],
            differences.slice(0, shownDifferences).map((one) => [String(one.row), one.name, one.column, one.now, one.text, sayWhy(one)]),
            60,
          ),
          ...(differences.length > shownDifferences ? [`and ${differences.length - shownDifferences} more (--json has them)`] : []),
          ...(applied ? describeApplied({ ...applied, kept: applied.kept.length }) : []),
          ...(isOpen ? ['To decide the conflicts: “packshot import-texts FILE --conflicts file” or “--conflicts packshot”.'] : []),
        ])
        return isOpen || (applied?.kept.length ?? 0) > 0 ? exitCodes.personNeeded : exitCodes.done
      }),
    )
}
