import type { MatchedProductRow, MatchFamily, MatchProduct } from '../../../../../shared/products/matching.ts'
import type { ProductIs } from '../../../../../shared/products/variants.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { createSameProductFinder } from '../../catalogue/product-key.ts'
import { readNamed, readUncounted } from './match-subjects.ts'
import { readFamilies } from './read-families.ts'

/** What is a product of the workspace instead of one that is none any more. */
type Instead = {
  /** Its product, if it is a variant; else those of its variants that get pictures of the whole product, in order. */
  readonly to: readonly MatchProduct[]
  /** Those that a person may choose from. */
  readonly choices: readonly MatchProduct[]
}

/** `product`: pictures are matched to it, or questions about them name it. */
export type Switched = Instead & { readonly product: MatchProduct }

/** `families`: the keys of each product's variants, where these are products of the workspace. */
export type FoundSwitched = { readonly switched: readonly Switched[]; readonly families: readonly (readonly string[])[] }

const readProduct = (text: unknown): MatchedProductRow[] => {
  try {
    return [JSON.parse(String(text)) as MatchedProductRow]
  } catch {
    return []
  }
}

const uniqueByKey = (all: readonly MatchProduct[]): MatchProduct[] => [...new Map(all.map((one) => [one.key, one])).values()]

const readKept = (journal: Journal, owner: string): MatchProduct[] => {
  const rows = journal.all(
    `SELECT product_key AS key, min(product) AS product FROM matches WHERE connection_id = :owner AND product_key <> '' GROUP BY product_key
     UNION ALL
     SELECT one.value ->> 'key', min(one.value) FROM matches, json_each(why, '$.products') AS one
     WHERE connection_id = :owner AND state = 'question' GROUP BY 1`,
    { owner },
  )
  return uniqueByKey(rows.flatMap(({ key, product }) => readProduct(product).map((one) => ({ ...one, key: String(key) }))))
}

const toProduct = ({ key, names }: Pick<MatchFamily, 'key' | 'names'>): MatchProduct[] => (key === null ? [] : [{ ...names, key }])

/** The other side of each product with variants. */
const listInstead = (families: readonly MatchFamily[], productIs: ProductIs): readonly Switched[] =>
  families.flatMap((family) => {
    const whole = toProduct(family)
    const variants = uniqueByKey(family.variants.flatMap(toProduct))
    if (productIs === 'product') return variants.map((product) => ({ product, to: whole, choices: whole }))
    const to = family.shared === 'each' ? variants : family.shared === 'first' ? variants.slice(0, 1) : []
    return whole.map((product) => ({ product, to, choices: variants }))
  })

/**
 * Finds what has pictures and is an entry of the list, but no product of the workspace. `isTurned`: the products were the others until now; otherwise one that
 * our record has is a product still.
 */
export const findSwitched = (
  journal: Journal,
  connectionId: string | null,
  { productIs, isTurned }: { readonly productIs: ProductIs; readonly isTurned: boolean },
): FoundSwitched => {
  const kept = readKept(journal, connectionId ?? '')
  const uncounted = kept.length === 0 ? [] : readUncounted(journal, connectionId)
  if (uncounted.length === 0) return { switched: [], families: [] }
  const named = readNamed(journal, connectionId)
  const remaining = new Set(named.flatMap(({ product, seq }) => (seq === null && isTurned ? [] : product.key)))
  const families = readFamilies(journal, connectionId, [...named, ...uncounted])
  const instead = new Map<string, Switched>()
  for (const one of listInstead(families, productIs)) {
    const there = instead.get(one.product.key)
    const joined = there && { to: uniqueByKey([...there.to, ...one.to]), choices: uniqueByKey([...there.choices, ...one.choices]) }
    if (!remaining.has(one.product.key)) instead.set(one.product.key, { ...one, ...joined })
  }
  const findTarget = createSameProductFinder(named.map(({ product }) => product))
  const findOther = createSameProductFinder([...instead.values()].map(({ product }) => product))
  const switched = kept.flatMap((product): Switched[] => {
    if (remaining.has(product.key)) return []
    const same = instead.get(product.key)
    if (same) return [{ ...same, product }]
    // Its key is renewed, or asked for, as after any change of products (`findOutdated`).
    if (findTarget(product).kind !== 'none') return []
    const other = findOther(product)
    const found = other.kind === 'one' ? [other.product] : other.kind === 'several' ? other.products : []
    const all = found.flatMap(({ key }) => instead.get(key) ?? [])
    if (all.length === 0) return []
    const [to, choices] = [uniqueByKey(all.flatMap((one) => one.to)), uniqueByKey(all.flatMap((one) => one.choices))]
    return [{ product, to, choices }]
  })
  // A product's own pictures, then those of its variants in their order.
  const order = new Map([...instead.keys()].map((key, at) => [key, at]))
  return {
    switched: switched.toSorted((one, other) => (order.get(one.product.key) ?? -1) - (order.get(other.product.key) ?? -1)),
    families: productIs === 'variant' ? families.map(({ variants }) => variants.flatMap(({ key }) => key ?? [])) : [],
  }
}
