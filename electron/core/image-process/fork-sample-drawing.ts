import { AppError } from '../../../shared/errors.ts'
import { forkImageWorker } from './fork-image-worker.ts'
import { type ImageWorker, workerAnswer } from './image-worker.ts'

/** Drawing takes a few seconds; a machine that needs this long has other troubles. */
const drawingMs = 120_000

/**
 * Draws the sample pictures into a folder that exists and gives their names. A child of its own does it and is gone afterwards: it
 * needs the SVG decoder, which the image process never unlocks. The same pictures, byte for byte, every time.
 * Rejects with `image-process-failed` or `disk-full`.
 */
export const drawSamplePictures = async (
  folder: string,
  entry: string,
  spawn: (entry: string) => ImageWorker = forkImageWorker,
): Promise<readonly string[]> => {
  const worker = spawn(entry)
  const gone = new Promise<void>((resolve) => worker.onEnd(() => resolve()))
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<readonly string[]>((resolve, reject) => {
      const fail = (message: string, cause?: unknown): void => reject(new AppError('image-process-failed', message, { cause }))
      timer = setTimeout(() => fail(`Drawing the sample pictures took longer than ${drawingMs / 1000} s.`), drawingMs)
      worker.onEnd(({ code, signal, words }) => {
        fail(`Drawing the sample pictures ended unexpectedly (${signal ?? `exit code ${code}`}).`, words ? new Error(words) : undefined)
      })
      worker.onMessage((message) => {
        const answer = workerAnswer.safeParse(message).data
        if (answer?.kind === 'drawn') resolve(answer.names)
        else if (answer?.kind === 'failed') reject(new AppError(answer.code, answer.message, { action: answer.action }))
        else if (answer?.kind !== 'memory') fail('Drawing the sample pictures gave an answer that makes no sense.')
      })
      worker.send({ kind: 'draw', folder })
    })
  } finally {
    clearTimeout(timer)
    worker.kill()
    await gone
  }
}
