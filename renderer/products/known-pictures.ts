import type { AttributeList, ListDoubt, ListOrigin, ListQuestion, UnsettledList } from '../../shared/products.ts'
import type { KnownList } from '../../shared/statements.ts'

/** What we know of a list, and where from. */
export type KnownPictures = KnownList & {
  readonly origin: ListOrigin | null
  readonly doubt: ListDoubt | null
  /** Why it has to be said; `null`: it need not. */
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
export const withDoubted = (known: KnownPictures | null, ids: readonly string[]): KnownPictures | null => {
  if (ids.length === 0) return known
  const base = known ?? noPictures
  const news = ids.filter((id) => !base.sourceIds.includes(id) && !base.maybeIds.includes(id))
  return { ...base, maybeIds: [...base.maybeIds, ...news] }
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
