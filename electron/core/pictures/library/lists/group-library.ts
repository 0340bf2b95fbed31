import type { LibraryFilter, LibraryGroup, LibrarySort } from '../../../../../shared/pictures/library.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { keepMade } from '../../../base/platform/keep-made.ts'
import { readSimilarVersion } from '../../similar/lists/similar-version.ts'
import { isUnfiltered } from './filter-library.ts'
import type { Towards } from './library-rows.ts'
import { readLibraryVersion } from './library-version.ts'
import { type Group, type GroupBy, type Groups, readGroups } from './picture-groups.ts'

export type GroupedView = {
  readonly sort: LibrarySort
  readonly filter: LibraryFilter
  readonly groupBy: GroupBy
  readonly checkBasis: string | null
}

/** Pictures in groups, by `seq`. */
export type Grouped = {
  /** Another one after every change of these groups. */
  readonly version: string
  /** All of them: group by group, inside each in the chosen order. */
  readonly seqs: readonly number[]
  /** Those that have pictures, with the place of the first one. */
  readonly groups: readonly (Group & { readonly from: number; readonly pictures: number })[]
}

/** Puts pictures into their groups; their order stays inside each, but for the one to show first. */
const putIntoGroups = (all: readonly number[], { groups, of, firsts }: Groups, version: string): Grouped => {
  const groupOf = (seq: number): number => of[seq] ?? groups.length - 1
  const ordered = firsts
    ? putFirst(
        all.filter((seq) => groupOf(seq) < groups.length - 1),
        firsts,
      )
    : all
  const next = new Int32Array(groups.length)
  for (const seq of ordered) next[groupOf(seq)] = (next[groupOf(seq)] ?? 0) + 1
  const shown: (Group & { from: number; pictures: number })[] = []
  let from = 0
  for (const [at, group] of groups.entries()) {
    const pictures = next[at] ?? 0
    next[at] = from
    if (pictures > 0) shown.push({ ...group, from, pictures })
    from += pictures
  }
  // Of one group, the order is the group's.
  if (shown.length === 1) return { version, seqs: ordered, groups: shown }
  const seqs: number[] = Array(ordered.length)
  for (const seq of ordered) {
    const group = groupOf(seq)
    const at = next[group] ?? 0
    seqs[at] = seq
    next[group] = at + 1
  }
  return { version, seqs, groups: shown }
}

const putFirst = (all: readonly number[], firsts: readonly number[]): readonly number[] => {
  const isFirst = new Set(firsts)
  return [...all.filter((one) => isFirst.has(one)), ...all.filter((one) => !isFirst.has(one))]
}

type ReadOrder = (view: Pick<GroupedView, 'sort' | 'filter'>, towards: Towards) => readonly number[]
type Ports = {
  readonly journal: Journal
  /** Of a product of our record, as the imported list has it. */
  readonly skuOf: (productRef: string) => string | null
  readonly readOrder: ReadOrder
}
type Stretch = { readonly offset: number; readonly limit: number }

/**
 * The library in groups. All of it is put in order at once, and kept until something changes that it depends on: pages are slices of it, and
 * jobs change none of it. A filter may depend on anything.
 */
export const createLibraryGroups = ({ journal, skuOf, readOrder }: Ports) => {
  const keepGroups = keepMade<Groups>(1)
  const keepGrouped = keepMade<Grouped>(1)

  /** What the groups of all pictures depend on. */
  const readChanges = (groupBy: GroupBy, connectionKey: string): string => {
    if (groupBy === 'similar') return `similar ${readSimilarVersion(journal)}`
    const row = journal.get('SELECT order_changes, attached_changes FROM picture_count')
    if (groupBy !== 'product') return `${groupBy} ${row?.order_changes}`
    const list = journal.get("SELECT import FROM catalogue_lists WHERE connection_id = ? AND state = 'current'", connectionKey)
    return `product ${row?.order_changes} ${row?.attached_changes} ${list?.import} ${connectionKey}`
  }

  const find = ({ sort, filter, groupBy }: GroupedView, towards: Towards): Grouped => {
    const key = towards.connectionId ?? ''
    const changes = readChanges(groupBy, key)
    const by = `${sort.by} ${sort.descending}`
    const version = JSON.stringify([changes, by, ...(isUnfiltered(filter) ? [] : [filter, towards, readLibraryVersion(journal)])])
    return keepGrouped(version, () => {
      const groups = keepGroups(changes, () => readGroups(journal, groupBy, key))
      return putIntoGroups(readOrder({ sort, filter }, towards), groups, version)
    })
  }

  return {
    find,
    page: (view: GroupedView, towards: Towards, { offset, limit }: Stretch): LibraryGroup[] =>
      find(view, towards)
        .groups.slice(offset, offset + limit)
        .map(({ key, name, productId, at, pictures }) => ({
          ...{ key, name, productId, at, pictures },
          ...(view.groupBy === 'product' && key !== null ? { sku: skuOf(key) } : {}),
        })),
    /** The pictures of one group, by `seq`; none if it is there no more. */
    one: (view: GroupedView, towards: Towards, key: string | null): readonly number[] => {
      const { seqs, groups } = find(view, towards)
      const group = groups.find((one) => one.key === key)
      return group ? seqs.slice(group.from, group.from + group.pictures) : []
    },
  }
}
