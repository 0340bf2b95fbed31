import type { MatchedProductRow } from '../../../shared/matching.ts'
import type { MatchChanges, MatchStore, NewMatch } from './match-store.ts'

type Move = {
  readonly imageIds: readonly string[]
  readonly to: MatchedProductRow
  /** A picture of the product, to be behind them; one that is no longer there means the end. */
  readonly before: string | null
  /** From 1; only without `before`. */
  readonly place: number | null
  readonly at: number
}

/**
 * Puts pictures into a product, as a person decides: in front of another one, at a place, or at the end. Those behind them make room. A picture that only
 * changes its place keeps the reason why it is there. Returns how many pictures it changed. Call it from a change (`inTurn`), since it writes what it has read.
 */
export const movePictures = (
  { listOf, save }: Pick<MatchStore, 'listOf'> & MatchChanges,
  connectionId: string | null,
  { imageIds, to, before, place, at }: Move,
): Promise<number> => {
  const moved = new Set(imageIds)
  const all = listOf(connectionId, to.key)
  const there = all.filter(({ imageId }) => !moved.has(imageId))
  const known = new Map(all.map(({ imageId, match }) => [imageId, match]))
  const found = before === null ? -1 : there.findIndex(({ imageId }) => imageId === before)
  const named = before === null && place !== null ? Math.min(place - 1, there.length) : there.length
  const from = found >= 0 ? found : named
  const ours = [...moved].map((imageId): NewMatch => {
    const match = known.get(imageId)
    const why = match?.state === 'matched' ? match.why : null
    return { imageId, match: { state: 'matched', product: to, place: 0, by: 'person', why } }
  })
  const ordered = [...there.slice(0, from), ...ours, ...there.slice(from)]
  const rows = ordered.map(({ imageId, match }, index): NewMatch => {
    if (match?.state !== 'matched') return { imageId, match }
    return { imageId, match: { ...match, place: index + 1 } }
  })
  const kind = [...moved].every((imageId) => known.has(imageId)) ? 'order' : 'move'
  const facts = { pictures: moved.size, product: to.name ?? to.sku ?? to.productId ?? to.gtin ?? to.handle }
  return save(connectionId, kind, rows, { at, isOfRules: false, facts })
}
