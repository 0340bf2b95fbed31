import { AppError } from '../../../../shared/base/errors.ts'
import type { SendAgainPreview } from '../../../../shared/products/send-again.ts'
import { isAddition, type Job } from '../../../../shared/queue/jobs.ts'
import { sendingFor } from '../../../../shared/service/sending.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { Journal } from '../../base/database/journal.ts'
import { addAttachPictures, attachesAbout, attachPicturesOf, placePictures } from '../../pictures/library/attach-pictures.ts'
import { bindAttaches } from '../../pictures/library/bind-attaches.ts'
import { compareFiles } from '../../pictures/library/compare-files.ts'
import type { ImageStore } from '../../pictures/library/picture-store.ts'
import { listUploadsAgain, queueUploadsAgain } from '../../pictures/library/queue-upload.ts'
import type { SourceStore } from '../../pictures/library/source-store.ts'
import { type BegunAction, beginAction, countPictures, factsOfAction, numberOfAction } from '../../queue/action-store.ts'
import { cancelEach, cancelOpen, mustBeAsked } from '../../queue/cancel-jobs.ts'
import { findJobsOfAction } from '../../queue/find-jobs.ts'
import type { JobStore } from '../../queue/job-store.ts'
import type { JobOf, Operations } from '../../queue/operation.ts'
import { parkIfStuck } from '../../queue/settle-dependents.ts'
import { lastInLine, listJobsOf } from '../ledger/list-jobs.ts'
import type { ProductStore } from '../ledger/product-store.ts'

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly images: ImageStore
  readonly sources: SourceStore
  readonly products: ProductStore
  readonly clock: { readonly now: () => number }
}

/** A product's list that holds earlier files of these pictures, in the order in which they were chosen. */
type OutdatedList = { readonly productRef: string; readonly attribute: string; readonly imageIds: ReadonlySet<string> }

type Found = {
  /** Pictures to be sent again, or of which another source is to count. */
  readonly outdated: Set<string>
  /** Those among them that are queued for that. `stuck`: those whose upload waits for a person. */
  readonly queued: Set<string>
  readonly stuck: Set<string>
  readonly lists: Map<string, OutdatedList & { readonly imageIds: Set<string> }>
  /** Products with an open exchange of these pictures. `stuckExchanges`: those in which one waits for a person. */
  readonly exchanges: Set<string>
  readonly stuckExchanges: Set<string>
  /** Products in which an undo of such an exchange is open. `stuckUndos`: those in which one waits for a person. */
  readonly undos: Set<string>
  readonly stuckUndos: Set<string>
}

const keyOf = (productRef: string, attribute: string): string => `${productRef}\n${attribute.toLowerCase()}`

/** An exchange of earlier files that is not over. */
const isOpenSwap = ({ work }: Job): boolean => work.operation === 'attach-sources' && work.swap?.undoes === null

/** Lists that show some of these pictures before long: an attach with their earlier files is being sent. */
const listsBeingSent = ({ journal, jobs }: Ports, imageIds: ReadonlySet<string>, connectionId: string) =>
  attachesAbout(journal, [...imageIds]).flatMap((id) => {
    if (jobs.standing(id)?.state !== 'running') return []
    const job = jobs.get(id)
    if (job?.work.operation !== 'attach-sources' || !isAddition(job.work) || job.connectionId !== connectionId) return []
    const { productRef, attribute } = job.work
    return [{ productRef, attribute, imageIds: attachPicturesOf(journal, id).filter((one) => imageIds.has(one)) }]
  })

/** Adds the products in which earlier files of these pictures are to get their places back. */
const noteUndos = ({ journal, jobs }: Ports, imageIds: readonly string[], connectionId: string, { undos, stuckUndos }: Found): void => {
  for (const id of attachesAbout(journal, imageIds)) {
    const state = jobs.standing(id)?.state
    if (state === undefined || state === 'done' || state === 'cancelled') continue
    const job = jobs.get(id)
    if (job?.connectionId !== connectionId || job.work.operation !== 'attach-sources' || job.work.swap?.undoes == null) continue
    undos.add(job.work.productRef)
    if (state === 'parked') stuckUndos.add(job.work.productRef)
  }
}

/** Adds what there is to do about these pictures. */
const lookAt = (ports: Ports, imageIds: readonly string[], connection: Connection, found: Found): void => {
  const { outdated, queued, stuck, lists } = found
  const { images, sources, products } = ports
  const earlier = new Map<string, string>()
  const note = (imageId: string, productRef: string, attribute: string): void => {
    const key = keyOf(productRef, attribute)
    const list = lists.get(key)
    if (list) list.imageIds.add(imageId)
    else lists.set(key, { productRef, attribute, imageIds: new Set([imageId]) })
  }
  const severalFiles: string[] = []
  const other = new Set<string>()
  const present = images.getPresent(imageIds)
  for (const [imageId, made] of sources.madeOfEach(connection.id, imageIds)) {
    if (made.length > 1) severalFiles.push(imageId)
    const image = present.get(imageId)
    if (!image) continue
    const compared = compareFiles(image, made, sendingFor(connection, image))
    for (const one of compared.earlier) earlier.set(one.sourceId, imageId)
    if (!compared.isOutdated) continue
    outdated.add(imageId)
    other.add(imageId)
  }
  for (const { imageId, state } of listUploadsAgain(ports.jobs, [...other], connection.id)) {
    queued.add(imageId)
    if (state === 'parked') stuck.add(imageId)
  }
  for (const list of listsBeingSent(ports, other, connection.id))
    for (const imageId of list.imageIds) note(imageId, list.productRef, list.attribute)
  for (const { sourceId, productRef, attribute } of products.listsWith(connection.id, [...earlier.keys()]))
    note(earlier.get(sourceId) ?? '', productRef, attribute)
  if (severalFiles.length > 0) noteUndos(ports, severalFiles, connection.id, found)
}

/** Takes out pictures that an open exchange in the same list is about. */
const takeOutOpen = (
  ports: Ports,
  { productRef, attribute, imageIds }: OutdatedList & { readonly imageIds: Set<string> },
  { exchanges, stuckExchanges }: Found,
): void => {
  const open = listJobsOf(ports, productRef, attribute, ['waiting', 'running', 'parked']).filter(isOpenSwap)
  for (const { id, status } of open) {
    const count = imageIds.size
    for (const imageId of attachPicturesOf(ports.journal, id)) imageIds.delete(imageId)
    if (imageIds.size === count) continue
    exchanges.add(productRef)
    if (status.state === 'parked') stuckExchanges.add(productRef)
  }
}

/** What there is to do about the pictures that it looks at. */
const createSearch = (ports: Ports, connection: Connection) => {
  const found: Found = {
    outdated: new Set(),
    queued: new Set(),
    stuck: new Set(),
    lists: new Map(),
    exchanges: new Set(),
    stuckExchanges: new Set(),
    undos: new Set(),
    stuckUndos: new Set(),
  }
  return {
    look: (imageIds: readonly string[]): void => lookAt(ports, imageIds, connection, found),
    end: (): Found => {
      for (const [key, list] of found.lists) {
        takeOutOpen(ports, list, found)
        if (list.imageIds.size === 0) found.lists.delete(key)
      }
      return found
    },
  }
}

const toPreview = (found: Found, connection: Connection): SendAgainPreview => {
  const { outdated, queued, stuck, lists, exchanges, stuckExchanges, undos, stuckUndos } = found
  const pictures = new Set<string>()
  for (const id of outdated) if (!queued.has(id)) pictures.add(id)
  const uploads = pictures.size
  const products = new Set<string>()
  const replaced = new Set<string>()
  for (const { productRef, imageIds } of lists.values()) {
    products.add(productRef)
    for (const id of imageIds) replaced.add(id)
  }
  for (const id of replaced) pictures.add(id)
  return {
    pictures: pictures.size,
    uploads,
    products: products.size,
    replaced: replaced.size,
    onlyGrows: connection.serviceAppends && lists.size > 0,
    queued: queued.size - stuck.size,
    stuck: stuck.size,
    productsQueued: exchanges.size - stuckExchanges.size,
    productsStuck: stuckExchanges.size,
    undosQueued: undos.size - stuckUndos.size,
    undosStuck: stuckUndos.size,
  }
}

const nothing: SendAgainPreview = {
  pictures: 0,
  uploads: 0,
  products: 0,
  replaced: 0,
  onlyGrows: false,
  queued: 0,
  stuck: 0,
  productsQueued: 0,
  productsStuck: 0,
  undosQueued: 0,
  undosStuck: 0,
}

/** Pictures of the chosen ones whose file would be another one now, and in how many products their earlier ones are. Nothing is changed. */
export const previewSendAgain = async (
  ports: Ports,
  chosen: AsyncIterable<readonly string[]>,
  connection: Connection | null,
): Promise<SendAgainPreview> => {
  if (!connection) return nothing
  const search = createSearch(ports, connection)
  for await (const piece of chosen) search.look(piece)
  return toPreview(search.end(), connection)
}

/** Queues the exchange in one list, with the uploads that it needs. */
const queueSwap = (
  ports: Ports,
  action: BegunAction,
  { productRef, attribute, imageIds }: OutdatedList,
  uploads: readonly string[],
  connectionId: string,
): void => {
  const { journal, jobs, products, clock } = ports
  const now = clock.now()
  const before = lastInLine(ports, productRef, attribute)
  const jobId = jobs.newId()
  addAttachPictures(journal, jobId, placePictures([...imageIds]))
  jobs.dependOnAll(jobId, uploads)
  const work = {
    operation: 'attach-sources',
    productRef,
    attribute,
    pictures: imageIds.size,
    current: null,
    asked: products.facts.nextSequence(),
    onlyReady: false,
    waits: false,
    swap: { undoes: null },
  } as const
  parkIfStuck(journal, jobs, jobs.add(action, work, connectionId, before, now, jobId), now)
}

/**
 * Sends the chosen pictures again whose file would be another one now, and queues for each product's list that its earlier files give their places
 * to the new ones. Where the service only adds to lists, they are sent, and the lists stay. What is open already is not queued twice. One transaction;
 * resolves when it is on disk. `action`: its number, `null`: there was nothing to do.
 */
export const sendAgain = async (
  ports: Ports,
  chosen: () => readonly string[],
  connectionOf: () => Connection | null,
): Promise<SendAgainPreview & { readonly action: number | null }> => {
  const result = ports.journal.write(() => {
    const connection = connectionOf()
    return connection ? queueAgain(ports, chosen(), connection) : { ...nothing, action: null }
  })
  await ports.journal.durable()
  return result
}

const queueAgain = (ports: Ports, imageIds: readonly string[], connection: Connection) => {
  const { journal, clock } = ports
  const search = createSearch(ports, connection)
  search.look(imageIds)
  const found = search.end()
  const preview = toPreview(found, connection)
  const action = beginAction(journal, { kind: 'send-again' })
  const lists = connection.serviceAppends ? [] : [...found.lists.values()]
  const inLists = new Set(lists.flatMap((list) => [...list.imageIds]))
  const wanted = [...found.outdated].filter((id) => inLists.has(id) || !found.queued.has(id))
  const uploads = queueUploadsAgain(ports, action, wanted, connection.id, clock.now())
  bindAttaches(ports, uploads, connection.id, clock.now())
  for (const list of lists)
    queueSwap(
      ports,
      action,
      list,
      [...list.imageIds].flatMap((id) => uploads.get(id) ?? []),
      connection.id,
    )
  countPictures(journal, action, connection.id, preview.pictures)
  return { ...preview, action: numberOfAction(journal, action, connection.id) }
}

/** It was not sent, and is not being sent. */
const mayBeCancelled = (job: Job, operations: Operations): boolean =>
  (job.status.state === 'waiting' || (job.status.state === 'parked' && job.status.reason.code !== 'uncertain')) &&
  job.uncertainAttempts === 0 &&
  !mustBeAsked(job, operations)

/**
 * Queues that what a job replaced gets its places back; `false`: it has replaced nothing, or that is queued or done. `counted`: the pictures of the
 * action so far, which may be in several products.
 */
const putBack = (ports: Ports, action: BegunAction, job: JobOf<'attach-sources'>, counted: Set<string>): boolean => {
  const { journal, jobs, products, clock } = ports
  const { productRef, attribute } = job.work
  const all = listJobsOf(ports, productRef, attribute, ['waiting', 'running', 'parked', 'done'])
  if (all.some(({ work }) => work.operation === 'attach-sources' && work.swap?.undoes === job.id)) return false
  if (job.status.state === 'done') {
    const { ids } = products.facts.read(productRef, attribute)
    if (!products.facts.swappedBy(productRef, attribute, job.id).some(([, to]) => ids.includes(to))) return false
  }
  const imageIds = attachPicturesOf(journal, job.id)
  const jobId = jobs.newId()
  addAttachPictures(journal, jobId, placePictures(imageIds))
  const { swap: _, gone: __, ...work } = job.work
  const again = { ...work, pictures: imageIds.length, asked: products.facts.nextSequence(), onlyReady: false, waits: false }
  const queued = jobs.add(
    action,
    { ...again, current: null, swap: { undoes: job.id } },
    job.connectionId,
    lastInLine(ports, productRef, attribute),
    clock.now(),
    jobId,
  )
  const uncounted = new Set(imageIds.filter((id) => !counted.has(id)))
  for (const id of uncounted) counted.add(id)
  countPictures(journal, action, job.connectionId, uncounted.size)
  parkIfStuck(journal, jobs, queued, clock.now())
  return true
}

/**
 * Takes back what an action of `sendAgain` did: exchanges that were not sent are cancelled, with the uploads that nothing else needs; in the other
 * lists the earlier files get their places back, unless a later change took the new ones off. New files stay in the workspace. Error: `usage`.
 */
export const undoSendAgain = async (
  ports: Ports & { readonly operations: Operations },
  number: number,
): Promise<{ readonly cancelled: number; readonly products: number }> => {
  const { journal, jobs, operations } = ports
  if (factsOfAction(journal, number)?.kind !== 'send-again')
    throw new AppError('usage', { kind: 'not-sent-again', action: String(number) }, { kept: 'nothing-changed' })
  const action = beginAction(journal, { kind: 'put-back' })
  const changed = new Set<string>()
  const counted = new Set<string>()
  let cancelled = 0
  const undo = (id: string): void => {
    const job = jobs.get(id)
    if (job?.work.operation !== 'attach-sources' || job.status.state === 'cancelled') return
    if (mayBeCancelled(job, operations)) cancelled += cancelEach([id], ports)
    else if (putBack(ports, action, { ...job, work: job.work }, counted)) changed.add(job.work.productRef)
  }
  journal.write(() => {
    for (const id of findJobsOfAction(journal, 'attach-sources', number)) undo(id)
    cancelOpen({ states: ['waiting', 'parked', 'running'], operation: 'upload-source', action: number, isUnneeded: true }, [], ports)
  })
  await journal.durable()
  return { cancelled, products: changed.size }
}
