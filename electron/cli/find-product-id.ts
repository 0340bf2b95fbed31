import { AppError } from '../../shared/base/errors.ts'
import type { Kept } from '../../shared/base/kept.ts'
import { nameAndId } from '../../shared/products/product-names-words.ts'
import type { ProductRow } from '../../shared/products/products.ts'
import type { OpenCore } from './with-core.ts'

/** More products with one SKU are not read. */
const mostFound = 20

const hasNumber = ({ listed, found }: ProductRow, text: string): boolean =>
  listed?.sku?.toLowerCase() === text.toLowerCase() || (found?.field === 'gtin' && found.how === 'exact')

/**
 * The id in the workspace of the product that a person means: an id as it is, or the one of the only product with this SKU or GTIN.
 * What nothing is known of counts as an id. Throws AppError `usage` where several products have the SKU or GTIN.
 */
export const findProductId = async ({ products }: Pick<OpenCore['client'], 'products'>, named: string, kept: Kept): Promise<string> => {
  const text = named.trim()
  if (text === '' || text.length > 300 || (await products.find({ by: 'id', productId: text }))) return named
  const { rows } = await products.page({ offset: 0, limit: mostFound, text, listed: true })
  if (rows.some(({ productId }) => productId === text)) return named
  const found = rows.filter((row) => hasNumber(row, text))
  const id = found.find(({ productId }) => productId !== null)?.productId
  if (id == null) return named
  if (found.length > 1)
    throw new AppError('usage', { kind: 'product-named-by-several', named: text, products: found.map(nameAndId) }, { kept })
  return id
}
