import { z } from 'zod'
import { toAppError } from '../../../shared/base/errors.ts'
import type { RemovedThing } from '../../../shared/removed/removed.ts'
import { restoreSets } from '../answers/question-sets/change-sets.ts'
import type { SetStore } from '../answers/question-sets/set-store.ts'
import type { Journal } from '../base/database/journal.ts'
import { readSetting, saveSetting } from '../base/database/setting-rows.ts'
import type { Platform } from '../base/platform/platform.ts'
import type { Timer } from '../base/platform/timers.ts'
import type { ForgetPictures } from '../pictures/library/forget-pictures.ts'
import { type PictureRemoval, picturesAtOnce } from '../pictures/library/remove-pictures.ts'
import type { ProductStore } from '../products/ledger/product-store.ts'
import type { RemovedProducts } from '../products/matching/removed-products.ts'
import { look, type Mark } from './when-gone.ts'

type Ports = Pick<Platform, 'clock' | 'timers'> & {
  readonly journal: Journal
  readonly removal: Pick<PictureRemoval, 'bringBack'>
  readonly pictures: ForgetPictures
  readonly questionSets: SetStore
  readonly products: Pick<ProductStore, 'forget'>
  readonly removedProducts: RemovedProducts
  /** Restores one. Called inside `journal.write`. */
  readonly restoreProduct: (id: string) => boolean
  /** Files are being added, which may be those of a removed picture. */
  readonly isAdding: () => boolean
  readonly onChange: () => void
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}

const hourMs = 3_600_000
/** As long as files are being added, or after trouble. */
const laterMs = 60_000

const markKey = 'removed-look'
const keptMark = z.object({ at: z.number(), waitMs: z.number() })

const idsOf = (things: readonly RemovedThing[], kind: RemovedThing['kind']): string[] =>
  things.flatMap((one) => (one.kind === kind ? [one.id] : []))

/** What was removed: restored, and removed for good on request or once its time is over. */
export const createRemovedThings = (ports: Ports) => {
  const { journal, clock, timers, removal, pictures, questionSets, removedProducts, products } = ports
  let timer: Timer | undefined
  let isStopped = false
  let working: Promise<void> | undefined

  const forgetRest = (sets: Parameters<SetStore['forget']>[0], gone: Parameters<RemovedProducts['forget']>[0]): number => {
    const { refs, count } = removedProducts.forget(gone)
    products.forget(refs)
    return count + questionSets.forget(sets)
  }

  const readMark = (): Mark | null => keptMark.safeParse(readSetting(journal, markKey)).data ?? null

  /** Marks what is due, in small transactions. What an end leaves is due at the next look, too. */
  const markDue = async (): Promise<boolean> => {
    const { mark, until } = look(readMark(), clock.now())
    let isAny = false
    for (let marked = 1; until !== null && marked > 0 && !isStopped; ) {
      marked = journal.write(() => pictures.markUntil(until))
      isAny ||= marked > 0
      await journal.durable()
    }
    const rest = journal.write(() => {
      saveSetting(journal, markKey, mark)
      return until === null ? 0 : forgetRest({ until }, { until })
    })
    await journal.durable()
    return isAny || rest > 0
  }

  /** Removes what is marked, a few milliseconds each turn. */
  const removeMarked = async (): Promise<void> => {
    while (!isStopped && !ports.isAdding() && journal.write(pictures.forgetSome) > 0) await journal.durable()
  }

  const again = (ms: number): void => {
    timer?.cancel()
    if (!isStopped) timer = timers.after(ms, () => void work(), { background: true })
  }

  const work = (): Promise<void> => {
    working ??= (async () => {
      try {
        if (await markDue()) ports.onChange()
        pictures.tryAgain()
        await removeMarked()
        again(ports.isAdding() ? laterMs : hourMs)
      } catch (error) {
        ports.log({ event: 'removed-not-deleted', ...toAppError(error).toRecord() })
        again(laterMs)
      } finally {
        working = undefined
      }
    })()
    return working
  }

  /** In transactions of as many things as pictures are removed in: all that was removed in a month would be one of many seconds. */
  const inPieces = async (things: readonly RemovedThing[], change: (piece: readonly RemovedThing[]) => number): Promise<number> => {
    let changed = 0
    for (let from = 0; from < things.length; from += picturesAtOnce) {
      changed += journal.write(() => change(things.slice(from, from + picturesAtOnce)))
      await journal.durable()
    }
    return changed
  }

  return {
    /** Returns how many. Errors: `usage`. */
    restore: (things: readonly RemovedThing[]): Promise<number> =>
      inPieces(
        things,
        (piece) =>
          removal.bringBack(idsOf(piece, 'picture')) +
          restoreSets(ports, idsOf(piece, 'set')) +
          idsOf(piece, 'product').filter(ports.restoreProduct).length,
      ),
    /** Returns how many can't be restored any more: on disk when this resolves. Their files follow at once, or after what holds them. */
    removeForGood: async (things: readonly RemovedThing[]): Promise<number> => {
      const gone = await inPieces(
        things,
        (piece) => pictures.mark(idsOf(piece, 'picture')) + forgetRest(idsOf(piece, 'set'), idsOf(piece, 'product')),
      )
      await working
      await work()
      return gone
    },
    begin: (): void => void work(),
    stop: async (): Promise<void> => {
      isStopped = true
      timer?.cancel()
      await working
    },
  }
}

export type RemovedThings = ReturnType<typeof createRemovedThings>
