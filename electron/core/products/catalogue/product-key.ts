import type { MatchProduct } from '../../../../shared/products/matching.ts'
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

/** Which product of today a kept one is. `several`: its fields allow these, and only a person knows which. */
export type SameProduct =
  | { readonly kind: 'one'; readonly product: MatchProduct }
  | { readonly kind: 'several'; readonly products: readonly MatchProduct[]; readonly field: 'sku' | 'gtin' | 'handle' | 'name' }
  | { readonly kind: 'none' }

type Way = { readonly field: 'sku' | 'gtin' | 'handle' | 'name'; readonly textOf: (product: ProductFields) => string | null }

/** From the surest field to the least sure one. */
const ways: readonly Way[] = [
  { field: 'sku', textOf: ({ sku }) => (sku === null ? null : foldSku(sku)) },
  { field: 'gtin', textOf: ({ gtin }) => gtin?.padStart(14, '0') ?? null },
  { field: 'handle', textOf: ({ handle }) => handle },
  { field: 'name', textOf: ({ name }) => name },
]

const canFollow = (one: MatchProduct, kept: MatchProduct, field: Way['field']): boolean =>
  one.productId !== null || (kept.productId === null && field !== 'name' && !one.key.startsWith('ref:'))

const differs = (one: string | null, other: string | null): boolean => one !== null && other !== null && one !== other

/**
 * Finds products of today by the fields of kept ones: the same id, else the same SKU, GTIN, handle or name, unless something surer differs; as the
 * list itself does between two imports. An id is never lost, and neither a product of our record without an id (`ref:`) nor a mere name counts, since
 * plans know those by their earlier key.
 */
export const createSameProductFinder = (products: Iterable<MatchProduct>) => {
  const byKey = new Map<string, MatchProduct>()
  const byField = ways.map(() => new Map<string, MatchProduct[]>())
  for (const product of products) {
    byKey.set(product.key, product)
    for (const [at, { textOf }] of ways.entries()) {
      const text = textOf(product)
      if (text === null) continue
      const there = byField[at]?.get(text)
      if (there) there.push(product)
      else byField[at]?.set(text, [product])
    }
  }
  return (kept: MatchProduct): SameProduct => {
    const same = byKey.get(kept.key)
    if (same) return { kind: 'one', product: same }
    for (const [at, { field, textOf }] of ways.entries()) {
      const text = textOf(kept)
      const surer = ways.slice(0, at)
      const found = (text === null ? [] : (byField[at]?.get(text) ?? [])).filter(
        (one) =>
          canFollow(one, kept, field) &&
          !differs(one.productId, kept.productId) &&
          surer.every((way) => !differs(way.textOf(one), way.textOf(kept))),
      )
      const [only] = found
      if (only && found.length === 1) return { kind: 'one', product: only }
      if (only) return { kind: 'several', products: found, field }
    }
    return { kind: 'none' }
  }
}
