import { describeError } from '../../../shared/base/describe-error.ts'
import type { ErrorRecord } from '../../../shared/base/errors.ts'
import { callProduct, namesOfRow } from '../../../shared/products/product-names-words.ts'
import { describeNotes } from '../../../shared/queue/job-notes-words.ts'
import type { Job } from '../../../shared/queue/jobs.ts'
import { describeWork } from '../../../shared/queue/operations-words.ts'
import { adviseCommand } from '../command-hints.ts'
import type { OpenCore } from '../with-core.ts'

/** Image id → file name, product reference → what it is called. */
export const readNames = async ({
  pictures,
  products,
}: Pick<OpenCore['client'], 'pictures' | 'products'>): Promise<ReadonlyMap<string, string>> => {
  const [listed, known] = [await pictures.list(), await products.list()]
  return new Map([
    ...listed.map((one) => [one.id, one.name] as const),
    ...known.map((one) => [one.ref, callProduct(namesOfRow(one))] as const),
  ])
}

/** A job's subject in a few words. `names`: image id → file name, product reference → what it is called. */
export const describeJobWork = ({ work }: Job, names: ReadonlyMap<string, string>): string =>
  describeWork(work, {
    imageName: 'imageId' in work ? (names.get(work.imageId) ?? work.imageId) : null,
    productName: 'productRef' in work ? (names.get(work.productRef) ?? null) : null,
  })

/** The command for a parked job, with its id, ready to be copied. */
const adviseParked = ({ id, work }: Job, reason: ErrorRecord): string => {
  const advice = describeError(reason).action.replace(/\.$/, '')
  if (work.operation === 'attach-sources' && reason.code === 'not-found')
    return `${advice}: “packshot retry ${id} --product ID”, or “packshot cancel ${id}”.`
  if (work.operation === 'attach-sources' && reason.code === 'current-unknown')
    return `${advice}: “packshot retry ${id} --current none”, or --current ID,… (or --current known), or --service-appends.`
  return adviseCommand(reason).replaceAll(' JOB', ` ${id}`)
}

/** Why a job waits or what it needs: the reason and the next step. */
export const describeReason = (job: Job): string => {
  const { status, blockedBy } = job
  switch (status.state) {
    case 'parked':
      return `${describeError(status.reason).message} ${adviseParked(job, status.reason)}`
    case 'waiting':
      if (blockedBy > 0) return `waits for ${blockedBy} other ${blockedBy === 1 ? 'job' : 'jobs'}`
      return status.because ? `${describeError(status.because).message} ${adviseCommand(status.because)}` : ''
    case 'running':
    case 'done':
    case 'cancelled':
      return describeNotes(job) ?? ''
  }
}

/** One line: id, work, reason. */
export const describeJob = (job: Job, names: ReadonlyMap<string, string>): string =>
  `${job.id}  ${describeJobWork(job, names)}: ${describeReason(job)}`
