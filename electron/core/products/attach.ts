import type { Connection } from '../../../shared/connection.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Image } from '../../../shared/images.ts'
import type { CurrentStatement, Job } from '../../../shared/jobs.ts'
import type { AttachNote } from '../../../shared/products.ts'
import type { Journal } from '../database/journal.ts'
import { writeInPieces } from '../database/write-in-pieces.ts'
import type { ImageStore } from '../library/image-store.ts'
import { queueUpload } from '../library/queue-upload.ts'
import type { SourceStore } from '../library/source-store.ts'
import type { JobStore } from '../work/queue/job-store.ts'
import { parkIfStuck } from '../work/queue/settle-dependents.ts'
import { without } from './fold-facts.ts'
import { circumstancesOf, listJobsOf } from './list-jobs.ts'
import type { ProductStore, StoredProduct } from './product-store.ts'
import { takeStatement } from './take-statement.ts'
import { whyAsk } from './when-to-ask.ts'

export type AttachRequest = {
  readonly images: readonly Image[]
  readonly product: { readonly kind: 'id'; readonly productId: string } | { readonly kind: 'new'; readonly name: string }
  readonly attribute: string
  readonly current: CurrentStatement | null
  /** Create another product although one of that name was created before. */
  readonly again: boolean
}

export type AttachResult = {
  readonly jobId: string | null
  readonly productRef: string
  readonly productId: string | null
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
  readonly connection: () => Connection | null
}

const acceptedFormats = new Set(['png', 'jpeg'])

/**
 * Queues the attachment of images to a product's attribute, with the uploads and the product it needs before it: a chain that runs
 * when it can. Errors: `usage` (nothing to attach; a picture that is not PNG or JPEG, named), `current-unknown` (the list would be
 * replaced and no one has stated it), `current-contradicts` (the statement leaves out known ids).
 */
export const attach = async (request: AttachRequest, ports: Ports): Promise<AttachResult> => {
  if (request.images.length === 0) throw new AppError('usage', { kind: 'no-pictures-to-attach' }, { kept: 'nothing-queued' })
  const offenders = request.images.filter((one) => !acceptedFormats.has(one.format))
  if (offenders.length > 0)
    throw new AppError('usage', { kind: 'not-attachable', names: offenders.map((one) => one.name) }, { kept: 'nothing-queued' })
  const uploads = new Map<string, string>()
  if (request.images.length > mostAtOnce) {
    checkProduct(request, ports)
    await queueUploads(request, ports, uploads)
  }
  const result = ports.journal.write(() => queueChain(request, ports, uploads))
  await ports.journal.durable()
  return result
}

/** For more pictures, the uploads are queued beforehand in pieces, so that nothing else waits for them. */
const mostAtOnce = 100

/** Refuses what `queueChain` would refuse, before any upload is queued. What it writes is undone. */
const checkProduct = (request: AttachRequest, ports: Ports): void => {
  const passed = new Error('Nothing is wrong: this only undoes what the check wrote.')
  const connection = ports.connection()
  const now = ports.clock.now()
  try {
    ports.journal.write(() => {
      const { product } = findOrCreateProduct(request, ports, connection?.id ?? null, now, [])
      if (!isToBeCreated(product)) settleCurrent(request, product, connection, ports, now)
      throw passed
    })
  } catch (error) {
    if (error !== passed) throw error
  }
}

/** Fills `uploads`: image → its upload. Interrupted, some pictures are uploaded, and nothing is attached. */
const queueUploads = async ({ images }: AttachRequest, ports: Ports, uploads: Map<string, string>): Promise<void> => {
  const connectionId = ports.connection()?.id ?? null
  await writeInPieces(ports.journal, images, (piece) => {
    const missing = piece.filter(({ id }) => !connectionId || !ports.sources.get(connectionId, id))
    for (const { id } of missing) uploads.set(id, queueUpload(ports, id, connectionId, ports.clock.now()).id)
    return missing.length
  })
}

const queueChain = (request: AttachRequest, ports: Ports, uploads: ReadonlyMap<string, string>): AttachResult => {
  const { jobs, clock } = ports
  const now = clock.now()
  const connection = ports.connection()
  const connectionId = connection?.id ?? null
  const notes: AttachNote[] = []
  const { product, createJob } = findOrCreateProduct(request, ports, connectionId, now, notes)
  const imageIds = [...new Set(request.images.map((one) => one.id))]
  const pending = listJobsOf(ports, product.ref, request.attribute, ['waiting', 'running'])
  const parked = listJobsOf(ports, product.ref, request.attribute, ['parked'])
  if (!isToBeCreated(product)) settleCurrent(request, product, connection, ports, now)

  const toAttach = leaveOutAttached(imageIds, [...pending, ...parked], request, product, ports, connectionId)
  if (toAttach.length < imageIds.length)
    notes.push({
      kind: 'some-attached',
      pictures: imageIds.length - toAttach.length,
      total: imageIds.length,
      parked: parked.length,
    })
  if (toAttach.length === 0) return { jobId: null, productRef: product.ref, productId: product.productId, pictures: 0, notes }

  const needed = toAttach.flatMap((imageId) => {
    if (connectionId && ports.sources.get(connectionId, imageId)) return []
    return [uploads.get(imageId) ?? queueUpload(ports, imageId, connectionId, now).id]
  })
  const job = jobs.add(
    {
      operation: 'attach-sources',
      productRef: product.ref,
      attribute: request.attribute,
      imageIds: toAttach,
      current: request.current,
      asked: ports.products.facts.nextSequence(),
      onlyReady: false,
      waits: false,
    },
    connectionId,
    [...needed, ...(createJob ? [createJob.id] : []), ...pending.map((one) => one.id)],
    now,
  )
  parkIfStuck(ports.journal, jobs, job, now)
  return { jobId: job.id, productRef: product.ref, productId: product.productId, pictures: toAttach.length, notes }
}

const isToBeCreated = (product: StoredProduct): boolean => product.createdByUs && product.productId === null

/** Accepts the person's statement of the list, or makes sure that none is needed. */
const settleCurrent = (
  { current, attribute }: AttachRequest,
  product: StoredProduct,
  connection: Connection | null,
  ports: Ports,
  now: number,
): void => {
  if (current !== null) {
    takeStatement(ports, { product, attribute, jobId: null }, current, now)
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
const leaveOutAttached = (
  imageIds: readonly string[],
  queued: readonly Job[],
  request: AttachRequest,
  product: StoredProduct,
  ports: Ports,
  connectionId: string | null,
): string[] => {
  const there = new Set<string>(
    queued.flatMap(({ work }) => (work.operation === 'attach-sources' && work.replaceWith == null ? work.imageIds : [])),
  )
  // A list about to be replaced counts as its new content.
  const replaced = queued.flatMap(({ work }) => (work.operation === 'attach-sources' && work.replaceWith ? [work.replaceWith] : [])).at(-1)
  const state = ports.products.facts.read(product.ref, request.attribute)
  if (connectionId) {
    for (const sourceId of replaced ?? without(state.ids, state.unsent)) {
      const imageId = ports.sources.imageOf(connectionId, sourceId)
      if (imageId) there.add(imageId)
    }
  }
  return imageIds.filter((id) => !there.has(id))
}

const findOrCreateProduct = (
  request: AttachRequest,
  ports: Ports,
  connectionId: string | null,
  now: number,
  notes: AttachNote[],
): { product: StoredProduct; createJob?: Job } => {
  const { jobs, products } = ports
  const wanted = request.product
  if (wanted.kind === 'id') {
    const productId = wanted.productId.trim()
    if (productId === '') throw new AppError('usage', { kind: 'product-id-empty' }, { kept: 'nothing-queued' })
    const known = products.findById(connectionId, productId)
    return { product: known ?? products.add({ productId, name: null, connectionId, createdByUs: false }, now) }
  }
  const name = wanted.name.trim()
  if (name === '') throw new AppError('usage', { kind: 'product-name-empty' }, { kept: 'nothing-queued' })
  const known = request.again ? undefined : products.findByName(connectionId, name)
  if (known) {
    const creating = jobs.find({ operation: 'create-product', productRef: known.ref, name }, connectionId, [
      'waiting',
      'running',
      'parked',
      'done',
    ])
    if (known.productId || (creating && creating.status.state !== 'done')) {
      notes.push({ kind: 'created-before', name, productId: known.productId })
      return { product: known, ...(known.productId || !creating ? {} : { createJob: creating }) }
    }
  }
  const product = products.add({ productId: null, name, connectionId, createdByUs: true }, now)
  const again = request.again ? { again: true } : {}
  const createJob = jobs.add({ operation: 'create-product', productRef: product.ref, name, ...again }, connectionId, [], now)
  return { product, createJob }
}
