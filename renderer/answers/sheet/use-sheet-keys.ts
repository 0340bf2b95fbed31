import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import type { CellReview } from '../../../shared/answers/sheet.ts'
import { hasMod } from '../../ui/keys.ts'
import { isOneCell, rangeOf, selectCell, selectColumns, selectRows, selectSheet } from './cell-range.ts'
import { beginEdit } from './edit-cell.ts'
import { followSelection } from './follow-selection.ts'
import { moveCursor, moveToNext, sizeOf } from './move-cursor.ts'
import { clearCells, fill, redo, review } from './sheet-actions.ts'
import { type KeyPress, readKey, readTab, type SheetAct } from './sheet-keys.ts'
import { openMenuAtCursor } from './sheet-menu-place.ts'
import type { ShownSheet } from './sheet-queries.ts'
import { focusSheetSearch } from './sheet-search-focus.ts'
import { openDialog, say, select, turnReview, useSheetView } from './sheet-view.ts'

export const toPress = (event: KeyboardEvent): KeyPress => ({
  key: event.key,
  code: event.code,
  shift: event.shiftKey,
  alt: event.altKey,
  mod: hasMod(event),
  ctrl: event.ctrlKey,
})

/** Decides about the selection, or about the whole row. One cell alone leads to the next that is to be reviewed. */
export const decide = async (sheet: ShownSheet, to: CellReview, scope: 'selection' | 'row'): Promise<void> => {
  if (!followSelection(sheet)) return
  const { selection } = useSheetView.getState()
  const range = rangeOf(scope === 'row' ? selectRows(selection, sizeOf(sheet)) : selection)
  const done = review(sheet, range, to)
  if (to !== 'draft' && scope === 'row') moveCursor(sheet, 'down', false)
  else if (to !== 'draft' && isOneCell(selection)) await moveToNext(sheet)
  await done
}

const selectMany = (sheet: ShownSheet, what: 'all' | 'rows' | 'columns'): void => {
  const { selection, activeKey } = useSheetView.getState()
  const size = sizeOf(sheet)
  // The active cell stays the one that is looked at: a column is selected from its own row.
  if (what === 'all') select(selectSheet(size), null, true)
  else select(what === 'rows' ? selectRows(selection, size) : selectColumns(selection, size), what === 'rows' ? activeKey : null, true)
}

const leave = (): void => {
  const { selection, activeKey } = useSheetView.getState()
  select(selectCell(selection.active), activeKey)
  useSheetView.setState({ isLeaving: true })
  say('Press Tab to leave the sheet')
}

const changesCells: ReadonlySet<SheetAct['kind']> = new Set(['edit', 'review', 'fill', 'reject', 'clear'])

export const run = (sheet: ShownSheet, act: SheetAct): unknown => {
  if (!followSelection(sheet) && changesCells.has(act.kind)) return
  const range = rangeOf(useSheetView.getState().selection)
  switch (act.kind) {
    case 'move':
      return moveCursor(sheet, act.step, act.isExtended)
    case 'edit':
      // The text field takes the focus at once: the next key is its own.
      return flushSync(() => beginEdit(sheet, act.text))
    case 'review':
      return decide(sheet, act.review, act.scope)
    case 'select':
      return selectMany(sheet, act.what)
    case 'fill':
      return fill(sheet, range, act.direction)
    case 'reject':
      return openDialog('reject')
    case 'clear':
      return clearCells(sheet, range)
    case 'enlarge':
      return useSheetView.setState({ isEnlarged: true })
    case 'redo':
      return redo()
    case 'find':
      return openDialog('find')
    case 'search':
      return focusSheetSearch()
    case 'menu':
      return openMenuAtCursor()
    case 'turn-review':
      return turnReview()
    case 'leave':
      return leave()
    case 'next':
      return moveToNext(sheet)
  }
}

/** The keyboard of the sheet while no cell is edited. A key that it answers reaches nothing else of the window. */
export const answerKey = (sheet: ShownSheet, event: KeyboardEvent): void => {
  if (event.nativeEvent.isComposing) return
  const { mode, selection, isLeaving } = useSheetView.getState()
  const press = toPress(event)
  const act = readTab(press, selection.active.column, sheet.columns.length, isLeaving) ?? readKey(press, mode)
  if (!act) return
  event.stopPropagation()
  // A key that begins an accented letter is the text field's.
  if (act.kind !== 'edit' || press.key.length === 1 || press.key === 'Enter' || press.key === 'F2') event.preventDefault()
  run(sheet, act)
}
