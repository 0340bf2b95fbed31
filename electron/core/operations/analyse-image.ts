import { AppError, toAppError } from '../../../shared/errors.ts'
import type { ImageStore } from '../library/image-store.ts'
import type { AnswerStore } from '../questions/answer-store.ts'
import type { Operation } from './operation.ts'
import { publishImage } from './publish-image.ts'

/** Asks one question about one image (spec: "Analyze an image"). */
export const createAnalyseImage = (ports: { dataFolder: string; images: ImageStore; answers: AnswerStore }): Operation => ({
  name: 'analyse-image',
  isRepeatable: () => true,
  exclusiveKey: () => null,
  attempt: async (job, { connection, client, signal }) => {
    if (job.work.operation !== 'analyse-image') throw new AppError('internal', 'A job of another operation came to analyse-image.')
    const { imageId, question } = job.work
    const image = ports.images.get(imageId)
    if (!image)
      return { kind: 'failed', error: new AppError('file-missing', 'This picture is no longer in the library.'), uncertain: false }
    let imageUrl: string
    try {
      imageUrl = await publishImage(image, connection, ports.dataFolder)
    } catch (error) {
      return { kind: 'failed', error: toAppError(error), uncertain: false }
    }
    const outcome = await client.analyse({ imageUrl, question }, { signal })
    if (outcome.kind === 'failed') return outcome
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
