import type { Command } from 'commander'
import { describeCause } from '../../../shared/base/describe-error.ts'
import { AppError } from '../../../shared/base/errors.ts'
import type { PlanProduct, PlanSummary } from '../../../shared/products/plans.ts'
import { describeProgress, describeTimeLeft, planStateWords } from '../../../shared/products/plans-words.ts'
import type { CommandContext } from '../command-context.ts'
import { adviseCommand } from '../command-hints.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { formatTable, printable } from '../output.ts'
import { readAllPages } from '../read-all-pages.ts'

type Options = { readonly cancel: boolean; readonly resume: boolean; readonly restore: boolean }

const pageSize = 500

const endOf = ({ counts }: PlanSummary): ExitCode => (counts.failed + counts.attention > 0 ? exitCodes.personNeeded : exitCodes.done)

const toCells = ({ product, name, pictures, state, problem, job }: PlanProduct): readonly string[] => [
  product.sku ?? product.productId ?? name,
  name,
  String(pictures),
  planStateWords[state],
  job?.status.state === 'parked' ? job.id : '',
  problem ? describeCause(problem) : '',
]

/** Advice about the products that failed, each once. */
const adviseFailed = (products: readonly PlanProduct[]): readonly string[] => [
  ...new Set(products.flatMap(({ state, problem }) => (state === 'failed' && problem ? [printable(adviseCommand(problem))] : []))),
]

/** Lists plans, or shows, cancels, resumes or restores one. */
export const addPlansCommand = (program: Command, { withCore, output }: CommandContext): void => {
  program
    .command('plans')
    .description('plans started by “packshot attach --matched”, and the state of each product')
    .argument('[plan]', 'the id of one of them')
    .option('--cancel', 'cancel what has not been done', false)
    .option('--resume', 'queue what was cancelled or failed again, and retry the rest', false)
    .option('--restore', 'put the previous lists back; pictures added since stay', false)
    .action((planId: string | undefined, options: Options) => {
      const chosen = (['cancel', 'resume', 'restore'] as const).filter((one) => options[one])
      const [action] = chosen
      if (chosen.length > 1)
        throw new AppError('usage', { kind: 'options-exclusive', options: chosen.map((one) => `--${one}`) }, { kept: 'nothing-changed' })
      if (action !== undefined && planId === undefined) throw new AppError('usage', { kind: 'plan-not-named' }, { kept: 'nothing-changed' })
      return withCore({ access: action === undefined ? 'read' : 'write' }, async (open) => {
        if (planId === undefined) {
          const plans = await readAllPages((offset) => open.client.plans.list({ offset, limit: pageSize }))
          output().result(plans, () =>
            plans.length === 0
              ? ['There are no plans. “packshot attach --matched” starts one.']
              : plans.map((one) => `${one.planId}  ${new Date(one.confirmedAt).toLocaleString()}  ${describeProgress(one)}`),
          )
          return exitCodes.done
        }
        const plan = action === undefined ? undefined : await open.client.plans[action]({ planId })
        const summary = plan ?? (await open.client.plans.page({ planId, offset: 0, limit: 0 })).plan
        const products = await readAllPages((offset) => open.client.plans.page({ planId, offset, limit: pageSize }))
        output().result({ ...summary, rows: products }, () => [
          ...formatTable(['Product', 'Name', 'Pictures', 'State', 'Job', ''], products.map(toCells)),
          '',
          describeProgress(summary),
          ...adviseFailed(products),
          ...(summary.counts.queueing + summary.counts.waiting > 0 ? [describeTimeLeft(summary.leftMs)] : []),
        ])
        return endOf(summary)
      })
    })
}
