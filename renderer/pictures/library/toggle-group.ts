import { countOf } from '../../../shared/base/number-words.ts'
import type { LibraryGroup } from '../../../shared/pictures/library.ts'
import { describeGroup, readGroupHead, readGroupIds } from './library-groups.ts'
import type { LibraryOrder } from './library-rows.ts'
import { selectionRead, selectOnceRead } from './select-once-read.ts'
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
  // It adds to what was chosen before.
  await selectionRead()
  let said = ''
  await selectOnceRead(order, async () => {
    const ids = await readGroupIds(order, version, head.key)
    return (before) => {
      const isAll = judgeGroup(ids, before.ids) === 'all'
      said = `${describeGroup(head, order.groupBy).title}: ${countOf(ids.length, 'picture')} ${isAll ? 'deselected' : 'selected'}`
      return isAll ? without(before, ids) : addGroup(before, ids, first)
    }
  })
  return said
}

/** The same by its number, for the keyboard. */
export const toggleGroupAt = async (group: number, place: GroupPlace): Promise<string> => {
  const head = await readGroupHead(place.order, group)
  return head ? toggleGroup(head, place) : ''
}
