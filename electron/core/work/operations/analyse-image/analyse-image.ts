import type { Connection } from '../../../../../shared/connection.ts'
import { AppError, toAppError } from '../../../../../shared/errors.ts'
import { operations } from '../../../../../shared/operations.ts'
import type { ImageStore } from '../../../library/image-store.ts'
import type { Files } from '../../../platform/files.ts'
import { publishImage } from '../../../publishing/publish-image.ts'
import type { PutIntoBucket } from '../../../publishing/put-into-bucket.ts'
import type { AnswerStore } from '../../../questions/answer-store.ts'
import { isRefusalOfWorkspace, type Operation, type OperationDefinition, waitsForAll } from '../../queue/operation.ts'

type Ports = {
  readonly files: Files
  readonly dataFolder: string
  readonly images: ImageStore
  readonly answers: AnswerStore
  readonly putIntoBucket: PutIntoBucket
}

/** Advice if a service cannot fetch a picture; its refusal names the picture's address. */
const advise = (error: AppError, { publishing }: Connection): AppError => {
  if (error.code !== 'rejected' || !/\b(image_?url|url|image)\b|\b(fetch|download|reach)/i.test(error.message)) return error
  const action = adviceFor(publishing)
  return action === null
    ? error
    : new AppError('rejected', error.message, { action, ...(error.status ? { status: error.status } : {}), cause: error })
}

const adviceFor = (publishing: Connection['publishing']): string | null => {
  switch (publishing.kind) {
    case 's3':
      return `Check that ${new URL(publishing.endpoint).host} can be reached from the internet, not from your network only, then retry.`
    case 'base-url':
      return 'Check that the picture is at its address, under exactly its file name, and can be fetched without signing in, then retry.'
    case 'data':
      return 'If the workspace does not accept pictures inside questions, choose another way in Settings or with “packshot publishing”, then retry.'
    case 'origin':
      return null
  }
}

export const analyseImage: OperationDefinition<'analyse-image'> = {
  name: 'analyse-image',
  work: operations['analyse-image'].work,
  // Begins with the picture's id, by which its questions are found (publishing/published-store.ts, library-index.ts).
  subject: ({ imageId, question }) => `${imageId}\n${question}`,
  exclusiveKey: () => null,
  concurrency: 8,
  scope: 'user',
  changes: (state) => (state === 'done' ? ['answers', 'library'] : state === 'running' ? [] : ['library']),
  isRepeatable: () => true,
  doubt: () => ({ what: 'the question may have been answered', action: 'Ask it again.', choices: ['again'] }),
  spare: null,
  repeatNote: (earlier) => `Asked again: ${earlier}.`,
  isWorkspaceWide: isRefusalOfWorkspace,
  dependencies: waitsForAll,
}

/** Asks one question about one image (spec: "Analyze an image"). */
export const createAnalyseImage = (ports: Ports): Operation<'analyse-image'> => ({
  ...analyseImage,
  attempt: async (job, { connection, client, signal, onSilence }) => {
    const { imageId, question } = job.work
    const image = ports.images.get(imageId)
    if (!image)
      return {
        kind: 'failed',
        error: new AppError('file-missing', 'This picture is no longer in the library.'),
        uncertain: false,
        isUnsent: true,
      }
    let imageUrl: string
    try {
      imageUrl = await publishImage(image, connection, ports, signal)
    } catch (error) {
      return { kind: 'failed', error: toAppError(error), uncertain: false, isUnsent: true }
    }
    const outcome = await client.analyse({ imageUrl, question }, { signal, onSilence })
    if (outcome.kind === 'failed') return { ...outcome, error: advise(outcome.error, connection) }
    return {
      kind: 'done',
      sent: true,
      commit: (at) => {
        const { kind, text } = outcome.value
        ports.answers.save({ imageId, question, kind, text, answeredAt: at, connectionId: connection.id, jobId: job.id })
        return null
      },
    }
  },
})
