import type { KeyboardEvent } from 'react'
import { isTyping } from './typing.ts'

/** Rows that Page Up and Page Down pass. */
const pageRows = 8

/** Returns the row that a key leads to, the same in every list; `null` for other keys. `total`: rows of the list. */
export const rowOfKey = (key: string, index: number, total: number, rows = pageRows): number | null => {
  switch (key) {
    case 'ArrowDown':
      return Math.min(total - 1, index + 1)
    case 'ArrowUp':
      return Math.max(0, index - 1)
    case 'PageDown':
      return Math.min(total - 1, index + rows)
    case 'PageUp':
      return Math.max(0, index - rows)
    case 'Home':
      return 0
    case 'End':
      return total - 1
    default:
      return null
  }
}

/** Delete, pressed in a row itself. Dialogs and menus that it opened are elsewhere in the document, though their events arrive here. */
export const isRemoval = (event: KeyboardEvent): boolean =>
  (event.key === 'Delete' || event.key === 'Backspace') &&
  !(event.repeat || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) &&
  event.target instanceof Node &&
  event.currentTarget.contains(event.target) &&
  !isTyping(event.target)
