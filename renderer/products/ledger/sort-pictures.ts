import type { PictureName } from '../../../shared/pictures/library.ts'
import type { PictureNames } from './picture-names.ts'

/** Pictures that are sorted at once. Longer lists are sorted in parts and merged, with other work of the page in between. */
const sortedAtOnce = 5_000

const compare = (one: PictureName, other: PictureName): number =>
  one.placeKey < other.placeKey ? -1 : one.placeKey > other.placeKey ? 1 : 0

const merge = (one: readonly PictureName[], other: readonly PictureName[]): readonly PictureName[] => {
  const merged: PictureName[] = []
  let [at, otherAt] = [0, 0]
  for (let [left, right] = [one[0], other[0]]; left !== undefined || right !== undefined; ) {
    if (left !== undefined && (right === undefined || compare(left, right) <= 0)) {
      merged.push(left)
      left = one[++at]
    } else if (right !== undefined) {
      merged.push(right)
      right = other[++otherAt]
    }
  }
  return merged
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** In the library's natural order. Those without a known name keep their order, at the end. */
export const sortByName = async (ids: readonly string[], names: PictureNames): Promise<readonly string[]> => {
  let parts: (readonly PictureName[])[] = []
  for (let from = 0; from < ids.length; from += sortedAtOnce) {
    if (from > 0) await nextTask()
    const part = ids.slice(from, from + sortedAtOnce)
    parts.push(part.flatMap((id) => names.get(id) ?? []).toSorted(compare))
  }
  while (parts.length > 1) {
    const merged: (readonly PictureName[])[] = []
    for (let at = 0; at < parts.length; at += 2) {
      await nextTask()
      merged.push(merge(parts[at] ?? [], parts[at + 1] ?? []))
    }
    parts = merged
  }
  if (ids.length > sortedAtOnce) await nextTask()
  return [...(parts[0] ?? []).map((one) => one.id), ...ids.filter((id) => !names.has(id))]
}

/** True if sorting by name would change nothing. Without sorting: there may be thousands. */
export const isByName = (ids: readonly string[], names: PictureNames): boolean => {
  let last: string | undefined
  let isNameless = false
  return ids.every((id) => {
    const key = names.get(id)?.placeKey
    if (key === undefined) isNameless = true
    else if (isNameless || (last !== undefined && key < last)) return false
    else last = key
    return true
  })
}

/** These in the order of others. What is not among the others keeps its order, at the end. */
export const inOrderOf = (order: readonly string[], ids: readonly string[]): readonly string[] => {
  const there = new Set(ids)
  const ordered = order.filter((id) => there.delete(id))
  return [...ordered, ...ids.filter((id) => there.has(id))]
}

/** True if that would change nothing. */
export const isInOrderOf = (order: readonly string[], ids: readonly string[]): boolean => {
  let place = 0
  for (const [at, id] of ids.entries()) {
    while (place < order.length && order[place] !== id) place++
    if (place === order.length) {
      if (order.includes(id)) return false
      const known = new Set(order)
      return ids.slice(at).every((one) => !known.has(one))
    }
    place++
  }
  return true
}
