import { AppError, toAppError } from '../../../shared/errors.ts'
import type { ImageFacts, ImageFormat, SentFormat } from '../../../shared/images.ts'
import type { PictureCode } from '../../../shared/picture-codes.ts'
import type { SendingSettings } from '../../../shared/sending-shapes.ts'
import { systemFiles } from '../platform/system-files.ts'
import { lowestNiceness } from './fork-image-worker.ts'
import { createImageLane, type ImageLane, type ImageLimits, type Outcome } from './image-lane.ts'
import type { ImageTaskMessage, ImageWorker } from './image-worker-messages.ts'
import { readRssOf } from './read-rss.ts'

export type { ImageLimits } from './image-lane.ts'

export type ImageTask = {
  /** Absolute path of the picture, our own copy of it. */
  readonly path: string
  /** The format from its header (identify-file.ts). */
  readonly format: ImageFormat
  /** Path of the thumbnail, in an existing folder; it is written completely or not at all. JPEG, or PNG if `hasAlpha`. */
  readonly thumbnailPath: string
}

export type ConversionTask = {
  /** Absolute path of the picture, our own copy of it. */
  readonly path: string
  readonly format: ImageFormat
  readonly settings: SendingSettings
  /** Where it is written, in an existing folder; nothing is left there if it fails. */
  readonly target: string
}

export type ImagePool = {
  /**
   * Decodes a picture in a worker and writes its thumbnail. Tasks start in call order.
   * Rejects with `damaged-image`, `too-many-pixels`, `file-missing`, `file-unreadable`, `disk-full`, `image-process-failed` (over its
   * time or memory, or a worker died twice at it) or `cancelled` (`signal`, or the pool was stopped).
   */
  readonly inspect: (task: ImageTask, options?: { readonly signal?: AbortSignal }) => Promise<ImageFacts>
  /**
   * Makes what is sent of a picture that is not sent as it came. Pictures to inspect come first. Resolves to the format that it chose. Rejects
   * like `inspect`.
   */
  readonly convert: (task: ConversionTask, options?: { readonly signal?: AbortSignal }) => Promise<SentFormat>
  /**
   * Reads the barcodes in a picture, in a process of its own with the lowest priority: pictures to decode never wait for it. One at a
   * time. Rejects like `inspect`.
   */
  readonly readCodes: (
    picture: Pick<ImageTask, 'path' | 'format'>,
    options?: { readonly signal?: AbortSignal },
  ) => Promise<readonly PictureCode[]>
  /** No barcodes are to be read for now: ends their process, which holds much memory. */
  readonly endReading: () => Promise<void>
  /** Pictures are about to come: starts a worker, which takes longer than decoding a screen of them. */
  readonly prepare: () => void
  /** Ends all workers, waits until they are gone, and cancels running and waiting tasks. */
  readonly stop: () => Promise<void>
}

export type ImagePoolPorts = {
  /** `niceness`: how far its priority is below ours, where it isn't the usual one. */
  readonly spawn: (niceness?: number) => ImageWorker
  /** Pictures decoded in parallel, each in its own process. */
  readonly workers: number
  readonly limits: ImageLimits
  /** Of the process that reads barcodes; absent: the same. */
  readonly codeLimits?: ImageLimits
  /** Resident memory of a process, in bytes; undefined where it cannot be known. */
  readonly readRss?: (pid: number) => Promise<number | undefined>
}

type Given = { readonly message: ImageTaskMessage; readonly signal: AbortSignal }
type Waiting = Given & { readonly settle: (outcome: Outcome) => void }

const cancelled = (): AppError => new AppError('cancelled', { kind: 'decoding-cancelled' })

/** Unique within this process; workers write under it before they rename. */
let drafts = 0

const toMessage = (task: ImageTask): ImageTaskMessage => {
  drafts += 1
  return { ...task, kind: 'inspect', temporaryPath: `${task.thumbnailPath}.${process.pid}-${drafts}.part` }
}

/** The lane judges that an answer fits its task. */
const misfit = (outcome: Outcome): AppError =>
  outcome.kind === 'failed' || outcome.kind === 'lost'
    ? outcome.error
    : new AppError('image-process-failed', { kind: 'image-process-answer-odd' })

/** Tries once more, on a new worker, when a worker died under the task. */
const runTwice = async (lane: ImageLane, { message, signal }: Given): Promise<Outcome> => {
  try {
    const first = await lane.run(message, signal)
    return first.kind === 'lost' && !signal.aborted ? await lane.run(message, signal) : first
  } catch (error) {
    // `spawn` itself threw.
    return {
      kind: 'failed',
      error: new AppError('image-process-failed', { kind: 'image-process-unstarted' }, { cause: toAppError(error) }),
    }
  }
}

/** A pool of image processes: workers are started when there is work for them, and kept. */
export const createImagePool = ({ spawn, workers, limits, codeLimits = limits, readRss = readRssOf }: ImagePoolPorts): ImagePool => {
  /** Those to inspect: a window may wait for them. */
  const waiting: Waiting[] = []
  const toConvert: Waiting[] = []
  /** One lane at least is left for pictures to inspect. */
  const mostConverting = Math.max(1, workers - 1)
  let converting = 0
  const common = { readRss, removeFile: systemFiles.remove }
  const lanes = Array.from({ length: workers }, () => createImageLane({ ...common, spawn: () => spawn(), limits }))
  const codesLane = createImageLane({ ...common, spawn: () => spawn(lowestNiceness), limits: codeLimits })
  let lastCodes: Promise<unknown> = Promise.resolve()
  const idle = [...lanes]
  const stopped = new AbortController()
  const underWay = new Set<Promise<void>>()

  const isConversion = ({ message }: Waiting): boolean => message.kind === 'convert'

  const next = (): Waiting | undefined => waiting.shift() ?? (converting < mostConverting ? toConvert.shift() : undefined)

  const work = async (lane: ImageLane, first: Waiting): Promise<void> => {
    for (let task: Waiting | undefined = first; task; task = next()) {
      if (isConversion(task)) converting++
      const outcome = await runTwice(lane, task)
      if (isConversion(task)) converting--
      task.settle(outcome)
      // Another lane may be free for the next conversion.
      begin()
    }
    // The most recently used worker is used first: fewer are started for little work.
    idle.unshift(lane)
  }

  const begin = (): void => {
    const lane = idle[0]
    const first = lane && next()
    if (!lane || !first) return
    idle.shift()
    const working = work(lane, first)
    underWay.add(working)
    void working.finally(() => underWay.delete(working))
  }

  /** Runs a task on the next free lane. Rejects with `cancelled` while it waits. */
  const enqueue = (message: ImageTaskMessage, queue: Waiting[], signal: AbortSignal | undefined): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      // A signal of this task's own: one that many tasks share would collect their listeners.
      const both = AbortSignal.any(signal ? [signal, stopped.signal] : [stopped.signal])
      if (both.aborted) return reject(cancelled())
      const entry: Waiting = { message, signal: both, settle: resolve }
      both.addEventListener('abort', () => {
        const at = queue.indexOf(entry)
        if (at < 0) return
        queue.splice(at, 1)
        reject(cancelled())
      })
      queue.push(entry)
      begin()
    })

  return {
    inspect: async (task, { signal } = {}) => {
      const outcome = await enqueue(toMessage(task), waiting, signal)
      if (outcome.kind !== 'facts') throw misfit(outcome)
      return outcome.facts
    },
    convert: async ({ target, ...task }, { signal } = {}) => {
      const outcome = await enqueue({ ...task, kind: 'convert', temporaryPath: target }, toConvert, signal)
      if (outcome.kind !== 'converted') throw misfit(outcome)
      return outcome.format
    },
    readCodes: async ({ path, format }, { signal } = {}) => {
      const both = AbortSignal.any(signal ? [signal, stopped.signal] : [stopped.signal])
      const reading = lastCodes.then(() => runTwice(codesLane, { message: { kind: 'read-codes', path, format }, signal: both }))
      lastCodes = reading
      const outcome = await reading
      if (outcome.kind !== 'codes') throw misfit(outcome)
      return outcome.codes
    },
    endReading: async () => {
      await lastCodes
      await codesLane.end()
    },
    prepare: () => {
      try {
        if (!stopped.signal.aborted) lanes[0]?.warm()
      } catch {
        // The first task says why none can be started.
      }
    },
    stop: async () => {
      stopped.abort()
      await Promise.all([...underWay, lastCodes])
      await Promise.all([...lanes, codesLane].map((lane) => lane.end()))
    },
  }
}
