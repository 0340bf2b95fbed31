import type { LibraryGroup } from '../../shared/library.ts'
import { countOf } from '../../shared/words/numbers.ts'
import { describeGroup, readGroupHead, readGroupIds } from './library-groups.ts'
import type { LibraryOrder } from './library-rows.ts'
import { setSelection, useLibraryView } from './library-view.ts'
import { addGroup, judgeGroup, without } from './selection.ts'

export type GroupPlace = {
  readonly order: LibraryOrder
  readonly version: string
  /** Its first picture's place among all. */
  readonly first: number
}

/**
 * Selects the pictures that are in a group now; pictures that come later are not among them. If all are selected, deselects them. Returns what
 * to say about it.
 */
export const toggleGroup = async (head: LibraryGroup, { order, version, first }: GroupPlace): Promise<string> => {
  const ids = await readGroupIds(order, version, head.key)
  const { selection } = useLibraryView.getState()
  const isAll = judgeGroup(ids, selection.ids) === 'all'
  setSelection(isAll ? without(selection, ids) : addGroup(selection, ids, first))
  return `${describeGroup(head, order.groupBy).title}: ${countOf(ids.length, 'picture')} ${isAll ? 'deselected' : 'selected'}`
}

/** The same by its number, for the keyboard. */
export const toggleGroupAt = async (group: number, place: GroupPlace): Promise<string> => {
  const head = await readGroupHead(place.order, group)
  return head ? toggleGroup(head, place) : ''
}
