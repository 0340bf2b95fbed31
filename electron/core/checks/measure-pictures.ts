import { join } from 'node:path'
import { AppError, toAppError } from '../../../shared/base/errors.ts'
import type { MeasuredPixels, PictureText } from '../../../shared/checks/measurements.ts'
import { readFixesKey } from '../../../shared/checks/picture-fixes.ts'
import type { Journal } from '../base/database/journal.ts'
import { createTurnsWritten } from '../base/database/turns-written.ts'
import type { Platform } from '../base/platform/platform.ts'
import type { ImagePool } from '../formats/decoding-process/decoding-pool.ts'
import { isAboutPicture } from '../pictures/background/about-picture.ts'
import { createBackgroundWork } from '../pictures/background/background-work.ts'
import { batchSize, keepInBatches } from '../pictures/background/keep-in-batches.ts'
import { createProcessFailures, isOfProcess } from '../pictures/background/process-failures.ts'
import { fixesKeyOf } from '../pictures/library/fixes-store.ts'
import { isCopyWhole } from '../pictures/library/keep-original.ts'
import type { ImageStore, StoredImage } from '../pictures/library/picture-store.ts'
import type { MeasuredContent, MeasuredPart, MeasurementStore } from './measurement-store.ts'

/** Changes come by the hundred; one look for all of them, in milliseconds. */
const lookMs = 250
/** Outdated measurements removed in one turn of the event loop. */
const forgetSize = 200

/** What is to be measured: nothing, the pixels, or also the print. */
export type WantedMeasurements = 'nothing' | 'pixels' | 'pixels-and-print'

type Ports = Pick<Platform, 'clock' | 'timers' | 'files'> & {
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

/** Measures the library's pictures, one after the other, in the background. */
export const createMeasuring = (ports: Ports) => {
  const { dataFolder, journal, measurements, images, clock, timers, files } = ports
  /** Could not be measured for a reason that is not theirs: names of tasks. */
  const postponed = new Set<string>()
  const failures = { pixels: createProcessFailures(journal, 'pixels'), print: createProcessFailures(journal, 'print') }

  const nameOf = ({ seq, part }: Task): string => `${seq} ${part}`

  const wanted = (): readonly MeasuredPart[] => {
    const now = [...background.wishes(), background.hasBegun() ? ports.wanted() : 'nothing']
    return partsOf(now.includes('pixels-and-print') ? 'pixels-and-print' : now.includes('pixels') ? 'pixels' : 'nothing')
  }
  const countLeft = (parts: readonly MeasuredPart[]): number => {
    const put = [...postponed].filter((name) => parts.some((part) => name.endsWith(part))).length
    const due = parts.reduce((sum, part) => sum + measurements.countDue(part), 0)
    return Math.max(0, due + (parts.length > 0 ? images.countUnchecked() : 0) - put)
  }

  const next = (isTaken: (task: Task) => boolean): Task | undefined => {
    if (background.signal.aborted || ports.isBusy()) return undefined
    for (const part of wanted()) {
      const due = measurements.listDue(part, postponed.size + batchSize + 1).map((seq) => ({ seq, part }))
      const found = due.find((task) => !isTaken(task) && !postponed.has(nameOf(task)))
      if (found) return found
    }
    return undefined
  }

  /** A picture whose measuring fails in the image process is not measured at each start. */
  const isItsOwn = async (problem: AppError, image: StoredImage): Promise<boolean> =>
    problem.code === 'internal' || (isAboutPicture(problem) && (await isCopyWhole(image, dataFolder, files)))

  /** `null`: it can't be measured. */
  const orNull = async <T>(image: StoredImage, part: MeasuredPart, working: Promise<T>): Promise<T | null> => {
    try {
      return await working
    } catch (error) {
      const problem = toAppError(error)
      if (background.signal.aborted) throw problem
      if (!(await isItsOwn(problem, image)) && !(isOfProcess(problem) && failures[part].count(image.sha256))) throw problem
      ports.log({ event: 'picture-not-measured', image: image.id, part, reason: problem.code })
      return null
    }
  }

  const measure = async (image: StoredImage, part: MeasuredPart): Promise<Result> => {
    const fixes = fixesKeyOf(image)
    const about = { imageId: image.id, content: { sha256: image.sha256, fixes } }
    const picture = { path: join(dataFolder, image.staged), format: image.format }
    const options = { signal: background.signal }
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
      if (background.signal.aborted) return undefined
      ports.log({ event: 'measuring-postponed', image: image?.id, part: task.part, reason: toAppError(error).code })
      postponed.add(nameOf(task))
      return undefined
    }
  }

  const keep = (result: Result): void => {
    const { sha256 } = result.content
    failures[result.part].forget(sha256)
    if (result.part === 'print') measurements.keepPrint(sha256, result.value)
    else {
      if (result.plain !== undefined) measurements.keepPixels({ sha256, fixes: '' }, result.plain)
      measurements.keepPixels(result.content, result.value)
    }
  }

  const background = createBackgroundWork<Exclude<WantedMeasurements, 'nothing'>>({
    clock,
    timers,
    lookMs: () => lookMs,
    hasWork: () => next(() => false) !== undefined,
    work: async () => {
      const onKept = (results: readonly Result[]): void => ports.onMeasured([...new Set(results.map(({ imageId }) => imageId))])
      await keepInBatches({ journal, clock, nameOf, next, read: tryOne, keep, onKept })
      await ports.imageProcess().endMeasuring()
    },
    countLeft: () => countLeft(wanted()),
    onTrouble: (reason) => ports.log({ event: 'measurements-not-kept', ...reason.toRecord() }),
  })

  let forgetting: Promise<void> = Promise.resolve()
  const forgetOutdated = async (): Promise<void> => {
    try {
      const written = createTurnsWritten(journal)
      while (!background.signal.aborted && journal.write(() => measurements.forgetOutdated(forgetSize))) await written.nextTurn()
    } catch (error) {
      ports.log({ event: 'outdated-measurements-stay', ...toAppError(error).toRecord() })
    }
    background.noticed()
  }

  return {
    /** From now on, pictures are measured as soon as a profile in use needs it. What was measured in another way is measured again. */
    begin: (): void => {
      background.begin()
      forgetting = forgetOutdated()
    },
    noticed: background.noticed,
    /**
     * Measures them whether or not a profile needs it, for up to this time in milliseconds. `left`: parts of pictures that can still be measured;
     * `unchecked`: pictures that are to be checked first. Measuring continues for a few seconds, so that a caller can ask again.
     */
    measureAll: async (
      what: Exclude<WantedMeasurements, 'nothing'>,
      waitMs: number,
    ): Promise<{ readonly left: number; readonly unchecked: number }> => {
      await background.ask(what, waitMs)
      return { left: countLeft(partsOf(what)), unchecked: images.countUnchecked() }
    },
    stop: async (): Promise<void> => {
      await Promise.all([background.stop(), forgetting])
    },
  }
}

export type Measuring = ReturnType<typeof createMeasuring>
