import type { MatchedProductRow, MatchProduct } from '../../../shared/matching.ts'
import type { Journal } from '../database/journal.ts'
import { foldText } from '../matching/read-text.ts'
import { walkProducts } from './match-subjects.ts'

const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

/** How well a field fits: 0 in full, 1 at its beginning, 2 somewhere; `null`: not. Separators in codes don't matter. */
const judge = (field: string | null, text: string, code: string): number | null => {
  if (field === null) return null
  const folded = fold(field)
  const plain = code === '' ? '' : foldText(field)
  if (folded === text || (code !== '' && plain === code)) return 0
  if (folded.startsWith(text) || (code !== '' && plain.startsWith(code))) return 1
  return folded.includes(text) || (code !== '' && plain.includes(code)) ? 2 : null
}

/** How well a text fits a product, as `judge` says of each field. An empty one fits all. */
export const judgeByText = (text: string): ((product: MatchProduct) => number | null) => {
  const [folded, code] = [fold(text.trim()), foldText(text)]
  if (folded === '') return () => 0
  return ({ name, sku, gtin, productId, handle }) => {
    const fits = [name, sku, gtin, productId, handle].flatMap((field) => judge(field, folded, code) ?? [])
    return fits.length === 0 ? null : Math.min(...fits)
  }
}

/** Known products that a text finds, the closest first, and how many pictures are matched to each. */
export const searchProducts = async (
  journal: Journal,
  connectionId: string | null,
  { text, limit }: { readonly text: string; readonly limit: number },
): Promise<{ product: MatchedProductRow; pictures: number }[]> => {
  const judgeProduct = judgeByText(text)
  const found: [MatchProduct[], MatchProduct[], MatchProduct[]] = [[], [], []]
  for await (const piece of walkProducts(journal, connectionId)) {
    for (const product of piece) {
      const fit = judgeProduct(product)
      const there = fit === null ? undefined : found[fit]
      if (there && there.length < limit) there.push(product)
    }
    if (found[0].length >= limit) break
    await journal.nextTurn()
  }
  const products = found.flat().slice(0, limit)
  const counts = new Map(
    journal
      .all(
        `SELECT product_key, count(*) AS pictures FROM matches JOIN images ON images.id = matches.image_id
         WHERE matches.connection_id = ? AND product_key IN (SELECT value FROM json_each(?)) AND images.removed_at IS NULL GROUP BY product_key`,
        connectionId ?? '',
        JSON.stringify(products.map(({ key }) => key)),
      )
      .map((row) => [String(row.product_key), Number(row.pictures)]),
  )
  return products.map((product) => ({ product, pictures: counts.get(product.key) ?? 0 }))
}
