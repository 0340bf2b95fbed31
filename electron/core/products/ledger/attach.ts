import { AppError } from '../../../../shared/base/errors.ts'
import type { AttachNote } from '../../../../shared/products/products.ts'
import type { CurrentStatement } from '../../../../shared/queue/jobs.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { Journal } from '../../base/database/journal.ts'
import { addAttachPictures, type PlacedPicture, placePictures } from '../../pictures/library/attach-pictures.ts'
import type { ImageStore } from '../../pictures/library/picture-store.ts'
import { queueUploads } from '../../pictures/library/queue-upload.ts'
import type { SourceStore } from '../../pictures/library/source-store.ts'
import { type BegunAction, beginAction, countPictures } from '../../queue/action-store.ts'
import { findJobsOf } from '../../queue/find-jobs.ts'
import type { JobStore } from '../../queue/job-store.ts'
import { parkIfStuck } from '../../queue/settle-dependents.ts'
import { type AttachTarget, callTarget, findOrCreateProduct } from './attach-target.ts'
import { createAttachedFinder } from './attached-already.ts'
import { circumstancesOf, lastInLine, listKey } from './list-jobs.ts'
import { isToBeCreated, type ProductStore, type StoredProduct } from './product-store.ts'
import { takeStatement } from './take-statement.ts'
import { whyAsk } from './when-to-ask.ts'

export type AttachRequest = {
  readonly imageIds: readonly string[]
  readonly product: AttachTarget
  readonly attribute: string
  readonly current: CurrentStatement | null
  /** Create another product although one of that name was created before. */
  readonly again: boolean
  /** Part of a larger action, such as a plan of many products. Absent: one of its own. */
  readonly action?: BegunAction
  /** That action already counts these pictures: they are queued for it again. */
  readonly isCounted?: boolean
  /** How long the statement counts, in milliseconds, instead of the connection's limit. */
  readonly goodForMs?: number
  /** When it was requested, in the order of the facts; absent: now. */
  readonly asked?: number
}

export type AttachResult = {
  readonly jobId: string | null
  readonly productRef: string
  readonly productId: string | null
  /** The creation that it waits for. */
  readonly createJobId: string | null
  readonly pictures: number
  /** Pictures not queued because they were attached or requested before. */
  readonly notes: readonly AttachNote[]
}

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly images: Pick<ImageStore, 'mayBeUploaded' | 'mayAnyBeUploaded'>
  readonly products: ProductStore
  readonly sources: SourceStore
  readonly clock: { readonly now: () => number }
  /** Where it is attached. */
  readonly connection: () => Connection | null
}

/**
 * Queues the attachment of images to a product's attribute, with the uploads and the product it needs before it: a chain that runs
 * when it can. One transaction, in which `request` says what is meant. Resolves when it is on disk. Errors: `usage` (nothing to attach),
 * `current-unknown` (the list would be replaced and no one has stated it), `current-contradicts` (the statement leaves out known ids).
 */
export const attach = async (request: () => AttachRequest, ports: Ports): Promise<AttachResult> => {
  const result = ports.journal.write(() => queueAttach(request(), ports))
  await ports.journal.durable()
  return result
}

/** The same as a part of the caller's transaction. Called inside `journal.write`. */
export const queueAttach = (request: AttachRequest, ports: Ports): AttachResult => {
  if (request.imageIds.length === 0) throw new AppError('usage', { kind: 'no-pictures-to-attach' }, { kept: 'nothing-queued' })
  const { journal, jobs, clock, products } = ports
  const { attribute } = request
  const now = clock.now()
  const connection = ports.connection()
  const connectionId = connection?.id ?? null
  const action = request.action ?? beginAction(journal, { kind: 'attach', product: callTarget(request.product, products), attribute })
  const notes: AttachNote[] = []
  const { product, createJobId } = findOrCreateProduct({ ...request, action }, ports, { connectionId, now, notes })
  if (!isToBeCreated(product)) settleCurrent(request, product, connection, ports, now)
  else if (request.goodForMs !== undefined) products.facts.add(product.ref, attribute, { kind: 'promised', goodForMs: request.goodForMs })
  const pictures = placePictures(request.imageIds)
  const ids = pictures.map(({ imageId }) => imageId)
  const there = createAttachedFinder(ports, product, attribute, connectionId)(ids)
  const wanted = there.size === 0 ? pictures : pictures.filter(({ imageId }) => !there.has(imageId))
  if (there.size > 0) {
    const parked = findJobsOf(journal, 'attach-sources', listKey(product.ref, attribute), ['parked']).length
    notes.push({ kind: 'some-attached', pictures: there.size, total: pictures.length, parked })
  }
  const about = { productRef: product.ref, productId: product.productId, createJobId: createJobId ?? null, notes }
  if (wanted.length === 0) return { ...about, jobId: null, pictures: 0 }
  const before = lastInLine(ports, product.ref, attribute)
  const jobId = jobs.newId()
  addAttachPictures(journal, jobId, wanted)
  jobs.dependOnAll(jobId, queueUploads(ports, action, notUploaded(ports, connectionId, wanted), connectionId, now))
  const job = jobs.add(
    action,
    {
      operation: 'attach-sources',
      productRef: product.ref,
      attribute,
      pictures: wanted.length,
      current: request.current,
      asked: request.asked ?? products.facts.nextSequence(),
      onlyReady: false,
      waits: false,
    },
    connectionId,
    [...(createJobId === undefined ? [] : [createJobId]), ...before],
    now,
    jobId,
  )
  if (!request.isCounted) countPictures(journal, action, connectionId, wanted.length)
  parkIfStuck(journal, jobs, job, now)
  return { ...about, jobId: job.id, pictures: wanted.length }
}

const notUploaded = ({ sources }: Ports, connectionId: string | null, pictures: readonly PlacedPicture[]): readonly string[] => {
  const ids = pictures.map(({ imageId }) => imageId)
  if (connectionId === null) return ids
  const uploaded = new Set(sources.asTheyAre(connectionId, ids).map(({ imageId }) => imageId))
  return ids.filter((id) => !uploaded.has(id))
}

/** Accepts the person's statement of the list, or makes sure that none is needed. */
const settleCurrent = (
  { current, attribute, goodForMs }: AttachRequest,
  product: StoredProduct,
  connection: Connection | null,
  ports: Ports,
  now: number,
): void => {
  if (current !== null) {
    takeStatement(ports, { product, attribute, jobId: null, goodForMs }, current, now)
    return
  }
  // If the list is appended to, or read before it is replaced, there is nothing to ask.
  if (connection?.serviceAppends || connection?.readProduct) return
  const { facts } = ports.products
  const state = facts.read(product.ref, attribute)
  const why = whyAsk(state, circumstancesOf({ ...ports, facts }, connection, null))
  if (why === null) return
  const list = { product: ports.products.called(product), attribute }
  throw new AppError('current-unknown', { kind: 'list-unknown', ...list, why, doubt: state.doubt?.why ?? null }, { kept: 'nothing-queued' })
}
