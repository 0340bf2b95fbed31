import type { PlannedProduct, PlanPreview, PlanProductState, PlanSource, PlanSummary, UnfinishedPlan } from '../plans.ts'
import { countOf } from './numbers.ts'

const hourMs = 60 * 60 * 1000

const describeAge = (ms: number): string =>
  ms < hourMs
    ? 'under an hour old'
    : ms < 48 * hourMs
      ? `${countOf(Math.floor(ms / hourMs), 'hour')} old`
      : `${countOf(Math.floor(ms / (24 * hourMs)), 'day')} old`

const sources: Readonly<Record<PlanSource, string>> = {
  ledger: 'as Packshot knows',
  old: 'as Packshot knew',
  list: 'your list',
  read: 'read when sent',
  appends: 'only added to',
  new: 'new',
  unknown: 'unknown',
  doubted: 'may be wrong',
}

/** `2 pictures (your list, 3 days old)`: what a product shows before a plan. */
export const describeListNow = ({ now: { source, count, ageMs } }: Pick<PlannedProduct, 'now'>): string => {
  const how = ageMs === null ? sources[source] : `${sources[source]}, ${describeAge(ageMs)}`
  return count === null ? how : `${countOf(count, 'picture')} (${how})`
}

/** `1,912 pictures go to 401 products, 12 of them new. 3 products are left out.` */
export const describePlan = ({ added, changed, created, skipped, unanswered, blocked }: PlanPreview): string =>
  [
    changed === 0
      ? 'There is nothing to attach.'
      : `${countOf(added, 'picture goes', 'pictures go')} to ${countOf(changed, 'product')}${created > 0 ? `, ${created} of them new` : ''}.`,
    ...(skipped > 0 ? [`${countOf(skipped, 'product is', 'products are')} left out.`] : []),
    ...(unanswered > 0 ? [`${countOf(unanswered, 'product needs', 'products need')} an answer first.`] : []),
    ...(blocked > 0
      ? [
          `${countOf(blocked, 'product can’t', 'products can’t')} be attached as it is.`.replace(
            'it is',
            blocked === 1 ? 'it is' : 'they are',
          ),
        ]
      : []),
  ].join(' ')

export const planStateWords: Readonly<Record<PlanProductState, string>> = {
  failed: 'Failed',
  attention: 'Needs attention',
  queueing: 'Next',
  running: 'Running',
  waiting: 'Waiting',
  restoring: 'Restoring',
  done: 'Done',
  cancelled: 'Cancelled',
  restored: 'Restored',
}

/** `401 products, 1,912 pictures: 167 done, 2 need attention.` */
export const describeProgress = ({ products, pictures, counts }: Pick<PlanSummary, 'products' | 'pictures' | 'counts'>): string => {
  const parts: readonly (readonly [number, string])[] = [
    [counts.failed, 'failed'],
    [counts.attention, counts.attention === 1 ? 'needs attention' : 'need attention'],
    [counts.queueing + counts.waiting, 'waiting'],
    [counts.running, 'running'],
    [counts.restoring, 'to be restored'],
    [counts.done, 'done'],
    [counts.cancelled, 'cancelled'],
    [counts.restored, 'restored'],
  ]
  const said = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  return `${countOf(products, 'product')}, ${countOf(pictures, 'picture')}: ${said.join(', ')}.`
}

/** `3 products of a plan need attention.` */
export const describeFailed = ({ failed }: UnfinishedPlan): string =>
  `${countOf(failed, 'product of a plan needs', 'products of a plan need')} attention.`

/** How much of its time is left. */
export const describeTimeLeft = (leftMs: number): string => {
  if (leftMs === 0) return 'Its time is over.'
  if (leftMs < hourMs) return 'It may run for less than an hour.'
  const hours = Math.floor(leftMs / hourMs)
  return `It may run for ${hours < 48 ? countOf(hours, 'more hour') : countOf(Math.floor(hours / 24), 'more day')}.`
}
