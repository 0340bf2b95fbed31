import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { describeCause } from '../../../shared/base/describe-error.ts'
import { type HandoverChoice, type HandoverDifference, handoverKinds } from '../../../shared/exchange/handover.ts'
import {
  countDifferences,
  describeHandedOver,
  describeHandover,
  describeMerged,
  describeSide,
  nameProductField,
} from '../../../shared/exchange/handover-words.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { formatTable, printable } from '../output.ts'
import { stopAtCtrlC } from '../stop-at-ctrl-c.ts'
import type { OpenCore } from '../with-core.ts'

const listDifferences = async ({ handover }: OpenCore['client'], id: string): Promise<HandoverDifference[]> => {
  const all: HandoverDifference[] = []
  for (const kind of handoverKinds)
    for (let offset = 0; ; offset += 500) {
      const { total, rows } = await handover.differences({ id, kind, offset, limit: 500 })
      all.push(...rows)
      if (offset + 500 >= total) break
    }
  return all
}

const shownDifferences = 50

const sideOf = (side: HandoverDifference['mine']): string =>
  side.state === null ? [side.text, describeSide(side)].filter((one) => one !== '').join(' – ') : describeSide(side)

type MergeOptions = {
  readonly dryRun: boolean
  readonly mine?: boolean
  readonly theirs?: boolean
  readonly otherWorkspace: boolean
}

/** Work handed over to a colleague, or to another computer. */
export const addHandoverCommands = (program: Command, { withCore, output }: CommandContext): void => {
  program
    .command('handover')
    .description('write products, matches, question sets and texts with their reviews to a file for a colleague')
    .argument('<file>', 'such as team.packshot-handover; an existing file is replaced')
    .option('--originals', 'with the pictures’ own files, for another computer', false)
    .action((file: string, { originals }: { readonly originals: boolean }) =>
      withCore({ access: 'read' }, async ({ client }) => {
        const task = { to: { kind: 'path', path: resolve(file) }, originals } as const
        const written = await stopAtCtrlC(client.handover.stop, () => client.handover.write(task))
        output().result(written, () => describeHandedOver(written).map((line) => printable(line)))
        return written.originalsMissing + written.leftOut > 0 ? exitCodes.personNeeded : exitCodes.done
      }),
    )

  program
    .command('merge')
    .description('merge a colleague’s file; where both sides differ, yours stays unless you say otherwise')
    .argument('<file>', 'a .packshot-handover file')
    .option('--dry-run', 'only say what it would do', false)
    .addOption(new Option('--theirs', 'where both sides differ, take theirs').conflicts('mine'))
    .option('--mine', 'where both sides differ, keep yours, and don’t ask again about texts')
    .option('--other-workspace', 'also if the file is from another workspace', false)
    .action((file: string, options: MergeOptions) =>
      withCore({ access: options.dryRun ? 'read' : 'write' }, async ({ client }) => {
        const { id, preview } = await client.handover.open({ path: resolve(file) })
        const differences = await listDifferences(client, id)
        const side: HandoverChoice | null = options.theirs ? 'theirs' : options.mine ? 'mine' : null
        const result = options.dryRun
          ? null
          : await client.handover.merge({
              id,
              otherWorkspace: options.otherWorkspace,
              choices: { usual: side && { cell: side, product: side, set: side, match: side } },
            })
        output().result({ preview, differences, result }, () => [
          ...describeHandover(preview).map((line) => printable(line)),
          ...formatTable(
            ['what', '', 'mine', 'theirs'],
            differences
              .slice(0, shownDifferences)
              .map((one) => [
                one.about,
                one.kind === 'product' ? nameProductField(one.part) : one.part,
                sideOf(one.mine),
                sideOf(one.theirs),
              ]),
            60,
          ),
          ...(differences.length > shownDifferences ? [`and ${differences.length - shownDifferences} more (--json has them)`] : []),
          ...(result
            ? describeMerged(result, describeCause, { whyRefused: '“packshot images --refused” says why.' }).map((line) => printable(line))
            : []),
          ...(side === null && differences.length > 0 ? ['To decide: “packshot merge FILE --theirs” or “--mine”.'] : []),
        ])
        const isOpen = countDifferences(preview) > 0 && side === null
        if (result?.problem) return exitCodes.failed
        return isOpen || (result?.kept ?? 0) + (result?.damaged ?? 0) > 0 ? exitCodes.personNeeded : exitCodes.done
      }),
    )
}
