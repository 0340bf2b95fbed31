import { retryRules } from '../../../shared/base/error-codes.ts'
import type { ErrorRecord } from '../../../shared/base/errors.ts'
import type { Failure } from '../../../shared/base/failures.ts'
import type { ParkChoice } from '../../../shared/queue/job-states.ts'
import type { Job, JobNote } from '../../../shared/queue/jobs.ts'
import { backoffMs } from './back-off-delay.ts'
import type { Doubt, Park } from './operation.ts'

/** The events of a job. Times in milliseconds since 1970; `random` in [0, 1) makes the jitter. */
export type JobEvent =
  | { readonly kind: 'start'; readonly at: number }
  /** `repeat`: the remark if it was done after uncertain attempts. */
  | { readonly kind: 'succeed'; readonly at: number; readonly notes: readonly JobNote[]; readonly repeat: JobNote | null }
  | {
      readonly kind: 'fail'
      readonly at: number
      readonly error: ErrorRecord
      /** Any byte of the request may have been sent and no complete answer came. */
      readonly uncertain: boolean
      /** How it is parked when uncertain; `null`: repeating it leaves no relevant duplicate (README.md, 1). */
      readonly doubt: Doubt | null
      /** Each attempt that the service took may have left something there that stays. */
      readonly leavesSpare: boolean
      /** What a person can choose if it is set aside; absent: to retry it. */
      readonly choices?: readonly ParkChoice[]
      /** Another job of this operation has succeeded since this job first failed. */
      readonly neighbourSucceeded: boolean
      readonly random: number
    }
  /** The process ended while it was running: as uncertain as a lost connection. */
  | { readonly kind: 'interrupt'; readonly at: number; readonly doubt: Doubt | null }
  /** Not attempted after all (a hold came first): waits again, nothing is counted. */
  | { readonly kind: 'release'; readonly at: number; readonly because: ErrorRecord | null }
  | { readonly kind: 'park'; readonly at: number; readonly reason: ErrorRecord; readonly choices: readonly ParkChoice[] }
  /** The library is an earlier state: this may have been done since. `park`: it must not be repeated without a person. */
  | {
      readonly kind: 'doubt'
      readonly at: number
      readonly park: Park | null
      readonly note: JobNote
    }
  | { readonly kind: 'retry'; readonly at: number }
  | { readonly kind: 'cancel'; readonly at: number }
  /** What cancelled it was undone. */
  | { readonly kind: 'reopen'; readonly at: number }

/** How many counted 5xx answers park a job. */
export const countedFailuresToPark = 8
/** How many accepted attempts with an unusable answer park a job, as each may have left something there. */
export const oddAnswersToPark = 3
/** A shorter `Retry-After` (0, a past date) counts as no pause. */
const shortestPauseMs = 1_000

/** What it is about was removed while it ran: it comes back with that, as it would be now. */
const shelved = ({ status }: Job, was?: Pick<Extract<Job['status'], { state: 'parked' }>, 'reason' | 'choices'>): Job['status'] | null =>
  status.state === 'running' && status.shelvedAt !== undefined
    ? { state: 'cancelled', at: status.shelvedAt, isShelved: true, ...(was ? { was } : {}) }
    : null

const park = (job: Job, at: number, reason: ErrorRecord, choices: readonly ParkChoice[]): Job => {
  const was = { reason, choices: [...choices] }
  return { ...job, status: shelved(job, was) ?? { state: 'parked', at, ...was }, updatedAt: at }
}

const wait = (job: Job, at: number, notBefore: number, because: ErrorRecord | null): Job => ({
  ...job,
  status:
    job.status.state === 'running' && job.status.isCancelled
      ? { state: 'cancelled', at }
      : (shelved(job) ?? { state: 'waiting', notBefore, because }),
  updatedAt: at,
})

/** One that waits for its dependencies is parked for them again only if they are still missing. */
const cancelled = ({ status }: Job, at: number): Job['status'] =>
  status.state === 'parked' && status.reason.code !== 'depends-on-failed'
    ? { state: 'cancelled', at, was: { reason: status.reason, choices: status.choices } }
    : { state: 'cancelled', at }

const takeBackCancel = (job: Job, at: number): Job => {
  if (job.status.state !== 'running' || !job.status.isCancelled) return job
  const { isCancelled: _, ...status } = job.status
  return { ...job, status, updatedAt: Math.max(at, job.updatedAt + 1) }
}

/** What came instead of a complete answer. */
const endOf = ({ code, status }: ErrorRecord): 'nothing' | 'odd-answer' | 'failure' => {
  if (code === 'odd-answer') return 'odd-answer'
  return status !== undefined && status >= 500 ? 'failure' : 'nothing'
}

/** `because`: how its attempt ended; `null`: Packshot quit in the middle of it. */
const parkUncertain = (job: Job, at: number, { name, choices }: Doubt, because: ErrorRecord | null): Job => {
  const { operation } = job.work
  const failure: Failure =
    because === null
      ? { kind: 'uncertain-at-quit', operation, name }
      : { kind: 'uncertain-end', operation, name, end: endOf(because), because }
  return park(job, at, { code: 'uncertain', failure }, choices)
}

/** The same error, told otherwise: what was kept is not said twice. */
const retold = ({ kept: _, ...rest }: ErrorRecord, failure: Failure): ErrorRecord => ({ ...rest, failure })

/** The service did it, most likely, and will answer the same again. */
const parkOdd = (job: Job, at: number, because: ErrorRecord, leavesSpare: boolean): Job =>
  leavesSpare
    ? park(job, at, retold(because, { kind: 'odd-answer-after-deed', operation: job.work.operation, because }), ['again'])
    : park(job, at, retold(because, { kind: 'odd-answers', times: job.uncertainAttempts, because }), ['retry'])

const fail = (job: Job, event: Extract<JobEvent, { kind: 'fail' }>): Job => {
  const { at, error } = event
  const counts = error.status !== undefined && error.status >= 500 && event.neighbourSucceeded
  const failed: Job = {
    ...job,
    firstFailureAt: job.firstFailureAt ?? (job.status.state === 'running' ? job.status.startedAt : at),
    uncertainAttempts: job.uncertainAttempts + (event.uncertain ? 1 : 0),
    // The first failure came before any neighbour could succeed: it counts once one has.
    countedFailures: job.countedFailures + (counts ? (job.countedFailures === 0 && job.firstFailureAt !== null ? 2 : 1) : 0),
  }
  if (event.uncertain && event.doubt) return parkUncertain(failed, at, event.doubt, error)
  if (error.code === 'odd-answer' && (event.leavesSpare || failed.uncertainAttempts >= oddAnswersToPark))
    return parkOdd(failed, at, error, event.leavesSpare)
  switch (retryRules[error.code]) {
    case 'never':
      return park(failed, at, error, event.choices ?? ['retry'])
    case 'after-sign-in':
      return wait(failed, at, at, error)
    case 'later': {
      if (failed.countedFailures >= countedFailuresToPark) {
        const failure = { kind: 'failed-among-successes', times: failed.countedFailures, because: error } as const
        return park(failed, at, retold(error, failure), ['retry'])
      }
      // While offline the whole queue waits; the job itself then starts at once.
      const isAway = (error.code === 'offline' || error.code === 'proxy-password') && !event.uncertain
      const ownMs = isAway ? 0 : backoffMs(failed.attempts, event.random)
      const toldMs = error.retryAfterMs ?? 0
      return wait(failed, at, at + (toldMs < shortestPauseMs ? Math.max(toldMs, ownMs) : toldMs), error)
    }
  }
}

/** Returns the job after an event, without clock, disk or network. An event that does not fit leaves the job unchanged. */
export const transition = (job: Job, event: JobEvent): Job => {
  const { state } = job.status
  switch (event.kind) {
    case 'start':
      if (state !== 'waiting') return job
      return { ...job, status: { state: 'running', startedAt: event.at }, attempts: job.attempts + 1, updatedAt: event.at }
    case 'succeed':
      if (state !== 'running') return job
      return { ...job, status: { state: 'done', endedAt: event.at }, notes: [...event.notes], firstFailureAt: null, updatedAt: event.at }
    case 'fail':
      return state === 'running' ? fail(job, event) : job
    case 'interrupt': {
      if (state !== 'running') return job
      const cut: Job = { ...job, uncertainAttempts: job.uncertainAttempts + 1 }
      return event.doubt === null ? wait(cut, event.at, event.at, null) : parkUncertain(cut, event.at, event.doubt, null)
    }
    case 'release':
      if (state !== 'running') return job
      return wait({ ...job, attempts: job.attempts - 1 }, event.at, event.at, event.because)
    case 'park':
      return state === 'waiting' || state === 'running' ? park(job, event.at, event.reason, event.choices) : job
    case 'doubt': {
      const isShelved = job.status.state === 'cancelled' && job.status.isShelved
      if (state === 'done' || (state === 'cancelled' && !isShelved)) return job
      const doubted: Job = { ...job, uncertainAttempts: job.uncertainAttempts + 1, notes: [event.note] }
      // It comes back with what it is about, parked then.
      if (job.status.state === 'cancelled')
        return {
          ...doubted,
          status: { ...job.status, ...(event.park ? { was: { ...event.park, choices: [...event.park.choices] } } : {}) },
          updatedAt: Math.max(event.at, job.updatedAt + 1),
        }
      if (event.park) return park({ ...doubted, notes: [] }, event.at, event.park.reason, event.park.choices)
      return state === 'running' ? wait(doubted, event.at, event.at, null) : { ...doubted, updatedAt: event.at }
    }
    case 'retry':
      if (job.status.state === 'running') return takeBackCancel(job, event.at)
      if (state !== 'parked' && state !== 'waiting') return job
      return wait({ ...job, countedFailures: 0, firstFailureAt: null }, event.at, event.at, null)
    case 'cancel':
      // What is under way may be done by now; it is cancelled when it turns out not to be.
      if (job.status.state === 'running')
        return { ...job, status: { ...job.status, isCancelled: true }, updatedAt: Math.max(event.at, job.updatedAt + 1) }
      if (state !== 'waiting' && state !== 'parked') return job
      return { ...job, status: cancelled(job, event.at), updatedAt: event.at }
    case 'reopen': {
      if (job.status.state === 'running') return takeBackCancel(job, event.at)
      if (job.status.state !== 'cancelled') return job
      const { was } = job.status
      if (was) return park(job, event.at, was.reason, was.choices)
      return wait({ ...job, countedFailures: 0, firstFailureAt: null }, event.at, event.at, null)
    }
  }
}
