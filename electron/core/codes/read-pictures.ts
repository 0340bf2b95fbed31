import { join } from 'node:path'
import { AppError, type ErrorCode, toAppError } from '../../../shared/errors.ts'
import type { Journal } from '../database/journal.ts'
import type { ImagePool } from '../image-process/image-pool.ts'
import type { ImageStore } from '../library/image-store.ts'
import type { Platform } from '../platform/platform.ts'
import type { Timer } from '../platform/timers.ts'
import type { CodeReading, CodeStore } from './code-store.ts'

/** Changes come by the hundred; one look for all of them, in milliseconds. */
const lookMs = 250
/** Limits of a batch of results: its size, and how long its first one may wait, in milliseconds. */
const batchSize = 20
const batchMs = 1_000
/** Pause after the library could not take the results, in milliseconds. */
const troubleMs = 60_000
/** A request holds for so long after its call, in milliseconds: the next call may follow. */
const askedMs = 3_000

/** Other errors say something about the disk or this process, and nothing about the picture: the next start tries again. A missing original may be put back. */
const aboutPicture: readonly ErrorCode[] = ['damaged-image', 'too-many-pixels', 'image-process-failed']

const isAboutPicture = ({ code, failure }: AppError): boolean => aboutPicture.includes(code) && failure.kind !== 'image-process-unstarted'

type Ports = Pick<Platform, 'clock' | 'timers'> & {
  readonly dataFolder: string
  readonly journal: Journal
  readonly codes: CodeStore
  readonly images: Pick<ImageStore, 'getBySeq' | 'countUnchecked'>
  readonly imageProcess: () => Pick<ImagePool, 'readCodes' | 'endReading'>
  /** Products are known that a barcode can name. */
  readonly hasProducts: () => boolean
  /** Pictures are being added or checked. */
  readonly isBusy: () => boolean
  /** Barcodes of some pictures are known now. */
  readonly onRead: () => void
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}

type Result = { readonly sha256: string; readonly reading: CodeReading }

/**
 * Reads the barcodes of the library's pictures, one after the other, while nothing more urgent goes on (README.md). The rows say what is
 * left, so the next start continues after any end.
 */
export const createCodeReading = (ports: Ports) => {
  const { dataFolder, journal, codes, images, clock, timers } = ports
  const ending = new AbortController()
  /** Could not be read for a reason that is not theirs. */
  const postponed = new Set<number>()
  let hasBegun = false
  let working: Promise<void> | undefined
  let later: Timer | undefined
  let asking = 0
  let askedUntil = Number.NEGATIVE_INFINITY
  const onNoneLeft = new Set<() => void>()

  const isAsked = (): boolean => asking > 0 || clock.monotonic() < askedUntil
  const mayRead = (): boolean => !ending.signal.aborted && (isAsked() || (hasBegun && ports.hasProducts())) && !ports.isBusy()
  const countLeft = (): number => Math.max(0, codes.countDue() + images.countUnchecked() - postponed.size)

  const next = (isTaken: (seq: number) => boolean): number | undefined =>
    codes.listDue(postponed.size + batchSize + 1).find((seq) => !isTaken(seq) && !postponed.has(seq))

  /** `undefined`: nothing is known about the picture now. */
  const read = async (seq: number): Promise<Result | undefined> => {
    const image = images.getBySeq(seq)
    try {
      if (!image) throw new AppError('unknown-id', { kind: 'unexpected', said: `There is no picture ${seq}.` })
      const found = await ports
        .imageProcess()
        .readCodes({ path: join(dataFolder, image.staged), format: image.format }, { signal: ending.signal })
      return { sha256: image.sha256, reading: { kind: 'read', codes: found } }
    } catch (error) {
      const problem = toAppError(error)
      if (ending.signal.aborted) return undefined
      ports.log({ event: 'barcodes-not-read', image: image?.id, reason: problem.code })
      if (image && isAboutPicture(problem)) return { sha256: image.sha256, reading: { kind: 'failed' } }
      postponed.add(seq)
      return undefined
    }
  }

  const save = async (results: readonly Result[]): Promise<void> => {
    if (results.length === 0) return
    journal.write(() => {
      for (const { sha256, reading } of results) codes.keep(sha256, reading)
    })
    await journal.durable()
    ports.onRead()
  }

  /** Until nothing is left, or something else comes first. */
  const work = async (): Promise<void> => {
    let results = new Map<number, Result>()
    let firstAt = 0
    const saveAll = async (): Promise<void> => {
      const batch = [...results.values()]
      await save(batch)
      results = new Map()
    }
    for (;;) {
      const seq = mayRead() ? next((one) => results.has(one)) : undefined
      if (seq === undefined) break
      const reading = await read(seq)
      if (results.size === 0) firstAt = clock.monotonic()
      if (reading) results.set(seq, reading)
      if (results.size >= batchSize || clock.monotonic() - firstAt >= batchMs) await saveAll()
    }
    await saveAll()
    await ports.imageProcess().endReading()
  }

  const settleNoneLeft = (): void => {
    if (countLeft() > 0) return
    for (const resolve of onNoneLeft) resolve()
  }

  const look = (): void => {
    later?.cancel()
    later = undefined
    if (working || ending.signal.aborted) return
    if (!codes.hasDue() || !mayRead() || next(() => false) === undefined) {
      if (onNoneLeft.size > 0) settleNoneLeft()
      return
    }
    working = work()
      .then(() => lookIn(lookMs))
      .catch((error) => {
        ports.log({ event: 'barcodes-not-kept', ...toAppError(error).toRecord() })
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

  return {
    /** From now on, pictures are read as soon as there are products that a barcode can name. */
    begin: (): void => {
      hasBegun = true
      noticed()
    },
    noticed,
    /**
     * Reads them whether or not there are products, for up to this time in milliseconds. `left`: pictures that can still be read; `unchecked`: those of
     * them that are to be checked first. Reading continues for a few seconds, so that a caller can ask again.
     */
    readAll: async (waitMs: number): Promise<{ readonly left: number; readonly unchecked: number }> => {
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
      return { left: countLeft(), unchecked: images.countUnchecked() }
    },
    stop: async (): Promise<void> => {
      ending.abort()
      later?.cancel()
      await working
      for (const resolve of onNoneLeft) resolve()
    },
  }
}

export type CodeReadingPart = ReturnType<typeof createCodeReading>
