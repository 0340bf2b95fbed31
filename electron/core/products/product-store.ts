import type { AttributeList, Product } from '../../../shared/products.ts'
import type { Journal, Row } from '../database/journal.ts'

export type StoredProduct = Omit<Product, 'lists'>
export type StoredList = { readonly sourceIds: readonly string[]; readonly confirmedAt: number | null }

const toProduct = (row: Row): StoredProduct => ({
  ref: String(row.ref),
  productId: row.product_id === null ? null : String(row.product_id),
  name: row.name === null ? null : String(row.name),
  connectionId: row.connection_id === null ? null : String(row.connection_id),
  createdByUs: row.created_by_us === 1,
})

export type ProductStore = ReturnType<typeof createProductStore>

/** Products we know of, and the ledger: our record of what is attached where. What changes something is called inside `journal.write`. */
export const createProductStore = (journal: Journal) => {
  /** Lists that we know, by attribute whatever its case. All lists of a product just created by us are known: they are empty. */
  const getList = (ref: string, attribute: string): StoredList | undefined => {
    const row = journal.get('SELECT source_ids, confirmed_at FROM attribute_lists WHERE product_ref = ? AND attribute = ?', ref, attribute)
    if (row)
      return {
        sourceIds: JSON.parse(String(row.source_ids)) as string[],
        confirmedAt: row.confirmed_at === null ? null : Number(row.confirmed_at),
      }
    const created = journal.get('SELECT created_at FROM products WHERE ref = ? AND created_at IS NOT NULL', ref)
    return created && { sourceIds: [], confirmedAt: Number(created.created_at) }
  }

  /** The list before its last change by a job of ours. */
  const previous = (ref: string, attribute: string): string[] | null => {
    const row = journal.get(
      'SELECT before FROM ledger WHERE product_ref = ? AND attribute = ? COLLATE NOCASE AND before IS NOT NULL AND before <> after ORDER BY seq DESC LIMIT 1',
      ref,
      attribute,
    )
    return row ? (JSON.parse(String(row.before)) as string[]) : null
  }

  /** Of one workspace; `null`: of all. Without those of which nothing came, and will not: a person cancelled making it, or all for it. */
  const list = (connectionId: string | null): Product[] => {
    const sql = `SELECT * FROM products WHERE (:connectionId IS NULL OR connection_id = :connectionId)
      AND NOT (product_id IS NULL AND EXISTS (SELECT 1 FROM jobs WHERE operation = 'create-product' AND subject = products.name
        AND state = 'cancelled' AND work ->> '$.productRef' = products.ref))
      AND NOT (created_by_us = 0 AND NOT EXISTS (SELECT 1 FROM attribute_lists WHERE product_ref = products.ref)
        AND NOT EXISTS (SELECT 1 FROM jobs WHERE operation = 'attach-sources' AND state <> 'cancelled'
          AND subject > products.ref || char(10) AND subject < products.ref || char(11))) ORDER BY added_at, rowid`
    return journal.all(sql, { connectionId }).map((row) => {
      const stored = toProduct(row)
      const lists = journal
        .all('SELECT attribute FROM attribute_lists WHERE product_ref = ? ORDER BY attribute', stored.ref)
        .map(({ attribute }): AttributeList => {
          const known = getList(stored.ref, String(attribute))
          const sourceIds = known?.sourceIds ?? []
          const imageIds = sourceIds.flatMap((id) => {
            const found = journal.get('SELECT image_id FROM sources WHERE connection_id IS ? AND source_id = ?', stored.connectionId, id)
            return found ? [String(found.image_id)] : []
          })
          return {
            attribute: String(attribute),
            sourceIds: [...sourceIds],
            imageIds,
            previousSourceIds: previous(stored.ref, String(attribute)),
            confirmedAt: known?.confirmedAt ?? null,
          }
        })
      return { ...stored, lists }
    })
  }

  return {
    get: (ref: string): StoredProduct | undefined => {
      const row = journal.get('SELECT * FROM products WHERE ref = ?', ref)
      return row && toProduct(row)
    },
    findById: (connectionId: string | null, productId: string): StoredProduct | undefined => {
      const row = journal.get('SELECT * FROM products WHERE connection_id IS ? AND product_id = ?', connectionId, productId)
      return row && toProduct(row)
    },
    /** The newest of that name that we created or are about to. */
    findByName: (connectionId: string | null, name: string): StoredProduct | undefined => {
      const row = journal.get(
        'SELECT * FROM products WHERE connection_id IS ? AND name = ? AND created_by_us = 1 ORDER BY added_at DESC, rowid DESC LIMIT 1',
        connectionId,
        name,
      )
      return row && toProduct(row)
    },
    add: (product: Omit<StoredProduct, 'ref'>, now: number): StoredProduct => {
      const ref = journal.newId('product_')
      journal.run(
        'INSERT INTO products (ref, connection_id, product_id, name, created_by_us, added_at) VALUES (?, ?, ?, ?, ?, ?)',
        ref,
        product.connectionId,
        product.productId,
        product.name,
        product.createdByUs ? 1 : 0,
        now,
      )
      return { ref, ...product }
    },
    /** The service created it for us at `at`: nobody else can have put anything into it before. */
    setCreated: (ref: string, productId: string, at: number): void => {
      journal.run('UPDATE products SET product_id = ?, created_at = ? WHERE ref = ?', productId, at, ref)
    },
    getList,
    /** Writes the list as the service or a person confirmed it at `at`, and the change into the ledger when a job made it. */
    confirmList: (ref: string, attribute: string, sourceIds: readonly string[], at: number, jobId?: string): void => {
      const before = getList(ref, attribute)
      journal.run(
        `INSERT INTO attribute_lists (product_ref, attribute, source_ids, confirmed_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (product_ref, attribute) DO UPDATE SET source_ids = excluded.source_ids, confirmed_at = excluded.confirmed_at`,
        ref,
        attribute,
        JSON.stringify(sourceIds),
        at,
      )
      if (jobId === undefined) return
      journal.run(
        'INSERT INTO ledger (product_ref, attribute, before, after, job_id, at) VALUES (?, ?, ?, ?, ?, ?)',
        ref,
        attribute,
        before ? JSON.stringify(before.sourceIds) : null,
        JSON.stringify(sourceIds),
        jobId,
        at,
      )
    },
    /** After a restore nothing is certain: every list needs a person's word before it is replaced. */
    doubtAllLists: (): void => {
      journal.run('UPDATE attribute_lists SET confirmed_at = NULL')
      journal.run('UPDATE products SET created_at = NULL')
    },
    list,
  }
}
