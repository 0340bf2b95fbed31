import { AppError } from '../../../../shared/base/errors.ts'
import type { ChosenImages } from '../../../../shared/pictures/pictures.ts'
import type { ImageStore, StoredImage } from './picture-store.ts'

/** The images a person named, in that order; all of them in the library's order. Errors: `unknown-id`, `usage`. */
export const chooseImages = (chosen: Exclude<ChosenImages, { readonly kind: 'selected' }>, images: ImageStore): StoredImage[] => {
  if (chosen.kind === 'all') {
    const all = images.list()
    if (all.length === 0) throw new AppError('usage', { kind: 'library-empty' }, { kept: 'nothing-queued' })
    return all
  }
  return chosen.images.map((wanted) => {
    const found = images.find(wanted)
    if (found.length > 1) {
      const exact = found.find((one) => one.id === wanted)
      if (exact) return exact
      throw new AppError('unknown-id', { kind: 'picture-ambiguous', named: wanted }, { kept: 'nothing-queued' })
    }
    if (!found[0]) throw new AppError('unknown-id', { kind: 'picture-unknown', named: wanted }, { kept: 'nothing-queued' })
    return found[0]
  })
}
