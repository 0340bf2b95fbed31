import type { ChosenImages } from '../../../shared/images.ts'
import { usualOrder } from '../../../shared/usual-order.ts'
import type { Journal } from '../database/journal.ts'
import { chooseImages } from './choose-images.ts'
import type { ImageStore, StoredImage } from './image-store.ts'
import { walkLibrary } from './library-order.ts'

const pieceSize = 200

/**
 * The ids of the images a person named, as `chooseImages` finds them, in pieces, with other work in between, so that a
 * hundred thousand don't block the event loop. Errors: `unknown-id`, `usage`; after the first piece too.
 */
export async function* chooseImageIds(
  chosen: ChosenImages,
  { journal, images }: { readonly journal: Journal; readonly images: ImageStore },
): AsyncGenerator<readonly string[]> {
  if (chosen.kind === 'all') {
    if (images.count() === 0) chooseImages(chosen, images)
    for (const piece of walkLibrary(journal, usualOrder, pieceSize)) {
      yield piece.ids
      await journal.nextTurn()
    }
    return
  }
  const seen = new Set<string>()
  for (let at = 0; at < chosen.images.length; at += pieceSize) {
    const piece = chooseImages({ kind: 'some', images: chosen.images.slice(at, at + pieceSize) }, images).map((one) => one.id)
    yield piece.filter((id) => !seen.has(id) && seen.add(id))
    await journal.nextTurn()
  }
}

/** The images themselves, likewise; each once. */
export const chooseImagesInPieces = async (chosen: ChosenImages, ports: Parameters<typeof chooseImageIds>[1]): Promise<StoredImage[]> => {
  const found: StoredImage[] = []
  for await (const piece of chooseImageIds(chosen, ports)) found.push(...piece.flatMap((id) => ports.images.get(id) ?? []))
  return found
}
