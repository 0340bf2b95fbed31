import type { MatchProduct } from '../../../shared/matching.ts'
import type { Journal } from '../database/journal.ts'
import { foldText } from '../matching/read-text.ts'
import { isShown } from './list-products.ts'

export type LibraryPicture = { readonly id: string; readonly name: string; readonly folder: string | null }

/** Rows that are read in one turn of the event loop. */
const pieceSize = 500

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

/** A product that is called like a SKU: new products often are. */
const isCode = (name: string): boolean => /^\S+$/.test(name) && /\d/.test(name) && foldText(name).length >= 4

/** The same for the same product, in our record and in lists: by the surest of its fields. `otherwise`: for a product without any. */
const keyOfProduct = (product: Omit<MatchProduct, 'key'>, otherwise: string): string => {
  if (product.productId !== null) return `id:${product.productId}`
  if (product.sku !== null) return `sku:${foldText(product.sku)}`
  if (product.gtin !== null) return `gtin:${product.gtin.padStart(14, '0')}`
  return product.handle === null ? otherwise : `handle:${foldText(product.handle)}`
}

/** The pictures of the library, in pieces with other work in between. */
export async function* walkPictures(journal: Journal): AsyncGenerator<readonly LibraryPicture[]> {
  let after = 0
  for (;;) {
    const rows = journal.all(
      'SELECT seq, id, name, folder FROM images WHERE removed_at IS NULL AND seq > ? ORDER BY seq LIMIT ?',
      after,
      pieceSize,
    )
    if (rows.length > 0) yield rows.map((row) => ({ id: String(row.id), name: String(row.name), folder: textOf(row.folder) }))
    if (rows.length < pieceSize) return
    after = Number(rows.at(-1)?.seq)
    await journal.nextTurn()
  }
}

type Recorded = { readonly ref: string; readonly productId: string | null; readonly name: string | null; readonly code: string | null }

/** Our record of products, the oldest first. */
async function* walkRecorded(journal: Journal, connectionId: string | null): AsyncGenerator<readonly Recorded[]> {
  let after = 0
  for (;;) {
    const rows = journal.all(
      `SELECT rowid AS at, ref, product_id, name FROM products WHERE rowid > :after AND ${isShown} ORDER BY rowid LIMIT :limit`,
      { after, limit: pieceSize, connectionId },
    )
    yield rows.map((row) => {
      const name = textOf(row.name)
      return { ref: String(row.ref), productId: textOf(row.product_id), name, code: name !== null && isCode(name) ? name : null }
    })
    if (rows.length < pieceSize) return
    after = Number(rows.at(-1)?.at)
    await journal.nextTurn()
  }
}

type Listed = Omit<MatchProduct, 'key'> & { readonly seq: number }

/** The imported list, in its order (catalogue/README.md). What the newest import lacks is still a product. */
async function* walkListed(journal: Journal, connectionId: string | null): AsyncGenerator<readonly Listed[]> {
  const list = journal.get("SELECT import FROM catalogue_lists WHERE connection_id = ? AND state = 'current'", connectionId ?? '')
  if (!list) return
  let after = 0
  for (;;) {
    const rows = journal.all(
      'SELECT seq, product_id, sku, gtin, name, handle FROM catalogue_entries WHERE import = ? AND seq > ? ORDER BY seq LIMIT ?',
      Number(list.import),
      after,
      pieceSize,
    )
    yield rows.map((row) => ({
      seq: Number(row.seq),
      productId: textOf(row.product_id),
      sku: textOf(row.sku),
      gtin: textOf(row.gtin),
      name: textOf(row.name),
      handle: textOf(row.handle),
    }))
    if (rows.length < pieceSize) return
    after = Number(rows.at(-1)?.seq)
    await journal.nextTurn()
  }
}

/** Products of our record, to be found by their id, or by a name that is a SKU. A name that several have finds none. */
const indexRecorded = (all: readonly Recorded[]) => {
  const byId = new Map(all.flatMap((one) => (one.productId === null ? [] : [[one.productId, one] as const])))
  const byCode = new Map<string, Recorded | null>()
  for (const one of all) {
    if (one.code === null) continue
    const code = foldText(one.code)
    byCode.set(code, byCode.has(code) ? null : one)
  }
  return (entry: Listed): Recorded | null => {
    const withId = entry.productId === null ? undefined : byId.get(entry.productId)
    if (withId) return withId
    const withCode = entry.sku === null ? null : (byCode.get(foldText(entry.sku)) ?? null)
    return entry.productId === null || withCode?.productId === null ? withCode : null
  }
}

/**
 * The products of one workspace (`null`: of none yet), in pieces: those of the imported list, then those of our record that it lacks. A product of our
 * record is an entry of the list if it has its id, or is called like its SKU. Two entries are two products, even with the same SKU.
 */
export async function* walkProducts(journal: Journal, connectionId: string | null): AsyncGenerator<readonly MatchProduct[]> {
  const recorded: Recorded[] = []
  for await (const piece of walkRecorded(journal, connectionId)) recorded.push(...piece)
  const findRecorded = indexRecorded(recorded)
  const used = new Set<Recorded>()
  const listedSkus = new Set<string>()
  const namesakes = new Map<string, number>()
  const withKey = (product: Omit<MatchProduct, 'key'>, otherwise: string): MatchProduct => {
    const plain = keyOfProduct(product, otherwise)
    const before = namesakes.get(plain) ?? 0
    namesakes.set(plain, before + 1)
    return { key: before === 0 ? plain : `${plain} (${before + 1})`, ...product }
  }
  for await (const piece of walkListed(journal, connectionId)) {
    yield piece.map(({ seq, ...entry }) => {
      const known = findRecorded({ seq, ...entry })
      if (entry.sku !== null) listedSkus.add(foldText(entry.sku))
      if (!known || used.has(known)) return withKey(entry, `name:${foldText(entry.name ?? '')}`)
      used.add(known)
      return withKey({ ...entry, productId: entry.productId ?? known.productId }, `name:${foldText(entry.name ?? '')}`)
    })
  }
  const others = recorded.filter((one) => !used.has(one))
  for (let at = 0; at < others.length; at += pieceSize) {
    yield others
      .slice(at, at + pieceSize)
      .map(({ ref, productId, name, code }) =>
        withKey(
          { productId, name, sku: code !== null && listedSkus.has(foldText(code)) ? null : code, gtin: null, handle: null },
          `ref:${ref}`,
        ),
      )
    await journal.nextTurn()
  }
}
