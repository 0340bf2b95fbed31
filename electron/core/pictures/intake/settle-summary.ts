import { toAppError } from '../../../../shared/base/errors.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { ImageStore } from '../library/picture-store.ts'
import type { PictureChecks } from './check-pictures.ts'
import type { IntakeSummary } from './intake.ts'
import { placeOf } from './place-of.ts'

/** Pictures looked up in one turn of the event loop: each with all of its facts, of up to 100,000 that were added. */
const pieceSize = 500

type Ports = {
  readonly journal: Pick<Journal, 'nextTurn'>
  readonly images: Pick<ImageStore, 'get' | 'refusalOf'>
  readonly checks: Pick<PictureChecks, 'finish'>
}

/**
 * The result of adding files once all of them are checked: with the decoder's facts, and with what it refused. If a full disk cannot take
 * that, they are in the library, and checked when there is room. Rejects with `cancelled`.
 */
export const settleSummary = async (summary: IntakeSummary, { journal, images, checks }: Ports): Promise<IntakeSummary> => {
  await checks.finish([...summary.added, ...summary.known].map(({ id }) => id)).catch((error: unknown) => {
    if (toAppError(error).code !== 'disk-full') throw error
  })
  const settled: IntakeSummary = { added: [], known: [], refused: [...summary.refused] }
  for (const part of ['added', 'known'] as const) {
    for (const [index, { id }] of summary[part].entries()) {
      const image = images.get(id)
      const refusal = image?.check === 'refused' ? images.refusalOf(placeOf(image)) : undefined
      if (refusal) settled.refused.push(refusal)
      else if (image) settled[part].push(image)
      if (index % pieceSize === pieceSize - 1) await journal.nextTurn()
    }
  }
  return settled
}
