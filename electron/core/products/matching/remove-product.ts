import { lastRemoved, listEmptied } from '../../pictures/library/attach-pictures.ts'
import { findJobsAbout } from '../../queue/find-jobs.ts'
import { reopen } from '../../queue/reopen-jobs.ts'
import { listShelved, shelveJobs, shelveUntil } from '../../queue/shelve-jobs.ts'
import { findChosen, refuse } from './edit-products.ts'
import { type EditPorts, isBusy } from './find-edited.ts'
import { followSwitch } from './follow-switch.ts'
import type { RemovedProducts } from './removed-products.ts'

type Ports = EditPorts & { readonly removedProducts: RemovedProducts }

/**
 * Removes a product: what waits for it is shelved, and its pictures have none. What it had is kept, to restore it. Returns its id among the removed ones.
 * Called inside `journal.write`. Errors: `usage`.
 */
export const removeProduct = (
  ports: Ports,
  connectionId: string | null,
  ref: string,
): { readonly cancelled: number; readonly id: string } => {
  const edited = findChosen(ports, connectionId, ref)
  if (isBusy(edited, ports.operations)) throw refuse({ kind: 'product-busy' })
  const { record, entry, fields, creation, keys } = edited
  const at = ports.clock.now()
  const open = [...(creation ? [creation] : []), ...edited.open].map(({ id }) => id)
  shelveJobs(ports, open, at)
  const before = record ? listShelved(ports.journal, findJobsAbout(ports.journal, ['attach-sources', 'set-text'], record.ref)) : []
  const shelved = [...new Set([...open, ...before.map(([id]) => id)])]
  const product = {
    record: (record && ports.products.remove(record.ref)) ?? null,
    entries: entry ? ports.catalogue.takeOut(entry.seq) : [],
    matches: keys.flatMap((key) => ports.matches.releaseProduct(connectionId, key)),
    shelved,
  }
  const called = entry?.name ?? fields.name ?? fields.sku ?? fields.productId ?? fields.gtin ?? ref
  return { cancelled: open.length, id: ports.removedProducts.add(product, called, connectionId, at) }
}

const attachesOnly = ({ jobs }: Ports, jobIds: readonly string[]): string[] =>
  jobIds.filter((id) => {
    const work = jobs.get(id)?.work
    // One that replaces a list is whole without its pictures, too.
    return work?.operation === 'attach-sources' && work.replaces == null
  })

/**
 * Restores a removed product as it is today: as part of the record that its workspace has for it by now, in its list while that counts, with the pictures that
 * have no other product, and with the work that waited. False: it is not there any more. Called inside `journal.write`.
 */
export const restoreProduct = (ports: Ports, id: string): boolean => {
  const found = ports.removedProducts.take(id)
  if (!found) return false
  const { product, connectionId } = found
  if (product.record) ports.products.bringBack(product.record, connectionId)
  ports.catalogue.putBack(product.entries)
  ports.matches.putBack(connectionId, product.matches)
  // It may be no product of the workspace by now, but its variants, or the product that it is one of.
  const list = ports.catalogue.current(connectionId)
  if (list) followSwitch(ports.journal, connectionId, list, list)
  // An attach of which no picture is left comes back with its pictures.
  const emptied = listEmptied(ports.journal, attachesOnly(ports, product.shelved))
  shelveUntil(ports.journal, lastRemoved(ports.journal, emptied))
  for (const jobId of product.shelved) if (!emptied.includes(jobId)) reopen(jobId, ports)
  return true
}
