import type { LibraryFilter, LibraryGroup, LibrarySort } from '../../../../../shared/pictures/library.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { keepLast } from '../../../base/platform/keep-last.ts'
import { readSimilarVersion } from '../../similar/lists/similar-version.ts'
import { walkLibrary } from '../library-order.ts'
import { isUnfiltered } from './filter-library.ts'
import type { createMatchesAtHand } from './matches-at-hand.ts'
import { type Group, type GroupBy, type Groups, readGroups } from './picture-groups.ts'

/** The library is walked in pieces of this many, with other work in between. */
const pieceSize = 5_000

type Ports = {
  readonly journal: Journal
  readonly connectionKey: () => string
  /** Of a product of our record, as the imported list has it. */
  readonly skuOf: (productRef: string) => string | null
  /** The matches of filters. */
  readonly atHand: Pick<ReturnType<typeof createMatchesAtHand>, 'findOrdered' | 'readVersion'>
}

export type GroupedView = { readonly sort: LibrarySort; readonly filter: LibraryFilter; readonly groupBy: GroupBy }

/** Pictures in groups, by `seq`. */
export type Grouped = {
  /** Another one after every change of these groups. */
  readonly version: string
  /** All of them: group by group, inside each in the chosen order. */
  readonly seqs: Int32Array
  /** Those that have pictures, with the place of the first one. */
  readonly groups: readonly (Group & { readonly from: number; readonly pictures: number })[]
}

/** Puts pictures into their groups; their order stays inside each, but for the one to show first. */
const putIntoGroups = (all: readonly number[], { groups, of, firsts }: Groups, version: string): Grouped => {
  const groupOf = (seq: number): number => of[seq] ?? groups.length - 1
  const ordered = firsts ? all.filter((seq) => groupOf(seq) < groups.length - 1) : all
  const counts = new Int32Array(groups.length)
  for (const seq of ordered) counts[groupOf(seq)] = (counts[groupOf(seq)] ?? 0) + 1
  const next = new Int32Array(groups.length)
  const shown: (Group & { from: number; pictures: number })[] = []
  let from = 0
  for (const [at, group] of groups.entries()) {
    const pictures = counts[at] ?? 0
    next[at] = from
    if (pictures > 0) shown.push({ ...group, from, pictures })
    from += pictures
  }
  const seqs = new Int32Array(ordered.length)
  const isFirst = new Set(firsts)
  for (const seq of [...ordered.filter((one) => isFirst.has(one)), ...ordered.filter((one) => !isFirst.has(one))]) {
    const at = next[groupOf(seq)] ?? 0
    seqs[at] = seq
    next[groupOf(seq)] = at + 1
  }
  return { version, seqs, groups: shown }
}

/**
 * The library in groups. All of it is put in order once, in pieces, and kept until something changes that it depends on: pages are slices of
 * it, and jobs change none of it. A filter may depend on anything.
 */
export const createLibraryGroups = ({ journal, connectionKey, skuOf, atHand }: Ports) => {
  const keepOrder = keepLast<readonly number[]>()
  const keepGroups = keepLast<Groups>()
  const keepGrouped = keepLast<Grouped>()

  const walkAll = async (sort: LibrarySort): Promise<readonly number[]> => {
    const all: number[] = []
    for (const { seqs } of walkLibrary(journal, sort, pieceSize)) {
      for (const seq of seqs) all.push(seq)
      await journal.nextTurn()
    }
    return all
  }

  /** What the groups, and all pictures in order, depend on. */
  const readChanges = (groupBy: GroupBy): { readonly order: string; readonly groups: string } => {
    const row = journal.get('SELECT order_changes, attached_changes FROM picture_count')
    const order = `${row?.order_changes} ${journal.get('PRAGMA data_version')?.data_version}`
    if (groupBy === 'similar') return { order, groups: `similar ${readSimilarVersion(journal)}` }
    if (groupBy !== 'product') return { order, groups: `${groupBy} ${order}` }
    const list = journal.get("SELECT import FROM catalogue_lists WHERE connection_id = ? AND state = 'current'", connectionKey())
    return { order, groups: `product ${order} ${row?.attached_changes} ${list?.import} ${connectionKey()}` }
  }

  const find = ({ sort, filter, groupBy }: GroupedView): Promise<Grouped> => {
    const key = connectionKey()
    const changes = readChanges(groupBy)
    const isAll = isUnfiltered(filter)
    const by = `${sort.by} ${sort.descending}`
    const version = JSON.stringify([changes.groups, by, ...(isAll ? [] : [filter, key, atHand.readVersion()])])
    return keepGrouped(version, async () => {
      const groups = await keepGroups(changes.groups, () => readGroups(journal, groupBy, key))
      const ordered = isAll ? await keepOrder(`${by} ${changes.order}`, () => walkAll(sort)) : await atHand.findOrdered(sort, filter, key)
      return putIntoGroups(ordered, groups, version)
    })
  }

  return {
    find,
    /** How many pictures each group has, in order. */
    counts: async (view: GroupedView): Promise<{ version: string; pictures: number[] }> => {
      const { version, groups } = await find(view)
      return { version, pictures: groups.map(({ pictures }) => pictures) }
    },
    page: async (view: GroupedView, offset: number, limit: number): Promise<LibraryGroup[]> =>
      (await find(view)).groups.slice(offset, offset + limit).map(({ key, name, productId, at, pictures }) => ({
        ...{ key, name, productId, at, pictures },
        ...(view.groupBy === 'product' && key !== null ? { sku: skuOf(key) } : {}),
      })),
    /** The pictures of one group, by `seq`; none if it is there no more. */
    one: async (view: GroupedView, key: string | null): Promise<Int32Array> => {
      const { seqs, groups } = await find(view)
      const group = groups.find((one) => one.key === key)
      return group ? seqs.subarray(group.from, group.from + group.pictures) : new Int32Array()
    },
  }
}
