import type { AppError } from '../../../../shared/base/errors.ts'
import type { ImageStore } from '../library/picture-store.ts'

type Waiter = { readonly left: Set<string>; readonly resolve: () => void; readonly reject: (error: AppError) => void }
type Ports = { readonly images: Pick<ImageStore, 'uncheckedOf'> }

/** Those who wait for the checks of pictures. */
export const createCheckWaiters = ({ images }: Ports) => {
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
    /** Waits for those that are unchecked. */
    addUnchecked: (imageIds: readonly string[]): Promise<void> => {
      const unchecked = images.uncheckedOf(imageIds)
      return unchecked.length > 0 ? add(unchecked) : Promise.resolve()
    },
    settle,
    settleAll: (): void => settle([...byPicture.keys()]),
    rejectAll: (error: AppError): void => {
      for (const waiting of byPicture.values()) for (const waiter of waiting) waiter.reject(error)
      byPicture.clear()
    },
  }
}
