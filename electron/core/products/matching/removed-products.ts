import { z } from 'zod'
import type { Journal } from '../../base/database/journal.ts'
import { dropShelved } from '../../queue/shelve-jobs.ts'
import { removedRecord } from '../ledger/product-store.ts'

const rows = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))

/** What a removed product had. `shelved`: the work that waited for it, its creation first, also what was shelved before, with its pictures. */
const removedProduct = z.object({
  record: removedRecord.nullable(),
  /** Of the list: its own, then those of its variants. */
  entries: z.array(rows),
  matches: z.array(rows),
  shelved: z.array(z.string()),
})
export type RemovedProduct = z.infer<typeof removedProduct>

/** Products that were removed, until they are restored or removed for good. Call its changes inside `journal.write`. */
export const createRemovedProducts = (journal: Journal) => {
  const read = (value: unknown): RemovedProduct => removedProduct.parse(JSON.parse(String(value)))
  return {
    /** Returns its id here. */
    add: (product: RemovedProduct, called: string, connectionId: string | null, at: number): string => {
      const id = journal.newId('removed_')
      journal.run(
        'INSERT INTO removed_products (id, connection_id, name, removed_at, value) VALUES (?, ?, ?, ?, ?)',
        ...[id, connectionId, called, Math.round(at), JSON.stringify(product)],
      )
      return id
    },
    /** Takes one out of these, with its workspace of today. */
    take: (id: string): { readonly product: RemovedProduct; readonly connectionId: string | null } | undefined => {
      const row = journal.get('DELETE FROM removed_products WHERE id = ? RETURNING connection_id, value', id)
      return row && { product: read(row.value), connectionId: row.connection_id === null ? null : String(row.connection_id) }
    },
    /** Forgets these, or all that were removed up to then. Returns the references of their records, and how many they were. */
    forget: (which: readonly string[] | { readonly until: number }): { readonly refs: readonly string[]; readonly count: number } => {
      const gone =
        'until' in which
          ? journal.all('DELETE FROM removed_products WHERE removed_at <= ? RETURNING value', Math.floor(which.until))
          : journal.all('DELETE FROM removed_products WHERE id IN (SELECT value FROM json_each(?)) RETURNING value', JSON.stringify(which))
      const products = gone.map(({ value }) => read(value))
      dropShelved(
        journal,
        products.flatMap(({ shelved }) => shelved),
      )
      return { refs: products.flatMap(({ record }) => record?.ref ?? []), count: gone.length }
    },
    /** Those of no workspace become this one's. */
    adopt: (connectionId: string): void => {
      journal.run('UPDATE removed_products SET connection_id = ? WHERE connection_id IS NULL', connectionId)
    },
    release: (connectionId: string): void => {
      journal.run('UPDATE removed_products SET connection_id = NULL WHERE connection_id = ?', connectionId)
    },
  }
}

export type RemovedProducts = ReturnType<typeof createRemovedProducts>
