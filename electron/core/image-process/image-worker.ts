import { z } from 'zod'
import { type ErrorCode, isErrorCode } from '../../../shared/errors.ts'
import { imageFacts, imageFormat } from '../../../shared/images.ts'

/** Why a worker is gone. `words`: the last it wrote to its error output, for the log only. */
export type WorkerEnd = { readonly code: number | null; readonly signal: string | null; readonly words: string }

/** A child process as the pool sees it: a forked Node process here, a utilityProcess in Electron. */
export type ImageWorker = {
  readonly pid: number | undefined
  /** Never throws; what is sent to a dead worker is lost, its end is told by `onEnd`. */
  readonly send: (message: unknown) => void
  readonly onMessage: (listener: (message: unknown) => void) => void
  /** Called once, also when the process could not be started at all. */
  readonly onEnd: (listener: (end: WorkerEnd) => void) => void
  /** Ends it at once, whatever it does. */
  readonly kill: () => void
}

/** What the image process is asked to do; one task at a time. */
export const imageTask = z.object({
  kind: z.literal('inspect'),
  /** Absolute path of a PNG or JPEG file. */
  path: z.string(),
  format: imageFormat,
  thumbnailPath: z.string(),
  /** Beside `thumbnailPath`: written first, then renamed; removed by whoever sees the task fail. */
  temporaryPath: z.string(),
})
export type ImageTaskMessage = z.infer<typeof imageTask>

const errorCode = z.custom<ErrorCode>(isErrorCode)

/** What a worker says: parsed, because a hostile picture may have taken it over. `rss` is its resident memory in bytes. */
export const workerAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('memory'), rss: z.number() }),
  z.object({ kind: z.literal('facts'), facts: imageFacts, rss: z.number() }),
  z.object({ kind: z.literal('failed'), code: errorCode, message: z.string().max(2000), action: z.string().max(2000), rss: z.number() }),
])
export type WorkerAnswer = z.infer<typeof workerAnswer>
