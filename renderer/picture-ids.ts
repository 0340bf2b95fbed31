import { AppError } from '../shared/base/errors.ts'
import { type FoundIds, keepIdsInPieces, readFoundIds } from '../shared/products/id-list.ts'
import { client } from './bridge.ts'

/** What never changes once it is made: a selection, or a list of it. */
type Ids = ReadonlySet<string> | readonly string[]
type Kept = string[] | { kept: string }

export const countOfIds = (ids: Ids): number => ('size' in ids ? ids.size : ids.length)

/** What the core keeps, by the very selection: several calls about it need that once. */
const kept = new WeakMap<Ids, Promise<Kept>>()

const keepIds = (ids: Ids): Promise<Kept> => {
  const before = kept.get(ids)
  if (before !== undefined) return before
  const keeping = keepIdsInPieces([...ids], client.library.keepIds)
  kept.set(ids, keeping)
  keeping.catch(() => kept.delete(ids))
  return keeping
}

/** The core no longer has a list that was named. */
export const isNotKept = (error: unknown): boolean => error instanceof AppError && error.failure.kind === 'list-not-kept'

/** Calls the core about ids, however many: the core keeps them in pieces first, and again if the core no longer has them. */
export const withIds = async <T>(ids: Ids, act: (ids: Kept) => Promise<T>): Promise<T> => {
  try {
    return await act(await keepIds(ids))
  } catch (error) {
    if (!isNotKept(error)) throw error
    kept.delete(ids)
    return act(await keepIds(ids))
  }
}

/** The same as pictures of a call. */
export const withPictures = <T>(ids: Ids, act: (images: { kind: 'selected'; ids: Kept }) => Promise<T>): Promise<T> =>
  withIds(ids, (list) => act({ kind: 'selected', ids: list }))

/** All ids that the core found, in pieces; if they are changed during that, those of the moment when it found them. */
export const readFound = (found: FoundIds, isWanted?: () => boolean): Promise<string[]> =>
  readFoundIds(found, client.library.moreIds, isWanted)

/** A short name for these ids, the same for the same ones: as part of a query's key. */
const names = new WeakMap<Ids, number>()
let last = 0
export const keyOfIds = (ids: Ids): number => {
  const known = names.get(ids)
  if (known !== undefined) return known
  last++
  names.set(ids, last)
  return last
}
