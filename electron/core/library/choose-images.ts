import type { ChosenImages } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import type { ImageStore, StoredImage } from './image-store.ts'

/** The images a person named, in that order; all of them in the library's order. Errors: `unknown-id`, `usage`. */
export const chooseImages = (chosen: ChosenImages, images: ImageStore): StoredImage[] => {
  if (chosen.kind === 'all') {
    const all = images.list()
    if (all.length === 0) throw new AppError('usage', 'There are no pictures yet. Nothing was queued.', { action: 'Add some first.' })
    return all
  }
  return chosen.images.map((wanted) => {
    const found = images.find(wanted)
    if (found.length > 1) {
      const exact = found.find((one) => one.id === wanted)
      if (exact) return exact
      throw new AppError('unknown-id', `“${wanted}” means more than one picture. Nothing was queued.`, {
        action: 'Use the id of a picture in the library.',
      })
    }
    if (!found[0])
      throw new AppError('unknown-id', `There is no picture “${wanted}”. Nothing was queued.`, {
        action: 'Use the id or the file name of a picture in the library.',
      })
    return found[0]
  })
}
