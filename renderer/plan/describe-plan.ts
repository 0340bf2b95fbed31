import type { AskedSource, PlannedProduct, PlanPreview, PlanSource, PlanStatements, PlanSummary } from '../../shared/plans.ts'
import { askedSources } from '../../shared/plans.ts'
import { countOf, formatCount } from '../../shared/words/numbers.ts'
import { formatAgo } from '../ui/format.ts'

type Question = {
  readonly source: AskedSource
  /** How many products it is about. */
  readonly count: number
  readonly text: string
  readonly yes: { readonly value: string; readonly label: string }
}

const productsOf = (count: number): string => countOf(count, 'product')

const texts: Readonly<Record<AskedSource, (count: number) => string>> = {
  unknown: (count) => `Packshot doesn’t know which pictures ${productsOf(count)} ${count === 1 ? 'shows' : 'show'} now.`,
  list: (count) => `The imported list says which pictures ${productsOf(count)} ${count === 1 ? 'shows' : 'show'} now.`,
  old: (count) => `What Packshot knows of ${productsOf(count)} may be out of date.`,
  doubted: (count) => `What Packshot knows of ${productsOf(count)} is in doubt.`,
}

const answers: Readonly<Record<AskedSource, Question['yes']>> = {
  unknown: { value: 'nothing', label: 'No pictures' },
  list: { value: 'use', label: 'The list is right' },
  old: { value: 'as-known', label: 'It is still right' },
  doubted: { value: 'as-known', label: 'It is still right' },
}

/** One question for all products whose list is known in the same way. */
export const questionsOf = ({ sources }: Pick<PlanPreview, 'sources'>): readonly Question[] =>
  askedSources.flatMap((source) => {
    const count = sources[source] ?? 0
    return count === 0 ? [] : [{ source, count, text: texts[source](count), yes: answers[source] }]
  })

const known: Readonly<Record<PlanSource, string>> = {
  ledger: 'as Packshot knows',
  old: 'as Packshot knows',
  doubted: 'as Packshot knows, in doubt',
  list: 'says the list',
  read: '',
  appends: '',
  new: '',
  unknown: '',
}

const describeNow = ({ now }: PlannedProduct, at: number): string => {
  if (now.source === 'read') return 'its pictures are read before it is changed'
  if (now.source === 'appends') return 'its other pictures stay'
  if (now.count === null) return 'its pictures are unknown'
  const age = now.ageMs === null ? '' : `, ${formatAgo(at - now.ageMs, at)}`
  const source = known[now.source] === '' ? '' : ` (${known[now.source]}${age})`
  return `${formatCount(now.count)} now${source}`
}

/** What the plan does for one product, in a line. */
export const describePlanned = (row: PlannedProduct, at: number): string => {
  if (row.isSkipped) return 'Left out'
  if (row.added === 0) return 'Nothing new'
  const added = `${countOf(row.added, 'picture')} added`
  if (row.isCreated) return `New product · ${added}`
  return [added, describeNow(row, at), row.after === null ? null : `${formatCount(row.after)} afterwards`]
    .filter((part) => part !== null)
    .join(' · ')
}

/** What the plan does as a whole. */
export const describeTotals = ({ created, products, changed, skipped, unanswered, blocked }: PlanPreview): string => {
  const unchanged = products - changed - skipped - unanswered - blocked
  return [
    created > 0 ? `${countOf(created, 'product is', 'products are')} created in the workspace.` : '',
    unchanged > 0 ? `${countOf(unchanged, 'product has', 'products have')} all pictures already.` : '',
    skipped > 0 ? `${countOf(skipped, 'product is', 'products are')} left out.` : '',
    blocked > 0 ? `${countOf(blocked, 'product')} can’t be attached as shown below; the others can.` : '',
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/** What is missing before the plan can start; `null`: nothing. */
export const planLack = (preview: PlanPreview, now: PlanStatements): string | null => {
  const open = questionsOf(preview).find(({ source }) => now[source] === null)
  if (open) return `Answer the question about ${productsOf(open.count)} first.`
  return preview.added === 0 ? 'There is nothing new to attach.' : null
}

export const stateWords: Readonly<Record<keyof PlanSummary['counts'], string>> = {
  failed: 'Not queued',
  attention: 'Needs attention',
  queueing: 'Waiting',
  running: 'Attaching',
  waiting: 'Waiting',
  restoring: 'Restoring',
  done: 'Done',
  cancelled: 'Cancelled',
  restored: 'Restored',
}

/** How many products are in which state. */
export const describeCounts = (counts: PlanSummary['counts']): string => {
  const { failed = 0, attention = 0, queueing = 0, running = 0, waiting = 0, restoring = 0, done = 0, cancelled = 0, restored = 0 } = counts
  const parts: readonly (readonly [number, string])[] = [
    [done, 'done'],
    [running, 'running'],
    [waiting + queueing, 'waiting'],
    [attention + failed, attention + failed === 1 ? 'needs attention' : 'need attention'],
    [restoring, 'being restored'],
    [restored, 'restored'],
    [cancelled, 'cancelled'],
  ]
  return parts.flatMap(([count, word]) => (count > 0 ? [`${formatCount(count)} ${word}`] : [])).join(' · ')
}
