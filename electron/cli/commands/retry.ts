import type { Command } from 'commander'
import { AppError } from '../../../shared/base/errors.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import type { ParkChoice } from '../../../shared/queue/job-states.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { findProductId } from '../find-product-id.ts'
import { readCurrentWith } from '../read-current.ts'
import { describeJob, readNames } from './describe-job.ts'

type RetryOptions = {
  readonly ready?: boolean
  readonly wait?: boolean
  readonly again?: boolean
  readonly replace?: boolean
  readonly leaveOut?: boolean
  readonly product?: string
  readonly current?: string
  readonly removed?: string
  readonly serviceAppends?: boolean
  readonly currentText?: string
}

const readChoice = ({ ready, wait, again, replace, leaveOut, product }: RetryOptions): ParkChoice => {
  const chosen: ParkChoice[] = []
  if (ready) chosen.push('ready')
  if (wait) chosen.push('wait')
  if (again) chosen.push('again')
  if (replace) chosen.push('replace')
  if (leaveOut) chosen.push('leave-out')
  if (product !== undefined) chosen.push('exists')
  if (chosen.length > 1)
    throw new AppError(
      'usage',
      { kind: 'options-exclusive', options: ['--ready', '--wait', '--again', '--replace', '--leave-out', '--product'] },
      { kept: 'nothing-changed' },
    )
  return chosen[0] ?? 'retry'
}

type CancelOptions = { readonly arrived?: boolean; readonly notArrived?: boolean }

const readArrival = ({ arrived, notArrived }: CancelOptions): { readonly attached?: boolean } => {
  if (arrived && notArrived)
    throw new AppError('usage', { kind: 'options-exclusive', options: ['--arrived', '--not-arrived'] }, { kept: 'nothing-changed' })
  return arrived || notArrived ? { attached: arrived === true } : {}
}

export const addRetryCommands = (program: Command, { withCore, output }: CommandContext): void => {
  program
    .command('retry')
    .description('retry jobs that need attention (all that need no choice, or those named)')
    .argument('[job...]', 'job ids, see “packshot jobs --state parked”')
    .option('--ready', 'attach the pictures that are uploaded')
    .option('--wait', 'wait until the others are uploaded')
    .option('--again', 'do it again, knowing that it may be there twice')
    .option('--replace', 'replace a text that is not known; or upload pictures that were deleted in the workspace again, and replace them')
    .option('--leave-out', 'attach the rest without them')
    .option('--product <id>', 'the product exists, or another one was meant: this is its id, or its SKU or GTIN in the imported list')
    .option('--current <none|known|ID,…>', 'what the product’s list holds now (ids:ID,… for unusual ids)')
    .option('--removed <ID,…>', 'with --current: source ids that Packshot knew of and that were removed in the workspace')
    .option('--current-text <text>', 'for a named job that sets a text: what the attribute holds now ("": it is empty)')
    .option('--service-appends', 'this service adds to the list instead of replacing it')
    .action((jobIds: string[], options: RetryOptions) =>
      withCore({ access: 'write' }, async ({ client }) => {
        if (options.currentText !== undefined && jobIds.length === 0)
          throw new AppError('usage', { kind: 'text-without-job' }, { kept: 'nothing-changed' })
        const current = await readCurrentWith(client, options, 'nothing-changed')
        const { retried, left: count } = await client.jobs.retry({
          jobIds,
          choice: readChoice(options),
          ...(options.product === undefined ? {} : { productId: await findProductId(client, options.product, 'nothing-changed') }),
          ...(current ? { current } : {}),
          ...(options.currentText === undefined ? {} : { currentText: options.currentText }),
        })
        const left = count > 0 ? await client.jobs.list({ state: 'parked' }) : []
        const names = left.length > 0 ? await readNames(client) : new Map<string, string>()
        output().result({ retried, left }, () => [
          retried > 0 ? `${countOf(retried, 'job')} queued again (“packshot run” does the work).` : 'Nothing was queued again.',
          ...(left.length > 0 ? ['These need a choice:', ...left.map((job) => `  ${describeJob(job, names)}`)] : []),
        ])
        return exitCodes.done
      }),
    )
  program
    .command('cancel')
    .description('cancel waiting or set-aside jobs')
    .argument('<job...>', 'job ids')
    .option('--arrived', 'for attachments without an answer: their pictures are there')
    .option('--not-arrived', 'for attachments without an answer: their pictures are not there')
    .action((jobIds: string[], options: CancelOptions) =>
      withCore({ access: 'write' }, async ({ client }) => {
        const result = await client.jobs.cancel({ jobIds, ...readArrival(options) })
        const others = jobIds.length - result.cancelled
        const left = others > 0 ? ` ${others} ${others === 1 ? 'was' : 'were'} done, under way or cancelled before.` : ''
        output().result(result, () => [`${countOf(result.cancelled, 'job')} cancelled.${left}`])
        return exitCodes.done
      }),
    )
}
