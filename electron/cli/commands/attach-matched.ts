import { describeCause } from '../../../shared/base/describe-error.ts'
import { AppError } from '../../../shared/base/errors.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import { type PlannedProduct, type PlanStatements, planValidity } from '../../../shared/products/plans.ts'
import { describeListNow, describePlan, describeProgress } from '../../../shared/products/plans-words.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { formatTable, type Output, printable } from '../output.ts'
import { readAllPages } from '../read-all-pages.ts'
import type { OpenCore } from '../with-core.ts'

export type MatchedOptions = {
  readonly attribute: string
  readonly dryRun?: boolean
  readonly validFor?: string
  readonly unknown?: string
  readonly list?: string
  readonly old?: string
  readonly doubted?: string
}

const unitMs: Readonly<Record<string, number>> = { h: 60 * 60 * 1000, d: 24 * 60 * 60 * 1000 }

/** `3d`, `36h`. Error: `usage`. */
export const readValidity = (text: string | undefined): number => {
  if (text === undefined) return planValidity.usualMs
  const [, number = '', unit = ''] = /^(\d{1,4}(?:\.\d{1,3})?)\s*([hd])$/i.exec(text.trim()) ?? []
  const ms = Math.round(Number(number) * (unitMs[unit.toLowerCase()] ?? Number.NaN))
  if (ms >= planValidity.shortestMs && ms <= planValidity.longestMs) return ms
  throw new AppError('usage', { kind: 'valid-for-unreadable' }, { kept: 'nothing-queued' })
}

const readAnswer = <Answer extends string>(option: string, said: string | undefined, answers: readonly Answer[]): Answer | null => {
  if (said === undefined) return null
  const found = answers.find((one) => one === said)
  if (found === undefined) throw new AppError('usage', { kind: 'plan-answer-unknown', option, answers }, { kept: 'nothing-queued' })
  return found
}

const readStatements = ({ unknown, list, old, doubted }: MatchedOptions): PlanStatements => ({
  unknown: readAnswer('--unknown', unknown, ['nothing', 'skip']),
  list: readAnswer('--list', list, ['use', 'skip']),
  old: readAnswer('--old', old, ['as-known', 'skip']),
  doubted: readAnswer('--doubted', doubted, ['as-known', 'skip']),
})

const toCells = (row: PlannedProduct): readonly string[] => [
  row.product.sku ?? row.product.productId ?? row.name,
  row.name,
  describeListNow(row),
  `+${row.added}`,
  row.after === null ? '?' : String(row.after),
  row.problem ? describeCause(row.problem) : row.isSkipped ? 'Left out' : row.isCreated ? 'Created' : '',
]

/** A plan with all of its rows, or with none. */
const readPlan = async ({ client }: OpenCore, now: PlanStatements, attribute: string, withRows: boolean) => {
  const plan = await client.plans.preview({ now, attribute, offset: 0, limit: 0 })
  const limit = 500
  const rows = withRows ? await readAllPages((offset) => client.plans.preview({ now, attribute, offset, limit })) : []
  return { ...plan, rows }
}

/** Attaches all matched pictures as one plan, or only says what that would do. */
export const attachMatched = async (open: OpenCore, output: Output, options: MatchedOptions): Promise<ExitCode> => {
  const now = readStatements(options)
  const validForMs = readValidity(options.validFor)
  const plan = await readPlan(open, now, options.attribute, options.dryRun === true)
  if (options.dryRun) {
    output.result(plan, () => [
      ...(plan.rows.length > 0 ? [...formatTable(['Product', 'Name', 'Now', 'Adds', 'After', ''], plan.rows.map(toCells)), ''] : []),
      printable(describePlan(plan)),
    ])
    return plan.unanswered + plan.blocked > 0 ? exitCodes.personNeeded : exitCodes.done
  }
  const { planId } = await open.client.plans.start({ mark: plan.mark, now, validForMs, attribute: options.attribute })
  const summary = await open.client.plans.settled({ planId })
  output.result(summary, () => [
    `Plan ${planId}: ${describeProgress(summary)}`,
    ...(summary.counts.failed > 0
      ? [`“packshot plans ${planId}” shows the ${countOf(summary.counts.failed, 'product')} that failed.`]
      : []),
  ])
  return summary.counts.failed + summary.counts.attention > 0 ? exitCodes.personNeeded : exitCodes.done
}
