import type { Command } from 'commander'
import { AppError } from '../../../shared/errors.ts'
import { handOverIds, readFoundIds } from '../../../shared/id-list.ts'
import type { SimilarGroup } from '../../../shared/similar.ts'
import { describeDifferent, describeLeftOut, describeSimilarLeft, describeSimilarSummary } from '../../../shared/words/similar.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { formatTable, printable } from '../output.ts'
import type { OpenCore } from '../with-core.ts'

type Options = { readonly known: boolean; readonly leaveOut: boolean; readonly different: boolean }

/** How long one call looks, in milliseconds; then its progress is printed. */
const findMs = 10_000
/** Calls in which nothing moved: one comparison may take two minutes. */
const mostIdleCalls = 13
const pageSize = 500

/** Until every picture is compared, or nothing moves any more. */
const findAll = async ({ similar }: OpenCore['client'], note: (text: string) => void): Promise<number> => {
  let { left } = await similar.find({})
  for (let idle = 0; left > 0 && idle < mostIdleCalls; ) {
    const said = describeSimilarLeft(left)
    if (said !== null) note(said)
    const now = await similar.find({ waitMs: findMs })
    idle = now.left < left ? 0 : idle + 1
    left = now.left
  }
  return left
}

const listGroups = async ({ similar }: OpenCore['client']): Promise<SimilarGroup[]> => {
  const groups: SimilarGroup[] = []
  for (;;) {
    const page = await similar.groups({ offset: groups.length, limit: pageSize })
    groups.push(...page)
    if (page.length < pageSize) return groups
  }
}

const usage = (named: string, kind: 'picture-ambiguous' | 'picture-not-similar'): AppError =>
  new AppError('usage', { kind, named }, { kept: 'nothing-changed' })

/** What a person named: by id, its beginning, or file name, among pictures that are in a group. */
const findNamed = (
  groups: readonly SimilarGroup[],
  named: readonly string[],
): { readonly imageId: string; readonly group: SimilarGroup }[] =>
  named.map((one) => {
    const found = groups.flatMap((group) =>
      group.pictures
        .filter(({ imageId, name }) => imageId === one || name === one || (one.length >= 8 && imageId.startsWith(one)))
        .map(({ imageId }) => ({ imageId, group })),
    )
    if (found.length > 1) throw usage(one, 'picture-ambiguous')
    const [only] = found
    if (!only) throw usage(one, 'picture-not-similar')
    return only
  })

const describeGroups = (groups: readonly SimilarGroup[]): readonly string[] =>
  formatTable(
    ['Group', 'Picture', 'File', 'Size', 'Folder'],
    groups.flatMap(({ pictures }, at) =>
      pictures.map(({ imageId, name, width, height, folder }, place) => [
        place === 0 ? `${at + 1} keep` : '',
        imageId,
        printable(name),
        `${width} × ${height}`,
        printable(folder ?? ''),
      ]),
    ),
  )

/** Removes all but the picture to keep, of these groups or of all. */
const leaveOut = async ({ similar, library }: OpenCore['client'], groups: readonly SimilarGroup[] | null): Promise<number> => {
  const imageIds =
    groups === null
      ? await readFoundIds(await similar.others({}), library.moreIds)
      : [...new Set(groups)].flatMap(({ pictures }) => pictures.slice(1).map(({ imageId }) => imageId))
  return imageIds.length === 0 ? 0 : (await library.remove({ imageIds: await handOverIds(imageIds, library.keepIds) })).removed
}

/** Pictures that show the same in another size, format or crop: lists them, leaves out all but the best, keeps them apart. */
export const addSimilarCommand = (program: Command, { withCore, output }: CommandContext): void => {
  program
    .command('similar')
    .description('find the same picture in another size, format or crop; of each group, the one to keep is first')
    .argument('[picture...]', 'IDs or file names; without any: all groups')
    .option('--known', 'list what is known, without comparing the rest', false)
    .option('--leave-out', 'remove all but the picture to keep from the library; with pictures: only of their groups', false)
    .option('--different', 'keep these pictures apart: they show different things', false)
    .action(async (named: string[], { known, leaveOut: leavesOut, different }: Options) => {
      const chosen = [...(known ? ['--known'] : []), ...(leavesOut ? ['--leave-out'] : []), ...(different ? ['--different'] : [])]
      if (chosen.length > 1) throw new AppError('usage', { kind: 'options-exclusive', options: chosen }, { kept: 'nothing-changed' })
      if (different && named.length === 0) throw new AppError('usage', { kind: 'different-unnamed' }, { kept: 'nothing-changed' })
      await withCore({ access: known ? 'read' : 'write' }, async ({ client }) => {
        const left = known ? (await client.similar.summary()).left : await findAll(client, output().note)
        const groups = await listGroups(client)
        const found = findNamed(groups, named)
        if (different) {
          const imageIds = found.map(({ imageId }) => imageId)
          const [first] = found
          const from = imageIds.length === 1 && first ? first.group.pictures.map(({ imageId }) => imageId) : undefined
          const { pairs } = await client.similar.different({ imageIds, ...(from ? { from } : {}) })
          output().result({ pairs }, () => [describeDifferent(pairs)])
          return exitCodes.done
        }
        const shown = named.length === 0 ? groups : groups.filter((one) => found.some(({ group }) => group === one))
        if (leavesOut) {
          const removed = await leaveOut(client, named.length === 0 ? null : shown)
          output().result({ removed }, () => [describeLeftOut(removed)])
          return exitCodes.done
        }
        const others = shown.reduce((sum, { pictures }) => sum + pictures.length - 1, 0)
        const stillLeft = describeSimilarLeft(left)
        if (stillLeft !== null) output().note(stillLeft)
        output().result({ groups: shown, left }, () => [
          ...(shown.length > 0 ? [...describeGroups(shown), ''] : []),
          describeSimilarSummary({ groups: shown.length, others }),
        ])
        return exitCodes.done
      })
    })
}
