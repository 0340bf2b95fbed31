import { isSentFormat } from '../../../../../shared/pictures/accepted-pictures.ts'
import type { ImageFormat } from '../../../../../shared/pictures/picture-formats.ts'
import type { JobRow, JobWork } from '../../../../../shared/queue/jobs.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { readingOf } from '../../../pictures/library/picture-store.ts'
import type { JobStore } from '../../../queue/job-store.ts'
import { withBlockers } from '../../../queue/settle-dependents.ts'
import { callRecord } from './name-records.ts'

export type JobPorts = {
  readonly journal: Journal
  readonly jobs: Pick<JobStore, 'get' | 'ruleOf'>
  /** Progress of a running attempt. */
  readonly silentSince: (jobId: string) => number | null
}

/** What the product that a job is about is called. */
export const nameProductOf = (journal: Journal, work: JobWork): string | null =>
  'productRef' in work ? callRecord(journal, work.productRef) : null

/** A job as lists show it; none if it is gone. */
export const withNames = ({ journal, jobs, silentSince }: JobPorts, id: string): JobRow[] => {
  const job = jobs.get(id)
  if (!job) return []
  const { work } = job
  const imageId = 'imageId' in work ? work.imageId : null
  const image =
    imageId === null
      ? undefined
      : journal.get(
          `SELECT images.name, images.format, originals.reading FROM images
           LEFT JOIN originals ON originals.picture = images.seq AND originals.version = images.version WHERE images.id = ?`,
          imageId,
        )
  const format = image?.format as ImageFormat | undefined
  return [
    {
      ...withBlockers(journal, jobs, job),
      imageId,
      imageName: image ? String(image.name) : null,
      productName: nameProductOf(journal, work),
      convertedFrom:
        image && format && work.operation === 'upload-source' && !isSentFormat(format) ? { format, ...readingOf(image) } : null,
      silentSince: silentSince(id),
    },
  ]
}
