import { isSentAsItIs } from '../../../shared/accepted-pictures.ts'
import { AppError } from '../../../shared/errors.ts'
import type { PictureDetails } from '../../../shared/library.ts'
import { pictureOperations } from '../../../shared/operations.ts'
import type { Journal } from '../database/journal.ts'
import type { ImageStore } from '../library/image-store.ts'
import type { SentFiles } from '../library/sent-files.ts'
import type { SourceStore } from '../library/source-store.ts'
import { selectJobsAbout } from '../work/queue/find-jobs.ts'
import type { JobStore } from '../work/queue/job-store.ts'
import { nameProductOf } from './page-jobs.ts'
import { readAnswersOf } from './read-answers.ts'
import type { LibraryReader } from './read-library.ts'

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly images: ImageStore
  readonly sources: SourceStore
  readonly sentFiles: Pick<SentFiles, 'find'>
  readonly reader: LibraryReader
  readonly connectionId: () => string | null
}

/** The newest jobs shown of a picture. */
const historyLimit = 200

/** All that is known about one picture. Errors: `unknown-id` (or it was removed). */
export const readPictureDetails = (imageId: string, ports: Ports): PictureDetails => {
  const { journal, jobs, images, sources, sentFiles, reader } = ports
  const row = reader.row(imageId)
  const image = row && images.get(imageId)
  if (!row || !image) throw new AppError('unknown-id', { kind: 'picture-not-in-library', imageId })
  const connectionId = ports.connectionId()
  const attachments = journal.all(
    `SELECT DISTINCT products.ref, products.product_id, products.name, attached_sources.attribute FROM sources
     JOIN attached_sources ON attached_sources.source_id = sources.source_id
     JOIN products ON products.ref = attached_sources.product_ref AND products.connection_id = sources.connection_id
     WHERE sources.image_id = ?1 AND gone = 0 AND (?2 IS NULL OR sources.connection_id = ?2)
     ORDER BY products.added_at, products.ref, attached_sources.attribute`,
    imageId,
    connectionId,
  )
  const history = journal.all(
    `SELECT id FROM jobs WHERE (?3 IS NULL OR connection_id = ?3) AND seq IN (
       ${selectJobsAbout(pictureOperations, 'seq')}
       UNION ALL SELECT jobs.seq FROM attach_pictures JOIN jobs ON jobs.id = job_id WHERE image_id = ?1
     ) ORDER BY seq DESC LIMIT ?2`,
    imageId,
    historyLimit,
    connectionId,
  )
  const sent = isSentAsItIs(image.format) ? undefined : sentFiles.find(image)
  const { current, earlier } = readAnswersOf(journal, imageId, connectionId)
  return {
    row,
    origin: image.origin.kind === 'url' ? image.origin.url : image.origin.path,
    sourceId: connectionId === null ? null : (sources.get(connectionId, imageId) ?? null),
    sent: sent ? { format: sent.format, bytes: sent.bytes, width: sent.width, height: sent.height } : null,
    answers: current,
    earlierAnswers: earlier,
    attachments: attachments.map((one) => ({
      productRef: String(one.ref),
      productId: one.product_id === null ? null : String(one.product_id),
      name: one.name === null ? null : String(one.name),
      attribute: String(one.attribute),
    })),
    history: history.flatMap((one) => {
      const job = jobs.get(String(one.id))
      return job ? [{ ...job, productName: nameProductOf(journal, job.work) }] : []
    }),
  }
}
