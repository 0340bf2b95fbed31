import { AppError } from '../../../../shared/errors.ts'
import type { CurrentStatement, Job, ParkChoice } from '../../../../shared/jobs.ts'
import type { Journal } from '../../database/journal.ts'
import { writeInPieces } from '../../database/write-in-pieces.ts'
import type { ProductStore } from '../../products/product-store.ts'
import type { JobStore } from './job-store.ts'
import { countBlockers, settleDependents } from './settle-dependents.ts'

export type RetryRequest = {
  /** Empty: all parked jobs that can be retried without a choice. */
  readonly jobIds: readonly string[]
  readonly choice: ParkChoice
  /** With `exists`: the id of the product that is there. */
  readonly productId?: string
  /** For an attach: what the product's list holds now. */
  readonly current?: CurrentStatement
}

export type RetryResult = { readonly retried: number /** Left as they are, each needing a choice. */; readonly left: readonly Job[] }

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly products: ProductStore
  readonly clock: { readonly now: () => number }
  /** The active one's; `null`: all there are. */
  readonly connectionId: () => string | null
}

/** Puts parked jobs back to work, as a person chose. Errors: `unknown-id`, `usage` (a choice that does not fit the job). */
export const retryJobs = async (request: RetryRequest, ports: Ports): Promise<RetryResult> => {
  if (request.jobIds.length === 0) return retryAll(request, ports)
  const { journal, jobs, clock } = ports
  journal.write(() => {
    for (const id of request.jobIds) {
      const job = jobs.get(id)
      if (!job) throw new AppError('unknown-id', `There is no job ${id}. Nothing was changed.`)
      if (job.status.state === 'waiting') jobs.apply(id, { kind: 'retry', at: clock.now() })
      else if (fits(job, request)) retryOne(job, request, ports)
      else throw misfit(job, request.choice)
    }
  })
  await journal.durable()
  return { retried: request.jobIds.length, left: [] }
}

/** All of the active workspace that are parked and fit the choice; thousands hold nobody up. */
const retryAll = async (request: RetryRequest, ports: Ports): Promise<RetryResult> => {
  const { journal, jobs, connectionId } = ports
  const left: Job[] = []
  const retryParked = (id: string): boolean => {
    const job = jobs.get(id)
    if (job?.status.state !== 'parked') return false
    if (fits(job, request)) retryOne(job, request, ports)
    else left.push(job)
    return fits(job, request)
  }
  const parked = jobs.listIds({ state: 'parked', connectionId: connectionId() })
  const retried = await writeInPieces(journal, parked, (piece) => piece.filter(retryParked).length)
  return { retried, left }
}

const fits = (job: Job, request: RetryRequest): boolean =>
  job.status.state === 'parked' &&
  (job.status.choices.includes(request.choice) ||
    (request.choice === 'retry' && request.current !== undefined && job.work.operation === 'attach-sources'))

const misfit = ({ id, status }: Job, choice: ParkChoice): AppError => {
  if (status.state !== 'parked')
    return new AppError('usage', `${id} is ${status.state}, so there is nothing to retry. Nothing was changed.`, {
      action: 'Look at the jobs that are set aside.',
    })
  const what = choice === 'retry' ? 'needs a choice before it can go on' : `has no use for “${choice}”`
  const action = status.choices.includes('retry') ? `Retry it without a choice. ${status.reason.action}` : status.reason.action
  return new AppError(status.reason.code, `${id} ${what}. Nothing was changed.`, { action })
}

const retryOne = (job: Job, request: RetryRequest, ports: Ports): void => {
  const { journal, jobs, products } = ports
  const at = ports.clock.now()
  let changed = job
  if (job.work.operation === 'create-product' && request.choice === 'exists') {
    if (!request.productId) throw new AppError('usage', 'Enter the id of the product that exists. Nothing was changed.')
    // Its list is not empty for being new to this job: what is known to be there would be replaced.
    const known = products.findById(job.connectionId, request.productId)
    if (known && known.ref !== job.work.productRef)
      throw new AppError('usage', `“${request.productId}” is a product that Packshot knows already. Nothing was changed.`, {
        action: 'If it is the right one, cancel this and attach the pictures to it by its ID.',
      })
    products.setCreated(job.work.productRef, request.productId, at)
  }
  if (job.work.operation === 'attach-sources') {
    const work = {
      ...job.work,
      onlyReady: job.work.onlyReady || request.choice === 'ready',
      waits: request.choice === 'wait',
      ...(request.current ? { current: request.current, statedAt: at } : {}),
    }
    changed = { ...job, work, blockedBy: countBlockers(journal, job.id, work.onlyReady) }
  }
  jobs.save(changed)
  const after = jobs.apply(job.id, { kind: 'retry', at })
  if (after) settleDependents(journal, jobs, after, at)
}
