import { AppError } from '../../../../shared/base/errors.ts'
import type { CurrentStatement } from '../../../../shared/queue/jobs.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { Journal } from '../../base/database/journal.ts'
import { addAttachPictures, placePictures } from '../../pictures/library/attach-pictures.ts'
import type { SourceStore } from '../../pictures/library/source-store.ts'
import { type BegunAction, beginAction, countPictures } from '../../queue/action-store.ts'
import type { JobStore } from '../../queue/job-store.ts'
import { circumstancesOf, lastInLine } from './list-jobs.ts'
import type { ProductStore } from './product-store.ts'
import { addReplacedList } from './replaced-lists.ts'
import { takeStatement } from './take-statement.ts'
import { whyAsk } from './when-to-ask.ts'

export type ReplaceRequest = {
  readonly productRef: string
  readonly attribute: string
  /** The whole list, in order. */
  readonly sourceIds: readonly string[]
  readonly current: CurrentStatement | null
  /** The list as the person saw it; absent: as our record is now. */
  readonly seen?: readonly string[] | undefined
  /** Part of a larger action, such as a plan. Absent: one of its own. */
  readonly action?: BegunAction
}

export type ReplacePorts = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly products: ProductStore
  readonly sources: SourceStore
  readonly clock: { readonly now: () => number }
  readonly connected: (connectionId: string) => Connection | null
}

/**
 * Queues the replacement of a product's list: a new order, fewer pictures, or an earlier list again. It runs after the attaches of
 * this list that are queued, and their additions stay (README.md, 5). Errors: `unknown-id`, `usage`, `current-unknown`,
 * `current-contradicts`.
 */
export const replaceList = async (request: ReplaceRequest, ports: ReplacePorts): Promise<{ readonly jobId: string }> => {
  const jobId = ports.journal.write(() => queueReplacement(request, ports))
  await ports.journal.durable()
  return { jobId }
}

/**
 * Called inside `journal.write`. `asks`: where a person must say what the list holds: at once, or, as the job is sent, like one of many that are
 * settled together.
 */
export const queueReplacement = (request: ReplaceRequest, ports: ReplacePorts, asks: 'at-once' | 'when-sent' = 'at-once'): string => {
  const { productRef, attribute, sourceIds, current } = request
  const { journal, jobs, products, sources } = ports
  const now = ports.clock.now()
  const product = products.get(productRef)
  if (!product) throw new AppError('unknown-id', { kind: 'product-unknown', productRef }, { kept: 'nothing-queued' })
  const name = products.called(product)
  if (!product.productId) throw new AppError('usage', { kind: 'product-not-created', product: name }, { kept: 'nothing-queued' })
  const connection = product.connectionId === null ? null : ports.connected(product.connectionId)
  if (connection?.serviceAppends || current?.kind === 'appends')
    throw new AppError('usage', { kind: 'list-only-grows', attribute }, { kept: 'nothing-queued' })
  if (sourceIds.some((id) => id.trim() === '')) throw new AppError('usage', { kind: 'source-id-empty' }, { kept: 'nothing-queued' })

  if (current !== null) takeStatement(ports, { product, attribute, jobId: null }, current, now)
  const state = products.facts.read(productRef, attribute)
  const why =
    connection?.readProduct || asks === 'when-sent'
      ? null
      : whyAsk(state, circumstancesOf({ journal, facts: products.facts }, connection, null))
  if (why !== null) {
    const failure = { kind: 'list-unknown', product: name, attribute, why, doubt: state.doubt?.why ?? null } as const
    throw new AppError('current-unknown', failure, { kept: 'nothing-queued' })
  }
  const seen = request.seen ?? state.ids

  const wanted = [...new Set(sourceIds)]
  const { connectionId } = product
  // Includes removed ones, because it is part of their history.
  const concerned = [...new Set([...wanted, ...seen])]
  const pictures = placePictures(concerned.flatMap((id) => (connectionId === null ? [] : (sources.imageOf(connectionId, id) ?? []))))
  const before = lastInLine(ports, productRef, attribute)
  const jobId = jobs.newId()
  addAttachPictures(ports.journal, jobId, pictures)
  addReplacedList(ports.journal, jobId, { wanted, seen })
  const action = request.action ?? beginAction(ports.journal, { kind: 'replace', product: name, attribute })
  const job = jobs.add(
    action,
    {
      operation: 'attach-sources',
      productRef,
      attribute,
      pictures: pictures.length,
      current,
      asked: products.facts.nextSequence(),
      onlyReady: false,
      waits: false,
      replaces: wanted.length,
    },
    connectionId,
    before,
    now,
    jobId,
  )
  // A larger action has counted its own pictures; the others of this list are none of its.
  if (!request.action) countPictures(ports.journal, action, connectionId, wanted.length)
  return job.id
}
