import { cellValue } from '../../../shared/answers/sheet.ts'
import type { Step } from './cell-range.ts'
import { focusGrid } from './focus-grid.ts'
import { followSelection } from './follow-selection.ts'
import { moveCursor } from './move-cursor.ts'
import { pendingOf, settle } from './pending-cells.ts'
import { saveTyped } from './sheet-actions.ts'
import { cellOf, holdPages, peekRow, type ShownSheet } from './sheet-queries.ts'
import { say, useSheetDraft, useSheetView } from './sheet-view.ts'

/** Begins to edit the active cell. `text`: what it begins with; `null`: its own text. */
export const beginEdit = (sheet: ShownSheet, text: string | null): void => {
  if (!followSelection(sheet)) return
  const { active } = useSheetView.getState().selection
  const row = peekRow(sheet.view, active.row)
  const column = sheet.columns[active.column]
  if (!row || !column) return
  if (row.imageId === null) {
    say('This product has no picture, so its cells stay empty.')
    return
  }
  const cell = cellOf(row, column.question)
  if (!cell) return
  const before = cellValue(cell)
  const seen = pendingOf(row.imageId, column.question) ? null : cell.digest
  const { workspace } = useSheetView.getState()
  const editing = { workspace, imageId: row.imageId, question: column.question, name: row.name, label: column.label, seen, before }
  holdPages()
  useSheetDraft.setState({ cell: editing, text: text ?? before })
  useSheetView.setState({ editing, menu: null, isLeaving: false })
}

type Ending = { readonly isSaved: boolean; readonly isApproved?: boolean; readonly step?: Step | null; readonly takesFocus?: boolean }

/** Ends it once: leaving a text field that is just being closed changes nothing. */
export const endEdit = (sheet: ShownSheet, { isSaved, isApproved = false, step = null, takesFocus = true }: Ending): void => {
  const { cell, text } = useSheetDraft.getState()
  if (!cell) return
  useSheetDraft.setState({ cell: null, text: '' })
  useSheetView.setState({ editing: null })
  if (isSaved) void saveTyped(cell, text, isApproved)
  void settle()
  if (step) moveCursor(sheet, step, false)
  if (takesFocus) focusGrid()
}
