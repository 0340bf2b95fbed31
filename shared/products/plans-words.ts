import { countOf, formatCount } from '../base/number-words.ts'
import { type AskedSource, askedSources, type PlanSource } from './plan-sources.ts'
import type { PlannedProduct, PlanPreview, PlanProductState, PlanStatements, PlanSummary, UnfinishedPlan } from './plans.ts'

const hourMs = 60 * 60 * 1000

const productsOf = (count: number): string => countOf(count, 'product')

const asked: Readonly<Record<AskedSource, (count: number) => string>> = {
  unknown: (count) => `Packshot doesn’t know which pictures ${productsOf(count)} ${count === 1 ? 'shows' : 'show'} now.`,
  list: (count) => `The imported list says which pictures ${productsOf(count)} ${count === 1 ? 'shows' : 'show'} now.`,
  old: (count) => `Packshot’s record of ${productsOf(count)} may be out of date.`,
  doubted: (count) => `Packshot’s record of ${productsOf(count)} may be wrong.`,
}

const answers: Readonly<Record<AskedSource, { readonly value: string; readonly label: string }>> = {
  unknown: { value: 'nothing', label: 'No pictures' },
  list: { value: 'use', label: 'The list is right' },
  old: { value: 'as-known', label: 'It is still right' },
  doubted: { value: 'as-known', label: 'It is still right' },
}

/** One question for all products whose list is known in the same way, and the answer besides leaving them out. */
export const planQuestions = ({ sources }: Pick<PlanPreview, 'sources'>) =>
  askedSources.flatMap((source) => {
    const count = sources[source] ?? 0
    return count === 0 ? [] : [{ source, count, text: asked[source](count), yes: answers[source] }]
  })

/** Where the answers' time is chosen. */
export const answersUntilWords = {
  label: 'Trust this list until',
  help: 'Later, Packshot asks again before it changes a list that may be out of date.',
} as const

/** What is missing before the plan can start; `null`: nothing. */
export const planLack = (preview: PlanPreview, now: PlanStatements): string | null => {
  const open = planQuestions(preview).find(({ source }) => now[source] === null)
  if (open) return `Answer the question about ${productsOf(open.count)} first.`
  return preview.added === 0 ? 'There is nothing new to attach.' : null
}

const describeAge = (ms: number): string =>
  ms < hourMs
    ? 'under an hour old'
    : ms < 48 * hourMs
      ? `${countOf(Math.floor(ms / hourMs), 'hour')} old`
      : `${countOf(Math.floor(ms / (24 * hourMs)), 'day')} old`

const known: Readonly<Record<PlanSource, string>> = {
  ledger: 'Packshot’s record',
  old: 'Packshot’s record',
  doubted: 'Packshot’s record, may be wrong',
  list: 'your list',
  read: 'read when sent',
  appends: 'only added to',
  new: 'new',
  unknown: 'unknown',
}

/** `2 pictures (your list, 3 days old)`: what a product shows before a plan. */
export const describeListNow = ({ now: { source, count, ageMs } }: Pick<PlannedProduct, 'now'>): string => {
  const how = ageMs === null ? known[source] : `${known[source]}, ${describeAge(ageMs)}`
  return count === null ? how : `${countOf(count, 'picture')} (${how})`
}

/** `2 pictures added · now: 3 pictures (your list) · 5 afterwards`: what the plan does for one product. */
export const describePlanned = (row: PlannedProduct): string => {
  if (row.isSkipped) return 'Left out'
  if (row.added === 0) return 'Nothing new'
  const added = `${countOf(row.added, 'picture')} added`
  const elsewhere = row.elsewhere === 0 ? [] : [`${formatCount(row.elsewhere)} also in another product`]
  if (row.isCreated) return ['New product', added, ...elsewhere].join(' · ')
  const after = row.after === null ? [] : [`${formatCount(row.after)} afterwards`]
  return [added, `now: ${describeListNow(row)}`, ...after, ...elsewhere].join(' · ')
}

/** What the button does: new products are created, which can't be taken back from here. */
export const planButton = ({ added, changed, created }: PlanPreview): string => {
  const pictures = countOf(added, 'picture')
  if (created === 0) return `Attach ${pictures} to ${productsOf(changed)}`
  if (created === changed) return `Create ${productsOf(created)} with ${pictures}`
  return `Attach ${pictures} to ${productsOf(changed)}, create ${formatCount(created)}`
}

/** How many matched pictures are left to attach; `lack`: why none can be. */
export const describeStanding = ({
  pictures,
  toAttach,
  blocked,
  products,
}: PlanPreview): { readonly said: string; readonly lack: string | null } => {
  const attached = pictures - toAttach
  const said = [
    ...(toAttach > 0 ? [`${formatCount(toAttach)} to attach`] : []),
    ...(attached > 0 ? [`${formatCount(attached)} attached or on the way`] : []),
  ].join(' · ')
  const isDone = toAttach === 0 && blocked === 0 && pictures > 0
  return { said, lack: isDone ? `${countOf(products, 'product is', 'products are')} up to date: nothing is left to attach.` : null }
}

/** `1,912 pictures go to 401 products, 12 of them new. 3 products are left out.` */
export const describePlan = ({
  products,
  added,
  inSeveral,
  elsewhere,
  changed,
  created,
  skipped,
  unanswered,
  blocked,
}: PlanPreview): string => {
  const unchanged = products - changed - skipped - blocked
  const be = (count: number): string => countOf(count, 'product is', 'products are')
  return [
    changed === 0
      ? 'There is nothing to attach.'
      : `${countOf(added, 'picture goes', 'pictures go')} to ${productsOf(changed)}${created > 0 ? `, ${formatCount(created)} of them new` : ''}.`,
    ...(inSeveral > 0
      ? [
          inSeveral === 1
            ? '1 of these pictures is in several products. It is uploaded once.'
            : `${formatCount(inSeveral)} of these pictures are in several products. Each is uploaded once.`,
        ]
      : []),
    ...(elsewhere > 0
      ? [
          `${formatCount(elsewhere)} of these pictures ${elsewhere === 1 ? 'stays' : 'stay'} in another product, too, where an earlier plan put ${elsewhere === 1 ? 'it' : 'them'}.`,
        ]
      : []),
    ...(unchanged > 0 ? [`${be(unchanged)} up to date.`] : []),
    ...(skipped > 0 ? [`${be(skipped)} left out.`] : []),
    ...(unanswered > 0 ? [`${countOf(unanswered, 'product needs', 'products need')} an answer first.`] : []),
    ...(blocked > 0 ? [`${productsOf(blocked)} can’t be attached.`] : []),
  ].join(' ')
}

export const planStateWords: Readonly<Record<PlanProductState, string>> = {
  failed: 'Failed',
  attention: 'Needs attention',
  queueing: 'Waiting',
  running: 'Running',
  waiting: 'Waiting',
  restoring: 'Restoring',
  done: 'Done',
  cancelled: 'Cancelled',
  restored: 'Restored',
}

/** `167 done`, `2 need attention`: how many products are in which state. */
export const countStates = (counts: PlanSummary['counts']): readonly string[] => {
  const { failed = 0, attention = 0, queueing = 0, running = 0, waiting = 0, restoring = 0, done = 0, cancelled = 0, restored = 0 } = counts
  const parts: readonly (readonly [number, string])[] = [
    [done, 'done'],
    [running, 'running'],
    [waiting + queueing, 'waiting'],
    [attention, attention === 1 ? 'needs attention' : 'need attention'],
    [failed, 'failed'],
    [restoring, 'being restored'],
    [restored, 'restored'],
    [cancelled, 'cancelled'],
  ]
  return parts.flatMap(([count, word]) => (count > 0 ? [`${formatCount(count)} ${word}`] : []))
}

/** `401 products, 1,912 pictures: 167 done, 2 need attention.` */
export const describeProgress = ({ products, pictures, counts }: Pick<PlanSummary, 'products' | 'pictures' | 'counts'>): string =>
  `${productsOf(products)}, ${countOf(pictures, 'picture')}: ${countStates(counts).join(', ')}.`

/** Before the previous lists are put back: what that does. */
export const describeRestore = (counts: PlanSummary['counts']): string => {
  const { waiting = 0, queueing = 0, attention = 0, failed = 0 } = counts
  const others = waiting + queueing + attention + failed
  return [
    'Each product gets its previous list back, without the pictures of this plan. Pictures added since stay; new products stay.',
    ...(others > 0 ? [`The other ${others === 1 ? 'product is' : `${formatCount(others)} products are`} cancelled.`] : []),
  ].join(' ')
}

/** `3 products of a plan need attention.` */
export const describeFailed = ({ failed }: UnfinishedPlan): string =>
  `${countOf(failed, 'product of a plan needs', 'products of a plan need')} attention.`

/** How much of its time is left. */
export const describeTimeLeft = (leftMs: number): string => {
  if (leftMs === 0) return 'Your answers no longer count: Packshot asks again where a list may be out of date.'
  if (leftMs < hourMs) return 'Your answers count for less than an hour.'
  const hours = Math.floor(leftMs / hourMs)
  return `Your answers count for ${hours < 48 ? countOf(hours, 'more hour') : countOf(Math.floor(hours / 24), 'more day')}.`
}
