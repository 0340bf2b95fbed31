import type { Journal } from '../../../database/journal.ts'
import type { ImageStore } from '../../../library/image-store.ts'
import { addUpload } from '../../../library/queue-upload.ts'
import type { SourceStore } from '../../../library/source-store.ts'
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
export const awaitUpload = (ports: Pick<Ports, 'jobs' | 'images'>, attach: JobOf<'attach-sources'>, imageId: string, at: number): void => {
  const { jobs } = ports
  const upload = { operation: 'upload-source', imageId } as const
  const found =
    jobs.find(upload, attach.connectionId, ['waiting', 'running', 'parked']) ?? addUpload(ports, imageId, attach.connectionId, at)
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
    if (isPresent(work.imageId) && !isUploaded) awaitUpload(ports, attach, work.imageId, at)
  }
}
