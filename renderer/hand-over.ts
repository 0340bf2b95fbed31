import { AppError } from '../shared/base/errors.ts'
import { type FoundIds, handOverIds, readFoundIds } from '../shared/products/id-list.ts'
import { client } from './bridge.ts'

/** What never changes once it is made: a selection, or a list of it. */
type Ids = ReadonlySet<string> | readonly string[]
type Handed = string[] | { kept: string }

/** What was handed over, by the very selection: several calls about it need that once. */
const handed = new WeakMap<Ids, Promise<Handed>>()

const handOver = (ids: Ids): Promise<Handed> => {
  const before = handed.get(ids)
  if (before !== undefined) return before
  const handing = handOverIds([...ids], client.library.keepIds)
  handed.set(ids, handing)
  handing.catch(() => handed.delete(ids))
  return handing
}

/** The core no longer has a list that was named. */
export const isNotKept = (error: unknown): boolean => error instanceof AppError && error.failure.kind === 'list-not-kept'

/** Calls the core about ids, however many: they are handed over in pieces first, and again if the core no longer has them. */
export const withIds = async <T>(ids: Ids, act: (ids: Handed) => Promise<T>): Promise<T> => {
  try {
    return await act(await handOver(ids))
  } catch (error) {
    if (!isNotKept(error)) throw error
    handed.delete(ids)
    return act(await handOver(ids))
  }
}

/** The same as pictures of a call. */
export const withPictures = <T>(ids: Ids, act: (images: { kind: 'selected'; ids: Handed }) => Promise<T>): Promise<T> =>
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
