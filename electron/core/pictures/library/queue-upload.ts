import type { Job } from '../../../../shared/queue/jobs.ts'
import type { ActionOfJob } from '../../queue/action-store.ts'
import type { JobStore } from '../../queue/job-store.ts'
import type { ImageStore } from './picture-store.ts'
import type { SourceStore } from './source-store.ts'

type Ports = { readonly jobs: JobStore; readonly images: Pick<ImageStore, 'mayBeUploaded'> }

/**
 * A new upload of an image. After a restore it may repeat one that the library has lost, and adds a remark. Called inside `journal.write`.
 */
export const addUpload = (
  { jobs, images }: Ports,
  action: ActionOfJob,
  imageId: string,
  connectionId: string | null,
  now: number,
  more: { readonly again?: true } = {},
): Job => {
  const work = { operation: 'upload-source', imageId, ...more } as const
  // The one that is done may have sent another file.
  const isRepeat = images.mayBeUploaded(imageId) && (more.again === true || jobs.find(work, connectionId, ['done']) === undefined)
  const job = jobs.add(action, work, connectionId, [], now)
  return isRepeat ? (jobs.apply(job.id, { kind: 'doubt', at: now, park: null, note: { kind: 'restored' } }) ?? job) : job
}

/**
 * The upload of an image to a connection: the one already asked for, or a new job of this action. One that is done counts as long as the workspace has
 * the picture as it is now. Called inside `journal.write`.
 */
export const queueUpload = (
  { sources, ...ports }: Ports & { readonly sources: Pick<SourceStore, 'get'> },
  action: ActionOfJob,
  imageId: string,
  connectionId: string | null,
  now: number,
): Job => {
  const find = (...states: Parameters<JobStore['find']>[2]) =>
    ports.jobs.find({ operation: 'upload-source', imageId }, connectionId, states)
  const isUploaded = connectionId !== null && sources.get(connectionId, imageId) !== undefined
  // Of two, the running one may send an earlier version.
  return (
    find('waiting', 'parked') ??
    find('running') ??
    (isUploaded ? find('done') : undefined) ??
    addUpload(ports, action, imageId, connectionId, now)
  )
}

/**
 * The same for a picture that the workspace has, but maybe not the file of it that it would get now. One that waits sends that file then. Called inside `journal.write`.
 */
export const queueUploadAgain = ({ jobs, images }: Ports, action: ActionOfJob, imageId: string, connectionId: string, now: number): Job => {
  const find = (...states: Parameters<JobStore['find']>[2]) => jobs.find({ operation: 'upload-source', imageId }, connectionId, states)
  const running = find('running')
  if (running?.work.operation === 'upload-source' && running.work.again) return running
  const found = find('waiting', 'parked')
  if (!found) return addUpload({ jobs, images }, action, imageId, connectionId, now, { again: true })
  if (found.work.operation === 'upload-source' && !found.work.again) jobs.saveWhole({ ...found, work: { ...found.work, again: true } })
  return found
}
