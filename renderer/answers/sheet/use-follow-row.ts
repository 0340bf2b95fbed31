import { useLayoutEffect } from 'react'
import type { SheetRow } from '../../../shared/answers/sheet.ts'
import { holdInside } from './cell-range.ts'
import { findRow, shiftSelection } from './follow-row.ts'
import { sizeOf } from './move-cursor.ts'
import type { ShownSheet } from './sheet-queries.ts'
import { useSheetView } from './sheet-view.ts'

/**
 * Keeps the keyboard on its row when rows above come or go. If the row has left the view, the keyboard stays where it was, on the next one. A range
 * moves with it only as a whole. `isOld`: the rows are still those of another view. Before the browser paints: nobody sees another row as active.
 */
export const useFollowRow = (sheet: ShownSheet, rowAt: (index: number) => SheetRow | undefined, isOld: boolean): void => {
  const selection = useSheetView((view) => view.selection)
  const activeKey = useSheetView((view) => view.activeKey)
  useLayoutEffect(() => {
    const size = sizeOf(sheet)
    if (isOld || size.rows === 0) return
    const { active, head } = selection
    const inside = { active: holdInside(active, size), head: holdInside(head, size) }
    if (inside.active.row !== active.row || inside.head.row !== head.row || inside.active.column !== active.column)
      return useSheetView.setState({ selection: inside, activeKey: null })
    const key = rowAt(active.row)?.key
    if (key === undefined || key === activeKey) return
    const found = activeKey === null ? active.row : findRow(activeKey, active.row, size.rows, (index) => rowAt(index)?.key)
    if (found === null) return useSheetView.setState({ selection: { active, head: active }, activeKey: key })
    const by = found - active.row
    useSheetView.setState({ activeKey: activeKey ?? key, selection: by === 0 ? selection : shiftSelection(selection, by, size.rows) })
  })
}
