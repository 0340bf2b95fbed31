import { join } from 'node:path'
import { AppError, type ErrorCode, toAppError } from '../../../shared/errors.ts'
import type { MeasuredPixels, PictureText } from '../../../shared/measurements.ts'
import { readFixesKey } from '../../../shared/picture-fixes.ts'
import type { Journal } from '../database/journal.ts'
import type { ImagePool } from '../image-process/image-pool.ts'
import { fixesKeyOf } from '../library/fixes-store.ts'
import type { ImageStore, StoredImage } from '../library/image-store.ts'
import type { Platform } from '../platform/platform.ts'
import type { Timer } from '../platform/timers.ts'
import type { MeasuredContent, MeasuredPart, MeasurementStore } from './measurement-store.ts'

/** Changes come by the hundred; one look for all of them, in milliseconds. */
const lookMs = 250
/** Limits of a batch of results: its size, and how long its first one may wait, in milliseconds. */
const batchSize = 20
const batchMs = 1_000
/** Pause after the library could not take the results, in milliseconds. */
const troubleMs = 60_000
/** A request holds for so long after its call, in milliseconds: the next call may follow. */
const askedMs = 3_000
/** Outdated measurements removed in one turn of the event loop. */
const forgetSize = 200

/** Other errors say something about the disk or this process, and nothing about the picture: the next start tries again. */
const aboutPicture: readonly ErrorCode[] = ['damaged-image', 'too-many-pixels', 'image-process-failed', 'internal']

const isAboutPicture = ({ code, failure }: AppError): boolean => aboutPicture.includes(code) && failure.kind !== 'image-process-unstarted'

/** What is to be measured: nothing, the pixels, or also the print. */
export type WantedMeasurements = 'nothing' | 'pixels' | 'pixels-and-print'

type Ports = Pick<Platform, 'clock' | 'timers'> & {
  readonly dataFolder: string
  readonly journal: Journal
  readonly measurements: MeasurementStore
  readonly images: Pick<ImageStore, 'getBySeq' | 'countUnchecked'>
  readonly imageProcess: () => Pick<ImagePool, 'measure' | 'readPrint' | 'endMeasuring'>
  /** What the profiles in use need. */
  readonly wanted: () => WantedMeasurements
  /** Pictures are being added or checked. */
  readonly isBusy: () => boolean
  /** Measurements of these pictures are known now. */
  readonly onMeasured: (imageIds: readonly string[]) => void
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}

type Result = { readonly imageId: string; readonly content: MeasuredContent } & (
  | {
      readonly part: 'pixels'
      readonly value: MeasuredPixels | null
      /** Without its fixes, by which further ones are planned; absent: that is known. */
      readonly plain?: MeasuredPixels | null
    }
  | { readonly part: 'print'; readonly value: PictureText | null }
)

const partsOf = (wanted: WantedMeasurements): readonly MeasuredPart[] =>
  wanted === 'nothing' ? [] : wanted === 'pixels' ? ['pixels'] : ['pixels', 'print']

type Task = { readonly seq: number; readonly part: MeasuredPart }

/**
 * Measures the library's pictures, one after the other, while nothing more urgent goes on (README.md). The rows say what is left, so the next
 * start continues after any end.
 */
export const createMeasuring = (ports: Ports) => {
  const { dataFolder, journal, measurements, images, clock, timers } = ports
  const ending = new AbortController()
  /** Could not be measured for a reason that is not theirs: `seq part`. */
  const postponed = new Set<string>()
  let hasBegun = false
  let working: Promise<void> | undefined
  let later: Timer | undefined
  let asked: readonly WantedMeasurements[] = []
  let askedFor: WantedMeasurements = 'nothing'
  let askedUntil = Number.NEGATIVE_INFINITY
  const onNoneLeft = new Set<() => void>()

  const nameOf = ({ seq, part }: Task): string => `${seq} ${part}`

  const wanted = (): readonly MeasuredPart[] => {
    const now = [...asked, clock.monotonic() < askedUntil ? askedFor : 'nothing', hasBegun ? ports.wanted() : 'nothing'] as const
    return partsOf(now.includes('pixels-and-print') ? 'pixels-and-print' : now.includes('pixels') ? 'pixels' : 'nothing')
  }
  const mayWork = (): boolean => !ending.signal.aborted && !ports.isBusy()
  const countLeft = (parts = wanted()): number => {
    const put = [...postponed].filter((name) => parts.some((part) => name.endsWith(part))).length
    const due = parts.reduce((sum, part) => sum + measurements.countDue(part), 0)
    return Math.max(0, due + (parts.length > 0 ? images.countUnchecked() : 0) - put)
  }

  const next = (isTaken: (task: Task) => boolean): Task | undefined => {
    for (const part of wanted()) {
      const due = measurements.listDue(part, postponed.size + batchSize + 1).map((seq) => ({ seq, part }))
      const found = due.find((task) => !isTaken(task) && !postponed.has(nameOf(task)))
      if (found) return found
    }
    return undefined
  }

  /** `null`: it can't be measured. */
  const orNull = async <T>({ id }: StoredImage, part: MeasuredPart, working: Promise<T>): Promise<T | null> => {
    try {
      return await working
    } catch (error) {
      const problem = toAppError(error)
      if (ending.signal.aborted || !isAboutPicture(problem)) throw problem
      ports.log({ event: 'picture-not-measured', image: id, part, reason: problem.code })
      return null
    }
  }

  const measure = async (image: StoredImage, part: MeasuredPart): Promise<Result> => {
    const fixes = fixesKeyOf(image)
    const about = { imageId: image.id, content: { sha256: image.sha256, fixes } }
    const picture = { path: join(dataFolder, image.staged), format: image.format }
    const options = { signal: ending.signal }
    if (part === 'print') return { ...about, part, value: await orNull(image, part, ports.imageProcess().readPrint(picture, options)) }
    const pixels = (key: string): Promise<MeasuredPixels | null> =>
      orNull(image, part, ports.imageProcess().measure({ ...picture, fixes: readFixesKey(key) }, options))
    // A picture that was fixed before it was measured.
    const isPlainKnown = fixes === '' || measurements.ofEach([{ sha256: image.sha256, fixes: '' }])[0] !== undefined
    return { ...about, part, ...(isPlainKnown ? {} : { plain: await pixels('') }), value: await pixels(fixes) }
  }

  /** `undefined`: nothing is known about the picture now. */
  const tryOne = async (task: Task): Promise<Result | undefined> => {
    const image = images.getBySeq(task.seq)
    try {
      if (!image) throw new AppError('unknown-id', { kind: 'unexpected', said: `There is no picture ${task.seq}.` })
      return await measure(image, task.part)
    } catch (error) {
      if (ending.signal.aborted) return undefined
      ports.log({ event: 'measuring-postponed', image: image?.id, part: task.part, reason: toAppError(error).code })
      postponed.add(nameOf(task))
      return undefined
    }
  }

  const save = async (results: readonly Result[]): Promise<void> => {
    if (results.length === 0) return
    journal.write(() => {
      for (const result of results)
        if (result.part === 'print') measurements.keepPrint(result.content.sha256, result.value)
        else {
          if (result.plain !== undefined) measurements.keepPixels({ ...result.content, fixes: '' }, result.plain)
          measurements.keepPixels(result.content, result.value)
        }
    })
    await journal.durable()
    ports.onMeasured([...new Set(results.map(({ imageId }) => imageId))])
  }

  /** Until nothing is left, or something else comes first. */
  const work = async (): Promise<void> => {
    let results = new Map<string, Result>()
    let firstAt = 0
    const saveAll = async (): Promise<void> => {
      await save([...results.values()])
      results = new Map()
    }
    for (;;) {
      const task = mayWork() ? next((one) => results.has(nameOf(one))) : undefined
      if (task === undefined) break
      const result = await tryOne(task)
      if (results.size === 0) firstAt = clock.monotonic()
      if (result) results.set(nameOf(task), result)
      if (results.size >= batchSize || clock.monotonic() - firstAt >= batchMs) await saveAll()
    }
    await saveAll()
    await ports.imageProcess().endMeasuring()
  }

  const settleNoneLeft = (): void => {
    if (countLeft() > 0) return
    for (const resolve of onNoneLeft) resolve()
  }

  const look = (): void => {
    later?.cancel()
    later = undefined
    if (working || ending.signal.aborted) return
    if (!mayWork() || next(() => false) === undefined) {
      if (onNoneLeft.size > 0) settleNoneLeft()
      return
    }
    working = work()
      .then(() => lookIn(lookMs))
      .catch((error) => {
        ports.log({ event: 'measurements-not-kept', ...toAppError(error).toRecord() })
        lookIn(troubleMs)
      })
      .finally(() => {
        working = undefined
      })
  }

  const lookIn = (ms: number): void => {
    if (ending.signal.aborted) return
    later?.cancel()
    later = timers.after(ms, look, { background: true })
  }

  /** Something has changed that may matter. */
  const noticed = (): void => {
    if (!later && !working) lookIn(lookMs)
  }

  let forgetting: Promise<void> = Promise.resolve()
  const forgetOutdated = async (): Promise<void> => {
    try {
      while (!ending.signal.aborted && journal.write(() => measurements.forgetOutdated(forgetSize))) await journal.nextTurn()
    } catch (error) {
      ports.log({ event: 'outdated-measurements-stay', ...toAppError(error).toRecord() })
    }
    noticed()
  }

  return {
    /** From now on, pictures are measured as soon as a profile in use needs it. What was measured in another way is measured again. */
    begin: (): void => {
      hasBegun = true
      forgetting = forgetOutdated()
    },
    noticed,
    /**
     * Measures them whether or not a profile needs it, for up to this time in milliseconds. `left`: parts of pictures that can still be measured;
     * `unchecked`: pictures that are to be checked first. Measuring continues for a few seconds, so that a caller can ask again.
     */
    measureAll: async (
      what: Exclude<WantedMeasurements, 'nothing'>,
      waitMs: number,
    ): Promise<{ readonly left: number; readonly unchecked: number }> => {
      if (ending.signal.aborted) throw new AppError('cancelled', { kind: 'decoding-cancelled' })
      asked = [...asked, what]
      try {
        look()
        if (waitMs > 0 && countLeft() > 0)
          await new Promise<void>((resolve) => {
            const end = (): void => {
              timer.cancel()
              onNoneLeft.delete(end)
              resolve()
            }
            const timer = timers.after(waitMs, end)
            onNoneLeft.add(end)
          })
      } finally {
        asked = asked.toSpliced(asked.indexOf(what), 1)
        askedFor = what
        askedUntil = clock.monotonic() + askedMs
      }
      return { left: countLeft(partsOf(what)), unchecked: images.countUnchecked() }
    },
    stop: async (): Promise<void> => {
      ending.abort()
      later?.cancel()
      await Promise.all([working, forgetting])
      for (const resolve of onNoneLeft) resolve()
    },
  }
}

export type Measuring = ReturnType<typeof createMeasuring>
