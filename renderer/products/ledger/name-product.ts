import { callProduct, namesOfRow, titleOfProduct } from '../../../shared/products/product-names-words.ts'
import type { ProductRow } from '../../../shared/products/products.ts'

type Named = Pick<ProductRow, 'name' | 'productId' | 'listed'>

/** A product in a sentence: `Olive oil 500 ml (SKU-10)`. */
export const nameProduct = (product: Named): string => callProduct(namesOfRow(product))

/** A product where its SKU stands beside it. */
export const titleOf = (product: Named): string => titleOfProduct(namesOfRow(product))
