import { countOf, formatCount } from '../base/number-words.ts'
import type { OperationName } from '../queue/operations.ts'
import { operationWords } from '../queue/operations-words.ts'
import type { JobProblem, JobRemedy } from './problems.ts'

/** “250 attachments have the same problem”. */
export const describeProblemTitle = ({ jobs, operation, isEach }: Pick<JobProblem, 'jobs' | 'operation' | 'isEach'>): string =>
  `${formatCount(jobs)} ${operationWords[operation].jobs} have ${isEach ? 'the same problem' : 'the same kind of problem'}`

/** “Mug, Cup, Bowl and 247 other products”, “250 pictures” where no names are known. */
export const describeProblemSubjects = ({ jobs, products, examples }: Pick<JobProblem, 'jobs' | 'products' | 'examples'>): string => {
  const total = products > 0 ? products : jobs
  const left = total - examples.length
  if (examples.length === 0) return products > 0 ? countOf(products, 'product') : countOf(jobs, 'job')
  const named = examples.join(', ')
  return left <= 0 ? named : `${named} and ${countOf(left, products > 0 ? 'other product' : 'other')}`
}

const names: Readonly<Record<JobRemedy, string>> = {
  retry: 'Retry all',
  again: 'Do all of them again',
  ready: 'Continue with the rest',
  wait: 'Wait for the others',
  replace: 'Upload again and replace',
  'leave-out': 'Leave the missing pictures out',
  'as-new': 'Create new products',
  'by-sku': 'Match by SKU',
  leave: 'Cancel all',
}

export const nameRemedy = (remedy: JobRemedy, operation: OperationName): string =>
  remedy === 'replace' && operation === 'set-text' ? 'Replace all texts' : names[remedy]

/** “Create new products (3 of 4)”; without the numbers where it fits all jobs. */
export const describeRemedy = (
  { operation, jobs }: Pick<JobProblem, 'operation' | 'jobs'>,
  { remedy, jobs: fitting }: JobProblem['remedies'][number],
): string => `${nameRemedy(remedy, operation)}${fitting < jobs ? ` (${formatCount(fitting)} of ${formatCount(jobs)})` : ''}`

/** What a remedy does that a person confirms first; `null`: it needs no confirmation. */
export const explainRemedy = (remedy: JobRemedy, jobs: number): string | null => {
  switch (remedy) {
    case 'as-new':
      return `The products are created in the workspace with their names in the product list, and ${countOf(jobs, 'attachment')} ${jobs === 1 ? 'goes' : 'go'} to them. The list forgets the IDs that the workspace doesn’t have. Products that are created can’t be removed from here.`
    case 'by-sku':
      return `${countOf(jobs, 'attachment')} ${jobs === 1 ? 'goes' : 'go'} to the products that have the same SKU and another ID in the product list.`
    case 'again':
      return `${countOf(jobs, 'job')} ${jobs === 1 ? 'is' : 'are'} done again. What was done before is then in the workspace twice.`
    default:
      return null
  }
}

export const problemWords = {
  fix: 'Fix all',
  none: 'No two jobs have the same problem. “packshot jobs --state parked” lists those that need you.',
  fixHint: '“packshot problems PROBLEM --fix REMEDY” settles all jobs of one row.',
  settled: (remedy: JobRemedy, settled: number): string =>
    remedy === 'leave' ? `${countOf(settled, 'job')} cancelled` : `${countOf(settled, 'job')} queued again`,
  left: (left: number): string => `${countOf(left, 'other needs', 'others need')} another decision.`,
  undone: ({ undone }: { readonly undone: number }): string => (undone === 0 ? 'Nothing was undone' : `${countOf(undone, 'job')} put back`),
  notUndone: (left: number): string =>
    `${countOf(left, 'job')} had started or ended already. What ${left === 1 ? 'it' : 'they'} sent stays in the workspace.`,
} as const
