import type { MatchProduct } from '../../../shared/matching.ts'
import { foldSku } from './read-entry.ts'

/** What names a product, in a list, in our record or with a kept match. */
export type ProductFields = Omit<MatchProduct, 'key'>

/**
 * The same text for the same product, whatever the order of a list and the other products: the product id, else the SKU, else the GTIN, handle or name. A
 * product that gets an id has another key from then on; `findSameProduct` finds it by its fields. `null`: it has none of these.
 */
export const productKeyOf = ({ productId, sku, gtin, handle, name }: ProductFields): string | null => {
  if (productId !== null) return `id:${productId}`
  if (sku !== null) return `sku:${foldSku(sku)}`
  if (gtin !== null) return `gtin:${gtin.padStart(14, '0')}`
  if (handle !== null) return `handle:${handle}`
  return name === null ? null : `name:${name}`
}
