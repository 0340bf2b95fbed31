import type { Timers } from '../../base/platform/timers.ts'

/** Items compared in one piece: a natural-order comparison takes about a microsecond. */
const usualPiece = 1_000
const mergedAtOnce = 4_000

/**
 * A stable sort like `Array.sort`, but in pieces, so that a folder of 100,000 names doesn't block the event loop. `pieceSize`: items sorted in one turn of it,
 * more where comparing takes less.
 */
export const sortInPieces = async <T>(
  list: readonly T[],
  compare: (a: T, b: T) => number,
  timers: Pick<Timers, 'nextTurn'>,
  pieceSize = usualPiece,
): Promise<readonly T[]> => {
  let runs: T[][] = []
  for (let at = 0; at < list.length; at += pieceSize) {
    runs.push(list.slice(at, at + pieceSize).sort(compare))
    if (list.length > pieceSize) await timers.nextTurn()
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let at = 0; at < runs.length; at += 2) merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], compare, timers))
    runs = merged
  }
  return runs[0] ?? []
}

const merge = async <T>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
  timers: Pick<Timers, 'nextTurn'>,
): Promise<T[]> => {
  const merged: T[] = []
  let [atLeft, atRight] = [0, 0]
  while (atLeft < left.length || atRight < right.length) {
    const [a, b] = [left[atLeft], right[atRight]]
    const takesLeft = atRight >= right.length || (atLeft < left.length && compare(a as T, b as T) <= 0)
    merged.push((takesLeft ? a : b) as T)
    if (takesLeft) atLeft++
    else atRight++
    if (merged.length % mergedAtOnce === 0) await timers.nextTurn()
  }
  return merged
}
