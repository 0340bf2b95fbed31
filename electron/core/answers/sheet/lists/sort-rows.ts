import type { Timers } from '../../../base/platform/timers.ts'
import { sortInPieces } from '../../../pictures/intake/sort-in-pieces.ts'
import type { Column } from './sheet-column.ts'

/** By a picture's `seq`, its place in the order of a column's texts; equal texts share one, -1: it has none. `count`: how many places there are. */
export type Ranks = { readonly of: Int32Array; readonly count: number }

/** Keys are compared by their characters, in a tenth of a microsecond: merging pieces takes longer than sorting them. */
const sortedAtOnce = 8_000

const compareKeys = (one: { readonly key: string }, other: { readonly key: string }): number =>
  one.key < other.key ? -1 : one.key === other.key ? 0 : 1

const readRanks = async (keys: readonly string[], timers: Pick<Timers, 'nextTurn'>): Promise<Ranks> => {
  const placed: { readonly picture: number; readonly key: string }[] = []
  // Pictures without a text have no key, or an empty one.
  for (const [picture, key] of keys.entries()) if (key) placed.push({ picture, key })
  const sorted = await sortInPieces(placed, compareKeys, timers, sortedAtOnce)
  const of = new Int32Array(keys.length).fill(-1)
  let [count, last] = [0, '']
  for (const { picture, key } of sorted) {
    if (key !== last) count += 1
    last = key
    of[picture] = count - 1
  }
  return { of, count }
}

/** Ranks of columns, kept until one of their cells changes: the other direction, a filter or a search needs no comparison. */
export const createRanks = (timers: Pick<Timers, 'nextTurn'>) => {
  const kept = new WeakMap<Column, { readonly version: number; readonly ranks: Ranks }>()
  return async (column: Column): Promise<Ranks> => {
    const { version } = column
    const there = kept.get(column)
    if (there?.version === version) return there.ranks
    const ranks = await readRanks(column.keys ?? [], timers)
    kept.set(column, { version, ranks })
    return ranks
  }
}

/** A stable sort by small numbers, from 0 to below `places`, in linear time. */
const sortByPlace = (rows: readonly number[], placeOf: (row: number) => number, places: number): number[] => {
  const next = new Uint32Array(places + 1)
  for (const row of rows) next[placeOf(row) + 1] = (next[placeOf(row) + 1] ?? 0) + 1
  for (let place = 1; place <= places; place++) next[place] = (next[place] ?? 0) + (next[place - 1] ?? 0)
  const sorted = new Array<number>(rows.length)
  for (const row of rows) {
    const place = placeOf(row)
    const at = next[place] ?? 0
    sorted[at] = row
    next[place] = at + 1
  }
  return sorted
}

type Order = {
  /** From 0 to below `groups`. */
  readonly groupOf: (row: number) => number
  readonly groups: number
  readonly pictureOf: (row: number) => number
  /** `null`: rows stay in their order inside a group. */
  readonly ranks: Ranks | null
  readonly isDescending: boolean
}

/** Stable: group by group, inside each by the texts of a question, empty ones last. */
export const sortRows = (rows: readonly number[], { groupOf, groups, pictureOf, ranks, isDescending }: Order): readonly number[] => {
  const placeOf = ({ of, count }: Ranks, row: number): number => {
    const rank = of[pictureOf(row)] ?? -1
    if (rank < 0) return count
    return isDescending ? count - 1 - rank : rank
  }
  const byText = ranks ? sortByPlace(rows, (row) => placeOf(ranks, row), ranks.count + 1) : rows
  return groups > 1 ? sortByPlace(byText, groupOf, groups) : byText
}
