import { findRow, shiftSelection } from './follow-row.ts'
import { peekRow, type ShownSheet } from './sheet-queries.ts'
import { say, useSheetView } from './sheet-view.ts'

/**
 * Moves the selection to where its row is in the pages read last, which may not be on the screen yet: a key is about the row that the person saw.
 * Whether the row is still there; if not, nothing may be changed.
 */
export const followSelection = ({ view, total }: Pick<ShownSheet, 'view' | 'total'>): boolean => {
  const { selection, activeKey } = useSheetView.getState()
  const { row } = selection.active
  if (activeKey === null) return true
  const found = findRow(activeKey, row, Math.max(total, row + 1), (index) => peekRow(view, index)?.key)
  if (found === null) {
    say('That row is no longer shown. Nothing was changed.')
    return false
  }
  if (found !== row) useSheetView.setState({ selection: shiftSelection(selection, found - row, total) })
  return true
}
