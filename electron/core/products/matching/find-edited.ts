import type { EditedProduct, ProductFields } from '../../../../shared/products/product-edits.ts'
import type { Job } from '../../../../shared/queue/jobs.ts'
import type { Journal } from '../../base/database/journal.ts'
import { mustBeAsked } from '../../queue/cancel-jobs.ts'
import { findCreations, findJobsAbout } from '../../queue/find-jobs.ts'
import type { JobStore } from '../../queue/job-store.ts'
import type { Operations } from '../../queue/operation.ts'
import { type CatalogueStore, seqOfEntry } from '../catalogue/catalogue-store.ts'
import { type HandedProduct, toHanded } from '../catalogue/merge-products.ts'
import { listedAsOf } from '../catalogue/name-entry.ts'
import { productKeyOf } from '../catalogue/product-key.ts'
import type { ProductStore, StoredProduct } from '../ledger/product-store.ts'
import type { MatchStore } from './match-store.ts'

export type EditPorts = {
  readonly journal: Journal
  readonly catalogue: CatalogueStore
  readonly matches: MatchStore
  readonly products: ProductStore
  readonly jobs: JobStore
  readonly operations: Operations
  readonly clock: { readonly now: () => number }
}

/** A product of our record, of the list, or of both. */
export type Edited = {
  readonly record: StoredProduct | undefined
  readonly entry: (HandedProduct & { readonly seq: number }) | undefined
  readonly fields: ProductFields
  /** Its creation, if that is not over. */
  readonly creation: Job | undefined
  /** Its other jobs that are not over. */
  readonly open: readonly Job[]
  /** The keys that kept matches may know it by. */
  readonly keys: readonly string[]
}

const isOver = ({ status }: Job): boolean => status.state === 'done' || status.state === 'cancelled'

const readEntry = ({ catalogue }: EditPorts, connectionId: string | null, seq: number | null): Edited['entry'] => {
  const list = catalogue.current(connectionId)
  const known = list && seq !== null ? catalogue.entry(seq, list.import) : undefined
  return known && { ...toHanded(known), seq: known.seq }
}

const findEntryOf = (ports: EditPorts, connectionId: string | null, { ref, productId }: StoredProduct): Edited['entry'] => {
  const list = ports.catalogue.current(connectionId)
  if (!list) return undefined
  const byId = productId === null ? null : ports.catalogue.seqById(list.import, productId)
  const listedAs = ports.products.listedAs(ref)
  return readEntry(ports, connectionId, byId ?? (listedAs === null ? null : ports.catalogue.findListedAs(list.import, listedAs)))
}

const findRecordOf = ({ products }: EditPorts, connectionId: string | null, entry: HandedProduct): StoredProduct | undefined =>
  entry.productId === null ? products.findListed(connectionId, listedAsOf(entry)) : products.findById(connectionId, entry.productId)

/** A product by its reference in a list of products; `undefined`: there is none. */
export const findEdited = (ports: EditPorts, connectionId: string | null, ref: string): Edited | undefined => {
  const { journal, products, jobs } = ports
  const seq = seqOfEntry(ref)
  const named = seq === undefined ? products.get(ref) : undefined
  if (seq === undefined && (!named || (connectionId !== null && named.connectionId !== connectionId))) return undefined
  const entry = named ? findEntryOf(ports, named.connectionId, named) : readEntry(ports, connectionId, seq ?? null)
  const record = named ?? (entry && findRecordOf(ports, connectionId, entry))
  if (!record && !entry) return undefined
  const { sku = null, gtin = null, handle = null } = entry ?? {}
  const fields = { name: record?.name ?? entry?.name ?? null, sku, gtin, productId: record?.productId ?? entry?.productId ?? null }
  const read = (ids: readonly string[]): Job[] => ids.flatMap((id) => jobs.get(id) ?? [])
  const open = record ? read(findJobsAbout(journal, ['attach-sources', 'set-text'], record.ref)).filter((job) => !isOver(job)) : []
  const [creation] =
    record?.name != null && record.productId === null
      ? read(findCreations(journal, 'create-product', record.name, 'productRef', record.ref))
      : []
  // One that was created for the list is known by what that says until the keys of matches are renewed.
  const keys = [
    productKeyOf({ ...fields, name: entry?.name ?? fields.name, handle }),
    entry && productKeyOf(entry),
    record && `ref:${record.ref}`,
  ]
  return { record, entry, fields, creation, open, keys: [...new Set(keys)].filter((one) => one != null) }
}

const creationOf = ({ creation }: Edited): EditedProduct['creation'] =>
  creation === undefined ? 'none' : creation.status.state === 'waiting' && creation.attempts === 0 ? 'waiting' : 'tried'

/** Some of its work is under way, or may have been done. */
export const isBusy = (edited: Edited, operations: Operations): boolean =>
  creationOf(edited) === 'tried' || edited.open.some((job) => job.status.state === 'running' || mustBeAsked(job, operations))

/** The same as a person sees it. */
export const describeEdited = (ports: EditPorts, edited: Edited, connectionId: string | null): EditedProduct => {
  const { record, entry, fields, open, keys } = edited
  const count = (operation: 'attach-sources' | 'set-text'): number => open.filter(({ work }) => work.operation === operation).length
  const { facts } = ports.products
  const attributes = record ? facts.shownAttributesOf(record.ref) : []
  return {
    fields,
    isListed: entry !== undefined,
    creation: creationOf(edited),
    attachments: count('attach-sources'),
    texts: count('set-text'),
    isBusy: isBusy(edited, ports.operations),
    matched: keys.reduce((sum, key) => sum + ports.matches.countOf(connectionId, key), 0),
    attached: attributes.reduce((sum, attribute) => sum + (record ? facts.read(record.ref, attribute).ids.length : 0), 0),
  }
}
