/** What never changes once it is made: a selection, or a list of it. */
type Ids = ReadonlySet<string> | readonly string[]

export const countOfIds = (ids: Ids): number => ('size' in ids ? ids.size : ids.length)

/** As pictures of a call. */
export const selected = (ids: Ids): { kind: 'selected'; ids: string[] } => ({ kind: 'selected', ids: [...ids] })

/** A short name for a list or selection, the same for the same one: as part of a query's key. */
const names = new WeakMap<object, number>()
let last = 0
export const keyOfIds = (ids: object): number => {
  const known = names.get(ids)
  if (known !== undefined) return known
  last++
  names.set(ids, last)
  return last
}
