import { AppError } from '../../../../shared/base/errors.ts'
import type { TextTarget } from '../../../../shared/products/product-texts.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { Journal } from '../../base/database/journal.ts'
import { type CatalogueStore, seqOfEntry } from '../catalogue/catalogue-store.ts'
import { listedAsOf, nameEntry } from '../catalogue/name-entry.ts'
import { findEntry } from '../catalogue/page-entries.ts'
import type { AttachTarget } from './attach-target.ts'

type Ports = {
  readonly journal: Journal
  readonly catalogue: Pick<CatalogueStore, 'current'>
  readonly connection: () => Connection | null
}

/** A product as a list of products names it: our record, or an entry of the imported list. */
export const toTarget = (named: TextTarget, { journal, catalogue, connection }: Ports): AttachTarget => {
  if (named.kind !== 'ref') return named
  if (seqOfEntry(named.ref) === undefined) return { kind: 'record', ref: named.ref }
  const entry = findEntry(journal, catalogue.current(connection()?.id ?? null), named.ref)
  if (!entry) throw new AppError('usage', { kind: 'chosen-product-gone' }, { kept: 'nothing-queued' })
  const { productId } = entry
  return productId === null ? { kind: 'listed', listedAs: listedAsOf(entry), name: nameEntry(entry) } : { kind: 'id', productId }
}
