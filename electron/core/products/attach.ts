import type { Connection } from '../../../shared/connection.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Image } from '../../../shared/images.ts'
import { type CurrentStatement, isAddition, type Job } from '../../../shared/jobs.ts'
import type { AttachNote } from '../../../shared/products.ts'
import type { Journal } from '../database/journal.ts'
import { attachPicturesOf, type PlacedPicture, placePictures } from '../library/attach-pictures.ts'
import type { ImageStore } from '../library/image-store.ts'
import type { SourceStore } from '../library/source-store.ts'
import { type BegunAction, beginAction, countPictures } from '../work/queue/action-store.ts'
import type { JobStore } from '../work/queue/job-store.ts'
import { parkIfStuck } from '../work/queue/settle-dependents.ts'
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
import { without } from './fold-facts.ts'
import { circumstancesOf, listJobsOf } from './list-jobs.ts'
import type { ProductStore, StoredProduct } from './product-store.ts'
import { readReplacedList } from './replaced-lists.ts'
import { takeStatement } from './take-statement.ts'
import { whyAsk } from './when-to-ask.ts'

export type AttachRequest = {
  readonly images: readonly Image[]
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
  if (request.images.length === 0) throw new AppError('usage', { kind: 'no-pictures-to-attach' }, { kept: 'nothing-queued' })
  const pictures = placePictures(request.images.map((one) => one.id))
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
  const wanted = checkFirst(request, pictures, begun, ports)
  try {
    await addManyToAttach(ports, begun, wanted, () => followConnection(begun, ports))
    const result = journal.write(() => {
      const queued = queueChain(request, pictures, followConnection(begun, ports), ports)
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

/** Refuses what `queueChain` would refuse, before any of it is written. What it writes itself is undone. Returns the pictures to attach. */
const checkFirst = (
  request: AttachRequest,
  pictures: readonly PlacedPicture[],
  { action }: BegunAttach,
  ports: Ports,
): readonly PlacedPicture[] => {
  const passed = new Error('Nothing is wrong: this only undoes what the check wrote.')
  let wanted = pictures
  try {
    ports.journal.write(() => {
      wanted = decide({ ...request, action }, pictures, ports.connection(), ports, ports.clock.now(), []).wanted
      throw passed
    })
  } catch (error) {
    if (error !== passed) throw error
  }
  return wanted
}

/** The product, which may be new; the attaches of this list that are not over; and the pictures that are neither in it nor in one of them. */
const decide = (
  request: AttachRequest & { readonly action: BegunAction },
  pictures: readonly PlacedPicture[],
  connection: Connection | null,
  ports: Ports,
  now: number,
  notes: AttachNote[],
) => {
  const connectionId = connection?.id ?? null
  const { product, createJob } = findOrCreateProduct(request, ports, { connectionId, now, notes })
  const pending = listJobsOf(ports, product.ref, request.attribute, ['waiting', 'running'])
  const parked = listJobsOf(ports, product.ref, request.attribute, ['parked'])
  if (!isToBeCreated(product)) settleCurrent(request, product, connection, ports, now)
  else if (request.goodForMs !== undefined)
    ports.products.facts.add(product.ref, request.attribute, { kind: 'promised', goodForMs: request.goodForMs })
  const there = findAttached([...pending, ...parked], product, request.attribute, ports, connectionId)
  return { product, createJob, pending, parked, wanted: pictures.filter(({ imageId }) => !there.has(imageId)) }
}

const queueChain = (request: AttachRequest, pictures: readonly PlacedPicture[], begun: BegunAttach, ports: Ports): AttachResult => {
  const { jobs, clock } = ports
  const now = clock.now()
  const { connectionId, action } = begun
  const connection = connectionId === null ? null : ports.connected(connectionId)
  const notes: AttachNote[] = []
  const { product, createJob, pending, parked, wanted } = decide({ ...request, action }, pictures, connection, ports, now, notes)
  if (wanted.length < pictures.length)
    notes.push({
      kind: 'some-attached',
      pictures: pictures.length - wanted.length,
      total: pictures.length,
      parked: parked.length,
    })
  const about = { productRef: product.ref, productId: product.productId, createJobId: createJob?.id ?? null, notes }
  if (wanted.length === 0) return { ...about, jobId: null, pictures: 0 }

  // Of many, all but those that changed meanwhile were written before.
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
  const list = { product: product.name ?? product.productId ?? product.ref, attribute }
  throw new AppError('current-unknown', { kind: 'list-unknown', ...list, why, doubt: state.doubt?.why ?? null }, { kept: 'nothing-queued' })
}

/** Pictures in the known list, or in a job for it, are not attached twice. */
const findAttached = (
  queued: readonly Job[],
  product: StoredProduct,
  attribute: string,
  ports: Pick<Ports, 'journal' | 'products' | 'sources'>,
  connectionId: string | null,
): ReadonlySet<string> => {
  const there = new Set<string>(
    queued.flatMap(({ id, work }) => (work.operation === 'attach-sources' && isAddition(work) ? attachPicturesOf(ports.journal, id) : [])),
  )
  // A list about to be replaced counts as its new content.
  const replacing = queued.findLast(({ work }) => work.operation === 'attach-sources' && work.replaces != null)
  const replaced = replacing && readReplacedList(ports.journal, replacing.id).wanted
  const state = ports.products.facts.read(product.ref, attribute)
  if (connectionId) {
    for (const sourceId of replaced ?? without(state.ids, state.unsent)) {
      // An earlier version of a picture doesn't stand for the one of today.
      const imageId = ports.sources.imageAsItIs(connectionId, sourceId)
      if (imageId) there.add(imageId)
    }
  }
  return there
}

/** Pictures that an attach to this list would leave out: they are in it, or in a job for it. */
export const picturesThere = (
  ports: Pick<Ports, 'journal' | 'jobs' | 'products' | 'sources'>,
  product: StoredProduct,
  attribute: string,
): ReadonlySet<string> => {
  const pending = listJobsOf(ports, product.ref, attribute, ['waiting', 'running'])
  const parked = listJobsOf(ports, product.ref, attribute, ['parked'])
  return findAttached([...pending, ...parked], product, attribute, ports, product.connectionId)
}
