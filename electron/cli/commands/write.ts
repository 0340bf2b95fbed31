import type { Command } from 'commander'
import { AppError } from '../../../shared/base/errors.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { printable } from '../output.ts'

type WriteOptions = {
  readonly voice: string
  readonly instruction?: string
  readonly answer?: string[]
  readonly all?: boolean
  readonly again: boolean
}

export const addWriteCommand = (program: Command, { withCore, output }: CommandContext): void => {
  program
    .command('write')
    .description('write texts in a brand voice from answers; they are kept beside the answers')
    .requiredOption('--voice <name|id>', 'the brand voice, see “packshot voices”')
    .option('--instruction <text>', 'what you ask for besides, e.g. “max 125 characters”')
    .option('--answer <job...>', 'answers, by the “jobId” of “packshot answers --json” (default: all)')
    .option('--all', 'the newest answer to each question about each picture')
    .option('--again', 'write even where it was written before', false)
    .action((options: WriteOptions) =>
      withCore({ access: 'write' }, async ({ client }) => {
        if (options.answer && options.all)
          throw new AppError('usage', { kind: 'options-exclusive', options: ['--answer', '--all'] }, { kept: 'nothing-queued' })
        const result = await client.brandVoices.write({
          answers: options.answer ? { kind: 'some', jobIds: options.answer } : { kind: 'all' },
          voice: options.voice,
          instruction: options.instruction ?? null,
          again: options.again,
        })
        output().result(result, () => [
          `${countOf(result.queued, 'text')} queued in the voice “${printable(result.voice.name)}” (“packshot run” writes them).` +
            (result.before > 0 ? ` ${result.before} were written or queued before (write again with --again).` : '') +
            (result.withoutAnswer > 0 ? ` ${result.withoutAnswer} say that the workspace cannot tell, and were left out.` : ''),
        ])
        return exitCodes.done
      }),
    )
}
