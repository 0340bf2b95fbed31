import { AppError, toAppError } from '../../../../shared/base/errors.ts'
import type { MeasuredPixels, PictureText } from '../../../../shared/checks/measurements.ts'
import type { PictureFixes } from '../../../../shared/checks/picture-fixes-shapes.ts'
import { isSentFormat } from '../../../../shared/pictures/accepted-pictures.ts'
import type { Placement } from '../../../../shared/pictures/likeness.ts'
import type { PictureCode } from '../../../../shared/pictures/picture-codes.ts'
import type { ImageFormat, SentFormat } from '../../../../shared/pictures/picture-formats.ts'
import type { ImageFacts } from '../../../../shared/pictures/pictures.ts'
import type { SendingSettings } from '../../../../shared/service/sending-shapes.ts'
import { systemFiles } from '../../base/platform/system-files.ts'
import { createImageLane, type ImageLane, type ImageLimits, type Outcome } from './decoding-lane.ts'
import { type ImageTaskMessage, type ImageWorker, type InspectTaskMessage, mostTogether } from './decoding-messages.ts'
import { lowestNiceness } from './fork-decoding-process.ts'
import { readRssOf } from './read-rss.ts'

export type { ImageLimits } from './decoding-lane.ts'

export type ImageTask = {
  /** Absolute path of the picture, our own copy of it. */
  readonly path: string
  /** The format from its header (identify-file.ts). */
  readonly format: ImageFormat
  /** Path of the thumbnail, in an existing folder; it is written completely or not at all. JPEG, or PNG if `hasAlpha`. */
  readonly thumbnailPath: string
  /** How many pixels its header tells of; absent: maybe many. */
  readonly pixels?: number
  /** A window waits for it: it goes before the others. */
  readonly isShown?: boolean
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
   * Decodes a picture in a worker and writes its thumbnail. Tasks start in call order, those that a window waits for first.
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
  /**
   * Measures a picture, as its fixes make it, in one more process of the lowest priority. One at a time. Rejects like `inspect`.
   */
  readonly measure: (
    picture: Pick<ImageTask, 'path' | 'format'> & { readonly fixes: PictureFixes | null },
    options?: { readonly signal?: AbortSignal },
  ) => Promise<MeasuredPixels>
  /** Reads the print on a picture in that process. Rejects like `inspect`, and with `internal` where it can't be read. */
  readonly readPrint: (picture: Pick<ImageTask, 'path' | 'format'>, options?: { readonly signal?: AbortSignal }) => Promise<PictureText>
  /** Nothing is to be measured for now: ends that process. */
  readonly endMeasuring: () => Promise<void>
  /**
   * What a picture is recognized by, from its thumbnail (shared/pictures/likeness.ts); `null`: it shows too little. In a process of its own like
   * barcodes. Rejects like `inspect`.
   */
  readonly describeLikeness: (thumbnail: string, options?: { readonly signal?: AbortSignal }) => Promise<Uint8Array | null>
  /**
   * Whether others show the same as a picture, by their thumbnails, at most `mostCompared` of them; `null`: its thumbnail can't be read. In the process
   * of `describeLikeness`. Rejects like `inspect`.
   */
  readonly compare: (
    thumbnail: string,
    others: readonly { readonly path: string; readonly placement: Placement }[],
    options?: { readonly signal?: AbortSignal },
  ) => Promise<readonly (boolean | null)[]>
  /** Nothing is to be compared for now: ends the process. */
  readonly endComparing: () => Promise<void>
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
  /** Of the process that measures and reads print; absent: the same. */
  readonly measuringLimits?: ImageLimits
  /** Resident memory of a process, in bytes; undefined where it cannot be known. */
  readonly readRss?: (pid: number) => Promise<number | undefined>
}

/** Small pictures go to a worker together: a message to another process and back takes a third of the time that decoding one of them takes. */
const mostPixelsTogether = 2_000_000

type Given = { readonly message: ImageTaskMessage; readonly signal: AbortSignal }
type Waiting = Given & {
  readonly settle: (outcome: Outcome) => void
  /** Of one that may go together with others. */
  readonly small?: { readonly pixels: number; readonly message: InspectTaskMessage }
}

const cancelled = (): AppError => new AppError('cancelled', { kind: 'decoding-cancelled' })

/** Unique within this process; workers write under it before they rename. */
let drafts = 0

const toMessage = ({ path, format, thumbnailPath }: ImageTask): InspectTaskMessage => {
  drafts += 1
  return { kind: 'inspect', path, format, thumbnailPath, temporaryPath: `${thumbnailPath}.${process.pid}-${drafts}.part` }
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

/** A process of the lowest priority, for tasks that nobody waits for, in call order. */
const createQuietLane = (lane: ImageLane, stopped: AbortSignal) => {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run: (message: ImageTaskMessage, signal: AbortSignal | undefined): Promise<Outcome> => {
      const both = AbortSignal.any(signal ? [signal, stopped] : [stopped])
      const running = last.then(() => runTwice(lane, { message, signal: both }))
      last = running
      return running
    },
    /** After the tasks so far. */
    end: async (): Promise<void> => {
      await last
      await lane.end()
    },
  }
}

/** A pool of image processes: workers are started when there is work for them, and kept. */
export const createImagePool = ({
  spawn,
  workers,
  limits,
  codeLimits = limits,
  measuringLimits = limits,
  readRss = readRssOf,
}: ImagePoolPorts): ImagePool => {
  /** Those to inspect that a window waits for, and the others. */
  const shown: Waiting[] = []
  const unseen: Waiting[] = []
  const toConvert: Waiting[] = []
  /** One lane at least is left for pictures to inspect. */
  const mostConverting = Math.max(1, workers - 1)
  let converting = 0
  const common = { readRss, removeFile: systemFiles.remove }
  const lanes = Array.from({ length: workers }, () => createImageLane({ ...common, spawn: () => spawn(), limits }))
  const idle = [...lanes]
  const stopped = new AbortController()
  const quiet = (own: ImageLimits) =>
    createQuietLane(createImageLane({ ...common, spawn: () => spawn(lowestNiceness), limits: own }), stopped.signal)
  const codesLane = quiet(codeLimits)
  const measuringLane = quiet(measuringLimits)
  const likenessLane = quiet(codeLimits)
  const underWay = new Set<Promise<void>>()

  const isConversion = ({ message }: Waiting): boolean => message.kind === 'convert'

  const nextToInspect = (): Waiting[] => (shown.length > 0 ? shown : unseen)
  const next = (): Waiting | undefined => nextToInspect().shift() ?? (converting < mostConverting ? toConvert.shift() : undefined)

  /** Small ones that wait right behind it, as long as other lanes get their share. */
  const takeTogether = (first: Waiting): readonly Waiting[] => {
    const together = [first]
    let pixels = first.small?.pixels ?? mostPixelsTogether
    const most = Math.min(mostTogether, Math.ceil((shown.length + unseen.length + 1) / workers))
    while (together.length < most) {
      const [one] = nextToInspect()
      pixels += one?.small?.pixels ?? mostPixelsTogether
      if (!one || pixels > mostPixelsTogether) break
      nextToInspect().shift()
      together.push(one)
    }
    return together
  }

  /** If the worker ends, or is over its limits, nobody knows at which of them: each is tried alone then. */
  const inspectTogether = async (lane: ImageLane, together: readonly Waiting[]): Promise<void> => {
    const tasks = together.flatMap(({ small }) => small?.message ?? [])
    const outcome = await lane.run({ kind: 'inspect-several', tasks }, stopped.signal).catch(() => undefined)
    const outcomes = outcome?.kind === 'inspected' ? outcome.outcomes : []
    for (const [index, one] of together.entries()) one.settle(outcomes[index] ?? (await runTwice(lane, one)))
  }

  const work = async (lane: ImageLane, first: Waiting): Promise<void> => {
    for (let task: Waiting | undefined = first; task; task = next()) {
      if (isConversion(task)) converting++
      const together = takeTogether(task)
      if (together.length > 1) await inspectTogether(lane, together)
      else task.settle(await runTwice(lane, task))
      if (isConversion(task)) converting--
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
  const enqueue = (
    message: ImageTaskMessage,
    queue: Waiting[],
    signal: AbortSignal | undefined,
    small?: Waiting['small'],
  ): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      // A signal of this task's own: one that many tasks share would collect their listeners.
      const both = AbortSignal.any(signal ? [signal, stopped.signal] : [stopped.signal])
      if (both.aborted) return reject(cancelled())
      const entry: Waiting = { message, signal: both, settle: resolve, ...(small ? { small } : {}) }
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
      const message = toMessage(task)
      const { pixels = mostPixelsTogether } = task
      // One that may be called off alone goes alone.
      const isSmall = signal === undefined && isSentFormat(task.format) && pixels < mostPixelsTogether
      const outcome = await enqueue(message, task.isShown ? shown : unseen, signal, isSmall ? { pixels, message } : undefined)
      if (outcome.kind !== 'facts') throw misfit(outcome)
      return outcome.facts
    },
    convert: async ({ target, ...task }, { signal } = {}) => {
      const outcome = await enqueue({ ...task, kind: 'convert', temporaryPath: target }, toConvert, signal)
      if (outcome.kind !== 'converted') throw misfit(outcome)
      return outcome.format
    },
    readCodes: async ({ path, format }, { signal } = {}) => {
      const outcome = await codesLane.run({ kind: 'read-codes', path, format }, signal)
      if (outcome.kind !== 'codes') throw misfit(outcome)
      return outcome.codes
    },
    endReading: codesLane.end,
    measure: async ({ path, format, fixes }, { signal } = {}) => {
      const outcome = await measuringLane.run({ kind: 'measure', path, format, fixes }, signal)
      if (outcome.kind !== 'measured') throw misfit(outcome)
      return outcome.measured
    },
    readPrint: async ({ path, format }, { signal } = {}) => {
      const outcome = await measuringLane.run({ kind: 'read-print', path, format }, signal)
      if (outcome.kind !== 'print') throw misfit(outcome)
      return outcome.text
    },
    endMeasuring: measuringLane.end,
    describeLikeness: async (path, { signal } = {}) => {
      const outcome = await likenessLane.run({ kind: 'likeness', path }, signal)
      if (outcome.kind !== 'likeness') throw misfit(outcome)
      return outcome.likeness
    },
    compare: async (path, others, { signal } = {}) => {
      const outcome = await likenessLane.run({ kind: 'compare', path, others: [...others] }, signal)
      if (outcome.kind !== 'compared') throw misfit(outcome)
      return outcome.same
    },
    endComparing: likenessLane.end,
    prepare: () => {
      try {
        if (!stopped.signal.aborted) lanes[0]?.warm()
      } catch {
        // The first task says why none can be started.
      }
    },
    stop: async () => {
      stopped.abort()
      await Promise.all(underWay)
      await Promise.all([...lanes, codesLane, measuringLane, likenessLane].map((lane) => lane.end()))
    },
  }
}
