import type { Command } from 'commander'
import { AppError } from '../../../shared/base/errors.ts'
import { describeSendAgain, describeUndone } from '../../../shared/products/send-again-words.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { type ImageOptions, readChosenImages } from './ask.ts'

type Options = ImageOptions & { readonly dryRun: boolean; readonly undo?: string }

const readAction = (text: string): number => {
  const action = Number(text)
  if (Number.isSafeInteger(action)) return action
  throw new AppError('usage', { kind: 'not-sent-again', action: text }, { kept: 'nothing-changed' })
}

/** Sends pictures again whose file would be another one now, and replaces them in products; and takes that back. */
export const addSendAgainCommand = (program: Command, { withCore, output }: CommandContext): void => {
  program
    .command('send-again')
    .description('send pictures again whose settings or file have changed since their upload, and replace them in products')
    .option('--image <id...>', 'ids or file names (default: all pictures)')
    .option('--all', 'all pictures')
    .option('--dry-run', 'show what would be done, without doing it', false)
    .option('--undo <action>', 'put the earlier files back that this action replaced')
    .action(({ dryRun, undo, ...options }: Options) => {
      if (undo !== undefined) {
        const action = readAction(undo)
        const more = [...(dryRun ? ['--dry-run'] : []), ...(options.image ? ['--image'] : []), ...(options.all ? ['--all'] : [])]
        if (more.length > 0)
          throw new AppError('usage', { kind: 'options-exclusive', options: ['--undo', ...more] }, { kept: 'nothing-changed' })
        return withCore({ access: 'write' }, async ({ client }) => {
          const undone = await client.sendAgain.undo({ action })
          output().result(undone, () => [describeUndone(undone)])
          return exitCodes.done
        })
      }
      const images = readChosenImages(options)
      return withCore({ access: dryRun ? 'read' : 'write' }, async ({ client }) => {
        if ((await client.session.get()).connection === null) throw new AppError('no-connection', { kind: 'no-workspace' })
        if (dryRun) {
          const preview = await client.sendAgain.preview({ images })
          output().result(preview, () => [describeSendAgain(preview)])
          return exitCodes.done
        }
        const result = await client.sendAgain.start({ images })
        output().result(result, () => [
          describeSendAgain(result),
          ...(result.action === null ? [] : [`To undo it: packshot send-again --undo ${result.action}`]),
        ])
        return exitCodes.done
      })
    })
}
