import type { MatchProduct, PictureMatch } from '../../../shared/matching.ts'
import type { ArrangedProduct, NewMatch } from './match-store.ts'

type Found = { readonly matches: readonly PictureMatch[]; readonly products: ReadonlyMap<string, MatchProduct> }

/**
 * The places of pictures that rules found for products which a person arranged: those that are there stay where they are, new ones follow in
 * the rules' order.
 */
const placeInArranged = ({ matches }: Found, arranged: ReadonlyMap<string, ArrangedProduct>): ReadonlyMap<string, number> => {
  const places = new Map<string, number>()
  const added = new Map<string, { readonly id: string; readonly place: number }[]>()
  for (const one of matches) {
    if (one.kind !== 'matched') continue
    const product = arranged.get(one.productKey)
    const kept = product?.places.get(one.pictureId)
    if (kept !== undefined) places.set(one.pictureId, kept)
    else if (product) {
      const others = added.get(one.productKey) ?? []
      others.push({ id: one.pictureId, place: one.place })
      added.set(one.productKey, others)
    }
  }
  for (const [key, pictures] of added) {
    let last = arranged.get(key)?.last ?? 0
    for (const { id } of pictures.toSorted((one, other) => one.place - other.place)) {
      last += 1
      places.set(id, last)
    }
  }
  return places
}

/** What is kept of what rules found. The order that a person gave a product stays. */
export const keepFindings = (found: Found, arranged: ReadonlyMap<string, ArrangedProduct>): NewMatch[] => {
  const { matches, products } = found
  const places = placeInArranged(found, arranged)
  return matches.map((one): NewMatch => {
    const imageId = one.pictureId
    if (one.kind === 'unmatched') return { imageId, match: null }
    if (one.kind === 'question') {
      const { question, candidates } = one
      return {
        imageId,
        match: {
          state: 'question',
          question,
          candidates,
          products: candidates.flatMap(({ productKey }) => products.get(productKey) ?? []),
        },
      }
    }
    const product = products.get(one.productKey)
    return {
      imageId,
      match: product ? { state: 'matched', product, place: places.get(imageId) ?? one.place, by: 'rule', why: one.why } : null,
    }
  })
}
