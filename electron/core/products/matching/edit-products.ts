import { AppError } from '../../../../shared/base/errors.ts'
import type { Failure } from '../../../../shared/base/failures.ts'
import { readGtin } from '../../../../shared/products/gtin.ts'
import type { ProductFields } from '../../../../shared/products/product-edits.ts'
import type { Job } from '../../../../shared/queue/jobs.ts'
import { renameJob } from '../../queue/move-jobs.ts'
import { parkAgain } from '../../queue/reopen-jobs.ts'
import { retryIfFits } from '../../queue/retry-jobs.ts'
import { listedAsOf } from '../catalogue/name-entry.ts'
import type { StoredProduct } from '../ledger/product-store.ts'
import { editListed } from './edit-listed.ts'
import { type Edited, type EditPorts, findEdited, isBusy } from './find-edited.ts'

export const refuse = (failure: Failure): AppError => new AppError('usage', failure, { kept: 'nothing-changed' })

const trim = (text: string | null): string | null => {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

/** A change as it is kept. Errors: `usage`. */
const read = (before: ProductFields, change: Partial<ProductFields>): ProductFields => {
  const after = { ...before }
  for (const field of ['name', 'sku', 'productId'] as const) if (change[field] !== undefined) after[field] = trim(change[field])
  const typed = change.gtin === undefined || change.gtin === before.gtin ? null : trim(change.gtin)
  const gtin = readGtin(typed ?? '')
  if (gtin.kind === 'wrong') throw refuse({ kind: 'product-gtin-wrong', gtin: typed ?? '' })
  if (change.gtin !== undefined && change.gtin !== before.gtin) after.gtin = gtin.kind === 'gtin' ? gtin.digits : null
  if (Object.values(after).every((one) => one === null)) throw refuse({ kind: 'product-names-nothing' })
  return after
}

export type Undo = () => void

const editEntry = (ports: EditPorts, edited: Edited, after: ProductFields, connectionId: string | null): Undo | undefined => {
  const { entry, fields, record } = edited
  if (!entry) return undefined
  // One that was created for it has its id in our record only.
  const isSameId = entry.productId === fields.productId
  const { name, sku, gtin } = after
  const change = { ...(name === fields.name ? {} : { name }), sku, gtin, ...(isSameId ? { productId: after.productId } : {}) }
  const undo = editListed(ports, connectionId, entry.seq, change)
  const [from, to] = [listedAsOf(entry), listedAsOf({ ...entry, ...change })]
  if (!record || entry.productId !== null || from === to) return undo
  ports.products.relist(from, to, record.connectionId)
  return () => {
    ports.products.relist(to, from, record.connectionId)
    undo?.()
  }
}

const renameRecord = (ports: EditPorts, { record, entry, creation }: Edited, name: string | null): Undo | undefined => {
  // The list's name is enough for one that we did not name.
  if (!record || record.name === name || (record.name === null && entry)) return undefined
  if (creation && name === null) throw refuse({ kind: 'product-name-empty' })
  const undo = ports.products.remember(record.ref)
  ports.products.rename(record.ref, name)
  if (creation && name !== null) renameJob(ports.journal, creation.id, 'name', name)
  return () => {
    undo()
    if (creation && record.name !== null) renameJob(ports.journal, creation.id, 'name', record.name)
  }
}

/** The work that waits goes to another id. `ref`: of the product then. */
export const changeId = (ports: EditPorts, record: StoredProduct, open: readonly Job[], productId: string): { ref: string; undo: Undo } => {
  const { products, jobs, clock } = ports
  const known = products.findById(record.connectionId, productId)
  const undos = [record.ref, ...(known ? [known.ref] : [])].map(products.remember)
  const ids = open.map(({ id }) => id)
  const ref = products.moveJobs(record, productId, ids, clock.now())
  for (const { id, status } of open)
    if (status.state === 'parked' && status.reason.code === 'not-found') retryIfFits(id, { jobIds: [], choice: 'retry' }, ports)
  const undo = (): void => {
    for (const before of products.get(record.ref) ? open : []) {
      const now = jobs.get(before.id)
      const isOpen = now?.status.state === 'waiting' || now?.status.state === 'parked'
      if (!now || !isOpen || now.attempts > before.attempts) continue
      products.moveJobsTo(ref, record.ref, [before.id])
      parkAgain(before, ports)
    }
    for (const restore of undos) restore()
  }
  return { ref, undo }
}

export const inReverse =
  (undos: readonly (Undo | undefined)[]): Undo =>
  () => {
    for (const undo of undos.toReversed()) undo?.()
  }

export const findChosen = (ports: EditPorts, connectionId: string | null, ref: string): Edited => {
  const edited = findEdited(ports, connectionId, ref)
  if (!edited) throw refuse({ kind: 'chosen-product-gone' })
  return edited
}

/** Changes a product as a person says, with the work and the matches that wait for it. Called inside `journal.write`. Errors: `usage`. */
export const editProduct = (
  ports: EditPorts,
  connectionId: string | null,
  ref: string,
  change: Partial<ProductFields>,
): { readonly ref: string; readonly undo: Undo } => {
  const edited = findChosen(ports, connectionId, ref)
  const { record, entry, fields, open } = edited
  const after = read(fields, change)
  const isNewId = after.productId !== fields.productId
  if (!entry && (after.sku !== fields.sku || after.gtin !== fields.gtin)) throw refuse({ kind: 'product-not-listed' })
  const isCreated = edited.creation !== undefined && (isNewId || after.name !== fields.name)
  if ((isNewId || isCreated) && isBusy(edited, ports.operations)) throw refuse({ kind: 'product-busy' })
  if (isNewId && edited.creation) throw refuse({ kind: 'product-busy' })
  const list = ports.catalogue.current(connectionId)
  const taken = isNewId && list && after.productId !== null ? ports.catalogue.seqById(list.import, after.productId) : null
  if (taken !== null && taken !== entry?.seq) throw refuse({ kind: 'product-id-taken', productId: after.productId ?? '' })
  if (isNewId && record?.productId != null && after.productId === null)
    ports.products.keepNames(connectionId, new Map([[record.productId, fields.name ?? fields.sku ?? record.productId]]))
  const undos = [renameRecord(ports, edited, after.name), editEntry(ports, edited, after, connectionId)]
  const moved = isNewId && record && after.productId !== null ? changeId(ports, record, open, after.productId) : null
  return { ref: moved?.ref ?? ref, undo: inReverse([...undos, moved?.undo]) }
}
