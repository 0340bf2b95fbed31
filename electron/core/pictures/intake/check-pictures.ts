import { dirname, join } from 'node:path'
import { AppError, type ErrorCode, type ErrorRecord, toAppError } from '../../../../shared/base/errors.ts'
import type { ImageFacts } from '../../../../shared/pictures/pictures.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { Platform } from '../../base/platform/platform.ts'
import type { Timer } from '../../base/platform/timers.ts'
import type { ImagePool } from '../../formats/decoding-process/decoding-pool.ts'
import { thumbnailPath } from '../library/original-path.ts'
import { isOurCopy } from '../library/picture-place.ts'
import type { ImageStore, StoredImage } from '../library/picture-store.ts'
import { createCheckOrder } from './check-order.ts'
import { createCheckPace } from './check-pace.ts'
import { createCheckWaiters } from './check-waiters.ts'
import { toDiskFull, toReadError } from './file-errors.ts'
import { placeOf } from './place-of.ts'

/** Pictures in the hands of the image process: two are decoded, and the next one is there when one of them ends. */
const atOnce = 3
/** Small ones go there together (decoding-pool.ts): so many, as long as all have fewer pixels. */
const smallAtOnce = 48
const smallPixels = 4_000_000
/** Limits of a batch of results: its size, and how long its oldest entry may wait, in milliseconds; less if a window waits for it. */
const batchSize = 50
const batchMs = 100
const shownMs = 10
/** Pause after the library could not take the results, in milliseconds. */
const troubleMs = 1_000

/** Other errors say something about the disk or this process, and nothing about the picture. */
const aboutPicture: readonly ErrorCode[] = [
  'empty-file',
  'unsupported-format',
  'damaged-image',
  'too-many-pixels',
  'file-too-large',
  'file-unreadable',
  'file-missing',
  'image-process-failed',
]
export const isAboutPicture = (code: ErrorCode): boolean => aboutPicture.includes(code)

/** The decoder refused a picture. */
export type RefusedPicture = { readonly image: StoredImage; readonly problem: ErrorRecord }

type Ports = Pick<Platform, 'clock' | 'timers' | 'files'> & {
  readonly dataFolder: string
  readonly journal: Journal
  readonly images: ImageStore
  readonly imageProcess: () => Pick<ImagePool, 'inspect' | 'prepare'>
  /** True while files are being added. */
  readonly isAdding: () => boolean
  /** Takes pictures out of the library for good, and ends their jobs. Called inside `journal.write`. */
  readonly takeOut: (imageIds: readonly string[]) => void
  /** Pictures were checked, so there may be new work. `refused`: those that are out of the library now. */
  readonly onChecked: (refused: readonly RefusedPicture[]) => void
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}

type Result = { readonly image: StoredImage } & (
  | { readonly kind: 'passed'; readonly facts: ImageFacts }
  | { readonly kind: 'failed'; readonly error: AppError }
)

/** What a person is told about a picture that failed. */
const toRefusal = (image: StoredImage, error: unknown): AppError => {
  const isSystem = error instanceof Error && 'syscall' in error
  const known = isSystem ? toReadError(image.name, error) : toAppError(error)
  // Maybe only the thumbnail did not fit; for a person that means the picture.
  return known.code === 'disk-full' ? toDiskFull(image.name, error) : known
}

/**
 * Checks the pictures of the library that nobody has decoded yet: first what a window shows, then the oldest. One that passes gets the
 * decoder's facts, and its jobs may start. One that fails leaves the library, and is listed with its reason among the refused files.
 * The rows say what is left, so the next start continues after any end.
 */
export const createPictureChecks = (ports: Ports) => {
  const { dataFolder, journal, images, clock, timers, files } = ports
  const order = createCheckOrder(ports)
  const pace = createCheckPace(ports)
  const waiters = createCheckWaiters(ports)
  /** Those being decoded, and those whose results are not on disk yet. */
  const underWay = new Set<string>()
  let decoding = 0
  let pixelsDecoding = 0
  /** Restored originals that could not be judged, e.g. on a full disk: the next start tries again. */
  const postponed = new Set<string>()
  const folders = new Set<string>()
  let lastFolder: Promise<unknown> = Promise.resolve()
  let results: Result[] = []
  let timer: Timer | undefined
  let writesAt = 0
  let later: Timer | undefined
  let trouble: AppError | undefined
  /** Pictures that a window waits for. */
  let shown = 0
  let onNoneShown: (() => void)[] = []
  let hasBegun = false
  let isStopped = false

  const isFree = (imageId: string): boolean => !underWay.has(imageId) && !postponed.has(imageId)
  /** A picture restored from its original. That file may be its last copy, so it stays. */
  const isItsOwn = ({ origin, staged }: StoredImage): boolean => origin.kind === 'file' && isOurCopy(origin.path, staged)

  /** The oldest one, or none yet: files that are being added have priority. */
  const nextUnseen = (): StoredImage | undefined => {
    later?.cancel()
    later = undefined
    const delay = pace.delayMs()
    if (delay > 0) {
      later = timers.after(delay, look)
      return undefined
    }
    const next = order.nextOldest(isFree, underWay.size + postponed.size)
    if (next) pace.take()
    return next
  }

  const look = (): void => {
    if (!hasBegun || trouble || isStopped) return
    while (decoding < atOnce || (decoding < smallAtOnce && pixelsDecoding < smallPixels)) {
      const shown = order.nextShown(isFree)
      const next = shown ?? nextUnseen()
      if (!next) break
      underWay.add(next.id)
      void check(next, shown !== undefined)
    }
    // The rest was removed meanwhile.
    if (underWay.size === 0 && !later) waiters.settleAll()
  }

  const decode = async ({ sha256, staged, format, width, height }: StoredImage, isShown: boolean): Promise<ImageFacts> => {
    const thumbnail = join(dataFolder, thumbnailPath(sha256))
    const folder = dirname(thumbnail)
    // One after the other: a picture whose folder is there does not overtake the one before it.
    const hasFolder = lastFolder.then(() => (isStopped || folders.has(folder) ? undefined : files.makeFolder(folder)))
    lastFolder = hasFolder.catch(() => {})
    await hasFolder
    // An image process started now would never be stopped, and keep the command from ending.
    if (isStopped) throw new AppError('cancelled', { kind: 'adding-stopped' })
    folders.add(folder)
    return ports
      .imageProcess()
      .inspect({ path: join(dataFolder, staged), thumbnailPath: thumbnail, format, pixels: width * height, isShown })
  }

  const writeWithin = (ms: number): void => {
    const at = clock.monotonic() + ms
    if (timer && at >= writesAt) return
    timer?.cancel()
    writesAt = at
    timer = timers.after(ms, write)
  }

  const check = async (image: StoredImage, isShown: boolean): Promise<void> => {
    decoding++
    const pixels = image.width * image.height
    pixelsDecoding += pixels
    const result: Result = await decode(image, isShown).then(
      (facts) => ({ kind: 'passed', image, facts }),
      (error: unknown) => ({ kind: 'failed', image, error: toRefusal(image, error) }),
    )
    decoding--
    pixelsDecoding -= pixels
    if (isStopped) return
    results.push(result)
    if (results.length >= batchSize) write()
    else writeWithin(isShown ? shownMs : batchMs)
    look()
  }

  const write = (): void => {
    timer?.cancel()
    timer = undefined
    const batch = results
    results = []
    if (isStopped || batch.length === 0) return
    void save(batch)
  }

  /** A full disk mostly refuses the commit, not the statement: nothing is settled before it is on disk. */
  const save = async (batch: readonly Result[]): Promise<void> => {
    const ids = batch.map(({ image }) => image.id)
    let refused: readonly RefusedPicture[]
    try {
      refused = journal.write(() => record(batch))
      await journal.durable()
    } catch (error) {
      pause(toAppError(error), ids)
      return
    }
    for (const id of ids) underWay.delete(id)
    // Before it is reported: whoever adds the file again then would take the copy for one that stays.
    await removeCopies(refused.map(({ image }) => image))
    if (isStopped) return
    waiters.settle(ids)
    ports.onChecked(refused)
    look()
  }

  /** The library could not take these results, so they are found again. */
  const pause = (error: AppError, imageIds: readonly string[]): void => {
    ports.log({ event: 'checks-not-written', ...error.toRecord() })
    for (const id of imageIds) underWay.delete(id)
    trouble = error
    waiters.rejectAll(error)
    timers.after(troubleMs, () => {
      trouble = undefined
      look()
    })
  }

  /** Writes what the decoder found; returns the refused pictures. One that changed hands meanwhile is left as it is. */
  const record = (batch: readonly Result[]): readonly RefusedPicture[] => {
    const at = clock.now()
    const refused: RefusedPicture[] = []
    for (const result of batch) {
      const { id, name } = result.image
      if (result.kind === 'passed') {
        images.pass(id, result.facts)
        continue
      }
      if (images.get(id)?.check !== 'pending') continue
      // One that a person removed is checked if it comes back.
      if (!images.isPresent(id)) continue
      const { error, image } = result
      ports.log({ event: 'picture-refused', image: id, reason: error.code })
      if (!isItsOwn(image)) images.refuse({ path: placeOf(image), name, problem: error.toRecord(), at }, images.cameWith(image))
      else if (!isAboutPicture(error.code)) {
        postponed.add(id)
        continue
      }
      refused.push({ image, problem: error.toRecord() })
    }
    const ids = refused.map(({ image }) => image.id)
    ports.takeOut(ids)
    for (const id of ids) images.fail(id)
    return refused
  }

  /** Deletes our copies of refused pictures; their refusals are on disk. */
  const removeCopies = async (refused: readonly StoredImage[]): Promise<void> => {
    if (refused.length === 0) return
    try {
      for (const { id } of refused) {
        const image = isStopped ? undefined : images.get(id)
        // It may have been added again.
        if (image?.check === 'refused' && !isItsOwn(image)) await files.remove(join(dataFolder, image.staged))
      }
    } catch (error) {
      ports.log({ event: 'refused-copy-not-removed', reason: String(error) })
    }
  }

  const begin = (added = 0): void => {
    if (isStopped) return
    pace.rowsCame(added)
    if (!hasBegun) void removeCopies(images.listFailed())
    hasBegun = true
    look()
  }

  return {
    /** Pictures are about to come: starts the image process. */
    prepare: (): void => ports.imageProcess().prepare(),
    /** Checks what is unchecked, from now on. Call it again after pictures were added (`added`: how many) or restored. */
    begin,
    /**
     * A window shows this picture: it is checked next, or its lost thumbnail is made again. Resolves when its thumbnail is there, or when
     * it will never be.
     */
    show: async (imageId: string): Promise<void> => {
      const image = images.get(imageId)
      if (!image || image.check === 'refused' || postponed.has(imageId) || trouble || isStopped) return
      order.show(imageId)
      const settled = waiters.add([imageId])
      shown++
      look()
      // Without room on the disk, or at the end, there is no thumbnail.
      await settled.catch(() => {})
      shown--
      if (shown > 0) return
      for (const resolve of onNoneShown) resolve()
      onNoneShown = []
    },
    /** Resolves when no window waits for a thumbnail, or after so many milliseconds; `undefined`: none does now. */
    untilShown: (ms: number): Promise<void> | undefined => {
      if (shown === 0) return undefined
      return new Promise((resolve) => {
        const patience = timers.after(ms, resolve)
        onNoneShown.push(() => {
          patience.cancel()
          resolve()
        })
      })
    },
    /** Resolves when these pictures are checked, and that is on disk. Rejects with `cancelled` at the end, and if the library can't be written. */
    finish: async (imageIds: readonly string[]): Promise<void> => {
      if (isStopped) throw new AppError('cancelled', { kind: 'adding-stopped' })
      if (trouble) throw trouble
      const all = waiters.addUnchecked(imageIds)
      begin()
      await all
      await journal.durable()
    },
    /** How many pictures are to be checked; 0 while the library cannot take results. */
    count: (): number => (trouble ? 0 : Math.max(0, images.countUnchecked() - postponed.size)),
    stop: (): void => {
      isStopped = true
      timer?.cancel()
      later?.cancel()
      waiters.rejectAll(new AppError('cancelled', { kind: 'adding-stopped' }))
    },
  }
}

export type PictureChecks = ReturnType<typeof createPictureChecks>
