import type { Command } from 'commander'
import { describeError } from '../../../shared/base/describe-error.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import { planFor, sendingFor } from '../../../shared/service/sending.ts'
import { describeAdded } from '../../../shared/service/sending-words.ts'
import { systemFiles } from '../../core/base/platform/system-files.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { expandFileNames } from '../expand-file-names.ts'
import { printable } from '../output.ts'
import { listChanged } from './versions.ts'

export const addAddCommand = (program: Command, { ports, withCore, output }: CommandContext): void => {
  program
    .command('add')
    .description('add pictures: files, folders, or web addresses')
    .argument('<path-or-url...>', 'files, folders or http(s) addresses')
    .option('-r, --recursive', 'include subfolders', false)
    .option('--no-upload', 'upload pictures only when they are attached')
    .action((named: string[], options: { recursive: boolean; upload: boolean }) =>
      withCore({ access: 'write' }, async ({ client }) => {
        const given = await expandFileNames(named, { platform: ports.platform, files: systemFiles })
        const summary = await client.intake.add({ named: given, ...options })
        output().result(summary, () => [
          `${countOf(summary.added.length, 'picture')} added${summary.known.length > 0 ? `, ${summary.known.length} known already` : ''}${summary.refused.length > 0 ? `, ${summary.refused.length} refused:` : '.'}`,
          ...summary.refused.map((one) => `  ${printable(one.name)}: ${printable(Object.values(describeError(one.problem)).join(' '))}`),
        ])
        const connection = options.upload ? (await client.session.get()).connection : null
        const told = connection && describeAdded(planFor(summary.added, sendingFor(connection, null)))
        if (told) output().note(told)
        const changed = new Set((await listChanged(client)).map(({ imageId }) => imageId))
        const count = summary.added.filter(({ id }) => changed.has(id)).length
        if (count > 0)
          output().note(`${countOf(count, 'file was', 'files were')} added before with other content. See “packshot versions”.`)
        if (summary.added.length + summary.known.length + summary.refused.length === 0)
          output().note(options.recursive ? 'No files were found.' : 'No files were found. Add --recursive to include subfolders.')
        return summary.refused.length > 0 ? exitCodes.failed : exitCodes.done
      }),
    )
}
