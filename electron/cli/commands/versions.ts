import type { Command } from 'commander'
import { AppError } from '../../../shared/base/errors.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import type { ChangedFile } from '../../../shared/pictures/versions.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { findAmong, findPictures, requirePictures } from '../find-pictures.ts'
import { formatTable, printable } from '../output.ts'
import { readAllPages } from '../read-all-pages.ts'
import type { OpenCore } from '../with-core.ts'

type Options = { readonly use: boolean; readonly keepBoth: boolean; readonly separate: boolean }

export const listChanged = (client: OpenCore['client']): Promise<ChangedFile[]> =>
  readAllPages((offset) => client.versions.page({ offset, limit: 500 }))

const notOffered = (named: string): AppError => new AppError('usage', { kind: 'version-not-offered', named }, { kept: 'nothing-changed' })

/** Files that were added before and have changed: lists them, makes them versions of their pictures, and takes that back. */
export const addVersionsCommand = (program: Command, { withCore, output }: CommandContext): void => {
  program
    .command('versions')
    .description('files that have changed since they were added; without an option: lists them')
    .argument('[picture...]', 'IDs or file names; without any: all')
    .option('--use', 'make them new versions of the earlier pictures, which keep their questions, answers and products', false)
    .option('--keep-both', 'keep them as pictures of their own, and don’t list them again', false)
    .option('--separate', 'make the newest version of these pictures a picture of its own again', false)
    .action(async (named: string[], { use, keepBoth, separate }: Options) => {
      if ([use, keepBoth, separate].filter(Boolean).length > 1 || (separate && named.length === 0))
        throw new AppError('usage', { kind: 'versions-options' }, { kept: 'nothing-changed' })
      await withCore({ access: use || keepBoth || separate ? 'write' : 'read' }, async (open) => {
        const { client } = open
        if (separate) {
          const result = await client.versions.separate({ imageIds: await findPictures(open, named) })
          output().result(result, () => [
            result.separated === 0
              ? 'No newer version here was a picture of its own. Nothing was changed.'
              : `${countOf(result.separated, 'newer file is a picture of its own', 'newer files are pictures of their own')} again.`,
          ])
          return exitCodes.done
        }
        await requirePictures(open, named)
        const changed = await listChanged(client)
        const offered = changed.map(({ imageId, name }) => ({ id: imageId, name }))
        const imageIds = named.length === 0 ? undefined : findAmong(named, offered, notOffered).map(({ id }) => id)
        if (use) {
          const result = await client.versions.use({ imageIds })
          output().result(result, () => [
            `${countOf(new Set(result.made).size, 'picture has a new version', 'pictures have a new version')}.`,
          ])
        } else if (keepBoth) {
          await client.versions.keepBoth({ imageIds })
          output().result({}, () => ['They stay pictures of their own.'])
        } else {
          const shown = imageIds ? changed.filter(({ imageId }) => imageIds.includes(imageId)) : changed
          output().result(shown, () =>
            shown.length === 0
              ? ['No added file has changed.']
              : formatTable(
                  ['New picture', 'Earlier picture', 'File', 'Folder'],
                  shown.map(({ imageId, earlierId, name, folder }) => [imageId, earlierId, printable(name), printable(folder)]),
                ),
          )
        }
        return exitCodes.done
      })
    })
}
