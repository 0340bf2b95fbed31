import type { FoundMatchProduct } from '../../../../../shared/products/matching.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { readEntries } from '../../catalogue/page-entries.ts'
import { explainFound, findInFurther } from '../../ledger/lists/judge-product.ts'
import { fieldsOfKnown, type KnownProduct, type ProductSearch } from '../../ledger/lists/search-products.ts'
import { coverOfMatched } from './cover-of-matched.ts'

type Ports = { readonly journal: Journal; readonly search: Pick<ProductSearch, 'find'> }

const explain = (journal: Journal, one: KnownProduct, text: string): FoundMatchProduct['found'] => {
  const fields = fieldsOfKnown(one)
  const found = explainFound(fields, text)
  if (found || one.seq === null) return found ?? undefined
  return findInFurther(fields, readEntries(journal, [one.seq])[0]?.further ?? [], text) ?? undefined
}

/** Products that a text finds, the closest first; an empty one finds all. `pictures`: how many are matched to each. */
export const findMatchProducts = async (
  { journal, search }: Ports,
  connectionId: string | null,
  { text, limit }: { readonly text: string; readonly limit: number },
): Promise<FoundMatchProduct[]> => {
  const { rows: known } = await search.find(connectionId, { text, limit, offset: 0, scope: 'all' })
  const counts = new Map(
    journal
      .all(
        `SELECT product_key, count(*) AS pictures FROM matches JOIN images ON images.id = matches.image_id
         WHERE matches.connection_id = ? AND product_key IN (SELECT value FROM json_each(?)) AND images.removed_at IS NULL GROUP BY product_key`,
        connectionId ?? '',
        JSON.stringify(known.map(({ product }) => product.key)),
      )
      .map((row) => [String(row.product_key), Number(row.pictures)]),
  )
  return known.map((one) => {
    const found = explain(journal, one, text)
    const { product } = one
    const pictures = counts.get(product.key) ?? 0
    return {
      product,
      pictures,
      coverId: pictures === 0 ? null : coverOfMatched(journal, connectionId, product.key),
      ...(found ? { found } : {}),
    }
  })
}
