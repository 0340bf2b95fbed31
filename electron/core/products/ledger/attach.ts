import { AppError } from '../../../../shared/base/errors.ts'
import type { AttachNote } from '../../../../shared/products/products.ts'
import type { CurrentStatement } from '../../../../shared/queue/jobs.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { Journal } from '../../base/database/journal.ts'
import { type PlacedPicture, placePictures } from '../../pictures/library/attach-pictures.ts'
import type { ImageStore } from '../../pictures/library/picture-store.ts'
import type { SourceStore } from '../../pictures/library/source-store.ts'
import { type BegunAction, beginAction, countPictures } from '../../queue/action-store.ts'
import type { JobStore } from '../../queue/job-store.ts'
import { parkIfStuck } from '../../queue/settle-dependents.ts'
import {
  addManyToAttach,
  addToAttach,
  type BegunAttach,
  createBegunAttach,
  dropBegunAttach,
  noteAttachComplete,
  takeFromAttach,
} from './attach-in-pieces.ts'
import { type AttachTarget, callTarget, findOrCreateProduct } from './attach-target.ts'
import { createAttachedFinder, type FindAttached, markAttached } from './attached-already.ts'
import { circumstancesOf, listJobsOf } from './list-jobs.ts'
import type { ProductStore, StoredProduct } from './product-store.ts'
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
  readonly images: Pick<ImageStore, 'mayBeUploaded'>
  readonly products: ProductStore
  readonly sources: SourceStore
  readonly clock: { readonly now: () => number }
  /** The active one. */
  readonly connection: () => Connection | null
  readonly connected: (connectionId: string) => Connection | null
}

/**
 * Queues the attachment of images to a product's attribute, with the uploads and the product it needs before it: a chain that runs
 * when it can. Errors: `usage` (nothing to attach), `current-unknown` (the list would be
 * replaced and no one has stated it), `current-contradicts` (the statement leaves out known ids).
 */
export const attach = async (request: AttachRequest, ports: Ports): Promise<AttachResult> => {
  const result = await attachAnd(() => {}, request, ports)
  await ports.journal.durable()
  return result
}

/** The same, with something of the caller in the transaction that queues it. Resolves before it is on disk. */
export const attachAnd = async (also: (result: AttachResult) => void, request: AttachRequest, ports: Ports): Promise<AttachResult> => {
  if (request.imageIds.length === 0) throw new AppError('usage', { kind: 'no-pictures-to-attach' }, { kept: 'nothing-queued' })
  const pictures = placePictures(request.imageIds)
  if (pictures.length > mostAtOnce) return attachMany(also, request, pictures, ports)
  const begun = createBegunAttach(ports, actionOf(request, ports), ports.connection()?.id ?? null)
  return ports.journal.write(() => {
    const result = queueChain(request, pictures, begun, ports)
    also(result)
    return result
  })
}

const actionOf = ({ action, product, attribute }: AttachRequest, { journal, products }: Ports): BegunAction =>
  action ?? beginAction(journal, { kind: 'attach', product: callTarget(product, products), attribute })

/** More pictures are written beforehand in pieces, so that nothing else waits for them. */
const mostAtOnce = 100

const attachMany = async (
  also: (result: AttachResult) => void,
  request: AttachRequest,
  pictures: readonly PlacedPicture[],
  ports: Ports,
): Promise<AttachResult> => {
  const { journal } = ports
  const begun = createBegunAttach(ports, actionOf(request, ports), ports.connection()?.id ?? null)
  const { mark, find } = checkFirst(request, begun, ports)
  const wanted = await leaveOutAttached(pictures, find, journal)
  const chosen = { mark, wanted }
  try {
    await addManyToAttach(ports, begun, wanted, () => followConnection(begun, ports))
    const result = journal.write(() => {
      const queued = queueChain(request, pictures, followConnection(begun, ports), ports, chosen)
      also(queued)
      return queued
    })
    await journal.durable()
    if (result.jobId === null) await dropBegunAttach(ports, begun)
    return result
  } catch (error) {
    await dropBegunAttach(ports, begun)
    throw error
  }
}

/** Another workspace may be used meanwhile: the attach stays with its uploads. */
const followConnection = (begun: BegunAttach, { jobs, connection }: Ports): BegunAttach => {
  if (begun.connectionId === (connection()?.id ?? null)) return begun
  const upload = [...begun.uploads.values()].find((id) => id !== null)
  const job = upload == null ? undefined : jobs.get(upload)
  return job ? { ...begun, connectionId: job.connectionId } : begun
}

/** Pictures that are not there yet, with what said so (`markAttached`). */
type Chosen = { readonly mark: string; readonly wanted: readonly PlacedPicture[] }

const withoutAttached = (pictures: readonly PlacedPicture[], find: FindAttached): PlacedPicture[] => {
  const there = find(pictures.map((one) => one.imageId))
  return pictures.filter(({ imageId }) => !there.has(imageId))
}

/** Pictures looked up in one turn of the event loop. */
const lookUpAtOnce = 1_000

const leaveOutAttached = async (
  pictures: readonly PlacedPicture[],
  find: FindAttached,
  { nextTurn }: Journal,
): Promise<PlacedPicture[]> => {
  const wanted: PlacedPicture[] = []
  for (let from = 0; from < pictures.length; from += lookUpAtOnce) {
    if (from > 0) await nextTurn()
    wanted.push(...withoutAttached(pictures.slice(from, from + lookUpAtOnce), find))
  }
  return wanted
}

type Found = { readonly mark: string; readonly find: FindAttached }

/** Refuses what `queueChain` would refuse, before any of it is written. What it writes itself is undone. Returns how to find what is there. */
const checkFirst = (request: AttachRequest, { action }: BegunAttach, ports: Ports): Found => {
  const passed = new Error('Nothing is wrong: this only undoes what the check wrote.')
  let found: Found | undefined
  try {
    ports.journal.write(() => {
      const { mark, find } = decide({ ...request, action }, ports.connection(), ports, ports.clock.now(), [])
      found = { mark, find: find() }
      throw passed
    })
  } catch (error) {
    if (error !== passed || !found) throw error
    return found
  }
  throw passed
}

/**
 * The product, which may be new, and the attaches of this list that are not over. `find`: looks up which pictures are in it, or in one of them;
 * `mark`: while it is the same, so is what that finds.
 */
const decide = (
  request: AttachRequest & { readonly action: BegunAction },
  connection: Connection | null,
  ports: Ports,
  now: number,
  notes: AttachNote[],
) => {
  const connectionId = connection?.id ?? null
  const { product, createJob } = findOrCreateProduct(request, ports, { connectionId, now, notes })
  const pending = listJobsOf(ports, product.ref, request.attribute, ['waiting', 'running'])
  const parked = listJobsOf(ports, product.ref, request.attribute, ['parked'])
  // Before the statement, which is the same one each time.
  const mark = markAttached(ports, product, request.attribute, connectionId)
  if (!isToBeCreated(product)) settleCurrent(request, product, connection, ports, now)
  else if (request.goodForMs !== undefined)
    ports.products.facts.add(product.ref, request.attribute, { kind: 'promised', goodForMs: request.goodForMs })
  const find = () => createAttachedFinder(ports, product, request.attribute, connectionId)
  return { product, createJob, pending, parked, mark, find }
}

/** Of many, all but those that changed meanwhile were written before. */
const bringUpToDate = (wanted: readonly PlacedPicture[], begun: BegunAttach, ports: Ports): void => {
  const ids = new Set(wanted.map((one) => one.imageId))
  takeFromAttach(
    ports,
    begun,
    [...begun.uploads.keys()].filter((id) => !ids.has(id)),
  )
  addToAttach(
    ports,
    begun,
    wanted.filter(({ imageId }) => !begun.uploads.has(imageId)),
  )
}

/** `before`: what was chosen and written in pieces before. Unless what said so has changed, that is not looked through again. */
const queueChain = (
  request: AttachRequest,
  pictures: readonly PlacedPicture[],
  begun: BegunAttach,
  ports: Ports,
  before?: Chosen,
): AttachResult => {
  const { jobs, clock } = ports
  const now = clock.now()
  const { connectionId, action } = begun
  const connection = connectionId === null ? null : ports.connected(connectionId)
  const notes: AttachNote[] = []
  const { product, createJob, pending, parked, mark, find } = decide({ ...request, action }, connection, ports, now, notes)
  const isAsBefore = before?.mark === mark
  const wanted = isAsBefore ? before.wanted : withoutAttached(pictures, find())
  if (wanted.length < pictures.length)
    notes.push({
      kind: 'some-attached',
      pictures: pictures.length - wanted.length,
      total: pictures.length,
      parked: parked.length,
    })
  const about = { productRef: product.ref, productId: product.productId, createJobId: createJob?.id ?? null, notes }
  if (wanted.length === 0) return { ...about, jobId: null, pictures: 0 }
  if (!isAsBefore) bringUpToDate(wanted, begun, ports)
  noteAttachComplete(ports, begun)
  const job = jobs.add(
    action,
    {
      operation: 'attach-sources',
      productRef: product.ref,
      attribute: request.attribute,
      pictures: wanted.length,
      current: request.current,
      asked: request.asked ?? ports.products.facts.nextSequence(),
      onlyReady: false,
      waits: false,
    },
    connectionId,
    [...(createJob ? [createJob.id] : []), ...pending.map((one) => one.id)],
    now,
    begun.jobId,
  )
  if (!request.isCounted) countPictures(ports.journal, action, connectionId, wanted.length)
  parkIfStuck(ports.journal, jobs, job, now)
  return { ...about, jobId: job.id, pictures: wanted.length }
}

export const isToBeCreated = (product: StoredProduct): boolean => product.createdByUs && product.productId === null

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
