import { countOf } from '../../shared/base/number-words.ts'
import { changeIdWords, existsWords } from '../../shared/products/product-ids-words.ts'
import type { JobState, ParkChoice } from '../../shared/queue/job-states.ts'
import type { Job } from '../../shared/queue/jobs.ts'
import { operationWords } from '../../shared/queue/operations-words.ts'
import { formatAgo } from '../ui/format.ts'
import type { IconName } from '../ui/icon.tsx'

/** The icon of each operation. */
export const iconOf = ({ work }: Pick<Job, 'work'>): IconName => operationWords[work.operation].icon

export const stateNames: Record<JobState, string> = {
  waiting: 'Waiting',
  running: 'Running',
  done: 'Done',
  parked: 'Needs attention',
  cancelled: 'Cancelled',
}

/** A state's name; “done” also says when the job ended with a remark. */
export const nameState = ({ status, notes }: Pick<Job, 'status' | 'notes'>): string =>
  status.state === 'done' && notes.length > 0 ? 'Done, with a note' : stateNames[status.state]

/** Attempts, the next try and the reason it waits, where worth mentioning. */
export const describeProgress = (job: Job, now: number): string => {
  const { status, attempts, blockedBy } = job
  const tries = attempts > 1 ? [countOf(attempts, 'attempt')] : []
  switch (status.state) {
    case 'waiting': {
      const waits = blockedBy > 0 ? [`after ${countOf(blockedBy, 'other job')}`] : []
      const next = status.notBefore > now + 1_000 ? [`next try ${formatAgo(status.notBefore, now)}`] : []
      return [...waits, ...tries, ...next].join(' · ')
    }
    case 'running':
      return [...tries, `started ${formatAgo(status.startedAt, now)}`].join(' · ')
    case 'done':
      return [...tries, formatAgo(status.endedAt, now)].join(' · ')
    case 'parked':
    case 'cancelled':
      return [...tries, formatAgo(status.at, now)].join(' · ')
  }
}

/** An attempt whose answer is late: nothing is lost, and no action is needed. */
export const describeSilence = (since: number, now: number): string =>
  `No answer for ${countOf(Math.max(1, Math.round((now - since) / 1_000)), 'second')}. The workspace can be reached, so Packshot waits up to two minutes.`

/** The button label of each choice for a parked job. */
export const choiceNames: Record<ParkChoice, string> = {
  retry: 'Retry',
  exists: existsWords.button,
  again: 'Do it again',
  ready: 'Continue with the rest',
  wait: 'Wait for the others',
  replace: 'Upload again and replace',
  'leave-out': 'Leave it out',
}

export const nameChoice = (choice: ParkChoice, operation: Job['work']['operation']): string => {
  if (choice === 'again' && operation === 'create-product') return 'Create again'
  if (choice === 'replace' && operation === 'set-text') return 'Replace the text'
  return choice === 'exists' && operation === 'attach-sources' ? changeIdWords.button : choiceNames[choice]
}
