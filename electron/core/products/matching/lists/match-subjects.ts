import type { PictureCode } from '../../../../../shared/pictures/picture-codes.ts'
import { type MatchProduct, matchedProduct, newProductKey } from '../../../../../shared/products/matching.ts'
import { foldName } from '../../../base/database/fold-name.ts'
import type { Journal, Row } from '../../../base/database/journal.ts'
import { parseCodes } from '../../../pictures/codes/code-store.ts'
import { productKeyOf } from '../../catalogue/product-key.ts'
import { foldSku } from '../../catalogue/read-entry.ts'
import { willExist } from '../../ledger/lists/list-products.ts'
import { foldApart, foldText } from '../names/read-text.ts'
import { createRecordFinder, indexSingles, type Listed, type Recorded, type RecordFinder } from './find-recorded.ts'

/** `codes`: its barcodes; `null`: not read yet, `failed`: it can't be read. */
export type LibraryPicture = {
  readonly id: string
  readonly name: string
  readonly folder: string | null
  readonly codes: readonly PictureCode[] | 'failed' | null
  /** How many of the innermost folders a person added (pictures/library/picture-place.ts). */
  readonly droppedLevels: number
}

const countSlashes = (text: string): number => text.split('/').length - 1

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

/** A product that is called like a SKU: new products often are. */
export const isCode = (name: string): boolean => /^\S+$/.test(name) && /\d/.test(name) && foldText(name).length >= 4

const codesOf = (row: Row): LibraryPicture['codes'] => {
  if (row.state === null) return null
  if (row.state === 'failed') return 'failed'
  return row.codes === '[]' ? [] : parseCodes(row.codes)
}

/** The pictures of the library, in the order in which they were added. */
export const readPictures = ({ all }: Pick<Journal, 'all'>): LibraryPicture[] =>
  all(
    `SELECT id, name, folder, folded_place, picture_codes.state, picture_codes.codes FROM images
     LEFT JOIN originals ON originals.picture = seq AND originals.version = images.version
     LEFT JOIN picture_codes ON picture_codes.sha256 = originals.sha256
     WHERE removed_at IS NULL ORDER BY seq`,
  ).map((row) => {
    const name = String(row.name)
    const droppedLevels = countSlashes(String(row.folded_place)) - countSlashes(foldName(name))
    return { id: String(row.id), name, folder: textOf(row.folder), droppedLevels, codes: codesOf(row) }
  })

/** Our record of one workspace's products (`null`: of those that wait for one), the oldest first. */
const readRecorded = (journal: Journal, connectionId: string | null): Recorded[] =>
  journal
    .all(`SELECT ref, product_id, name FROM products WHERE connection_id IS ? AND ${willExist} ORDER BY rowid`, connectionId)
    .map((row) => {
      const name = textOf(row.name)
      const code = name !== null && isCode(name) ? { text: name, exact: foldSku(name), plain: foldText(name) } : null
      return { ref: String(row.ref), productId: textOf(row.product_id), name, code }
    })

/** Which list counts, and how many products it has: other text after an import, or after products were removed from it. */
export const readListMark = (journal: Journal, connectionId: string | null): string => {
  const list = journal.get(
    "SELECT import, products, product_is, shared_pictures FROM catalogue_lists WHERE connection_id = ? AND state = 'current'",
    connectionId ?? '',
  )
  return list ? `${list.import} ${list.products} ${list.product_is} ${list.shared_pictures}` : '-'
}

/** Other text once the list, or our record of products or their ids, is another: keys of products may have changed then. */
export const readProductsMark = (journal: Journal, connectionId: string | null): string => {
  const recorded = journal.get(
    'SELECT count(*) AS products, count(product_id) AS ids, max(rowid) AS last FROM products WHERE connection_id IS ?',
    connectionId,
  )
  return `${readListMark(journal, connectionId)} ${recorded?.products} ${recorded?.ids} ${recorded?.last}`
}

/** The imported list, in its order (products/catalogue/README.md). Products that the newest import lacks are in it, too. */
const readListed = (journal: Journal, connectionId: string | null, sign: 1 | -1 = 1): Listed[] =>
  journal
    .all(
      `SELECT seq, product_id, sku, sku_key, gtin, name, handle FROM catalogue_entries
       WHERE import = ? * (SELECT import FROM catalogue_lists WHERE connection_id = ? AND state = 'current') ORDER BY seq`,
      sign,
      connectionId ?? '',
    )
    .map((row) => ({
      seq: Number(row.seq),
      productId: textOf(row.product_id),
      sku: textOf(row.sku),
      skuKey: textOf(row.sku_key),
      gtin: textOf(row.gtin),
      name: textOf(row.name),
      handle: textOf(row.handle),
    }))

const readProduct = (text: unknown): MatchProduct | null => {
  try {
    return matchedProduct.safeParse(JSON.parse(String(text))).data ?? null
  } catch {
    return null
  }
}

/** Products that a person made from a folder or by a name (shared/products/matching.ts, `newProductKey`). */
const readMade = (journal: Journal, connectionId: string | null): MatchProduct[] =>
  journal
    .all(
      `SELECT min(product) AS product FROM matches WHERE connection_id = ? AND product_key > ? AND product_key GLOB ?
       GROUP BY product_key ORDER BY product_key`,
      connectionId ?? '',
      newProductKey,
      `${newProductKey}*`,
    )
    .flatMap((row) => readProduct(row.product) ?? [])

/** Those of them that nothing else is called like: otherwise they are in the list, or were created, by now. */
const withoutKnown = (made: readonly MatchProduct[], listed: readonly Listed[], recorded: readonly Recorded[]): MatchProduct[] => {
  if (made.length === 0) return []
  const called = made.map((product) => ({ product, name: foldApart(product.name ?? '') }))
  const left = new Set(called.map(({ name }) => name))
  for (const { sku, name, handle } of listed) for (const one of [sku, name, handle]) if (one !== null) left.delete(foldApart(one))
  for (const { name } of recorded) if (name !== null) left.delete(foldApart(name))
  return called.flatMap(({ product, name }) => (left.has(name) ? [product] : []))
}

/** `seq`: its entry in the imported list; `record`: our record of it. `null`: there is none. */
export type NamedProduct = { readonly product: MatchProduct; readonly seq: number | null; readonly record: Recorded | null }

type ListedProduct = NamedProduct & { readonly seq: number }

const nameEntries = (listed: readonly Listed[], { find }: Pick<RecordFinder, 'find'>): ListedProduct[] =>
  listed.flatMap((entry) => {
    const record = find(entry)
    const { seq, productId, sku, gtin, name, handle } = entry
    const product = { productId: productId ?? record?.productId ?? null, sku, gtin, name, handle }
    const key = productKeyOf(product)
    return key === null ? [] : [{ product: { key, ...product }, seq, record }]
  })

/** The entries of the imported list that are no products of the workspace, called as if they were. */
export const readUncounted = (journal: Journal, connectionId: string | null): ListedProduct[] => {
  const listed = readListed(journal, connectionId, -1)
  return nameEntries(listed, createRecordFinder(readRecorded(journal, connectionId), listed))
}

/** The products of `readProducts`, each with its entry and our record of it. */
export const readNamed = (journal: Journal, connectionId: string | null): NamedProduct[] => {
  const recorded = readRecorded(journal, connectionId)
  const listed = readListed(journal, connectionId)
  const finder = createRecordFinder(recorded, listed)
  const entries = nameEntries(listed, finder)
  const used = new Set(entries.map(({ record }) => record))
  const codes = indexSingles(recorded, ({ code }) => code?.exact ?? null)
  const others = recorded
    .filter((one) => !used.has(one))
    .map((record): NamedProduct => {
      const { ref, productId, name, code } = record
      const isOwnCode = code !== null && !finder.isListed(code)
      const product = { productId, name, sku: isOwnCode ? code.text : null, gtin: null, handle: null }
      // Two new products of one name are two, until each has its id.
      const isOnly = isOwnCode && codes.get(code.exact) !== null
      const key = productId === null && !isOnly ? `ref:${ref}` : (productKeyOf(product) ?? `ref:${ref}`)
      return { product: { key, ...product }, seq: null, record }
    })
  const made = withoutKnown(readMade(journal, connectionId), listed, recorded)
  return [...entries, ...others, ...made.map((product) => ({ product, seq: null, record: null }))]
}

/**
 * Those of these products, by their key, that are not what they were: an entry of the list or a record that is gone, has another id, or is called otherwise.
 */
export const findChanged = (journal: Journal, all: readonly NamedProduct[]): ReadonlySet<string> => {
  const rows = journal.all(
    `SELECT entry.seq, entry.product_id, sku, gtin, entry.name, handle, record.ref, record.product_id AS recorded, record.name AS record_name
     FROM json_each(?) AS one LEFT JOIN catalogue_entries AS entry ON entry.seq = one.value ->> 0
     LEFT JOIN products AS record ON record.ref = one.value ->> 1 ORDER BY one.key`,
    JSON.stringify(all.map(({ seq, record }) => [seq, record?.ref ?? null])),
  )
  const isChanged = ({ product, seq, record }: NamedProduct, row: Row | undefined): boolean => {
    if (record && (row?.ref === null || row?.recorded !== record.productId || row?.record_name !== record.name)) return true
    if (seq === null) return false
    if (row?.seq === null || (row?.product_id ?? record?.productId ?? null) !== product.productId) return true
    return (['sku', 'gtin', 'name', 'handle'] as const).some((field) => row?.[field] !== product[field])
  }
  return new Set(all.flatMap((one, at) => (isChanged(one, rows[at]) ? [one.product.key] : [])))
}

/**
 * The products of one workspace (`null`: of none yet): those of the imported list, then those of our record that it lacks. Each has its own key
 * (products/catalogue/product-key.ts). Two entries are two products, even with the same SKU. Last come those that a person made.
 */
export const readProducts = (journal: Journal, connectionId: string | null): MatchProduct[] =>
  readNamed(journal, connectionId).map(({ product }) => product)
