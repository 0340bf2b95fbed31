import type { Job } from '../../../shared/jobs.ts'
import type { JobStore } from '../work/queue/job-store.ts'
import type { ImageStore } from './image-store.ts'

type Ports = { readonly jobs: JobStore; readonly images: Pick<ImageStore, 'mayBeUploaded'> }

/**
 * A new upload of an image. After a restore it may repeat one that the library has lost, and adds a remark. Called inside `journal.write`.
 */
export const addUpload = ({ jobs, images }: Ports, imageId: string, connectionId: string | null, now: number): Job => {
  const work = { operation: 'upload-source', imageId } as const
  const isRepeat = images.mayBeUploaded(imageId) && jobs.find(work, connectionId, ['done']) === undefined
  const job = jobs.add(work, connectionId, [], now)
  return isRepeat ? (jobs.apply(job.id, { kind: 'doubt', at: now, park: null, note: { kind: 'restored' } }) ?? job) : job
}

/** The upload of an image to a connection: the one already asked for, or a new job. Called inside `journal.write`. */
export const queueUpload = (ports: Ports, imageId: string, connectionId: string | null, now: number): Job =>
  ports.jobs.find({ operation: 'upload-source', imageId }, connectionId, ['waiting', 'running', 'done', 'parked']) ??
  addUpload(ports, imageId, connectionId, now)
