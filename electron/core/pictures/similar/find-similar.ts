import { join } from 'node:path'
import { AppError, toAppError } from '../../../../shared/base/errors.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { Platform } from '../../base/platform/platform.ts'
import type { ImagePool } from '../../formats/decoding-process/decoding-pool.ts'
import { isAboutPicture } from '../background/about-picture.ts'
import { createBackgroundWork } from '../background/background-work.ts'
import { batchMs, batchSize, keepInBatches } from '../background/keep-in-batches.ts'
import { createProcessFailures, isOfProcess } from '../background/process-failures.ts'
import { thumbnailPath } from '../library/original-path.ts'
import type { ImageStore } from '../library/picture-store.ts'
import { createLikenessIndex, type LikenessIndex } from './likeness-index.ts'
import type { KeptLikeness, LikenessStore } from './likeness-store.ts'

/** By itself it begins this long after something changed, in milliseconds: a command has ended by then, and a drop is on the screen. */
const quietMs = 5_000
/** If a person waits for it. */
const askedLookMs = 50
/** Likenesses read into memory in one turn of the event loop. */
const loadedAtOnce = 500
/** Candidates that one picture is compared with. */
const mostCandidates = 24

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
  /** Could not be looked at (by `images.seq`), or compared (by hash), for a reason that is not theirs. */
  const postponed = new Set<number | string>()
  const failures = { likeness: createProcessFailures(journal, 'likeness'), compare: createProcessFailures(journal, 'compare') }

  const mayWork = (): boolean =>
    !background.signal.aborted && (background.isAsked() || (background.hasBegun() && !ports.isSending())) && !ports.isBusy()

  /** Once more with a new thumbnail, if it was lost, or a power failure or somebody else left a part of it. */
  const withThumbnail = async <T>(imageId: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      const problem = toAppError(error)
      if (background.signal.aborted || (problem.code !== 'file-missing' && !isAboutPicture(problem))) throw error
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
      const { signal } = background
      const likeness = await withThumbnail(image.id, () => ports.imageProcess().describeLikeness(pathOf(image.sha256), { signal }))
      return { sha256: image.sha256, likeness }
    } catch (error) {
      const problem = toAppError(error)
      if (background.signal.aborted) return undefined
      ports.log({ event: 'likeness-not-found', image: image?.id, reason: problem.code })
      // A thumbnail that can't be read says nothing about its picture.
      if (image && isOfProcess(problem) && failures.likeness.count(image.sha256)) return { sha256: image.sha256, likeness: null }
      postponed.add(seq)
      return undefined
    }
  }

  const nextDue = (isTaken: (seq: number) => boolean): number | undefined =>
    mayWork() ? likenesses.listDue(postponed.size + batchSize + 1).find((seq) => !isTaken(seq) && !postponed.has(seq)) : undefined

  const loadIndex = async (): Promise<LikenessIndex> => {
    const index = createLikenessIndex()
    for (let after = 0; !background.signal.aborted; ) {
      const page = likenesses.pageCompared(after, loadedAtOnce)
      for (const { sha256, likeness } of page) if (likeness) index.add(sha256, likeness)
      after = page.at(-1)?.seq ?? after
      if (page.length < loadedAtOnce) break
      await journal.nextTurn()
    }
    return index
  }

  /** `failed`: the image process fails at one of them, even alone. */
  type Found = { readonly same: readonly string[]; readonly failed?: AppError }

  /** Those of its candidates that show the same. One that shows the same as a found one needs no look of its own. */
  const findSame = async (index: LikenessIndex, sha256: string, likeness: Uint8Array): Promise<Found> => {
    const image = images.ofContent(sha256)
    if (!image) return { same: [] }
    const { signal } = background
    const candidates = index.find(likeness, mostCandidates).filter(({ key }) => key !== sha256)
    if (candidates.length === 0) return { same: [] }
    const compare = (some: typeof candidates): Promise<readonly (boolean | null)[]> =>
      withThumbnail(image.id, () =>
        ports.imageProcess().compare(
          pathOf(sha256),
          some.map(({ key, placement }) => ({ path: pathOf(key), placement })),
          { signal },
        ),
      )
    let failed: AppError | undefined
    const compareAlone = async (candidate: (typeof candidates)[number]): Promise<boolean | null> => {
      try {
        return (await compare([candidate]))[0] ?? null
      } catch (error) {
        const problem = toAppError(error)
        if (signal.aborted || !isOfProcess(problem)) throw problem
        failed = problem
        return false
      }
    }
    const compareEach = async (): Promise<(boolean | null)[]> => {
      const answers: (boolean | null)[] = []
      for (const candidate of candidates) answers.push(await compareAlone(candidate))
      return answers
    }
    // If the process fails, nobody knows at which of them.
    const answers = await compare(candidates).then(
      (together) => [...together],
      (error: unknown) => {
        if (signal.aborted || !isOfProcess(toAppError(error))) throw error
        return compareEach()
      },
    )
    for (const [at, candidate] of candidates.entries()) {
      if (answers[at] !== null) continue
      const other = images.ofContent(candidate.key)
      if (!other) continue
      await ports.remakeThumbnail(other.id)
      answers[at] = await compareAlone(candidate)
    }
    return { same: candidates.filter((_, at) => answers[at] === true).map(({ key }) => key), ...(failed ? { failed } : {}) }
  }

  /** `undefined`: it could not be compared now. */
  const compareOne = async (index: LikenessIndex, { sha256, likeness }: KeptLikeness): Promise<Compared | undefined> => {
    const bytes = likeness ?? new Uint8Array()
    try {
      const { same, failed } = await findSame(index, sha256, bytes)
      if (failed && !failures.compare.count(sha256)) throw failed
      return { sha256, likeness: bytes, same }
    } catch (error) {
      const problem = toAppError(error)
      if (background.signal.aborted) return undefined
      ports.log({ event: 'picture-not-compared', reason: problem.code })
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
        for (const { sha256, same } of results) {
          likenesses.keepCompared(sha256, same)
          failures.compare.forget(sha256)
        }
      })
      await journal.durable()
      if (results.some(({ same }) => same.length > 0)) ports.onFound()
    }
  }

  const describeAll = (): Promise<void> =>
    keepInBatches({
      journal,
      clock,
      nameOf: (seq) => seq,
      next: nextDue,
      read: describe,
      keep: ({ sha256, likeness }: Described) => {
        likenesses.keep(sha256, likeness)
        failures.likeness.forget(sha256)
      },
    })

  const background = createBackgroundWork<'similar'>({
    clock,
    timers,
    lookMs: (isAsked) => (isAsked ? askedLookMs : quietMs),
    hasWork: () =>
      mayWork() &&
      (likenesses.hasOthers() ||
        nextDue(() => false) !== undefined ||
        likenesses.listToCompare(postponed.size + 1).some(({ sha256 }) => !postponed.has(sha256))),
    work: async () => {
      if (likenesses.hasOthers()) journal.write(() => likenesses.forgetOthers())
      await describeAll()
      await compareAll()
      await ports.imageProcess().endComparing()
      ports.onFound()
    },
    countLeft: () => Math.max(0, likenesses.countLeft() + images.countUnchecked() - postponed.size),
    onTrouble: (reason) => ports.log({ event: 'likeness-not-kept', ...reason.toRecord() }),
  })

  return {
    /** From now on, pictures are looked at and compared when nothing else goes on. */
    begin: background.begin,
    noticed: background.noticed,
    /** Finds them now, for up to this time in milliseconds. `left`: pictures that are still to be looked at or compared. */
    findAll: async (waitMs: number): Promise<{ readonly left: number }> => {
      await background.ask('similar', waitMs)
      return { left: background.countLeft() }
    },
    countLeft: background.countLeft,
    stop: background.stop,
  }
}

export type SimilarSearch = ReturnType<typeof createSimilarSearch>
