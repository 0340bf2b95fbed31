import { z } from 'zod'
import type { Product } from '../../../../shared/products/products.ts'
import type { Journal, Row } from '../../base/database/journal.ts'
import type { Clock } from '../../base/platform/clock.ts'
import { createFactLog } from './fact-log.ts'
import { foldWords, wordsOf } from './fold-words.ts'
import { mergeProducts, moveJobs, type OnMerged } from './merge-products.ts'

export type StoredProduct = Omit<Product, 'lists'>

export const isToBeCreated = (product: StoredProduct): boolean => product.createdByUs && product.productId === null

/** `listedAs`: the product of the imported list that it was, or is, created for; `null`: none. */
export type ListedRecord = StoredProduct & { readonly listedAs: string | null }

const toProduct = (row: Row): StoredProduct => ({
  ref: String(row.ref),
  productId: row.product_id === null ? null : String(row.product_id),
  name: row.name === null ? null : String(row.name),
  connectionId: row.connection_id === null ? null : String(row.connection_id),
  createdByUs: row.created_by_us === 1,
})

/** A row of `products`, without the connection that it had. */
export const removedRecord = z.object({
  ref: z.string(),
  product_id: z.string().nullable(),
  name: z.string().nullable(),
  created_by_us: z.number(),
  added_at: z.number(),
  listed_as: z.string().nullable(),
})
export type RemovedRecord = z.infer<typeof removedRecord>

export type ProductStore = ReturnType<typeof createProductStore>

/** What people call a product of our record; `null`: nothing is known of it. */
type CallRecord = (ref: string) => string | null

/**
 * Known products, one record for each of a connection, and the facts about their lists. Call its changes inside `journal.write`.
 * @param callRecord knows what the imported list, which is none of this room's, says of them
 * @param onMerged leads what other rooms keep of a record to the one that it becomes
 */
export const createProductStore = (journal: Journal, clock: Clock, callRecord: CallRecord = () => null, onMerged: OnMerged = () => {}) => {
  const facts = createFactLog(journal, clock)

  const get = (ref: string): StoredProduct | undefined => {
    const row = journal.get('SELECT * FROM products WHERE ref = ?', ref)
    return row && toProduct(row)
  }

  /** New records, in this order. */
  const addAll = (added: readonly ListedRecord[], now: number): void => {
    journal.run(
      `INSERT INTO products (ref, connection_id, product_id, name, created_by_us, added_at, listed_as, folded_words)
       SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, ?, value ->> 5, value ->> 6 FROM json_each(?) ORDER BY key`,
      now,
      JSON.stringify(
        added.map(({ ref, connectionId, productId, name, createdByUs, listedAs }) => [
          ...[ref, connectionId, productId, name, createdByUs ? 1 : 0, listedAs, wordsOf(name, productId)],
        ]),
      ),
    )
  }

  const add = (product: Omit<StoredProduct, 'ref'>, now: number): StoredProduct => {
    const added = { ...product, ref: journal.newId('product_') }
    addAll([{ ...added, listedAs: null }], now)
    return added
  }

  /** By each of these values of a column that has an index: the newest record of which the condition is true. */
  const newestOf = (column: 'product_id' | 'name' | 'listed_as', condition: string) => {
    const sql = `SELECT products.* FROM json_each(:values) AS wanted CROSS JOIN products ON products.${column} = wanted.value
      WHERE ${condition} ORDER BY products.rowid`
    return (connectionId: string | null, values: Iterable<string>): ReadonlyMap<string, StoredProduct> =>
      new Map(
        journal
          .all(sql, { connectionId, values: JSON.stringify([...new Set(values)]) })
          .map((row) => [String(row[column]), toProduct(row)]),
      )
  }

  const findAllById = newestOf('product_id', "ifnull(connection_id, '') = ifnull(:connectionId, '')")
  const findAllByName = newestOf('name', 'connection_id IS :connectionId AND created_by_us = 1')
  const findAllListed = newestOf('listed_as', 'connection_id IS :connectionId')
  const findById = (connectionId: string | null, productId: string): StoredProduct | undefined =>
    findAllById(connectionId, [productId]).get(productId)

  const merge = (from: string, into: string): void => mergeProducts({ journal, facts, onMerged }, from, into, 'adopted')

  /** Gives a record its id in the workspace. An existing record with this id absorbs it; then that one's reference counts. */
  const assignId = (ref: string, productId: string): { readonly ref: string; readonly wasKnown: boolean } => {
    const known = findById(get(ref)?.connectionId ?? null, productId)
    if (known && known.ref !== ref) {
      merge(ref, known.ref)
      return { ref: known.ref, wasKnown: true }
    }
    journal.run('UPDATE products SET product_id = ? WHERE ref = ?', productId, ref)
    foldWords(journal, ref)
    return { ref, wasKnown: known !== undefined }
  }

  const name = (ref: string, called: string | null, createdByUs: number, listedAs: string | null): void => {
    journal.run('UPDATE products SET name = ?, created_by_us = ?, listed_as = ? WHERE ref = ?', called, createdByUs, listedAs, ref)
    foldWords(journal, ref)
  }

  const remember = (ref: string): (() => void) => {
    const row = journal.get('SELECT name, created_by_us, listed_as FROM products WHERE ref = ?', ref)
    const textOf = (value: unknown): string | null => (value == null ? null : String(value))
    return () => name(ref, textOf(row?.name), Number(row?.created_by_us ?? 0), textOf(row?.listed_as))
  }

  return {
    facts,
    get,
    /** What people call it, for what is said of it. */
    called: ({ ref, name, productId }: StoredProduct): string => callRecord(ref) ?? name ?? productId ?? ref,
    findById,
    findAllById,
    /** The newest product of each name that we created or will create. */
    findAllByName,
    findByName: (connectionId: string | null, name: string): StoredProduct | undefined => findAllByName(connectionId, [name]).get(name),
    /** The newest ones that were created for these products of the imported list. */
    findAllListed,
    findListed: (connectionId: string | null, listedAs: string): StoredProduct | undefined =>
      findAllListed(connectionId, [listedAs]).get(listedAs),
    getAll: (refs: readonly string[]): ReadonlyMap<string, ListedRecord> =>
      new Map(
        journal
          .all('SELECT * FROM products WHERE ref IN (SELECT value FROM json_each(?))', JSON.stringify(refs))
          .map((row) => [String(row.ref), { ...toProduct(row), listedAs: row.listed_as === null ? null : String(row.listed_as) }]),
      ),
    /** The product of the imported list that it was created for; `null`: none. */
    listedAs: (ref: string): string | null => {
      const value = journal.get('SELECT listed_as FROM products WHERE ref = ?', ref)?.listed_as
      return value == null ? null : String(value)
    },
    /** The newest ids that a workspace gave to products that were created in it. */
    givenIds: (connectionId: string | null): string[] =>
      journal
        .all(
          `SELECT product_id FROM products WHERE created_by_us = 1 AND product_id IS NOT NULL AND ifnull(connection_id, '') = ?
           ORDER BY rowid DESC LIMIT 20`,
          connectionId ?? '',
        )
        .map((row) => String(row.product_id)),
    /** Ids and names of products that a workspace has, some of them. */
    knownNames: (connectionId: string | null): string[] =>
      journal
        .all(
          `SELECT product_id, name FROM products WHERE product_id IS NOT NULL AND ifnull(connection_id, '') = ? ORDER BY rowid DESC LIMIT 2000`,
          connectionId ?? '',
        )
        .flatMap((row) => [String(row.product_id), ...(row.name === null ? [] : [String(row.name)])]),
    /** The lists of this connection's products in which these sources are, as far as they are known. */
    listsWith: (
      connectionId: string,
      sourceIds: readonly string[],
    ): { readonly sourceId: string; readonly productRef: string; readonly attribute: string }[] =>
      journal
        .all(
          `SELECT source_id, product_ref, attribute FROM json_each(?2) AS wanted CROSS JOIN attached_sources ON source_id = wanted.value
           CROSS JOIN products ON products.ref = product_ref AND products.connection_id = ?1 AND products.product_id IS NOT NULL
           ORDER BY products.added_at, products.ref, attribute, wanted.key`,
          connectionId,
          JSON.stringify(sourceIds),
        )
        .map((row) => ({
          sourceId: String(row.source_id),
          productRef: String(row.product_ref),
          attribute: String(row.attribute),
        })),
    /** For how many products of the imported list one of each of these names was created; none: it is not in there. */
    countListed: (connectionId: string | null, names: Iterable<string>): ReadonlyMap<string, number> =>
      new Map(
        journal
          .all(
            `SELECT name, count(DISTINCT listed_as) AS n FROM json_each(?) AS wanted CROSS JOIN products ON name = wanted.value
             WHERE listed_as IS NOT NULL AND connection_id IS ? GROUP BY name`,
            JSON.stringify([...new Set(names)]),
            connectionId,
          )
          .map((row) => [String(row.name), Number(row.n)]),
      ),
    addAll,
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
        journal.run(
          `UPDATE products SET name = ifnull(name, ?), created_by_us = 1,
             listed_as = ifnull(listed_as, (SELECT listed_as FROM products WHERE ref = ?)) WHERE ref = ?`,
          from.name,
          from.ref,
          into.ref,
        )
        journal.run('UPDATE products SET name = NULL, created_by_us = 0, listed_as = NULL WHERE ref = ?', from.ref)
        for (const { ref } of [from, into]) foldWords(journal, ref)
      }
      moveJobs(journal, from.ref, into.ref, jobIds)
      return into.ref
    },
    /** The same to a record of ours. */
    moveJobsTo: (from: string, into: string, jobIds: readonly string[]): void => moveJobs(journal, from, into, jobIds),
    /** How to give a record the name, and what it was created for, that it has now. */
    remember,
    /** We did not create it after all, or not any more: its name is another one's. Returns how to undo that. */
    disown: (ref: string): (() => void) => {
      const restore = remember(ref)
      name(ref, null, 0, null)
      return restore
    },
    /** What we call it. */
    rename: (ref: string, name: string | null): void => {
      journal.run('UPDATE products SET name = ? WHERE ref = ?', name, ref)
      foldWords(journal, ref)
    },
    /** The product of the list that it was created for is named otherwise there. */
    relist: (from: string, into: string, connectionId: string | null): void => {
      journal.run('UPDATE products SET listed_as = ? WHERE listed_as = ? AND connection_id IS ?', into, from, connectionId)
    },
    /** The list forgets the ids of these products: what each was called there is all that is left to name it by. */
    keepNames: (connectionId: string | null, names: ReadonlyMap<string, string>): void => {
      const unnamed = [...findAllById(connectionId, names.keys()).values()].filter((one) => one.name === null)
      const rows = unnamed.map(({ ref, productId }) => {
        const called = names.get(productId ?? '') ?? ''
        return [ref, called, wordsOf(called, productId)]
      })
      journal.run(
        'UPDATE products SET name = value ->> 1, folded_words = value ->> 2 FROM json_each(?) WHERE ref = value ->> 0',
        JSON.stringify(rows),
      )
    },
    /** Removes a product that no open work is about, and returns its record. Its facts stay, for `bringBack` or `forget`. */
    remove: (ref: string): RemovedRecord | undefined => {
      const row = journal.get('SELECT ref, product_id, name, created_by_us, added_at, listed_as FROM products WHERE ref = ?', ref)
      facts.hide(ref)
      journal.run('DELETE FROM products WHERE ref = ?', ref)
      return row && removedRecord.parse(row)
    },
    /** Two records of one product become the second, with all that is about them. Called inside `journal.write`. */
    merge,
    /** A removed record is there again, or part of the one that the connection has for this product by now. */
    bringBack: (record: RemovedRecord, connectionId: string | null): void => {
      const { ref, product_id: productId } = record
      const known = productId === null ? undefined : findById(connectionId, productId)
      journal.run(
        'INSERT INTO products (ref, connection_id, product_id, name, created_by_us, added_at, listed_as) VALUES (?, ?, ?, ?, ?, ?, ?)',
        ...[ref, connectionId, known ? null : productId, record.name, record.created_by_us, record.added_at, record.listed_as],
      )
      foldWords(journal, ref)
      facts.show(ref)
      if (known) merge(ref, known.ref)
    },
    /** Products are removed for good. */
    forget: (refs: readonly string[]): void => facts.forget(refs),
    /** A connection's products wait for a connection again. */
    release: (connectionId: string): void => {
      journal.run('UPDATE products SET connection_id = NULL WHERE connection_id = ?', connectionId)
    },
    /** After a restore nothing is certain: every list needs a person's statement before it is replaced. */
    doubtAllLists: (): void => facts.doubt('everything', 'restored'),
  }
}
