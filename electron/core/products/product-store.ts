import type { AttributeList, ListQuestion, Product } from '../../../shared/products.ts'
import type { Journal, Row } from '../database/journal.ts'
import type { Clock } from '../platform/clock.ts'
import { createFactLog } from './fact-log.ts'
import type { ListState } from './fold-facts.ts'
import { mergeProducts, moveJobs } from './merge-products.ts'

export type StoredProduct = Omit<Product, 'lists'>

const toProduct = (row: Row): StoredProduct => ({
  ref: String(row.ref),
  productId: row.product_id === null ? null : String(row.product_id),
  name: row.name === null ? null : String(row.name),
  connectionId: row.connection_id === null ? null : String(row.connection_id),
  createdByUs: row.created_by_us === 1,
})

/** Why attaching to a list needs a person's statement now; `null`: it needs none. */
export type ListJudge = (product: StoredProduct, state: ListState) => ListQuestion | null

export type ProductStore = ReturnType<typeof createProductStore>

/** Known products, one record for each of a connection, and the facts about their lists. Call its changes inside `journal.write`. */
export const createProductStore = (journal: Journal, clock: Clock) => {
  const facts = createFactLog(journal, clock)

  const imagesOf = (connectionId: string | null, sourceIds: readonly string[]): (string | null)[] =>
    sourceIds.map((id) => {
      const found = journal.get('SELECT image_id FROM sources WHERE connection_id IS ? AND source_id = ?', connectionId, id)
      return found ? String(found.image_id) : null
    })

  const describeList = (product: StoredProduct, attribute: string, judge: ListJudge): AttributeList => {
    const state = facts.read(product.ref, attribute)
    return {
      attribute,
      sourceIds: [...state.ids],
      imageIds: imagesOf(product.connectionId, state.ids).flatMap((id) => id ?? []),
      previousSourceIds: state.previous === null ? null : [...state.previous],
      confirmedAt: state.doubt ? null : (state.basis?.at.wall ?? null),
      origin: state.basis?.origin ?? null,
      doubt: state.doubt?.why ?? null,
      asks: judge(product, state),
      maybeIds: [...new Set(state.pending.flatMap((one) => one.ids))].filter((id) => !state.ids.includes(id)),
    }
  }

  /** Of one workspace; `null`: of all. Without products that will never exist: a person cancelled the creation, or all work for it. */
  const list = (connectionId: string | null, judge: ListJudge): Product[] => {
    const sql = `SELECT * FROM products WHERE (:connectionId IS NULL OR connection_id = :connectionId)
      AND NOT (product_id IS NULL AND EXISTS (SELECT 1 FROM jobs WHERE operation = 'create-product' AND subject = products.name
        AND state = 'cancelled' AND work ->> '$.productRef' = products.ref))
      AND NOT (created_by_us = 0 AND NOT EXISTS (SELECT 1 FROM attribute_lists WHERE product_ref = products.ref
          AND origin IN ('confirmed', 'shown'))
        AND NOT EXISTS (SELECT 1 FROM jobs WHERE operation = 'attach-sources' AND state <> 'cancelled'
          AND subject > products.ref || char(10) AND subject < products.ref || char(11))) ORDER BY added_at, rowid`
    return journal.all(sql, { connectionId }).map((row) => {
      const stored = toProduct(row)
      return { ...stored, lists: facts.shownAttributesOf(stored.ref).map((attribute) => describeList(stored, attribute, judge)) }
    })
  }

  const findById = (connectionId: string | null, productId: string): StoredProduct | undefined => {
    const row = journal.get("SELECT * FROM products WHERE product_id = ? AND ifnull(connection_id, '') = ?", productId, connectionId ?? '')
    return row && toProduct(row)
  }

  const get = (ref: string): StoredProduct | undefined => {
    const row = journal.get('SELECT * FROM products WHERE ref = ?', ref)
    return row && toProduct(row)
  }

  const add = (product: Omit<StoredProduct, 'ref'>, now: number): StoredProduct => {
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
    return { ...product, ref }
  }

  /** Gives a record its id in the workspace. An existing record with this id absorbs it; then that one's reference counts. */
  const assignId = (ref: string, productId: string): { readonly ref: string; readonly wasKnown: boolean } => {
    const known = findById(get(ref)?.connectionId ?? null, productId)
    if (known && known.ref !== ref) {
      mergeProducts({ journal, facts }, ref, known.ref, 'adopted')
      return { ref: known.ref, wasKnown: true }
    }
    journal.run('UPDATE products SET product_id = ? WHERE ref = ?', productId, ref)
    return { ref, wasKnown: known !== undefined }
  }

  return {
    facts,
    get,
    findById,
    /** The newest product of that name that we created or will create. */
    findByName: (connectionId: string | null, name: string): StoredProduct | undefined => {
      const row = journal.get(
        'SELECT * FROM products WHERE connection_id IS ? AND name = ? AND created_by_us = 1 ORDER BY added_at DESC, rowid DESC LIMIT 1',
        connectionId,
        name,
      )
      return row && toProduct(row)
    },
    add,
    /** The service created it for us, so no one else can have added anything before, unless we knew its id. */
    setCreated: (ref: string, productId: string): void => {
      const assigned = assignId(ref, productId)
      if (!assigned.wasKnown) facts.noteCreated(assigned.ref)
    },
    /** A person says that it exists: its lists are the known ones of that id, or unknown. */
    setExisting: (ref: string, productId: string): string => assignId(ref, productId).ref,
    /**
     * Moves these jobs to another product, because they were queued with a wrong id. Statements about the wrong one stay
     * with it; its name goes along if we gave it. Returns the right one's reference.
     */
    moveJobs: (from: StoredProduct, productId: string, jobIds: readonly string[], now: number): string => {
      const known = findById(from.connectionId, productId)
      const into = known ?? add({ ...from, productId }, now)
      if (from.createdByUs) {
        journal.run('UPDATE products SET name = ifnull(name, ?), created_by_us = 1 WHERE ref = ?', from.name, into.ref)
        journal.run('UPDATE products SET name = NULL, created_by_us = 0 WHERE ref = ?', from.ref)
      }
      moveJobs(journal, from.ref, into.ref, jobIds)
      return into.ref
    },
    imagesOf,
    /** A connection's products wait for a connection again. */
    release: (connectionId: string): void => {
      journal.run('UPDATE products SET connection_id = NULL WHERE connection_id = ?', connectionId)
    },
    /** After a restore nothing is certain: every list needs a person's statement before it is replaced. */
    doubtAllLists: (): void => facts.doubt('everything', 'restored'),
    list,
  }
}
