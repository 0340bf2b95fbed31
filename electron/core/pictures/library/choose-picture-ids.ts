import { AppError } from '../../../../shared/base/errors.ts'
import type { ChosenImages } from '../../../../shared/pictures/pictures.ts'
import { usualOrder } from '../../../../shared/products/usual-order.ts'
import type { Journal } from '../../base/database/journal.ts'
import { walkLibrary } from './library-order.ts'
import type { ImageStore, StoredImage } from './picture-store.ts'

/** The images a person named, in that order; all of them in the library's order. Errors: `unknown-id`, `usage`. */
const chooseImages = (chosen: Exclude<ChosenImages, { readonly kind: 'selected' }>, images: ImageStore): StoredImage[] => {
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

const pieceSize = 200

type Ports = { readonly journal: Journal; readonly images: ImageStore }

/** Those that are in the library now, each once. Nobody typed them, so one that left it since is no mistake, as long as others are left. */
async function* presentIds(ids: readonly string[], { journal, images }: Ports): AsyncGenerator<readonly string[]> {
  const seen = new Set<string>()
  let found = 0
  for (let at = 0; at < ids.length; at += pieceSize) {
    const piece = ids.slice(at, at + pieceSize).filter((id) => !seen.has(id) && seen.add(id) && images.isPresent(id))
    found += piece.length
    yield piece
    await journal.nextTurn()
  }
  if (found === 0) throw new AppError('unknown-id', { kind: 'picture-not-in-library', imageId: ids[0] ?? '' }, { kept: 'nothing-queued' })
}

/**
 * The ids of the images a person named, each once, as they are now: for a command that writes in the same transaction. Errors: `unknown-id`,
 * `usage`.
 */
export const resolveImageIds = (chosen: ChosenImages, { journal, images }: Ports): readonly string[] => {
  switch (chosen.kind) {
    case 'all': {
      if (images.count() === 0) chooseImages(chosen, images)
      return [...walkLibrary(journal, usualOrder, Number.MAX_SAFE_INTEGER)].flatMap(({ ids }) => ids)
    }
    case 'selected': {
      const present = images.listPresent(chosen.ids)
      if (present.length === 0)
        throw new AppError('unknown-id', { kind: 'picture-not-in-library', imageId: chosen.ids[0] ?? '' }, { kept: 'nothing-queued' })
      return present
    }
    case 'some':
      return [...new Set(chooseImages(chosen, images).map(({ id }) => id))]
  }
}

/**
 * The ids of the images a person named, as `chooseImages` finds them, in pieces, with other work in between, so that a
 * hundred thousand don't block the event loop. Errors: `unknown-id`, `usage`; after the first piece too.
 */
export async function* chooseImageIds(chosen: ChosenImages, { journal, images }: Ports): AsyncGenerator<readonly string[]> {
  if (chosen.kind === 'all') {
    if (images.count() === 0) chooseImages(chosen, images)
    for (const piece of walkLibrary(journal, usualOrder, pieceSize)) {
      yield piece.ids
      await journal.nextTurn()
    }
    return
  }
  if (chosen.kind === 'selected') return yield* presentIds(chosen.ids, { journal, images })
  const seen = new Set<string>()
  for (let at = 0; at < chosen.images.length; at += pieceSize) {
    const piece = chooseImages({ kind: 'some', images: chosen.images.slice(at, at + pieceSize) }, images).map((one) => one.id)
    yield piece.filter((id) => !seen.has(id) && seen.add(id))
    await journal.nextTurn()
  }
}
