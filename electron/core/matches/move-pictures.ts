import type { MatchedProductRow } from '../../../shared/matching.ts'
import type { MatchStore, NewMatch } from './match-store.ts'

/**
 * Puts pictures into a product, as a person decides: at `place`, from 1, or at the end. Those behind them make room. Returns how many pictures
 * it changed.
 */
export const movePictures = (
  matches: Pick<MatchStore, 'listOf' | 'save'>,
  connectionId: string | null,
  {
    imageIds,
    to,
    place,
    at,
  }: { readonly imageIds: readonly string[]; readonly to: MatchedProductRow; readonly place: number | null; readonly at: number },
): Promise<number> => {
  const moved = [...new Set(imageIds)]
  const there = matches.listOf(connectionId, to.key).filter(({ imageId }) => !moved.includes(imageId))
  const from = place === null ? there.length : Math.min(place - 1, there.length)
  const ours = moved.map((imageId): NewMatch => ({ imageId, match: { state: 'matched', product: to, place: 0, by: 'person', why: null } }))
  const ordered = [...there.slice(0, from), ...ours, ...there.slice(from)]
  const rows = ordered.map(({ imageId, match }, index): NewMatch => {
    if (match?.state !== 'matched') return { imageId, match }
    return { imageId, match: { ...match, place: index + 1 } }
  })
  return matches.save(connectionId, 'move', rows, { at, isOfRules: false })
}
