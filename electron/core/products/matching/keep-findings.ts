import type { MatchProduct, PictureMatch } from '../../../../shared/products/matching.ts'
import type { KeptDecisions } from './lists/kept-decisions.ts'
import type { ArrangedProduct, KeptIn, KeptMatch, NewMatch } from './match-store.ts'

type Found = {
  readonly matches: readonly PictureMatch[]
  readonly products: ReadonlyMap<string, MatchProduct>
  readonly kept: Pick<KeptDecisions, 'taken' | 'placed'>
}

/** Those that are there stay where they are, new ones follow in the rules' order. */
const placeInArranged = ({ places, last }: ArrangedProduct, ordered: readonly string[]): readonly number[] => {
  let end = last
  return ordered.map((id) => {
    const kept = places.get(id)
    if (kept === undefined) end += 1
    return kept ?? end
  })
}

/** As they are if they are in the rules' order, else around those that rules leave. */
const placeInOrder = ({ taken, placed }: Found['kept'], key: string, ordered: readonly string[]): readonly number[] => {
  const there = placed.get(key)
  const places = ordered.flatMap((id) => there?.get(id) ?? [])
  if (places.length === ordered.length && places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0))) return places
  let place = 0
  return ordered.map(() => {
    do place += 1
    while (taken.get(key)?.has(place))
    return place
  })
}

/** The places of each product's pictures, by its key. The order that a person gave a product stays. */
const placeAll = ({ matches, kept }: Found, arranged: ReadonlyMap<string, ArrangedProduct>): Map<string, Map<string, number>> => {
  const found = new Map<string, { readonly id: string; readonly place: number }[]>()
  for (const one of matches) {
    if (one.kind !== 'matched') continue
    for (const { productKey, place } of one.products) {
      const there = found.get(productKey)
      if (there) there.push({ id: one.pictureId, place })
      else found.set(productKey, [{ id: one.pictureId, place }])
    }
  }
  return new Map(
    [...found].map(([key, pictures]) => {
      const ordered = pictures.toSorted((one, other) => one.place - other.place).map(({ id }) => id)
      const byPerson = arranged.get(key)
      const places = byPerson ? placeInArranged(byPerson, ordered) : placeInOrder(kept, key, ordered)
      return [key, new Map(ordered.map((id, at) => [id, places[at] ?? at + 1]))]
    }),
  )
}

/** What is kept of what rules found. */
export const keepFindings = (found: Found, arranged: ReadonlyMap<string, ArrangedProduct>): NewMatch[] => {
  const { matches, products } = found
  const places = placeAll(found, arranged)
  const keep = (one: PictureMatch): KeptMatch | null => {
    if (one.kind === 'unmatched') return null
    if (one.kind === 'question') {
      const { question, candidates } = one
      return {
        state: 'question',
        question,
        candidates,
        products: candidates.flatMap(({ productKey }) => products.get(productKey) ?? []),
      }
    }
    const known = one.products.flatMap(({ productKey, place, why }): KeptIn[] => {
      const product = products.get(productKey)
      return product ? [{ product, place: places.get(productKey)?.get(one.pictureId) ?? place, by: 'rule', why }] : []
    })
    return known.length > 0 ? { state: 'matched', products: known } : null
  }
  return matches.map((one) => ({ imageId: one.pictureId, match: keep(one) }))
}
