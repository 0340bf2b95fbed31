import type { Journal } from '../../base/database/journal.ts'
import { notUploadedOf } from '../../pictures/library/attach-pictures.ts'
import type { ImageStore } from '../../pictures/library/picture-store.ts'
import { addUpload } from '../../pictures/library/queue-upload.ts'
import type { SourceStore } from '../../pictures/library/source-store.ts'
import { removeDependency } from '../../queue/job-dependencies.ts'
import type { JobStore } from '../../queue/job-store.ts'
import type { JobOf } from '../../queue/operation.ts'

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly images: Pick<ImageStore, 'mayBeUploaded'>
  readonly sources: Pick<SourceStore, 'get'>
  readonly isPresent: (imageId: string) => boolean
}

/** The upload for a picture of a waiting attach: an open one, or a new one. The attach waits for it. */
export const awaitUpload = (
  ports: Pick<Ports, 'jobs' | 'images'>,
  attach: JobOf<'attach-sources'>,
  imageId: string,
  at: number,
  more: { readonly again?: true } = {},
): void => {
  const { jobs } = ports
  const upload = { operation: 'upload-source', imageId } as const
  const found =
    jobs.find(upload, attach.connectionId, ['waiting', 'running', 'parked']) ??
    addUpload(ports, { ofJob: attach.id }, imageId, attach.connectionId, at, more)
  jobs.depend(attach.id, found.id)
}

/**
 * A cancelled upload never finishes, so an attach that still waits for its picture uploads it again. A picture removed from the library
 * is no longer waited for. Called inside `journal.write`.
 */
export const uploadCancelledAgain = (attach: JobOf<'attach-sources'>, at: number, ports: Ports): void => {
  const { journal, jobs, sources, isPresent } = ports
  const { id, connectionId } = attach
  for (const { id: uploadId, work } of jobs.dependencies(id, 'cancelled')) {
    if (work.operation !== 'upload-source') continue
    removeDependency(journal, { jobId: id, dependsOn: uploadId })
    const isUploaded = connectionId !== null && sources.get(connectionId, work.imageId) !== undefined
    if (!isPresent(work.imageId) || (isUploaded && !work.again)) continue
    awaitUpload(ports, attach, work.imageId, at, isUploaded ? { again: true } : {})
  }
}

/**
 * Its pictures were not uploaded when it was sent, and it may wait for none of their uploads: the version of a picture changed while many
 * were queued. Without this, each retry would end the same way. Called inside `journal.write`.
 */
export const uploadMissing = (attach: JobOf<'attach-sources'>, at: number, ports: Ports): void => {
  const { connectionId, status } = attach
  if (connectionId === null || status.state !== 'parked' || status.reason.failure.kind !== 'pictures-not-uploaded') return
  for (const imageId of notUploadedOf(ports.journal, attach.id, connectionId)) awaitUpload(ports, attach, imageId, at)
}
