import type { Command } from 'commander'
import { AppError } from '../../../shared/errors.ts'
import type { ChosenImages } from '../../../shared/images.ts'
import { countOf } from '../../../shared/words/numbers.ts'
import { withoutAddressWords } from '../../../shared/words/work.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'

export type ImageOptions = { readonly image?: string[]; readonly all?: boolean }

/** The pictures that `--image` and `--all` name; all of them when neither is given. */
export const readChosenImages = ({ image, all }: ImageOptions): ChosenImages => {
  if (image && all) throw new AppError('usage', { kind: 'options-exclusive', options: ['--image', '--all'] }, { kept: 'nothing-queued' })
  return image ? { kind: 'some', images: image } : { kind: 'all' }
}

export const addAskCommand = (program: Command, { withCore, output }: CommandContext): void => {
  program
    .command('ask')
    .description('ask questions about pictures; the same question about the same picture is asked once')
    .requiredOption('--question <text...>', 'one or more questions')
    .option('--image <id...>', 'ids or file names (default: all pictures)')
    .option('--all', 'all pictures')
    .option('--again', 'ask again where it was asked before', false)
    .action((options: ImageOptions & { question: string[]; again: boolean }) =>
      withCore({ access: 'write' }, async ({ client }) => {
        const result = await client.questions.ask({ images: readChosenImages(options), questions: options.question, again: options.again })
        output().result(result, () => [
          `${countOf(result.asked, 'question')} queued about ${countOf(result.pictures, 'picture')}.` +
            (result.askedBefore > 0 ? ` ${result.askedBefore} were asked before (ask again with --again).` : ''),
        ])
        if (result.withoutAddress > 0) output().note(withoutAddressWords(result.withoutAddress))
        return exitCodes.done
      }),
    )
}
