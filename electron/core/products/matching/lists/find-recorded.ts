import type { ProductFields } from '../../catalogue/product-key.ts'
import { foldText } from '../names/read-text.ts'

/** A product of our record. `code`: its name, if that looks like a SKU. */
export type Recorded = {
  readonly ref: string
  readonly productId: string | null
  readonly name: string | null
  readonly code: Spelled | null
}

/** A SKU, as lists compare it and without separators. */
export type Spelled = { readonly text: string; readonly exact: string; readonly plain: string }

/** An entry of the imported list. `skuKey`: its SKU as lists compare it. */
export type Listed = ProductFields & { readonly seq: number; readonly skuKey: string | null }

/** Values by a text that they share; `null`: several do. */
export const indexSingles = <T>(all: readonly T[], textOfOne: (one: T) => string | null): ReadonlyMap<string, T | null> => {
  const found = new Map<string, T | null>()
  for (const one of all) {
    const text = textOfOne(one)
    if (text !== null) found.set(text, found.has(text) ? null : one)
  }
  return found
}

type Alike = Omit<Spelled, 'text'> & { readonly entry: Listed }

/** The entries whose SKU may be a product of our record: the others say nothing about it. */
const findAlike = (coded: readonly Spelled[], listed: readonly Listed[]): Alike[] => {
  if (coded.length === 0) return []
  const plains = new Set(coded.map(({ plain }) => plain))
  const exacts = new Set(coded.map(({ exact }) => exact))
  return listed.flatMap((entry) => {
    if (entry.sku === null || entry.skuKey === null) return []
    const plain = foldText(entry.sku)
    return exacts.has(entry.skuKey) || plains.has(plain) ? [{ entry, exact: entry.skuKey, plain }] : []
  })
}

export type RecordFinder = {
  /** The product of our record that an entry is; `null`: none. */
  readonly find: (entry: Listed) => Recorded | null
  /** Whether an entry's SKU is this one, but for separators. */
  readonly isListed: (code: Spelled) => boolean
}

/**
 * Finds the product of our record that an entry of the list is: it has the entry's id, or is called like its SKU. A SKU that differs only in
 * separators counts if it is the only one; an id that another entry has never does.
 */
export const createRecordFinder = (recorded: readonly Recorded[], listed: readonly Listed[]): RecordFinder => {
  const byId = new Map(recorded.flatMap((one) => (one.productId === null ? [] : [[one.productId, one] as const])))
  const coded = recorded.flatMap((one) => (one.code === null ? [] : [{ one, ...one.code }]))
  const alike = findAlike(coded, listed)
  const spelledOf = new Map(alike.map((one) => [one.entry, one]))
  const listedIds = new Set(alike.length === 0 ? [] : listed.flatMap(({ productId }) => productId ?? []))
  const ways = (['exact', 'plain'] as const).map((way) => ({
    way,
    codes: indexSingles(coded, (one) => one[way]),
    skus: indexSingles(alike, (one) => one[way]),
  }))
  const exactCodes = new Set(coded.map(({ exact }) => exact))
  const exactSkus = new Set(alike.map(({ exact }) => exact))
  const plainSkus = new Set(alike.map(({ plain }) => plain))
  const find = (entry: Listed): Recorded | null => {
    const withId = entry.productId === null ? undefined : byId.get(entry.productId)
    const spelled = spelledOf.get(entry)
    if (withId || !spelled) return withId ?? null
    for (const { way, codes, skus } of ways) {
      const record = codes.get(spelled[way])
      if (!record || !skus.get(spelled[way])) continue
      // Otherwise spelled, it is this entry only if neither means another one exactly.
      if (way === 'plain' && (exactCodes.has(spelled.exact) || exactSkus.has(record.exact))) continue
      const { productId } = record.one
      if (productId === null || (entry.productId === null && !listedIds.has(productId))) return record.one
    }
    return null
  }
  return { find, isListed: ({ plain }) => plainSkus.has(plain) }
}
