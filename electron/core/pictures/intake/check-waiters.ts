import type { AppError } from '../../../../shared/base/errors.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { ImageStore } from '../library/picture-store.ts'

const pieceSize = 500

type Waiter = { readonly left: Set<string>; readonly resolve: () => void; readonly reject: (error: AppError) => void }
type Ports = { readonly journal: Pick<Journal, 'nextTurn'>; readonly images: Pick<ImageStore, 'getUnchecked'> }

/** Those who wait for the checks of pictures. */
export const createCheckWaiters = ({ journal, images }: Ports) => {
  const byPicture = new Map<string, Set<Waiter>>()

  const add = (imageIds: readonly string[]): Promise<void> =>
    new Promise((resolve, reject) => {
      const waiter: Waiter = { left: new Set(imageIds), resolve, reject }
      for (const id of waiter.left) {
        const waiting = byPicture.get(id) ?? new Set()
        byPicture.set(id, waiting.add(waiter))
      }
    })

  const settle = (imageIds: readonly string[]): void => {
    for (const id of imageIds) {
      for (const waiter of byPicture.get(id) ?? []) {
        waiter.left.delete(id)
        if (waiter.left.size === 0) waiter.resolve()
      }
      byPicture.delete(id)
    }
  }

  return {
    add,
    /** Waits for those that are unchecked. Thousands are looked up in pieces, with other work in between. */
    addUnchecked: async (imageIds: readonly string[]): Promise<void> => {
      const waiting: Promise<void>[] = []
      for (let at = 0; at < imageIds.length; at += pieceSize) {
        const piece = imageIds.slice(at, at + pieceSize).filter((id) => images.getUnchecked(id) !== undefined)
        const all = piece.length > 0 ? add(piece) : Promise.resolve()
        // It may fail before the last piece is looked up.
        all.catch(() => {})
        waiting.push(all)
        if (at + pieceSize < imageIds.length) await journal.nextTurn()
      }
      await Promise.all(waiting)
    },
    settle,
    settleAll: (): void => settle([...byPicture.keys()]),
    rejectAll: (error: AppError): void => {
      for (const waiting of byPicture.values()) for (const waiter of waiting) waiter.reject(error)
      byPicture.clear()
    },
  }
}
