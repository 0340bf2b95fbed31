import { join } from 'node:path'
import { AppError, type ErrorCode, toAppError } from '../../../shared/errors.ts'
import type { Journal } from '../database/journal.ts'
import type { ImagePool } from '../image-process/image-pool.ts'
import type { ImageStore } from '../library/image-store.ts'
import { thumbnailPath } from '../library/original-path.ts'
import type { Platform } from '../platform/platform.ts'
import type { Timer } from '../platform/timers.ts'
import { createLikenessIndex, type LikenessIndex } from './likeness-index.ts'
import type { KeptLikeness, LikenessStore } from './likeness-store.ts'

/** By itself it begins this long after something changed, in milliseconds: a command has ended by then, and a drop is on the screen. */
const quietMs = 5_000
/** If a person waits for it. */
const askedLookMs = 50
/** Limits of a batch of results: its size, and how long its first one may wait, in milliseconds. */
const batchSize = 20
const batchMs = 1_000
/** Pause after the library could not take the results, in milliseconds. */
const troubleMs = 60_000
/** A request holds for so long after its call, in milliseconds: the next call may follow. */
const askedMs = 3_000
/** Likenesses read into memory in one turn of the event loop. */
const loadedAtOnce = 500
/** Candidates that one picture is compared with. */
const mostCandidates = 24

/** Other errors say something about the disk or this process, and nothing about the picture: the next start tries again. */
const aboutPicture: readonly ErrorCode[] = ['damaged-image', 'too-many-pixels', 'image-process-failed']
const isAboutPicture = ({ code, failure }: AppError): boolean => aboutPicture.includes(code) && failure.kind !== 'image-process-unstarted'

type Ports = Pick<Platform, 'clock' | 'timers'> & {
  readonly dataFolder: string
  readonly journal: Journal
  readonly likenesses: LikenessStore
  readonly images: Pick<ImageStore, 'getBySeq' | 'ofContent' | 'countUnchecked'>
  readonly imageProcess: () => Pick<ImagePool, 'describeLikeness' | 'compare' | 'endComparing'>
  /** Makes the thumbnail of a picture again, if it is lost. */
  readonly remakeThumbnail: (imageId: string) => Promise<void>
  /** Pictures are being added, checked, or read for something that a person waits for. */
  readonly isBusy: () => boolean
  /** Requests are sent one after the other. They come first, unless a person waits for similar pictures. */
  readonly isSending: () => boolean
  /** More is known about which pictures show the same. */
  readonly onFound: () => void
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}

type Described = { readonly sha256: string; readonly likeness: Uint8Array | null }
type Compared = { readonly sha256: string; readonly likeness: Uint8Array; readonly same: readonly string[] }

/**
 * Finds pictures that show the same, one after the other, while nothing more urgent goes on (README.md). Each is first looked at, then compared with
 * those before it. The rows say what is left, so the next start continues after any end.
 */
export const createSimilarSearch = (ports: Ports) => {
  const { dataFolder, journal, likenesses, images, clock, timers } = ports
  const ending = new AbortController()
  /** Could not be looked at (by `images.seq`), or compared (by hash), for a reason that is not theirs. */
  const postponed = new Set<number | string>()
  let hasBegun = false
  let working: Promise<void> | undefined
  let later: Timer | undefined
  let asking = 0
  let askedUntil = Number.NEGATIVE_INFINITY
  const onNoneLeft = new Set<() => void>()

  const isAsked = (): boolean => asking > 0 || clock.monotonic() < askedUntil
  const mayWork = (): boolean => !ending.signal.aborted && (isAsked() || (hasBegun && !ports.isSending())) && !ports.isBusy()
  const countLeft = (): number => Math.max(0, likenesses.countLeft() + images.countUnchecked() - postponed.size)

  /** Once more with a new thumbnail, if it was lost. */
  const withThumbnail = async <T>(imageId: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (ending.signal.aborted || toAppError(error).code !== 'file-missing') throw error
      await ports.remakeThumbnail(imageId)
      return await work()
    }
  }

  const pathOf = (sha256: string): string => join(dataFolder, thumbnailPath(sha256))

  /** `undefined`: nothing is known about the picture now. */
  const describe = async (seq: number): Promise<Described | undefined> => {
    const image = images.getBySeq(seq)
    try {
      if (!image) throw new AppError('unknown-id', { kind: 'unexpected', said: `There is no picture ${seq}.` })
      const { signal } = ending
      const likeness = await withThumbnail(image.id, () => ports.imageProcess().describeLikeness(pathOf(image.sha256), { signal }))
      return { sha256: image.sha256, likeness }
    } catch (error) {
      const problem = toAppError(error)
      if (ending.signal.aborted) return undefined
      ports.log({ event: 'likeness-not-found', image: image?.id, reason: problem.code })
      if (image && isAboutPicture(problem)) return { sha256: image.sha256, likeness: null }
      postponed.add(seq)
      return undefined
    }
  }

  /** Looks at all that are due. */
  const describeAll = async (): Promise<void> => {
    let results = new Map<number, Described>()
    let firstAt = 0
    const save = async (): Promise<void> => {
      if (results.size === 0) return
      journal.write(() => {
        for (const { sha256, likeness } of results.values()) likenesses.keep(sha256, likeness)
      })
      await journal.durable()
      results = new Map()
    }
    for (;;) {
      const seq = mayWork()
        ? likenesses.listDue(postponed.size + batchSize + 1).find((one) => !results.has(one) && !postponed.has(one))
        : undefined
      if (seq === undefined) break
      const found = await describe(seq)
      if (results.size === 0) firstAt = clock.monotonic()
      if (found) results.set(seq, found)
      if (results.size >= batchSize || clock.monotonic() - firstAt >= batchMs) await save()
    }
    await save()
  }

  const loadIndex = async (): Promise<LikenessIndex> => {
    const index = createLikenessIndex()
    for (let after = 0; !ending.signal.aborted; ) {
      const page = likenesses.pageCompared(after, loadedAtOnce)
      for (const { sha256, likeness } of page) if (likeness) index.add(sha256, likeness)
      after = page.at(-1)?.seq ?? after
      if (page.length < loadedAtOnce) break
      await journal.nextTurn()
    }
    return index
  }

  /** Those of its candidates that show the same. One that shows the same as a found one needs no look of its own. */
  const findSame = async (index: LikenessIndex, sha256: string, likeness: Uint8Array): Promise<readonly string[]> => {
    const image = images.ofContent(sha256)
    if (!image) return []
    const { signal } = ending
    const candidates = index.find(likeness, mostCandidates).filter(({ key }) => key !== sha256)
    if (candidates.length === 0) return []
    const compare = (some: typeof candidates): Promise<readonly (boolean | null)[]> =>
      withThumbnail(image.id, () =>
        ports.imageProcess().compare(
          pathOf(sha256),
          some.map(({ key, placement }) => ({ path: pathOf(key), placement })),
          { signal },
        ),
      )
    const answers = [...(await compare(candidates))]
    for (const [at, candidate] of candidates.entries()) {
      if (answers[at] !== null) continue
      const other = images.ofContent(candidate.key)
      if (!other) continue
      await ports.remakeThumbnail(other.id)
      answers[at] = (await compare([candidate]))[0] ?? null
    }
    return candidates.filter((_, at) => answers[at] === true).map(({ key }) => key)
  }

  /** `undefined`: it could not be compared now. */
  const compareOne = async (index: LikenessIndex, { sha256, likeness }: KeptLikeness): Promise<Compared | undefined> => {
    const bytes = likeness ?? new Uint8Array()
    try {
      return { sha256, likeness: bytes, same: await findSame(index, sha256, bytes) }
    } catch (error) {
      const problem = toAppError(error)
      if (ending.signal.aborted) return undefined
      ports.log({ event: 'picture-not-compared', reason: problem.code })
      if (isAboutPicture(problem)) return { sha256, likeness: bytes, same: [] }
      postponed.add(sha256)
      return undefined
    }
  }

  const compareAll = async (): Promise<void> => {
    if (!likenesses.hasToCompare()) return
    const index = await loadIndex()
    for (;;) {
      const batch = mayWork() ? likenesses.listToCompare(postponed.size + batchSize).filter(({ sha256 }) => !postponed.has(sha256)) : []
      if (batch.length === 0) return
      const results: Compared[] = []
      const begunAt = clock.monotonic()
      for (const one of batch) {
        if (!mayWork() || clock.monotonic() - begunAt >= batchMs) break
        const compared = await compareOne(index, one)
        if (!compared) continue
        results.push(compared)
        index.add(compared.sha256, compared.likeness)
        await journal.nextTurn()
      }
      if (results.length === 0) continue
      journal.write(() => {
        for (const { sha256, same } of results) likenesses.keepCompared(sha256, same)
      })
      await journal.durable()
      if (results.some(({ same }) => same.length > 0)) ports.onFound()
    }
  }

  /** Until nothing is left, or something else comes first. */
  const work = async (): Promise<void> => {
    if (likenesses.hasOthers()) journal.write(() => likenesses.forgetOthers())
    await describeAll()
    await compareAll()
    await ports.imageProcess().endComparing()
    ports.onFound()
  }

  const settleNoneLeft = (): void => {
    if (countLeft() > 0) return
    for (const resolve of onNoneLeft) resolve()
  }

  const hasWork = (): boolean =>
    likenesses.hasOthers() ||
    likenesses.listDue(postponed.size + 1).some((seq) => !postponed.has(seq)) ||
    likenesses.listToCompare(postponed.size + 1).some(({ sha256 }) => !postponed.has(sha256))

  const look = (): void => {
    later?.cancel()
    later = undefined
    if (working || ending.signal.aborted) return
    if (!mayWork() || !hasWork()) {
      if (onNoneLeft.size > 0) settleNoneLeft()
      return
    }
    working = work()
      .then(() => lookIn(isAsked() ? askedLookMs : quietMs))
      .catch((error) => {
        ports.log({ event: 'likeness-not-kept', ...toAppError(error).toRecord() })
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
    if (!working && (asking > 0 || !later)) lookIn(asking > 0 ? askedLookMs : quietMs)
  }

  return {
    /** From now on, pictures are looked at and compared when nothing else goes on. */
    begin: (): void => {
      hasBegun = true
      noticed()
    },
    noticed,
    /** Finds them now, for up to this time in milliseconds. `left`: pictures that are still to be looked at or compared. */
    findAll: async (waitMs: number): Promise<{ readonly left: number }> => {
      if (ending.signal.aborted) throw new AppError('cancelled', { kind: 'decoding-cancelled' })
      asking++
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
        asking--
        askedUntil = clock.monotonic() + askedMs
      }
      return { left: countLeft() }
    },
    countLeft,
    stop: async (): Promise<void> => {
      ending.abort()
      later?.cancel()
      await working
      for (const resolve of onNoneLeft) resolve()
    },
  }
}

export type SimilarSearch = ReturnType<typeof createSimilarSearch>
