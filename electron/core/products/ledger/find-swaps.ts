import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { Journal } from '../../base/database/journal.ts'
import { attachPicturesOf } from '../../pictures/library/attach-pictures.ts'
import { listReplaced } from '../../pictures/library/compare-files.ts'
import type { ImageStore } from '../../pictures/library/picture-store.ts'
import type { SourceStore } from '../../pictures/library/source-store.ts'
import type { JobOf } from '../../queue/operation.ts'
import type { Swap } from './facts.ts'
import type { ProductStore } from './product-store.ts'

type Ports = {
  readonly journal: Journal
  readonly images: Pick<ImageStore, 'get'>
  readonly sources: Pick<SourceStore, 'madeOfEach' | 'imageOf'>
  readonly products: ProductStore
  readonly isPresent: (imageId: string) => boolean
}

/** Pictures looked at in one turn of the event loop: a job comes by itself, and a file’s settings are compared one by one. */
const pieceSize = 200

/** The sources of earlier files of the job's pictures, each with the one that counts now. */
const findNewer = async (ports: Ports, jobId: string, connectionId: string): Promise<Swap[]> => {
  const { journal, images, sources, isPresent } = ports
  const imageIds = attachPicturesOf(journal, jobId)
  const swaps: Swap[] = []
  for (let at = 0; at < imageIds.length; at += pieceSize) {
    if (at > 0) await journal.nextTurn()
    const piece = imageIds.slice(at, at + pieceSize).filter(isPresent)
    for (const [imageId, made] of sources.madeOfEach(connectionId, piece)) {
      const image = images.get(imageId)
      if (image) swaps.push(...listReplaced(image, made))
    }
  }
  return swaps
}

/**
 * Which sources give their places to which, as a job exchanges them. `left`: earlier files that can't come back, as the workspace no longer has them.
 */
export const findSwaps = async (
  ports: Ports,
  { id, work }: JobOf<'attach-sources'>,
  { id: connectionId }: Connection,
): Promise<{ readonly swaps: readonly Swap[]; readonly left: number }> => {
  const undoes = work.swap?.undoes ?? null
  if (undoes === null) return { swaps: await findNewer(ports, id, connectionId), left: 0 }
  const { facts } = ports.products
  const { ids } = facts.read(work.productRef, work.attribute)
  const made = facts.swappedBy(work.productRef, work.attribute, undoes).filter(([, to]) => ids.includes(to))
  const gone = new Set((work.gone ?? []).map((one) => one.sourceId))
  const swaps = made.filter(([from]) => !gone.has(from) && ports.sources.imageOf(connectionId, from) !== undefined)
  return { swaps: swaps.map(([from, to]) => [to, from] as const), left: made.length - swaps.length }
}
