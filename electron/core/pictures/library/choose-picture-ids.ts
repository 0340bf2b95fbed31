import { AppError } from '../../../../shared/base/errors.ts'
import type { ChosenImages } from '../../../../shared/pictures/pictures.ts'
import { usualOrder } from '../../../../shared/products/usual-order.ts'
import type { Journal } from '../../base/database/journal.ts'
import { readIds } from './library-order.ts'
import type { ImageStore, StoredImage } from './picture-store.ts'

/** The images a person named, in that order. Error: `unknown-id`. */
const findNamed = (named: readonly string[], images: ImageStore): StoredImage[] =>
  named.map((wanted) => {
    const found = images.find(wanted)
    if (found.length > 1) {
      const exact = found.find((one) => one.id === wanted)
      if (exact) return exact
      throw new AppError('unknown-id', { kind: 'picture-ambiguous', named: wanted }, { kept: 'nothing-queued' })
    }
    if (!found[0]) throw new AppError('unknown-id', { kind: 'picture-unknown', named: wanted }, { kept: 'nothing-queued' })
    return found[0]
  })

type Ports = { readonly journal: Journal; readonly images: ImageStore }

/**
 * The ids of the images a person named, each once, as they are now: for a command that writes in the same transaction. Of a selection, which nobody
 * typed, those that are left. Errors: `unknown-id`, `usage`.
 */
export const resolveImageIds = (chosen: ChosenImages, { journal, images }: Ports): readonly string[] => {
  switch (chosen.kind) {
    case 'all': {
      const all = readIds(journal, usualOrder, { sql: 'images.removed_at IS NULL', values: [] })
      if (all.length === 0) throw new AppError('usage', { kind: 'library-empty' }, { kept: 'nothing-queued' })
      return all
    }
    case 'selected': {
      const present = images.listPresent(chosen.ids)
      if (present.length === 0)
        throw new AppError('unknown-id', { kind: 'picture-not-in-library', imageId: chosen.ids[0] ?? '' }, { kept: 'nothing-queued' })
      return present
    }
    case 'some':
      return [...new Set(findNamed(chosen.images, images).map(({ id }) => id))]
  }
}

/** Pictures of a preview that are looked at in one turn of the event loop: sending again reads jobs by their kinds, which only this thread knows. */
const previewedAtOnce = 200

/** The same ids in pieces, with other work in between: for a preview of what may be about a hundred thousand. A command reads them at once. */
export async function* chooseImageIds(chosen: ChosenImages, ports: Ports): AsyncGenerator<readonly string[]> {
  const ids = resolveImageIds(chosen, ports)
  for (let at = 0; at < ids.length; at += previewedAtOnce) {
    if (at > 0) await ports.journal.nextTurn()
    yield ids.slice(at, at + previewedAtOnce)
  }
}
