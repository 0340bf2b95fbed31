import { AppError } from '../../../../shared/base/errors.ts'
import type { AttachNote } from '../../../../shared/products/products.ts'
import type { Job } from '../../../../shared/queue/jobs.ts'
import type { ActionOfJob } from '../../queue/action-store.ts'
import type { JobStore } from '../../queue/job-store.ts'
import type { ProductStore, StoredProduct } from './product-store.ts'

/**
 * The product that pictures go to. `record`: one of ours, by its reference. `listed`: a product of the imported list without an id in the
 * workspace (`listedAs`: products/catalogue/name-entry.ts). A name alone is a product's only where a person typed it: two products may share one.
 */
export type AttachTarget =
  | { readonly kind: 'id'; readonly productId: string }
  | { readonly kind: 'new'; readonly name: string }
  | { readonly kind: 'record'; readonly ref: string }
  | { readonly kind: 'listed'; readonly listedAs: string; readonly name: string }

/** What the product is called. */
export const callTarget = (target: AttachTarget, products: Pick<ProductStore, 'get' | 'called'>): string => {
  switch (target.kind) {
    case 'id':
      return target.productId.trim()
    case 'new':
    case 'listed':
      return target.name.trim()
    case 'record': {
      const record = products.get(target.ref)
      return record ? products.called(record) : target.ref
    }
  }
}

type Request = {
  /** Part of this. */
  readonly action: ActionOfJob
  readonly product: AttachTarget
  /** Create another product although one of that name was created before. */
  readonly again: boolean
}

type Ports = { readonly jobs: JobStore; readonly products: ProductStore }

type Circumstances = { readonly connectionId: string | null; readonly now: number; readonly notes: AttachNote[] }

/** `createJob`: it is created first. */
export type Target = { readonly product: StoredProduct; readonly createJob?: Job }

/** A product that exists, or that is about to; `undefined`: its creation was cancelled. */
const takeRecord = ({ jobs }: Ports, product: StoredProduct, connectionId: string | null): Target | undefined => {
  if (product.productId !== null) return { product }
  const work = { operation: 'create-product', productRef: product.ref, name: product.name ?? '' } as const
  const createJob = jobs.find(work, connectionId, ['waiting', 'running', 'parked'])
  return createJob && { product, createJob }
}

const createNew = (
  { action, again }: Request,
  { jobs, products }: Ports,
  name: string,
  listedAs: string | null,
  at: Circumstances,
): Target => {
  const { connectionId, now } = at
  const product = products.add({ productId: null, name, connectionId, createdByUs: true }, now, listedAs)
  const more = again && listedAs === null ? { again } : {}
  const createJob = jobs.add(action, { operation: 'create-product', productRef: product.ref, name, ...more }, connectionId, [], now)
  return { product, createJob }
}

const nameOf = (name: string): string => {
  const trimmed = name.trim()
  if (trimmed === '') throw new AppError('usage', { kind: 'product-name-empty' }, { kept: 'nothing-queued' })
  return trimmed
}

const findNamed = (request: Request, name: string, ports: Ports, { connectionId, notes }: Circumstances): Target | undefined => {
  if (request.again) return undefined
  const products = ports.products.countListed(connectionId, name)
  if (products > 1) throw new AppError('usage', { kind: 'product-name-shared', name, products }, { kept: 'nothing-queued' })
  const known = ports.products.findByName(connectionId, name)
  const found = known && takeRecord(ports, known, connectionId)
  if (found) notes.push({ kind: 'created-before', name, productId: found.product.productId })
  return found
}

/** The product of an attachment; one that doesn't exist is created first. Called inside `journal.write`. */
export const findOrCreateProduct = (request: Request, ports: Ports, at: Circumstances): Target => {
  const { products } = ports
  const { connectionId, now } = at
  const wanted = request.product
  switch (wanted.kind) {
    case 'id': {
      const productId = wanted.productId.trim()
      if (productId === '') throw new AppError('usage', { kind: 'product-id-empty' }, { kept: 'nothing-queued' })
      const known = products.findById(connectionId, productId)
      return { product: known ?? products.add({ productId, name: null, connectionId, createdByUs: false }, now) }
    }
    case 'record': {
      const record = products.get(wanted.ref)
      if (!record || (connectionId !== null && record.connectionId !== connectionId))
        throw new AppError('usage', { kind: 'chosen-product-gone' }, { kept: 'nothing-queued' })
      const { productId } = record
      // A name that a person gave it here names nothing in another workspace.
      if (productId !== null && (record.name === null || !record.createdByUs))
        return findOrCreateProduct({ ...request, product: { kind: 'id', productId } }, ports, at)
      const [name, listedAs] = [nameOf(record.name ?? ''), products.listedAs(record.ref)]
      // Without a workspace, products of all are shown. The record becomes that one's when it is connected.
      if (record.connectionId !== connectionId)
        return findOrCreateProduct(
          { ...request, product: listedAs === null ? { kind: 'new', name } : { kind: 'listed', listedAs, name } },
          ports,
          at,
        )
      return takeRecord(ports, record, connectionId) ?? createNew(request, ports, name, listedAs, at)
    }
    case 'listed': {
      const record = products.findListed(connectionId, wanted.listedAs)
      const found = record && takeRecord(ports, record, connectionId)
      return found ?? createNew(request, ports, nameOf(wanted.name), wanted.listedAs, at)
    }
    case 'new': {
      const name = nameOf(wanted.name)
      return findNamed(request, name, ports, at) ?? createNew(request, ports, name, null, at)
    }
  }
}
