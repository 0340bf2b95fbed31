/** Values that are compared before others may run. Comparing names takes far longer than comparing numbers. */
const pieceSize = 100

function* mergeInPieces<T>(one: readonly T[], other: readonly T[], compare: (a: T, b: T) => number): Generator<void, T[]> {
  const merged: T[] = []
  let [left, right] = [0, 0]
  while (left < one.length && right < other.length) {
    const [a, b] = [one[left] as T, other[right] as T]
    if (compare(a, b) <= 0) {
      merged.push(a)
      left += 1
    } else {
      merged.push(b)
      right += 1
    }
    if (merged.length % pieceSize === 0) yield
  }
  return merged.concat(one.slice(left), other.slice(right))
}

/** The values in order, equal ones as they came, in pieces with other work in between: a merge sort. */
export function* sortInPieces<T>(values: readonly T[], compare: (a: T, b: T) => number): Generator<void, T[]> {
  let runs: T[][] = []
  for (let from = 0; from < values.length; from += pieceSize) {
    runs.push(values.slice(from, from + pieceSize).toSorted(compare))
    if (values.length > pieceSize) yield
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      const [one = [], other] = [runs[at], runs[at + 1]]
      merged.push(other ? yield* mergeInPieces(one, other, compare) : one)
    }
    runs = merged
  }
  return runs[0] ?? []
}
