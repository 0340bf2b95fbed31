import { type MatchProduct, matchedProduct, newProductKey } from '../../../shared/matching.ts'
import type { PictureCode } from '../../../shared/picture-codes.ts'
import { type ProductFields, productKeyOf } from '../catalogue/product-key.ts'
import { foldSku } from '../catalogue/read-entry.ts'
import { parseCodes } from '../codes/code-store.ts'
import { foldName } from '../database/fold-name.ts'
import type { Journal, Row } from '../database/journal.ts'
import { foldApart, foldText } from '../matching/read-text.ts'
import { willExist } from './list-products.ts'

/** `codes`: its barcodes; `null`: nobody has read it, `failed`: it can't be read. */
export type LibraryPicture = {
  readonly id: string
  readonly name: string
  readonly folder: string | null
  readonly codes: readonly PictureCode[] | 'failed' | null
  /** How many of the innermost folders a person added (library/picture-place.ts). */
  readonly droppedLevels: number
}

const countSlashes = (text: string): number => text.split('/').length - 1

/** Rows that are read in one turn of the event loop. */
const pieceSize = 500

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

/** A product that is called like a SKU: new products often are. */
export const isCode = (name: string): boolean => /^\S+$/.test(name) && /\d/.test(name) && foldText(name).length >= 4

const codesOf = (row: Row): LibraryPicture['codes'] => {
  if (row.state === null) return null
  if (row.state === 'failed') return 'failed'
  return row.codes === '[]' ? [] : parseCodes(row.codes)
}

/** The pictures of the library, in pieces with other work in between. */
export async function* walkPictures(journal: Journal): AsyncGenerator<readonly LibraryPicture[]> {
  let after = 0
  for (;;) {
    const rows = journal.all(
      `SELECT seq, id, name, folder, folded_place, picture_codes.state, picture_codes.codes FROM images
       LEFT JOIN originals ON originals.picture = seq AND originals.version = images.version
       LEFT JOIN picture_codes ON picture_codes.sha256 = originals.sha256
       WHERE removed_at IS NULL AND seq > ? ORDER BY seq LIMIT ?`,
      after,
      pieceSize,
    )
    if (rows.length > 0)
      yield rows.map((row) => {
        const name = String(row.name)
        const droppedLevels = countSlashes(String(row.folded_place)) - countSlashes(foldName(name))
        return { id: String(row.id), name, folder: textOf(row.folder), droppedLevels, codes: codesOf(row) }
      })
    if (rows.length < pieceSize) return
    after = Number(rows.at(-1)?.seq)
    await journal.nextTurn()
  }
}

type Recorded = { readonly ref: string; readonly productId: string | null; readonly name: string | null; readonly code: string | null }

/** Our record of one workspace's products (`null`: of those that wait for one), the oldest first. */
const readRecorded = async (journal: Journal, connectionId: string | null): Promise<readonly Recorded[]> => {
  const recorded: Recorded[] = []
  let after = 0
  for (;;) {
    const rows = journal.all(
      `SELECT rowid AS at, ref, product_id, name FROM products
       WHERE rowid > :after AND connection_id IS :connectionId AND ${willExist} ORDER BY rowid LIMIT :limit`,
      { after, limit: pieceSize, connectionId },
    )
    for (const row of rows) {
      const name = textOf(row.name)
      recorded.push({ ref: String(row.ref), productId: textOf(row.product_id), name, code: name !== null && isCode(name) ? name : null })
    }
    if (rows.length < pieceSize) return recorded
    after = Number(rows.at(-1)?.at)
    await journal.nextTurn()
  }
}

/** Which list counts, and how many products it has: other text after an import, or after products were removed from it. */
const readListMark = (journal: Journal, connectionId: string | null): { readonly import: number; readonly mark: string } | null => {
  const list = journal.get("SELECT import, products FROM catalogue_lists WHERE connection_id = ? AND state = 'current'", connectionId ?? '')
  return list ? { import: Number(list.import), mark: `${list.import} ${list.products}` } : null
}

/** Other text once the list, or our record of products or their ids, is another: keys of products may have changed then. */
export const readProductsMark = (journal: Journal, connectionId: string | null): string => {
  const recorded = journal.get(
    'SELECT count(*) AS products, count(product_id) AS ids, max(rowid) AS last FROM products WHERE connection_id IS ?',
    connectionId,
  )
  return `${readListMark(journal, connectionId)?.mark ?? '-'} ${recorded?.products} ${recorded?.ids} ${recorded?.last}`
}

/**
 * The imported list, in its order (catalogue/README.md), all of it from one import. Products that the newest import lacks are in it, too.
 * An import that ends meanwhile removes these rows, so the list is read again.
 */
const readListed = async (journal: Journal, connectionId: string | null): Promise<readonly ProductFields[]> => {
  for (;;) {
    const list = readListMark(journal, connectionId)
    if (!list) return []
    const listed: ProductFields[] = []
    let rows: ReturnType<Journal['all']>
    let after = 0
    do {
      rows = journal.all(
        'SELECT seq, product_id, sku, gtin, name, handle FROM catalogue_entries WHERE import = ? AND seq > ? ORDER BY seq LIMIT ?',
        list.import,
        after,
        pieceSize,
      )
      for (const row of rows) {
        const [productId, sku, gtin] = [textOf(row.product_id), textOf(row.sku), textOf(row.gtin)]
        listed.push({ productId, sku, gtin, name: textOf(row.name), handle: textOf(row.handle) })
      }
      after = Number(rows.at(-1)?.seq)
      if (rows.length === pieceSize) await journal.nextTurn()
    } while (rows.length === pieceSize)
    if (readListMark(journal, connectionId)?.mark === list.mark) return listed
  }
}

/** Values by a text that they share; `null`: several do. */
const indexSingles = <T>(all: readonly T[], textOfOne: (one: T) => string | null): ReadonlyMap<string, T | null> => {
  const found = new Map<string, T | null>()
  for (const one of all) {
    const text = textOfOne(one)
    if (text !== null) found.set(text, found.has(text) ? null : one)
  }
  return found
}

/**
 * Finds the product of our record that an entry of the list is: it has the entry's id, or is called like its SKU. A SKU that differs only in
 * separators counts if it is the only one; an id that another entry has never does.
 */
const createRecordFinder = (recorded: readonly Recorded[], listed: readonly ProductFields[]) => {
  const byId = new Map(recorded.flatMap((one) => (one.productId === null ? [] : [[one.productId, one] as const])))
  const listedIds = new Set(listed.flatMap(({ productId }) => productId ?? []))
  const skuOf = (fold: (text: string) => string) => (one: ProductFields) => (one.sku === null ? null : fold(one.sku))
  const codeOf = (fold: (text: string) => string) => (one: Recorded) => (one.code === null ? null : fold(one.code))
  const ways = [foldSku, foldText].map((fold) => ({
    fold,
    codes: indexSingles(recorded, codeOf(fold)),
    skus: indexSingles(listed, skuOf(fold)),
  }))
  const exactCodes = new Set(recorded.flatMap(({ code }) => (code === null ? [] : [foldSku(code)])))
  const exactSkus = new Set(listed.flatMap(({ sku }) => (sku === null ? [] : [foldSku(sku)])))
  return (entry: ProductFields): Recorded | null => {
    const withId = entry.productId === null ? undefined : byId.get(entry.productId)
    if (withId || entry.sku === null) return withId ?? null
    for (const { fold, codes, skus } of ways) {
      const record = codes.get(fold(entry.sku))
      if (!record || !skus.get(fold(entry.sku))) continue
      // Otherwise spelled, it is this entry only if neither means another one exactly.
      if (fold === foldText && (exactCodes.has(foldSku(entry.sku)) || exactSkus.has(foldSku(record.code ?? '')))) continue
      if (record.productId === null || (entry.productId === null && !listedIds.has(record.productId))) return record
    }
    return null
  }
}

const readProduct = (text: unknown): MatchProduct | null => {
  try {
    return matchedProduct.safeParse(JSON.parse(String(text))).data ?? null
  } catch {
    return null
  }
}

/** Products that a person made from a folder or by a name (shared/matching.ts, `newProductKey`). */
const readMade = async (journal: Journal, connectionId: string | null): Promise<readonly MatchProduct[]> => {
  const made: MatchProduct[] = []
  let after = newProductKey
  for (;;) {
    const rows = journal.all(
      `SELECT product_key, min(product) AS product FROM matches WHERE connection_id = ? AND product_key > ? AND product_key GLOB ?
       GROUP BY product_key ORDER BY product_key LIMIT ?`,
      connectionId ?? '',
      after,
      `${newProductKey}*`,
      pieceSize,
    )
    for (const row of rows) made.push(...[readProduct(row.product)].flatMap((one) => one ?? []))
    if (rows.length < pieceSize) return made
    after = String(rows.at(-1)?.product_key)
    await journal.nextTurn()
  }
}

/** Those of them that nothing else is called like: otherwise they are in the list, or were created, by now. */
const withoutKnown = (made: readonly MatchProduct[], known: readonly (string | null)[]): readonly MatchProduct[] => {
  const names = new Set(known.flatMap((one) => (one === null ? [] : [foldApart(one)])))
  return made.filter(({ name }) => !names.has(foldApart(name ?? '')))
}

/**
 * The products of one workspace (`null`: of none yet), in pieces: those of the imported list, then those of our record that it lacks. Each has
 * its own key (catalogue/product-key.ts). Two entries are two products, even with the same SKU. Last come those that a person made.
 */
export async function* walkProducts(journal: Journal, connectionId: string | null): AsyncGenerator<readonly MatchProduct[]> {
  const recorded = await readRecorded(journal, connectionId)
  const listed = await readListed(journal, connectionId)
  const findRecorded = createRecordFinder(recorded, listed)
  const listedSkus = new Set(listed.flatMap(({ sku }) => (sku === null ? [] : [foldText(sku)])))
  const codes = indexSingles(recorded, ({ code }) => (code === null ? null : foldSku(code)))
  const used = new Set<Recorded>()
  for (let at = 0; at < listed.length; at += pieceSize) {
    yield listed.slice(at, at + pieceSize).flatMap((entry) => {
      const known = findRecorded(entry)
      if (known) used.add(known)
      const product = { ...entry, productId: entry.productId ?? known?.productId ?? null }
      const key = productKeyOf(product)
      return key === null ? [] : { key, ...product }
    })
    await journal.nextTurn()
  }
  const others = recorded.filter((one) => !used.has(one))
  for (let at = 0; at < others.length; at += pieceSize) {
    yield others.slice(at, at + pieceSize).map(({ ref, productId, name, code }) => {
      const isOwnCode = code !== null && !listedSkus.has(foldText(code))
      const product = { productId, name, sku: isOwnCode ? code : null, gtin: null, handle: null }
      // Two new products of one name are two, until each has its id.
      const isOnly = isOwnCode && codes.get(foldSku(code)) !== null
      return { key: productId === null && !isOnly ? `ref:${ref}` : (productKeyOf(product) ?? `ref:${ref}`), ...product }
    })
    await journal.nextTurn()
  }
  const made = await readMade(journal, connectionId)
  if (made.length === 0) return
  const names = [...listed, ...recorded].flatMap((one) => ('sku' in one ? [one.sku, one.name, one.handle] : [one.name]))
  yield withoutKnown(made, names)
}
