import type { JobState } from '../../../../shared/queue/job-states.ts'
import { isAddition } from '../../../../shared/queue/jobs.ts'
import type { Journal } from '../../base/database/journal.ts'
import { attachedIn } from '../../pictures/library/attach-pictures.ts'
import type { SourceStore } from '../../pictures/library/source-store.ts'
import type { JobStore } from '../../queue/job-store.ts'
import { without } from './fold-facts.ts'
import { listJobsOf } from './list-jobs.ts'
import type { ProductStore, StoredProduct } from './product-store.ts'
import { readReplacedList } from './replaced-lists.ts'

type Ports = { readonly journal: Journal; readonly jobs: JobStore; readonly products: ProductStore; readonly sources: SourceStore }

/** Those among some pictures that a list has, or that a job will put into it: they are not attached twice. */
export type FindAttached = (imageIds: readonly string[]) => ReadonlySet<string>

/** The jobs that change a list and are not over. */
const openJobsOf = (ports: Ports, product: StoredProduct, attribute: string) => {
  const of = (...states: readonly JobState[]) => listJobsOf(ports, product.ref, attribute, states)
  return [...of('waiting', 'running'), ...of('parked')].flatMap(({ id, work }) =>
    work.operation === 'attach-sources' && (isAddition(work) || work.replaces != null) ? [{ id, isAddition: isAddition(work) }] : [],
  )
}

/**
 * Names what `createAttachedFinder` would answer by: as long as this is the same, so are the pictures. Without reading the list, which may
 * be long.
 */
export const markAttached = (ports: Ports, product: StoredProduct, attribute: string, connectionId: string | null): string =>
  JSON.stringify([
    connectionId,
    ports.products.facts.markOf(product.ref, attribute),
    openJobsOf(ports, product, attribute).map((one) => one.id),
  ])

/** Looks up pictures in a list as it is now; what it finds may be asked for in pieces. */
export const createAttachedFinder = (
  ports: Ports,
  product: StoredProduct,
  attribute: string,
  connectionId: string | null,
): FindAttached => {
  const { journal, sources } = ports
  const open = openJobsOf(ports, product, attribute)
  const additions = open.filter((one) => one.isAddition).map((one) => one.id)
  // A list about to be replaced counts as its new content.
  const replacing = open.findLast((one) => !one.isAddition)
  const state = ports.products.facts.read(product.ref, attribute)
  const known = new Set(replacing ? readReplacedList(journal, replacing.id).wanted : without(state.ids, state.unsent))
  return (imageIds) => {
    const there = new Set(attachedIn(journal, additions, imageIds))
    if (connectionId === null || known.size === 0) return there
    // An earlier version of a picture doesn't stand for the one of today.
    for (const { imageId, sourceId } of sources.asTheyAre(connectionId, imageIds)) if (known.has(sourceId)) there.add(imageId)
    return there
  }
}
