import type { MatchedProductRow, MatchProduct } from '../../../../../shared/products/matching.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { createSameProductFinder, type SameProduct } from '../../catalogue/product-key.ts'
import type { FollowedProduct, Outdated } from '../match-keys.ts'
import { writeProduct } from '../match-rows.ts'
import { readListMark, readProducts, readProductsMark } from './match-subjects.ts'

/** A product text that can’t be read names nothing. */
const readProduct = (text: unknown): MatchedProductRow | null => {
  try {
    return JSON.parse(String(text)) as MatchedProductRow
  } catch {
    return null
  }
}

/** The products that kept keys are to follow (`readProductsMark`). `null`: nothing is kept, or its keys are those of today. */
export const findNewMark = (journal: Journal, connectionId: string | null): string | null => {
  const kept = journal.get(
    `SELECT (SELECT mark FROM match_keys WHERE connection_id = ?1) AS mark WHERE EXISTS (SELECT 1 FROM matches WHERE connection_id = ?1)
       OR EXISTS (SELECT 1 FROM match_changes WHERE connection_id = ?1)`,
    connectionId ?? '',
  )
  const mark = readProductsMark(journal, connectionId)
  return kept && kept.mark !== mark ? mark : null
}

/** `null`: nothing is. */
export const findOutdated = (journal: Journal, connectionId: string | null): Outdated | null => {
  const owner = connectionId ?? ''
  const mark = findNewMark(journal, connectionId)
  if (mark === null) return null
  const find = createSameProductFinder(readProducts(journal, connectionId))
  const products: FollowedProduct[] = []
  const asked: Outdated['asked'][number][] = []
  const rows = journal.all(
    `SELECT product_key, min(product) AS product, max(product) AS other FROM matches
     WHERE connection_id = ? AND product_key <> '' GROUP BY product_key ORDER BY product_key`,
    owner,
  )
  for (const { product_key, product, other } of rows) {
    const key = String(product_key)
    const one = readProduct(product)
    const now = one && find({ ...one, key })
    if (now?.kind === 'one' && (product !== other || product !== writeProduct(now.product)))
      products.push({ was: key, product: now.product })
    if (now?.kind === 'several') asked.push({ key, field: now.field, products: now.products, text: one?.[now.field] ?? '' })
  }
  return { list: readListMark(journal, connectionId), mark, products, asked, before: findOutdatedBefore(journal, owner, find) }
}

const findOutdatedBefore = (journal: Journal, owner: string, find: (kept: MatchProduct) => SameProduct): Outdated['before'] => {
  const products: MatchProduct[] = []
  const placeOf = new Map<string, number>()
  const ofChanges = "change IN (SELECT seq FROM match_changes WHERE connection_id = ? AND state <> 'over') AND product_key <> ''"
  for (const { text } of journal.all(`SELECT DISTINCT product AS text FROM match_before WHERE ${ofChanges}`, owner)) {
    const one = readProduct(text)
    const now = one && find(one)
    if (now?.kind === 'one' && writeProduct(now.product) !== text) placeOf.set(String(text), products.push(now.product) - 1)
  }
  if (products.length === 0) return { products, rows: [] }
  const rows = journal.all(`SELECT change, image_id, product_key, product AS text FROM match_before WHERE ${ofChanges}`, owner)
  return {
    products,
    rows: rows.flatMap(({ change, image_id, product_key, text }) => {
      const at = placeOf.get(String(text))
      return at === undefined ? [] : [{ change: Number(change), imageId: String(image_id), was: String(product_key), at }]
    }),
  }
}
