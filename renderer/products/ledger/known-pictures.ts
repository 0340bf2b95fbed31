import type { AttributeList, ListDoubt, ListOrigin, ListQuestion, UnsettledList } from '../../../shared/products/products.ts'
import type { KnownList } from '../../../shared/products/statements.ts'
import type { DoubtedIds } from './read-doubted-ids.ts'

/** The known pictures of a list, and the source of that knowledge. */
export type KnownPictures = KnownList & {
  readonly origin: ListOrigin | null
  readonly doubt: ListDoubt | null
  /** Why a statement is needed; `null`: none is. */
  readonly why: ListQuestion | null
  /** Milliseconds since 1970; for showing only. */
  readonly knownAt: number | null
  /** Pictures of ours that may be among them. */
  readonly imageIds: readonly string[]
}

export const ofAttributeList = (list: AttributeList): KnownPictures => ({
  sourceIds: list.sourceIds ?? [],
  maybeIds: list.maybeIds ?? [],
  isWhole: list.origin === undefined ? list.sourceIds !== null : list.origin !== null,
  origin: list.origin ?? null,
  doubt: list.doubt ?? null,
  why: list.asks ?? null,
  knownAt: list.confirmedAt,
  imageIds: list.imageIds,
})

export const ofUnsettledList = (list: UnsettledList): KnownPictures => ({
  sourceIds: list.sourceIds,
  maybeIds: list.maybeIds,
  isWhole: list.origin !== null,
  origin: list.origin,
  doubt: list.doubt,
  why: list.why,
  knownAt: list.knownAt,
  imageIds: [...list.imageIds.flatMap((imageId) => imageId ?? []), ...list.addsImageIds],
})

/** With the ids that the core knew of and the window did not. */
export const withDoubted = (known: KnownPictures | null, doubted: DoubtedIds): KnownPictures | null => {
  if (doubted.ids.length + doubted.maybe.length === 0) return known
  const base = known ?? noPictures
  const isNew = (id: string): boolean => !base.sourceIds.includes(id) && !base.maybeIds.includes(id)
  const sure = doubted.ids.filter(isNew)
  // More ids than were shown: the shown list was not complete.
  return {
    ...base,
    isWhole: base.isWhole && sure.length === 0,
    sourceIds: [...base.sourceIds, ...sure],
    maybeIds: [...base.maybeIds, ...doubted.maybe.filter(isNew)],
  }
}

const noPictures: KnownPictures = {
  sourceIds: [],
  maybeIds: [],
  isWhole: false,
  origin: null,
  doubt: null,
  why: null,
  knownAt: null,
  imageIds: [],
}
