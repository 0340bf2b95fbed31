import { AppError } from '../../../shared/errors.ts'
import type { CurrentStatement } from '../../../shared/jobs.ts'
import type { Journal } from '../database/journal.ts'
import type { SourceStore } from '../library/source-store.ts'
import type { JobStore } from '../work/queue/job-store.ts'
import { isFresh } from './compute-list.ts'
import type { ProductStore } from './product-store.ts'

export type ReplaceRequest = {
  readonly productRef: string
  readonly attribute: string
  /** The whole list, in order. */
  readonly sourceIds: readonly string[]
  readonly current: CurrentStatement | null
}

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly products: ProductStore
  readonly sources: SourceStore
  readonly clock: { readonly now: () => number }
  readonly serviceAppends: (connectionId: string | null) => boolean
}

/**
 * Queues the replacement of a product's list: a new order, fewer pictures, or an earlier list again. It comes after the attaches of
 * this list that are queued, and what those add stays (design, section 6). Errors: `unknown-id`, `usage`, `current-unknown`.
 */
export const replaceList = async (request: ReplaceRequest, ports: Ports): Promise<{ readonly jobId: string }> => {
  const jobId = ports.journal.write(() => queueReplacement(request, ports))
  await ports.journal.durable()
  return { jobId }
}

const queueReplacement = ({ productRef, attribute, sourceIds, current }: ReplaceRequest, ports: Ports): string => {
  const { jobs, products, sources } = ports
  const now = ports.clock.now()
  const product = products.get(productRef)
  if (!product) throw new AppError('unknown-id', `There is no product ${productRef}. Nothing was queued.`)
  const name = product.name ?? product.productId ?? productRef
  if (!product.productId)
    throw new AppError('usage', `“${name}” does not exist in the workspace yet. Nothing was queued.`, {
      action: 'Try again when it has been created.',
    })
  if (ports.serviceAppends(product.connectionId) || current?.kind === 'appends')
    throw new AppError('usage', `This service adds to the list “${attribute}”, so it cannot be replaced. Nothing was queued.`, {
      action: 'Change the list in the workspace itself.',
    })
  if (sourceIds.some((id) => id.trim() === '')) throw new AppError('usage', 'A source id is empty. Nothing was queued.')

  const known = products.getList(productRef, attribute)
  if (current === null && !isFresh(known, now))
    throw new AppError(
      'current-unknown',
      `The whole list “${attribute}” of ${name} would be replaced, and it was last confirmed more than a day ago. Nothing was queued.`,
    )
  const seen = current?.kind === 'ids' ? current.ids : current?.kind === 'nothing' ? [] : known?.sourceIds
  if (!seen) throw new AppError('current-unknown', `What “${attribute}” of ${name} holds is not known. Nothing was queued.`)

  const wanted = [...new Set(sourceIds)]
  const { connectionId } = product
  // Those that are taken off too: it is part of their history.
  const concerned = [...new Set([...wanted, ...seen])]
  const imageIds = concerned.flatMap((id) => (connectionId === null ? [] : (sources.imageOf(connectionId, id) ?? [])))
  const before = jobs
    .list({ operation: 'attach-sources' })
    .filter(
      ({ work, status }) =>
        work.operation === 'attach-sources' &&
        work.productRef === productRef &&
        work.attribute.toLowerCase() === attribute.toLowerCase() &&
        (status.state === 'waiting' || status.state === 'running'),
    )
  return jobs.add(
    {
      operation: 'attach-sources',
      productRef,
      attribute,
      imageIds,
      current,
      statedAt: now,
      onlyReady: false,
      waits: false,
      replaceWith: wanted,
      replaceSeen: [...seen],
    },
    connectionId,
    before.map((one) => one.id),
    now,
  ).id
}
