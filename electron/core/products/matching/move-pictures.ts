import type { MatchedProductRow } from '../../../../shared/products/matching.ts'
import { callProduct } from '../../../../shared/products/product-names-words.ts'
import { productsOf } from './match-rows.ts'
import type { KeptIn, KeptMatch, MatchStore, NewMatch, SavedMatches } from './match-store.ts'

type Move = {
  readonly imageIds: readonly string[]
  readonly to: MatchedProductRow
  /** The key of the product that they leave; `null`: all that they are in, unless they are only ordered. */
  readonly from: string | null
  /** They stay in the products that they are in. */
  readonly also: boolean
  /** A picture of the product, to be behind them; one that is no longer there means the end. */
  readonly before: string | null
  /** From 1, among those in the library; only without `before`. */
  readonly place: number | null
  readonly at: number
}

type Ports = Pick<MatchStore, 'listOf' | 'save' | 'some'> & {
  /** Those that are out of the library. */
  readonly findHidden: (imageIds: readonly string[]) => ReadonlySet<string>
}

type Listed = { readonly imageId: string; readonly match: KeptMatch | null }

/** Where in a product's list the picture is that is shown at this place, from 1; the end, if there is none. */
const findPlace = (there: readonly Listed[], hidden: ReadonlySet<string>, place: number): number => {
  const shown = there.flatMap(({ imageId }, at) => (hidden.has(imageId) ? [] : [at]))
  return shown[place - 1] ?? there.length
}

/** The same without these products. */
const without = (match: KeptMatch | null | undefined, isLeft: (key: string) => boolean): readonly KeptIn[] =>
  productsOf(match).filter(({ product }) => !isLeft(product.key))

/**
 * Puts pictures into a product, as a person decides: in front of another one, at a place, or at the end. Those behind them make room, and those out of the
 * library stay behind the one before them. A picture that only changes its place keeps the reason why it is there, and its further products. Called inside
 * `journal.write`.
 */
export const movePictures = (
  { listOf, save, some, findHidden }: Ports,
  connectionId: string | null,
  { imageIds, to, from, also, before, place, at }: Move,
): SavedMatches => {
  const moved = new Set(imageIds)
  const all = listOf(connectionId, to.key)
  const there = all.filter(({ imageId }) => !moved.has(imageId))
  const known = some(connectionId, [...moved])
  const inProduct = (match: KeptMatch | null | undefined): KeptIn | undefined =>
    productsOf(match).find(({ product }) => product.key === to.key)
  const found = before === null ? -1 : there.findIndex(({ imageId }) => imageId === before)
  const isPlaced = before === null && place !== null
  const named = isPlaced ? findPlace(there, findHidden(there.map(({ imageId }) => imageId)), place) : there.length
  const index = found >= 0 ? found : named
  const ours = [...moved].map((imageId): Listed => {
    const match = known.get(imageId)
    const here = inProduct(match)
    const isLeft = (key: string): boolean => key === to.key || (!also && (from === null ? here === undefined : key === from))
    const entry: KeptIn = { product: to, place: 0, by: 'person', why: here?.why ?? null }
    return { imageId, match: { state: 'matched', products: [...without(match, isLeft), entry] } }
  })
  const ordered = [...there.slice(0, index), ...ours, ...there.slice(index)]
  const rows = ordered.map(({ imageId, match }, shown): NewMatch => {
    const here = inProduct(match)
    if (!here) return { imageId, match }
    return { imageId, match: { state: 'matched', products: [...without(match, (key) => key === to.key), { ...here, place: shown + 1 }] } }
  })
  const isOrdered = [...moved].every((imageId) => inProduct(known.get(imageId))) && (also || from === null || from === to.key)
  const facts = { pictures: moved.size, product: callProduct(to) }
  return save(connectionId, isOrdered ? 'order' : also ? 'add' : 'move', rows, { at, isOfRules: false, facts })
}

/**
 * Takes pictures out of a product (`from`: its key), or out of all that they are in. Those that are in others stay in these, as a person's decision, and rules
 * leave the rest without a product. Called inside `journal.write`.
 */
export const takeOutPictures = (
  { some, save }: Pick<MatchStore, 'some' | 'save'>,
  connectionId: string | null,
  { imageIds, from, at }: { readonly imageIds: readonly string[]; readonly from: string | null; readonly at: number },
): SavedMatches => {
  const known = some(connectionId, imageIds)
  let isAll = false
  const rows = [...new Set(imageIds)].map((imageId): NewMatch => {
    const left = from === null ? [] : without(known.get(imageId), (key) => key === from)
    const products = left.map((one): KeptIn => ({ ...one, by: 'person' }))
    if (products.length > 0) return { imageId, match: { state: 'matched', products } }
    isAll = true
    return { imageId, match: { state: 'taken-out' } }
  })
  const out = isAll ? undefined : productsOf(known.get(imageIds[0] ?? '')).find(({ product }) => product.key === from)
  return save(connectionId, 'take-out', rows, { at, isOfRules: false, facts: out ? { product: callProduct(out.product) } : {} })
}
