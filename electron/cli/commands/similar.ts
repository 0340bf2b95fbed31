import type { Command } from 'commander'
import { AppError } from '../../../shared/base/errors.ts'
import type { ApartPictures, SimilarGroup } from '../../../shared/pictures/similar.ts'
import {
  describeDifferent,
  describeLeftOut,
  describeSameAgain,
  describeSimilarLeft,
  describeSimilarSummary,
  nothingApartWords,
} from '../../../shared/pictures/similar-words.ts'
import type { CommandContext } from '../command-context.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { findAmong, findPictures, requirePictures } from '../find-pictures.ts'
import { formatTable, type Output, printable } from '../output.ts'
import type { OpenCore } from '../with-core.ts'

type Options = {
  readonly known: boolean
  readonly leaveOut: boolean
  readonly different: boolean
  readonly apart: boolean
  readonly same: boolean
}

/** At most one of them. */
const optionNames: Readonly<Record<keyof Options, string>> = {
  known: '--known',
  leaveOut: '--leave-out',
  different: '--different',
  apart: '--apart',
  same: '--same',
}

/** How long one call looks, in milliseconds; then its progress is printed. */
const findMs = 10_000
/** Calls in which nothing moved: one comparison may take two minutes. */
const mostIdleCalls = 13
const pageSize = 500
const apartAtOnce = 100

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

const notSimilar = (named: string): AppError => new AppError('usage', { kind: 'picture-not-similar', named }, { kept: 'nothing-changed' })

type Found = { readonly id: string; readonly name: string; readonly group: SimilarGroup }

const readMembers = (groups: readonly SimilarGroup[]): Found[] =>
  groups.flatMap((group) => group.pictures.map(({ imageId, name }) => ({ id: imageId, name, group })))

const shownTime = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')

const describeApart = (all: readonly ApartPictures[]): readonly string[] =>
  formatTable(
    ['Called different', 'Picture', 'File', 'Size', 'Folder'],
    all.flatMap(({ at, pictures, total }) => [
      ...pictures.map(({ imageId, name, width, height, folder }, place) => [
        place === 0 ? shownTime(at) : '',
        imageId,
        printable(name),
        `${width} × ${height}`,
        printable(folder ?? ''),
      ]),
      ...(total > pictures.length ? [['', `and ${total - pictures.length} more`, '', '', '']] : []),
    ]),
  )

/** Longer lists of ids are no command that a person copies. */
const mostCopied = 8

/** The command that takes back that these are different from each other; of one, from all that it was in a group with. */
const undoWords = (imageIds: readonly string[], group: readonly string[] | undefined): string => {
  const all = [...new Set([...imageIds, ...(group ?? [])])]
  return `To undo it: packshot similar --same ${(all.length <= mostCopied ? all : imageIds).join(' ')}`
}

/** A person’s word about these pictures: they show different things, or may be grouped again. */
const callDifferent = async ({ similar }: OpenCore['client'], found: readonly Found[], output: Output): Promise<ExitCode> => {
  const imageIds = found.map(({ id }) => id)
  const group = found.length === 1 ? found[0]?.group.pictures.map(({ imageId }) => imageId) : undefined
  const { pairs } = await similar.different({ imageIds, ...(group ? { from: group } : {}) })
  output.result({ pairs }, () => [describeDifferent(pairs), ...(pairs === 0 ? [] : [undoWords(imageIds, group)])])
  return exitCodes.done
}

const listApart = async ({ similar }: OpenCore['client'], output: Output): Promise<ExitCode> => {
  const apart: ApartPictures[] = []
  for (;;) {
    const { rows, total } = await similar.apart({ offset: apart.length, limit: apartAtOnce })
    apart.push(...rows)
    if (rows.length === 0 || apart.length >= total) break
  }
  output.result({ apart }, () => (apart.length === 0 ? [nothingApartWords] : describeApart(apart)))
  return exitCodes.done
}

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
      ? await similar.others({})
      : [...new Set(groups)].flatMap(({ pictures }) => pictures.slice(1).map(({ imageId }) => imageId))
  return imageIds.length === 0 ? 0 : (await library.remove({ imageIds })).removed
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
    .option('--apart', 'list the pictures that were called different', false)
    .option('--same', 'take that back: group these pictures again where they show the same; one: with all others', false)
    .action(async (named: string[], options: Options) => {
      const { known, leaveOut: leavesOut, different, same } = options
      const chosen = (Object.keys(optionNames) as (keyof Options)[]).filter((one) => options[one]).map((one) => optionNames[one])
      if (chosen.length > 1) throw new AppError('usage', { kind: 'options-exclusive', options: chosen }, { kept: 'nothing-changed' })
      if (different && named.length === 0) throw new AppError('usage', { kind: 'different-unnamed' }, { kept: 'nothing-changed' })
      if (same && named.length === 0) throw new AppError('usage', { kind: 'same-unnamed' }, { kept: 'nothing-changed' })
      await withCore({ access: known || options.apart ? 'read' : 'write' }, async (open) => {
        const { client } = open
        if (options.apart) return listApart(client, output())
        if (same) {
          const { pairs } = await client.similar.same({ imageIds: await findPictures(open, named) })
          output().result({ pairs }, () => [describeSameAgain(pairs)])
          return exitCodes.done
        }
        // Before pictures are compared, which may take long.
        await requirePictures(open, named)
        const left = known ? (await client.similar.summary()).left : await findAll(client, output().note)
        const groups = await listGroups(client)
        const found = findAmong(named, readMembers(groups), notSimilar)
        if (different) return callDifferent(client, found, output())
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
