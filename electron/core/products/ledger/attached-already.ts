import type { Journal } from '../../base/database/journal.ts'
import { attachedInList } from '../../pictures/library/attach-pictures.ts'
import type { SourceStore } from '../../pictures/library/source-store.ts'
import { without } from './fold-facts.ts'
import { listKey } from './list-jobs.ts'
import type { ProductStore, StoredProduct } from './product-store.ts'
import { findLastReplaced } from './replaced-lists.ts'

type Ports = { readonly journal: Journal; readonly products: ProductStore; readonly sources: SourceStore }

/** Those among some pictures that a list has, or that a job will put into it: they are not attached twice. */
export type FindAttached = (imageIds: readonly string[]) => ReadonlySet<string>

/** Looks up pictures in a list as it is now. */
export const createAttachedFinder = (
  { journal, products, sources }: Ports,
  { ref }: StoredProduct,
  attribute: string,
  connectionId: string | null,
): FindAttached => {
  const subject = listKey(ref, attribute)
  const state = products.facts.read(ref, attribute)
  // A list about to be replaced counts as its new content.
  const known = new Set(findLastReplaced(journal, subject)?.wanted ?? without(state.ids, state.unsent))
  return (imageIds) => {
    const there = new Set(attachedInList(journal, subject, imageIds))
    if (connectionId === null || known.size === 0) return there
    // An earlier version of a picture doesn't stand for the one of today.
    for (const { imageId, sourceId } of sources.asTheyAre(connectionId, imageIds)) if (known.has(sourceId)) there.add(imageId)
    return there
  }
}
