import { AppError } from '../../../../shared/base/errors.ts'
import type { AttachNote } from '../../../../shared/products/products.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { ActionOfJob } from '../../queue/action-store.ts'
import { findJobsOfEach } from '../../queue/find-jobs.ts'
import type { JobStore } from '../../queue/job-store.ts'
import type { ListedRecord, ProductStore, StoredProduct } from './product-store.ts'

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
  readonly products: readonly AttachTarget[]
  /** Create another product although one of that name was created before. */
  readonly again: boolean
}

type Ports = { readonly journal: Journal; readonly jobs: JobStore; readonly products: ProductStore }

type Circumstances = { readonly connectionId: string | null; readonly now: number; readonly notes: AttachNote[] }

/** `createJobId`: it is created first, by that job. */
export type Target = { readonly product: StoredProduct; readonly createJobId?: string }

/** What is wanted: a product with an id, one of ours under a name (`record`: this one, if it is not over), or another one. */
type Wanted =
  | { readonly by: 'id'; readonly productId: string }
  | { readonly by: 'record'; readonly record: StoredProduct; readonly name: string; readonly listedAs: string | null }
  | { readonly by: 'listed'; readonly listedAs: string; readonly name: string }
  | { readonly by: 'name'; readonly name: string }

const refuse = (failure: AppError['failure']): AppError => new AppError('usage', failure, { kept: 'nothing-queued' })

const nameOf = (name: string): string => {
  const trimmed = name.trim()
  if (trimmed === '') throw refuse({ kind: 'product-name-empty' })
  return trimmed
}

const idOf = (productId: string): Wanted => {
  if (productId.trim() === '') throw refuse({ kind: 'product-id-empty' })
  return { by: 'id', productId: productId.trim() }
}

const ofRecord = (record: ListedRecord | undefined, connectionId: string | null): Wanted => {
  if (!record || (connectionId !== null && record.connectionId !== connectionId)) throw refuse({ kind: 'chosen-product-gone' })
  // A name that a person gave it here names nothing in another workspace.
  if (record.productId !== null && (record.name === null || !record.createdByUs)) return idOf(record.productId)
  const [name, { listedAs }] = [nameOf(record.name ?? ''), record]
  // Without a workspace, products of all are shown. The record becomes that one's when it is connected.
  if (record.connectionId === connectionId) return { by: 'record', record, name, listedAs }
  return listedAs === null ? { by: 'name', name } : { by: 'listed', listedAs, name }
}

const wantedOf = (target: AttachTarget, records: ReadonlyMap<string, ListedRecord>, connectionId: string | null): Wanted => {
  switch (target.kind) {
    case 'id':
      return idOf(target.productId)
    case 'record':
      return ofRecord(records.get(target.ref), connectionId)
    case 'listed':
      return { by: 'listed', listedAs: target.listedAs, name: nameOf(target.name) }
    case 'new':
      return { by: 'name', name: nameOf(target.name) }
  }
}

/** The creations, of records without an id, that are not over: by the record's reference. */
const findCreations = ({ journal }: Ports, records: readonly StoredProduct[]): ReadonlyMap<string, string> => {
  const names = [...new Set(records.flatMap(({ productId, name }) => (productId === null ? [name ?? ''] : [])))]
  return new Map(
    findJobsOfEach(journal, 'create-product', names, ['waiting', 'running', 'parked']).flatMap(({ id, work }) =>
      work.operation === 'create-product' ? [[work.productRef, id] as const] : [],
    ),
  )
}

/** What it returns, or the `usage` error that it throws. */
export const orRefusal = <T>(act: () => T): T | AppError => {
  try {
    return act()
  } catch (error) {
    if (error instanceof AppError && error.code === 'usage') return error
    throw error
  }
}

/** All that is known of what is wanted, read at once. */
const readKnown = (ports: Ports, wanted: readonly Wanted[], connectionId: string | null) => {
  const { products } = ports
  const valuesOf = (read: (one: Wanted) => string | false): string[] => wanted.flatMap((one) => read(one) || [])
  const names = valuesOf((one) => one.by === 'name' && one.name)
  const byName = products.findAllByName(connectionId, names)
  const byListed = products.findAllListed(
    connectionId,
    valuesOf((one) => one.by === 'listed' && one.listedAs),
  )
  const records = wanted.flatMap((one) => (one.by === 'record' ? one.record : []))
  return {
    byId: new Map(
      products.findAllById(
        connectionId,
        valuesOf((one) => one.by === 'id' && one.productId),
      ),
    ),
    byName: new Map(byName),
    byListed: new Map(byListed),
    listedUnder: products.countListed(connectionId, names),
    creations: new Map(findCreations(ports, [...byName.values(), ...byListed.values(), ...records])),
  }
}

/**
 * The products that things go to, one for each target, or why it can't be named; those that don't exist are created first. Each is found as if those before
 * it were there already, but by a few statements about all, as they may be 100,000. Called inside `journal.write`.
 */
export const findOrCreateProducts = (
  request: Request,
  ports: Ports,
  { connectionId, now, notes }: Circumstances,
): (Target | AppError)[] => {
  const { action, again } = request
  const { journal, products, jobs } = ports
  const records = products.getAll(request.products.flatMap((one) => (one.kind === 'record' ? one.ref : [])))
  const wanted = request.products.map((target) => orRefusal(() => wantedOf(target, records, connectionId)))
  const { byId, byName, byListed, listedUnder, creations } = readKnown(
    ports,
    wanted.flatMap((one) => (one instanceof AppError ? [] : one)),
    connectionId,
  )
  const added: ListedRecord[] = []
  const add = (product: Pick<ListedRecord, 'productId' | 'name' | 'createdByUs' | 'listedAs'>): ListedRecord => {
    const one = { ref: journal.newId('product_'), connectionId, ...product }
    added.push(one)
    return one
  }
  const create = (name: string, listedAs: string | null): StoredProduct => {
    const product = add({ productId: null, name, createdByUs: true, listedAs })
    byName.set(name, product)
    if (listedAs !== null) byListed.set(listedAs, product)
    // Its job has no number yet.
    creations.set(product.ref, '')
    return product
  }
  /** A product that exists, or that is about to; `undefined`: its creation was cancelled. */
  const take = (record: StoredProduct | undefined): StoredProduct | undefined =>
    record !== undefined && (record.productId !== null || creations.has(record.ref)) ? record : undefined
  const addId = (productId: string): StoredProduct => {
    const product = add({ productId, name: null, createdByUs: false, listedAs: null })
    byId.set(productId, product)
    return product
  }
  const findNamed = (name: string): StoredProduct | undefined => {
    const count = listedUnder.get(name) ?? 0
    if (count > 1) throw refuse({ kind: 'product-name-shared', name, products: count })
    const found = take(byName.get(name))
    if (found) notes.push({ kind: 'created-before', name, productId: found.productId })
    return found
  }
  const find = (one: Wanted): StoredProduct => {
    switch (one.by) {
      case 'id':
        return byId.get(one.productId) ?? addId(one.productId)
      case 'record':
        return take(one.record) ?? create(one.name, one.listedAs)
      case 'listed':
        return take(byListed.get(one.listedAs)) ?? create(one.name, one.listedAs)
      case 'name':
        return (again ? undefined : findNamed(one.name)) ?? create(one.name, null)
    }
  }
  const found = wanted.map((one) => (one instanceof AppError ? one : orRefusal(() => find(one))))
  products.addAll(added, now)
  const created = added.filter(({ productId }) => productId === null)
  const works = created.map(({ ref, name, listedAs }) => ({
    ...({ operation: 'create-product', productRef: ref, name: name ?? '' } as const),
    ...(again && listedAs === null ? { again } : {}),
  }))
  for (const [place, id] of jobs.addAll(action, works, connectionId, now).entries()) creations.set(created[place]?.ref ?? '', id)
  return found.map((one) => {
    if (one instanceof AppError) return one
    const createJobId = one.productId === null ? creations.get(one.ref) : undefined
    return { product: one, ...(createJobId === undefined ? {} : { createJobId }) }
  })
}

/** The same for one. Error: `usage`. */
export const findOrCreateProduct = (
  { product, ...request }: Omit<Request, 'products'> & { readonly product: AttachTarget },
  ports: Ports,
  at: Circumstances,
): Target => {
  const [found] = findOrCreateProducts({ ...request, products: [product] }, ports, at)
  if (found === undefined || found instanceof AppError) throw found
  return found
}
