import type { Command } from 'commander'
import { AppError } from '../../../shared/base/errors.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import type { ChosenImages } from '../../../shared/pictures/pictures.ts'
import { withoutAddressWords } from '../../../shared/queue/work-words.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { findSetByName } from './sets.ts'

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
    .option('--question <text...>', 'one or more questions')
    .option('--set <name>', 'all questions of a question set (packshot sets)')
    .option('--image <id...>', 'ids or file names (default: all pictures)')
    .option('--all', 'all pictures')
    .option('--again', 'ask again where it was asked before', false)
    .action((options: ImageOptions & { question?: string[]; set?: string; again: boolean }) => {
      const { question, set, again } = options
      if (question && set !== undefined)
        throw new AppError('usage', { kind: 'options-exclusive', options: ['--question', '--set'] }, { kept: 'nothing-queued' })
      if (!question && set === undefined) throw new AppError('usage', { kind: 'question-or-set' }, { kept: 'nothing-queued' })
      return withCore({ access: 'write' }, async (open) => {
        const images = readChosenImages(options)
        const result =
          set === undefined
            ? await open.client.questions.ask({ images, questions: question ?? [], again })
            : await open.client.questionSets.ask({ id: (await findSetByName(open, set)).id, images, again })
        output().result(result, () => [
          `${countOf(result.asked, 'question')} queued about ${countOf(result.pictures, 'picture')}.` +
            (result.askedBefore > 0 ? ` ${result.askedBefore} were asked before (ask again with --again).` : '') +
            (result.approved > 0
              ? ` ${countOf(result.approved, 'approved answer')} ${result.approved === 1 ? 'stays as it is' : 'stay as they are'}.`
              : ''),
        ])
        if (result.withoutAddress > 0) output().note(withoutAddressWords(result.withoutAddress))
        return exitCodes.done
      })
    })
}
