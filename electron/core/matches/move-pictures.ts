import type { MatchedProductRow } from '../../../shared/matching.ts'
import type { MatchChanges, MatchStore, NewMatch } from './match-store.ts'

/**
 * Puts pictures into a product, as a person decides: at `place`, from 1, or at the end. Those behind them make room. Returns how many pictures
 * it changed. Call it from a change (`inTurn`), since it writes what it has read.
 */
export const movePictures = (
  { listOf, save }: Pick<MatchStore, 'listOf'> & MatchChanges,
  connectionId: string | null,
  {
    imageIds,
    to,
    place,
    at,
  }: { readonly imageIds: readonly string[]; readonly to: MatchedProductRow; readonly place: number | null; readonly at: number },
): Promise<number> => {
  const moved = new Set(imageIds)
  const there = listOf(connectionId, to.key).filter(({ imageId }) => !moved.has(imageId))
  const from = place === null ? there.length : Math.min(place - 1, there.length)
  const ours = [...moved].map(
    (imageId): NewMatch => ({ imageId, match: { state: 'matched', product: to, place: 0, by: 'person', why: null } }),
  )
  const ordered = [...there.slice(0, from), ...ours, ...there.slice(from)]
  const rows = ordered.map(({ imageId, match }, index): NewMatch => {
    if (match?.state !== 'matched') return { imageId, match }
    return { imageId, match: { ...match, place: index + 1 } }
  })
  return save(connectionId, 'move', rows, { at, isOfRules: false })
}
