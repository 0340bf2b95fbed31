import { countOf, formatCount } from '../base/number-words.ts'
import { describeWork, nameKind, operationWords } from '../queue/operations-words.ts'
import type { ActionRow } from './actions.ts'

let day: Intl.DateTimeFormat | undefined
const formatDay = (at: number): string => {
  day ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
  return day.format(at)
}

/** `“White?”`, `“White?” and 2 more`. */
const nameQuestions = ([first = '', ...others]: readonly string[]): string =>
  others.length === 0 ? `“${first}”` : `“${first}” and ${formatCount(others.length)} more`

const totalOf = ({ counts }: Pick<ActionRow, 'counts'>): number => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Of an action whose row was lost: “Uploads, questions of 12 Mar 2026”. */
const describeLost = ({ operations, beganAt }: ActionRow): string => {
  const kinds = operations.map((name) => operationWords[name].jobs).join(', ')
  return `${kinds.charAt(0).toUpperCase()}${kinds.slice(1)} of ${formatDay(beganAt)}`
}

/** The name of an action: “Ask “White?” about 300 pictures”. Of a single job, the job's. */
export const describeAction = (row: ActionRow): string => {
  const { facts, pictures, productName, job } = row
  if (job && totalOf(row) === 1) return describeWork(job.work, job)
  if (facts === null) return describeLost(row)
  const some = pictures === 0 ? 'pictures' : countOf(pictures, 'picture')
  switch (facts.kind) {
    case 'add':
      return `Upload ${some}`
    case 'ask':
      return `Ask ${facts.set === undefined ? nameQuestions(facts.questions) : `“${facts.set}”`} about ${some}`
    case 'attach':
      return `Attach ${some} to ${productName ?? facts.product}`
    case 'replace':
      return `Change the pictures of ${productName ?? facts.product}`
    case 'set-text':
      return `Send ${countOf(facts.texts, 'text')} to products`
    case 'restore-text':
      return `Restore the previous ${facts.texts === 1 ? 'text' : `${formatCount(facts.texts)} texts`}`
    case 'write':
      return `Write ${countOf(pictures, 'text')} with the brand voice ${facts.voice}`
    case 'create-source':
      return `Create source from ${nameKind(facts.source)} ${facts.title}`
    case 'version':
      return `Upload ${countOf(pictures, 'changed picture')}`
    case 'send-again':
      return `Send ${some} again`
    case 'put-back':
      return `Put back the earlier files of ${some}`
    case 'plan':
      return `Attach ${some} to ${countOf(facts.products, 'product')}`
  }
}

/** How far an action is: “167 of 300 jobs done · 2 need attention · 3 running”. */
export const describeCounts = (row: Pick<ActionRow, 'counts'>): string => {
  const { done, parked, running, cancelled } = row.counts
  return [
    `${formatCount(done)} of ${countOf(totalOf(row), 'job')} done`,
    ...(parked > 0 ? [`${formatCount(parked)} ${parked === 1 ? 'needs' : 'need'} attention`] : []),
    ...(running > 0 ? [`${formatCount(running)} running`] : []),
    ...(cancelled > 0 ? [`${formatCount(cancelled)} cancelled`] : []),
  ].join(' · ')
}

/** One word for where an action stands. */
export const nameStanding = ({ standing, counts }: Pick<ActionRow, 'standing' | 'counts'>): string => {
  if (standing === 'attention') return 'Needs attention'
  if (standing === 'open') return counts.running > 0 ? 'Running' : 'Waiting'
  return counts.done > 0 ? 'Done' : 'Cancelled'
}

export const actionWords = {
  search: 'Search activity',
  covers: 'Question, product, picture name',
  isCut: 'Many pictures have this name. Add another word to find the rest of their work.',
  someLeft: (count: number): string =>
    `${countOf(count, 'attachment')} got no answer. Cancel ${count === 1 ? 'it' : 'each'} in its own row, and say whether the pictures arrived.`,
} as const
