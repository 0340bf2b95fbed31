import { AppError } from '../../../../../shared/base/errors.ts'
import type { LibraryRow, PictureDetails } from '../../../../../shared/pictures/library.ts'
import type { SentFileFacts } from '../../../../../shared/pictures/pictures.ts'
import type { ProductNames } from '../../../../../shared/products/products.ts'
import type { JobWork } from '../../../../../shared/queue/jobs.ts'
import { pictureOperations } from '../../../../../shared/queue/operations.ts'
import { getsNewPixels, sendingChanges } from '../../../../../shared/service/sending.ts'
import type { SendingChange } from '../../../../../shared/service/sending-shapes.ts'
import type { Connection } from '../../../../../shared/workspaces/connection.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { selectJobsAbout } from '../../../queue/find-jobs.ts'
import type { JobStore } from '../../../queue/job-store.ts'
import { readSettingsKey, toSettingsKey } from '../conversion-settings.ts'
import type { ImageStore, StoredImage } from '../picture-store.ts'
import type { SentFile, SentFiles } from '../sent-files.ts'
import type { ShownConversion } from '../shown-conversion.ts'
import type { SourceStore } from '../source-store.ts'
import type { FindAboutEarlier } from './about-earlier.ts'

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly images: ImageStore
  readonly sources: SourceStore
  readonly sentFiles: Pick<SentFiles, 'find'>
  readonly shownConversion: ShownConversion
  /** Its row in the library; `undefined`: it is not in it. */
  readonly rowOf: (imageId: string) => LibraryRow | undefined
  readonly findAboutEarlier: FindAboutEarlier
  readonly connection: () => Connection | null
  /** What rooms above know of the picture, and how they name products. */
  readonly answersOf: (imageId: string, connectionId: string | null) => Pick<PictureDetails, 'answers' | 'earlierAnswers'>
  readonly nameProduct: (productRef: string) => ProductNames
  readonly callProductOf: (work: JobWork) => string | null
}

/** The newest jobs shown of a picture. */
const historyLimit = 200

/** A changed file as a window shows it. */
export const toSentFacts = (sent: SentFile, changes: readonly SendingChange[], isUploaded: boolean): SentFileFacts => {
  const { format, bytes, width, height, settings } = sent
  const made = readSettingsKey(settings)
  // Where a file must fit, its quality may be lower.
  const isKnown = format === 'jpeg' && made?.largestBytes === null && getsNewPixels(changes)
  return { format, bytes, width, height, quality: isKnown ? made.quality : null, settings, isUploaded }
}

const readSent = (image: StoredImage, { journal, sentFiles, shownConversion }: Ports) => {
  const { settings, isUploaded } = shownConversion(image.id)
  const changes = sendingChanges(image, settings)
  if (changes.length === 0) return { changes, sent: null, otherQualities: {} }
  const sent = sentFiles.find(image, settings)
  const others = journal.all(
    'SELECT job_id, sent_settings FROM answers WHERE image_id = ? AND sent_settings <> ?',
    image.id,
    toSettingsKey(settings),
  )
  const otherQualities = others.flatMap((one) => {
    const quality = readSettingsKey(String(one.sent_settings))?.quality ?? null
    return quality === null || quality === settings.quality ? [] : [[String(one.job_id), quality] as const]
  })
  return { changes, sent: sent ? toSentFacts(sent, changes, isUploaded) : null, otherQualities: Object.fromEntries(otherQualities) }
}

/** All that is known about one picture. Errors: `unknown-id` (or it was removed). */
export const readPictureDetails = (imageId: string, ports: Ports): PictureDetails => {
  const { journal, jobs, images, sources } = ports
  const row = ports.rowOf(imageId)
  const image = row && images.get(imageId)
  if (!row || !image) throw new AppError('unknown-id', { kind: 'picture-not-in-library', imageId })
  const connectionId = ports.connection()?.id ?? null
  const attachments = journal.all(
    `SELECT DISTINCT products.ref, attached_sources.attribute FROM sources
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
  return {
    row,
    origin: image.origin.kind === 'url' ? image.origin.url : image.origin.path,
    sourceId: connectionId === null ? null : (sources.get(connectionId, imageId) ?? null),
    ...readSent(image, ports),
    aboutEarlierFile: [...ports.findAboutEarlier(connectionId, [imageId])],
    ...ports.answersOf(imageId, connectionId),
    attachments: attachments.map((one) => ({
      productRef: String(one.ref),
      ...ports.nameProduct(String(one.ref)),
      attribute: String(one.attribute),
    })),
    history: history.flatMap((one) => {
      const job = jobs.get(String(one.id))
      return job ? [{ ...job, productName: ports.callProductOf(job.work) }] : []
    }),
  }
}
