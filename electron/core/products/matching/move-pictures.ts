import type { MatchedProductRow } from '../../../../shared/products/matching.ts'
import { callProduct } from '../../../../shared/products/product-names-words.ts'
import type { MatchStore, NewMatch, SavedMatches } from './match-store.ts'

type Move = {
  readonly imageIds: readonly string[]
  readonly to: MatchedProductRow
  /** A picture of the product, to be behind them; one that is no longer there means the end. */
  readonly before: string | null
  /** From 1, among those in the library; only without `before`. */
  readonly place: number | null
  readonly at: number
}

type Ports = Pick<MatchStore, 'listOf' | 'save'> & {
  /** Those that are out of the library. */
  readonly findHidden: (imageIds: readonly string[]) => ReadonlySet<string>
}

/** Where in a product's list the picture is that is shown at this place, from 1; the end, if there is none. */
const findPlace = (there: readonly NewMatch[], hidden: ReadonlySet<string>, place: number): number => {
  const shown = there.flatMap(({ imageId }, at) => (hidden.has(imageId) ? [] : [at]))
  return shown[place - 1] ?? there.length
}

/**
 * Puts pictures into a product, as a person decides: in front of another one, at a place, or at the end. Those behind them make room, and those out of the
 * library stay behind the one before them. A picture that only
 * changes its place keeps the reason why it is there. Called inside `journal.write`.
 */
export const movePictures = (
  { listOf, save, findHidden }: Ports,
  connectionId: string | null,
  { imageIds, to, before, place, at }: Move,
): SavedMatches => {
  const moved = new Set(imageIds)
  const all = listOf(connectionId, to.key)
  const there = all.filter(({ imageId }) => !moved.has(imageId))
  const known = new Map(all.map(({ imageId, match }) => [imageId, match]))
  const found = before === null ? -1 : there.findIndex(({ imageId }) => imageId === before)
  const isPlaced = before === null && place !== null
  const named = isPlaced ? findPlace(there, findHidden(there.map(({ imageId }) => imageId)), place) : there.length
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
  const facts = { pictures: moved.size, product: callProduct(to) }
  return save(connectionId, kind, rows, { at, isOfRules: false, facts })
}
