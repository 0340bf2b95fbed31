import type { MatchProduct, PictureMatch, ProductMatch } from '../../../../shared/products/matching.ts'
import type { KeptDecisions } from './lists/kept-decisions.ts'
import type { ArrangedProduct, NewMatch } from './match-store.ts'

type AllFound = Omit<Found, 'matches'> & { readonly matches: readonly PictureMatch[] }

type One = Exclude<PictureMatch, { readonly kind: 'matched' }> | ({ readonly kind: 'matched'; readonly pictureId: string } & ProductMatch)

/** Only one product of a picture is kept so far. */
const takeFirst = (match: PictureMatch): One[] => {
  if (match.kind !== 'matched') return [match]
  const [first] = match.products
  return first ? [{ kind: 'matched', pictureId: match.pictureId, ...first }] : []
}

type Found = {
  readonly matches: readonly One[]
  readonly products: ReadonlyMap<string, MatchProduct>
  readonly kept: Pick<KeptDecisions, 'hidden' | 'placed'>
}

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

type Matched = Extract<One, { readonly kind: 'matched' }>

/** The places of a product's pictures, in the rules' order: as they are if they are in this order, else around those that are out of the library. */
const placeInOrder = ({ kept }: Found, key: string, ordered: readonly Matched[]): readonly number[] => {
  const there = ordered.map(({ pictureId }) => kept.placed.get(pictureId))
  const places = there.flatMap((one) => (one?.productKey === key ? [one.place] : []))
  if (places.length === ordered.length && places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0))) return places
  const hidden = kept.hidden.get(key)
  let place = 0
  return ordered.map(() => {
    do place += 1
    while (hidden?.has(place))
    return place
  })
}

const placeOthers = (found: Found, arranged: ReadonlyMap<string, ArrangedProduct>): ReadonlyMap<string, number> => {
  const byProduct = new Map<string, Matched[]>()
  for (const one of found.matches) {
    if (one.kind !== 'matched' || arranged.has(one.productKey)) continue
    const there = byProduct.get(one.productKey)
    if (there) there.push(one)
    else byProduct.set(one.productKey, [one])
  }
  const places = new Map<string, number>()
  for (const [key, pictures] of byProduct) {
    const ordered = pictures.toSorted((one, other) => one.place - other.place)
    const given = placeInOrder(found, key, ordered)
    for (const [at, { pictureId }] of ordered.entries()) places.set(pictureId, given[at] ?? at + 1)
  }
  return places
}

/** What is kept of what rules found. The order that a person gave a product stays. */
export const keepFindings = (all: AllFound, arranged: ReadonlyMap<string, ArrangedProduct>): NewMatch[] => {
  const found = { ...all, matches: all.matches.flatMap(takeFirst) }
  const { matches, products } = found
  const places = new Map([...placeInArranged(found, arranged), ...placeOthers(found, arranged)])
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
