import type { ProductRow } from '../../shared/products.ts'
import { callProduct, namesOfRow, titleOfProduct } from '../../shared/words/product-names.ts'

type Named = Pick<ProductRow, 'name' | 'productId' | 'listed'>

/** A product in a sentence: `Olive oil 500 ml (SKU-10)`. */
export const nameProduct = (product: Named): string => callProduct(namesOfRow(product))

/** A product where its SKU stands beside it. */
export const titleOf = (product: Named): string => titleOfProduct(namesOfRow(product))
