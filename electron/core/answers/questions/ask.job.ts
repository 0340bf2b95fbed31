import { AppError, errorFrom, toAppError } from '../../../../shared/base/errors.ts'
import { operations } from '../../../../shared/queue/operations.ts'
import { sendingFor } from '../../../../shared/service/sending.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { Files } from '../../base/platform/files.ts'
import type { ImageStore } from '../../pictures/library/picture-store.ts'
import type { SentFiles } from '../../pictures/library/sent-files.ts'
import { isFromFile, type PublishedImage, publishImage } from '../../pictures/publishing/publish-picture.ts'
import type { PutIntoBucket } from '../../pictures/publishing/put-into-bucket.ts'
import { isRefusalOfWorkspace, type Operation, type OperationDefinition, waitsForAll } from '../../queue/operation.ts'
import { ownWords } from '../../service/calls/own-words.ts'
import type { AnswerStore } from './answer-store.ts'

type Ports = {
  readonly files: Files
  readonly sentFiles: Pick<SentFiles, 'isPrepared' | 'prepare' | 'take'>
  readonly images: ImageStore
  readonly answers: AnswerStore
  readonly putIntoBucket: PutIntoBucket
}

/** A refusal in such words is about the picture's address, which the service could not fetch. */
const aboutAddress = /\b(image_?url|url|image)\b|\b(fetch|download|reach)/i

const advise = (error: AppError, { publishing }: Connection): AppError => {
  if (error.code !== 'rejected' || !aboutAddress.test(ownWords(error))) return error
  const because = error.toRecord()
  switch (publishing.kind) {
    case 's3': {
      const { host } = new URL(publishing.endpoint)
      return errorFrom(because, { failure: { kind: 'picture-not-fetched-from-bucket', host, because }, cause: error })
    }
    case 'base-url':
    case 'data':
      return errorFrom(because, { failure: { kind: 'picture-not-fetched', way: publishing.kind, because }, cause: error })
    case 'origin':
      return error
  }
}

export const analyseImage: OperationDefinition<'analyse-image'> = {
  name: 'analyse-image',
  work: operations['analyse-image'].work,
  // Begins with the picture's id, by which its questions are found (queue/find-jobs.ts, base/database/schema.ts).
  subject: ({ imageId, question }) => `${imageId}\n${question}`,
  exclusiveKey: () => null,
  concurrency: 8,
  scope: 'user',
  changes: (state) => (state === 'done' ? ['answers', 'library'] : state === 'running' ? [] : ['library']),
  isRepeatable: () => true,
  doubt: () => ({ name: null, choices: ['again'] }),
  leavesSpare: false,
  isWorkspaceWide: isRefusalOfWorkspace,
  dependencies: waitsForAll,
}

/** Asks one question about one image (spec: "Analyze an image"). */
export const createAnalyseImage = (ports: Ports): Operation<'analyse-image'> => ({
  ...analyseImage,
  isPrepared: ({ work }, connection) => {
    const image = isFromFile(connection.publishing) ? ports.images.get(work.imageId) : undefined
    return image === undefined || ports.sentFiles.isPrepared(image, sendingFor(connection, image))
  },
  prepare: async ({ work }, { connection, signal }) => {
    const image = ports.images.get(work.imageId)
    if (image) await ports.sentFiles.prepare(image, sendingFor(connection, image), signal)
  },
  attempt: async (job, { connection, client, signal, onSilence }) => {
    const { imageId, question, hint } = job.work
    const image = ports.images.get(imageId)
    if (!image)
      return {
        kind: 'failed',
        error: new AppError('file-missing', { kind: 'picture-of-job-gone' }),
        uncertain: false,
        isUnsent: true,
      }
    let published: PublishedImage
    try {
      published = await publishImage(image, connection, ports, signal)
    } catch (error) {
      return { kind: 'failed', error: toAppError(error), uncertain: false, isUnsent: true }
    }
    const outcome = await client.analyse(
      { imageUrl: published.url, question: hint === undefined ? question : `${question}\n${hint}` },
      { signal, onSilence },
    )
    if (outcome.kind === 'failed') return { ...outcome, error: advise(outcome.error, connection) }
    return {
      kind: 'done',
      sent: true,
      commit: (at) => {
        const { kind, text } = outcome.value
        ports.answers.save({
          imageId,
          question,
          kind,
          text,
          answeredAt: at,
          connectionId: connection.id,
          jobId: job.id,
          hint: hint ?? null,
          sent: published.settings === null ? null : { original: image.sha256, settings: published.settings },
        })
        return []
      },
    }
  },
})
