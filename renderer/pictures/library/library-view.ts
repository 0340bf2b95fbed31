import { create } from 'zustand'
import type { LibraryFilter, LibraryGrouping, LibrarySort } from '../../../shared/pictures/library.ts'
import { usualOrder } from '../../../shared/products/usual-order.ts'
import { nothing, type Selection, without } from './selection.ts'

export type TileSize = 'small' | 'medium' | 'large'

type LibraryView = {
  readonly sort: LibrarySort
  readonly filter: LibraryFilter
  readonly groupBy: LibraryGrouping
  readonly layout: 'grid' | 'list'
  readonly tileSize: TileSize
  readonly selection: Selection
  /** Pictures are still being read that will be selected. */
  readonly isSelecting: boolean
  /** Where the keyboard is. */
  readonly current: number
  readonly isDetailsOpen: boolean
  /** The index of the picture that fills the window. */
  readonly preview: number | null
  /** Whether a converted picture is enlarged beside its original. */
  readonly comparesPreview: boolean
}

export const noFilter: LibraryFilter = { text: '', state: null, format: null, productRef: null, folder: null, failing: undefined }

export const useLibraryView = create<LibraryView>(() => ({
  sort: usualOrder,
  filter: noFilter,
  groupBy: 'nothing',
  layout: 'grid',
  tileSize: 'medium',
  selection: nothing,
  isSelecting: false,
  current: 0,
  isDetailsOpen: true,
  preview: null,
  comparesPreview: false,
}))

const set = useLibraryView.setState

/** A new order, grouping or filter starts at the top. The selection stays, but a range starts from a new anchor. */
const startOver = (view: LibraryView) => ({ current: 0, selection: { ...view.selection, anchor: null } })
export const setFilter = (change: Partial<LibraryFilter>): void =>
  set((view) => ({ filter: { ...view.filter, ...change }, ...startOver(view) }))
export const setSort = (sort: LibrarySort): void => set((view) => ({ sort, ...startOver(view) }))
export const setGrouping = (groupBy: LibraryGrouping): void => set((view) => ({ groupBy, ...startOver(view) }))

/** Counts what a person selected or deselected, so that something older that was still being read does not replace it. */
const createTurn = () => {
  let turn = 0
  return { next: (): number => ++turn, is: (one: number): boolean => one === turn }
}
export const selectionTurn = createTurn()

export const setSelection = (selection: Selection): void => {
  selectionTurn.next()
  set({ selection })
}
export const clearSelection = (): void => setSelection(nothing)
/** Deselects pictures that left the library. */
export const dropSelected = (gone: Iterable<string>): void => set(({ selection }) => ({ selection: without(selection, gone) }))
export const isFiltered = (filter: LibraryFilter): boolean =>
  filter.text !== '' ||
  filter.state !== null ||
  filter.format !== null ||
  filter.productRef !== null ||
  filter.folder !== null ||
  filter.failing !== undefined
