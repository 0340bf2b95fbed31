import { AppError } from '../../../shared/base/errors.ts'
import type { Failure } from '../../../shared/base/failures.ts'
import type { ParkChoice } from '../../../shared/queue/job-states.ts'
import type { Job } from '../../../shared/queue/jobs.ts'
import type { Journal } from '../base/database/journal.ts'
import type { JobStore } from './job-store.ts'
import { type Operations, operationOf, type RetryRequest } from './operation.ts'
import { countBlockers, parkIfStuck, settleDependents } from './settle-dependents.ts'

export type RetryResult = { readonly retried: number /** How many are left as they are, each needing a choice. */; readonly left: number }

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly operations: Operations
  readonly clock: { readonly now: () => number }
  /** The active connection; `null`: none, so only jobs without a connection are meant. */
  readonly connectionId: () => string | null
}

/** Resumes parked jobs with a person's choice. Errors: `unknown-id`, `usage` (a choice that does not fit the job). */
export const retryJobs = async (request: RetryRequest, ports: Ports): Promise<RetryResult> => {
  if (request.jobIds.length === 0) {
    // What one attribute holds says nothing about the others.
    const { currentText: _, ...others } = request
    return retryAll(others, ports)
  }
  const { journal, jobs, clock } = ports
  journal.write(() => {
    for (const id of request.jobIds) {
      const job = jobs.get(id)
      if (!job) throw new AppError('unknown-id', { kind: 'job-unknown', jobId: id }, { kept: 'nothing-changed' })
      if (request.currentText !== undefined && !takesText(job, request, ports))
        throw new AppError('usage', { kind: 'text-without-use', jobId: id }, { kept: 'nothing-changed' })
      if (job.status.state === 'waiting') {
        // What a person says counts as soon as its turn comes.
        if (request.currentText !== undefined) operationOf(ports.operations, job.work).resume?.(job, request, clock.now())
        jobs.apply(id, { kind: 'retry', at: clock.now() })
      } else if (fits(job, request, ports)) retryOne(job, request, ports)
      else throw misfit(job, request.choice)
    }
  })
  await journal.durable()
  return { retried: request.jobIds.length, left: 0 }
}

/** All parked jobs of the active workspace, or of one action in it, that fit the choice, as they are in this transaction. */
const retryAll = async (request: RetryRequest, ports: Ports): Promise<RetryResult> => {
  const { journal, jobs, connectionId } = ports
  const ofAction = request.action === undefined ? {} : { action: request.action }
  const result = journal.write(() => {
    let [retried, left] = [0, 0]
    for (const id of jobs.listIds({ state: 'parked', connectionId: connectionId(), ...ofAction }))
      if (retryIfFits(id, request, ports)) retried++
      // Others were parked for one of these, and wait again with it.
      else if (jobs.standing(id)?.state === 'parked') left++
    return { retried, left }
  })
  await journal.durable()
  return result
}

/** Resumes a parked job if it fits the choice. Called inside `journal.write`. */
export const retryIfFits = (id: string, request: RetryRequest, ports: Omit<Ports, 'connectionId'>): boolean => {
  const job = ports.jobs.get(id)
  if (job?.status.state !== 'parked' || !fits(job, request, ports)) return false
  retryOne(job, request, ports)
  return true
}

const fits = (job: Job, request: RetryRequest, { operations }: Pick<Ports, 'operations'>): boolean =>
  job.status.state === 'parked' && (operationOf(operations, job.work).fits?.(job, request) ?? job.status.choices.includes(request.choice))

/** Another choice makes what the attribute holds now irrelevant. */
const takesText = (job: Job, { choice }: RetryRequest, { operations }: Pick<Ports, 'operations'>): boolean =>
  choice === 'retry' && operationOf(operations, job.work).takesText === true

const misfit = ({ id, status }: Job, choice: ParkChoice): AppError => {
  const kept = 'nothing-changed'
  if (status.state !== 'parked') return new AppError('usage', { kind: 'job-not-parked', jobId: id, state: status.state }, { kept })
  const { reason, choices } = status
  const misfit = { jobId: id, canRetry: choices.includes('retry'), because: reason }
  const failure: Failure = choice === 'retry' ? { kind: 'job-needs-choice', ...misfit } : { kind: 'choice-without-use', choice, ...misfit }
  return new AppError(reason.code, failure, { kept })
}

const retryOne = (job: Job, request: RetryRequest, { journal, jobs, operations, clock }: Omit<Ports, 'connectionId'>): void => {
  const at = clock.now()
  const work = operationOf(operations, job.work).resume?.(job, request, at)
  const changed = work ? { ...job, work } : job
  if (work) jobs.saveWhole({ ...changed, blockedBy: countBlockers(journal, jobs, changed) })
  const after = jobs.apply(job.id, { kind: 'retry', at })
  if (!after) return
  settleDependents(journal, jobs, after, at)
  // It may have been parked for a reason that hid its missing dependencies, e.g. by a restore.
  parkIfStuck(journal, jobs, after, at)
}
