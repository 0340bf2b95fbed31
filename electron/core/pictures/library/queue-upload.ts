import type { JobState } from '../../../../shared/queue/job-states.ts'
import type { Job } from '../../../../shared/queue/jobs.ts'
import type { ActionOfJob } from '../../queue/action-store.ts'
import type { JobStore } from '../../queue/job-store.ts'
import type { ImageStore } from './picture-store.ts'
import type { SourceStore } from './source-store.ts'

type Ports = { readonly jobs: JobStore; readonly images: Pick<ImageStore, 'mayBeUploaded' | 'mayAnyBeUploaded'> }
type OnePorts = { readonly jobs: JobStore; readonly images: Pick<ImageStore, 'mayBeUploaded'> }

/**
 * A new upload of an image. After a restore it may repeat one that the library has lost, and adds a remark. Called inside `journal.write`.
 */
export const addUpload = (
  { jobs, images }: OnePorts,
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
  { sources, ...ports }: OnePorts & { readonly sources: Pick<SourceStore, 'get'> },
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
 * The uploads of images whose version of today the workspace doesn't have, each once: those already asked for, or new jobs of this action. Called inside
 * `journal.write`.
 */
export const queueUploads = (
  { jobs, images }: Ports,
  action: ActionOfJob,
  imageIds: readonly string[],
  connectionId: string | null,
  now: number,
): readonly string[] => {
  const works = imageIds.map((imageId) => ({ operation: 'upload-source', imageId }) as const)
  // Of two, the running one may send an earlier version.
  const open = new Map([...jobs.findAll(works, connectionId, ['running']), ...jobs.findAll(works, connectionId, ['waiting', 'parked'])])
  const added = works.filter((_, place) => !open.has(place))
  const ids = images.mayAnyBeUploaded(added.map(({ imageId }) => imageId))
    ? added.map(({ imageId }) => addUpload({ jobs, images }, action, imageId, connectionId, now).id)
    : jobs.addAll(action, added, connectionId, now)
  return [...[...open.values()].map(({ id }) => id), ...ids]
}

/** Those among some pictures whose newest open upload is to send them again. */
export const listUploadsAgain = (
  jobs: JobStore,
  imageIds: readonly string[],
  connectionId: string,
): readonly { readonly imageId: string; readonly state: JobState }[] => {
  const works = imageIds.map((imageId) => ({ operation: 'upload-source', imageId }) as const)
  return [...jobs.findAll(works, connectionId, ['waiting', 'running', 'parked'])].flatMap(([place, { id, state }]) => {
    const work = jobs.get(id)?.work
    return work?.operation === 'upload-source' && work.again ? [{ imageId: imageIds[place] ?? '', state }] : []
  })
}

/**
 * The same for pictures that the workspace has, but maybe not the files of them that it would get now. One that waits sends that file then. Returns the
 * upload of each picture. Called inside `journal.write`.
 */
export const queueUploadsAgain = (
  { jobs, images }: Ports,
  action: ActionOfJob,
  imageIds: readonly string[],
  connectionId: string,
  now: number,
): ReadonlyMap<string, string> => {
  const works = imageIds.map((imageId) => ({ operation: 'upload-source', imageId, again: true }) as const)
  const uploads = new Map<string, string>()
  const note = (places: ReadonlyMap<number, { readonly id: string }>, isFit: (job: Job) => boolean): void => {
    for (const [place, { id }] of places) {
      const imageId = imageIds[place]
      const job = imageId === undefined || uploads.has(imageId) ? undefined : jobs.get(id)
      if (job && imageId !== undefined && isFit(job)) uploads.set(imageId, id)
    }
  }
  note(jobs.findAll(works, connectionId, ['running']), ({ work }) => work.operation === 'upload-source' && work.again === true)
  note(jobs.findAll(works, connectionId, ['waiting', 'parked']), (job) => {
    if (job.work.operation === 'upload-source' && !job.work.again) jobs.saveWhole({ ...job, work: { ...job.work, again: true } })
    return true
  })
  const added = works.filter(({ imageId }) => !uploads.has(imageId))
  const ids = images.mayAnyBeUploaded(added.map(({ imageId }) => imageId))
    ? added.map(({ imageId }) => addUpload({ jobs, images }, action, imageId, connectionId, now, { again: true }).id)
    : jobs.addAll(action, added, connectionId, now)
  for (const [place, { imageId }] of added.entries()) uploads.set(imageId, ids[place] ?? '')
  return uploads
}
