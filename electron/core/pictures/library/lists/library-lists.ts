import type { LibraryFilter, LibraryGroup, LibraryGrouping, LibraryRow, LibrarySort } from '../../../../../shared/pictures/library.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { keepMade } from '../../../base/platform/keep-made.ts'
import { present, readIds, readPresentIds, readSeqs } from '../library-order.ts'
import { createFiltered, isUnfiltered, setsOf } from './filter-library.ts'
import { createLibraryGroups, type GroupedView } from './group-library.ts'
import { readRows, type Towards } from './library-rows.ts'
import { readLibraryVersion } from './library-version.ts'

export type LibraryView = {
  readonly sort: LibrarySort
  readonly filter: LibraryFilter
  readonly groupBy: LibraryGrouping
  /** By what results of requirement profiles count now; `null`: none is in use. */
  readonly checkBasis: string | null
}
type Stretch = { readonly offset: number; readonly limit: number }

export type LibraryPage = { readonly total: number; readonly rows: LibraryRow[] }

/** `null`: it has no groups. */
const asGrouped = <T extends LibraryView>(view: T): GroupedView | null => {
  const { sort, filter, groupBy, checkBasis } = view
  return groupBy === 'nothing' ? null : { sort, filter, groupBy, checkBasis }
}

/** From one of two pictures to the other. */
const idsBetween = (ids: string[], [one, other]: readonly [string, string]): string[] => {
  const places = [ids.indexOf(one), ids.indexOf(other)].filter((place) => place >= 0)
  return places.length === 0 ? [] : ids.slice(Math.min(...places), Math.max(...places) + 1)
}

/** Orders that are kept: a window, and what it has opened, show some at once. */
const keptOrders = 3

/**
 * The library as windows read it: a page of rows, or all ids in order. Quick at 100,000 pictures.
 * @param skuOf of a product of our record, as the imported list has it
 */
export const createLibraryLists = (journal: Journal, skuOf: (productRef: string) => string | null) => {
  const keepWhole = keepMade<readonly number[]>(keptOrders)
  const keepOrder = keepMade<readonly number[]>(keptOrders)
  const towardsOf = ({ checkBasis }: LibraryView): Towards => {
    const active = journal.get('SELECT id FROM connections WHERE active = 1')
    return { connectionId: active ? String(active.id) : null, checkBasis }
  }

  /** The whole library in an order: few changes move a picture, so it is kept while its filters change. */
  const readWhole = (sort: LibrarySort): readonly number[] =>
    keepWhole(`${sort.by} ${sort.descending} ${journal.get('SELECT order_changes FROM picture_count')?.order_changes}`, () =>
      readSeqs(journal, sort, present),
    )

  const readFiltered = createFiltered(journal, readWhole)

  /** All of a view in its order, kept until anything changes: the next page is a slice of it. */
  const readOrder = ({ sort, filter }: Pick<LibraryView, 'sort' | 'filter'>, towards: Towards): readonly number[] => {
    const { connectionId, checkBasis } = towards
    if (isUnfiltered(filter)) return readWhole(sort)
    const version = readLibraryVersion(journal)
    return keepOrder(JSON.stringify([version, towards, sort, filter]), () =>
      readFiltered(sort, version, setsOf(filter, { connectionKey: connectionId ?? '', checkBasis })),
    )
  }

  const grouped = createLibraryGroups({ journal, skuOf, readOrder })

  const readStretch = (view: LibraryView, towards: Towards, { offset, limit }: Stretch) => {
    const inGroups = asGrouped(view)
    // Of the whole library, a stretch of an index: quicker than its whole order after each change.
    if (!inGroups && isUnfiltered(view.filter)) {
      const total = Number(journal.get('SELECT pictures FROM picture_count')?.pictures ?? 0)
      return { total, seqs: readSeqs(journal, view.sort, present, { offset, limit }) }
    }
    const all = inGroups ? grouped.find(inGroups, towards).seqs : readOrder(view, towards)
    return { total: all.length, seqs: all.slice(offset, offset + limit) }
  }

  const readIdsOf = ({ group, ...view }: LibraryView & { readonly group?: string | null | undefined }): string[] => {
    const towards = towardsOf(view)
    const inGroups = asGrouped(view)
    if (inGroups && group !== undefined) return readPresentIds(journal, grouped.one(inGroups, towards, group))
    if (inGroups) return readPresentIds(journal, grouped.find(inGroups, towards).seqs)
    return isUnfiltered(view.filter) ? readIds(journal, view.sort, present) : readPresentIds(journal, readOrder(view, towards))
  }

  return {
    page: (view: LibraryView & Stretch): LibraryPage => {
      const towards = towardsOf(view)
      const { total, seqs } = readStretch(view, towards, view)
      return { total, rows: readRows(journal, seqs, towards) }
    },

    /** `group`: only the pictures of the one with this key; `between`: only those from one of two pictures to the other. */
    ids: ({
      between,
      ...view
    }: LibraryView & {
      readonly group?: string | null | undefined
      readonly between?: readonly [string, string] | undefined
    }): string[] => {
      const ids = readIdsOf(view)
      return between ? idsBetween(ids, between) : ids
    },

    /** Which of these pictures are in the view. */
    shown: ({ imageIds, ...view }: LibraryView & { readonly imageIds: readonly string[] }): string[] => {
      const shown = new Set(readIdsOf(view))
      return imageIds.filter((id) => shown.has(id))
    },

    /** At which place of the view a picture is; `null`: it is not in it. */
    place: ({ imageId, ...view }: LibraryView & { readonly imageId: string }): number | null => {
      const towards = towardsOf(view)
      const inGroups = asGrouped(view)
      const seq = journal.get('SELECT seq FROM images WHERE id = ?', imageId)?.seq
      const all = inGroups ? grouped.find(inGroups, towards).seqs : readOrder(view, towards)
      const place = all.indexOf(Number(seq ?? -1))
      return place < 0 ? null : place
    },

    groups: (view: LibraryView): { readonly version: string; readonly pictures: number[] } => {
      const inGroups = asGrouped(view)
      if (!inGroups) return { version: '', pictures: [] }
      const { version, groups } = grouped.find(inGroups, towardsOf(view))
      return { version, pictures: groups.map(({ pictures }) => pictures) }
    },

    groupPage: (view: LibraryView & Stretch): LibraryGroup[] => {
      const inGroups = asGrouped(view)
      return inGroups ? grouped.page(inGroups, towardsOf(view), view) : []
    },
  }
}
