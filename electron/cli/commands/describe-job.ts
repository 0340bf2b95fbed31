import type { ErrorRecord } from '../../../shared/errors.ts'
import type { Job, OtherSourceKind } from '../../../shared/jobs.ts'
import { adviseCommand } from '../command-hints.ts'

/** A kind of source in a person's words. */
export const nameKind = (kind: OtherSourceKind): string => ({ text: 'text', url: 'web address', knowledge: 'knowledge item' })[kind]

/** What a job is about, in a few words. `names`: image id → file name. */
export const describeWork = (job: Job, names: ReadonlyMap<string, string>): string => {
  const { work } = job
  switch (work.operation) {
    case 'upload-source':
      return `upload ${names.get(work.imageId) ?? work.imageId}`
    case 'create-source':
      return `create ${nameKind(work.kind)} “${work.title}”`
    case 'analyse-image':
      return `ask “${work.question}” about ${names.get(work.imageId) ?? work.imageId}`
    case 'create-product':
      return `create product “${work.name}”`
    case 'write-text':
      return `write with “${work.voiceName}” about ${names.get(work.imageId) ?? work.imageId}`
    case 'attach-sources':
      if (work.replaceWith) return `change the list ${work.attribute} to these ${work.replaceWith.length}`
      return `attach ${work.imageIds.length} ${work.imageIds.length === 1 ? 'picture' : 'pictures'} (${work.attribute})`
  }
}

/** What to do about a job that is set aside. With its own id, so that it can be typed as it stands. */
const adviseParked = ({ id, work }: Job, reason: ErrorRecord): string => {
  const advice = reason.action.replace(/\.$/, '')
  if (work.operation === 'attach-sources' && reason.code === 'not-found')
    return `${advice}: “packshot retry ${id} --product ID”, or “packshot cancel ${id}”.`
  if (work.operation === 'attach-sources' && reason.code === 'current-unknown')
    return `${advice}: “packshot retry ${id} --current none”, or --current ID,… (or --current known), or --service-appends.`
  return adviseCommand(reason)
}

/** Why a job waits or what it needs: the reason and what to do. */
export const describeReason = (job: Job): string => {
  const { status, blockedBy, note } = job
  switch (status.state) {
    case 'parked':
      return `${status.reason.message} ${adviseParked(job, status.reason)}`
    case 'waiting':
      if (blockedBy > 0) return `waits for ${blockedBy} other ${blockedBy === 1 ? 'job' : 'jobs'}`
      return status.because ? `${status.because.message} ${adviseCommand(status.because)}` : ''
    case 'running':
    case 'done':
    case 'cancelled':
      return note ?? ''
  }
}

/** One line: id, work, reason. */
export const describeJob = (job: Job, names: ReadonlyMap<string, string>): string =>
  `${job.id}  ${describeWork(job, names)}: ${describeReason(job)}`
