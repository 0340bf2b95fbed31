import { join } from 'node:path'
import { AppError, toAppError } from '../../../../shared/base/errors.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { Platform } from '../../base/platform/platform.ts'
import type { ImagePool } from '../../formats/decoding-process/decoding-pool.ts'
import { isAboutPicture } from '../background/about-picture.ts'
import { createBackgroundWork } from '../background/background-work.ts'
import { batchSize, keepInBatches } from '../background/keep-in-batches.ts'
import { createProcessFailures, isOfProcess } from '../background/process-failures.ts'
import { isCopyWhole } from '../library/keep-original.ts'
import type { ImageStore } from '../library/picture-store.ts'
import type { CodeReading, CodeStore } from './code-store.ts'

/** Changes come by the hundred; one look for all of them, in milliseconds. */
const lookMs = 250

type Ports = Pick<Platform, 'clock' | 'timers' | 'files'> & {
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

/** Reads the barcodes of the library's pictures, one after the other, in the background. */
export const createCodeReading = (ports: Ports) => {
  const { dataFolder, journal, codes, images, clock, timers, files } = ports
  /** Could not be read for a reason that is not theirs. */
  const postponed = new Set<number>()
  const failures = createProcessFailures(journal, 'codes')

  const mayRead = (): boolean =>
    !background.signal.aborted && (background.isAsked() || (background.hasBegun() && ports.hasProducts())) && !ports.isBusy()

  const next = (isTaken: (seq: number) => boolean): number | undefined =>
    mayRead() ? codes.listDue(postponed.size + batchSize + 1).find((seq) => !isTaken(seq) && !postponed.has(seq)) : undefined

  /** `undefined`: nothing is known about the picture now. */
  const read = async (seq: number): Promise<Result | undefined> => {
    const image = images.getBySeq(seq)
    const { signal } = background
    try {
      if (!image) throw new AppError('unknown-id', { kind: 'unexpected', said: `There is no picture ${seq}.` })
      const found = await ports.imageProcess().readCodes({ path: join(dataFolder, image.staged), format: image.format }, { signal })
      return { sha256: image.sha256, reading: { kind: 'read', codes: found } }
    } catch (error) {
      const problem = toAppError(error)
      if (signal.aborted) return undefined
      ports.log({ event: 'barcodes-not-read', image: image?.id, reason: problem.code })
      const isItsOwn = image && isAboutPicture(problem) && (await isCopyWhole(image, dataFolder, files))
      if (image && (isItsOwn || (isOfProcess(problem) && failures.count(image.sha256))))
        return { sha256: image.sha256, reading: { kind: 'failed' } }
      postponed.add(seq)
      return undefined
    }
  }

  const background = createBackgroundWork<'barcodes'>({
    clock,
    timers,
    lookMs: () => lookMs,
    hasWork: () => codes.hasDue() && next(() => false) !== undefined,
    work: async () => {
      await keepInBatches({
        journal,
        clock,
        nameOf: (seq) => seq,
        next,
        read,
        keep: ({ sha256, reading }: Result) => {
          codes.keep(sha256, reading)
          failures.forget(sha256)
        },
        onKept: ports.onRead,
      })
      await ports.imageProcess().endReading()
    },
    countLeft: () => Math.max(0, codes.countDue() + images.countUnchecked() - postponed.size),
    onTrouble: (reason) => ports.log({ event: 'barcodes-not-kept', ...reason.toRecord() }),
  })

  return {
    /** From now on, pictures are read as soon as there are products that a barcode can name. */
    begin: background.begin,
    noticed: background.noticed,
    /**
     * Reads them whether or not there are products, for up to this time in milliseconds. `left`: pictures that can still be read; `unchecked`: those of
     * them that are to be checked first. Reading continues for a few seconds, so that a caller can ask again.
     */
    readAll: async (waitMs: number): Promise<{ readonly left: number; readonly unchecked: number }> => {
      await background.ask('barcodes', waitMs)
      return { left: background.countLeft(), unchecked: images.countUnchecked() }
    },
    stop: background.stop,
  }
}

export type CodeReadingPart = ReturnType<typeof createCodeReading>
