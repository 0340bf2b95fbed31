import { explainFound, foldProduct, judgeByText, type SearchedFields } from '../../electron/core/products/ledger/lists/judge-product.ts'
import type { FoundIn } from '../../shared/products/products.ts'

export const noFields: SearchedFields = { name: null, sku: null, gtin: null, productId: null, handle: null }

/** Searches as the core does. */
export const searchFake = <T>(
  all: readonly T[],
  text: string,
  fieldsOf: (one: T) => SearchedFields,
): readonly { readonly one: T; readonly found: { readonly found?: FoundIn } }[] => {
  const judge = judgeByText(text)
  return all
    .flatMap((one) => {
      const rank = judge(foldProduct(fieldsOf(one)))
      const found = explainFound(fieldsOf(one), text)
      return rank === null ? [] : [{ one, rank, found: found ? { found } : {} }]
    })
    .toSorted((one, other) => one.rank - other.rank)
}
