import type { ClipboardEvent } from 'react'
import { countOf } from '../../../shared/base/number-words.ts'
import { tell, tellProblem } from '../../ui/tell.tsx'
import { type CellRange, countCells, rangeOf } from './cell-range.ts'
import { followSelection } from './follow-selection.ts'
import { clearCells, pasteTable, workspaceNow } from './sheet-actions.ts'
import { peekTexts, readTexts, type ShownSheet } from './sheet-queries.ts'
import { goToCell, say, select, useSheetView } from './sheet-view.ts'
import { formatHtmlTable, formatTable, parseTable, type TableText } from './table-text.ts'

/** Cells exactly as they were, for pasting into this sheet again. */
const ownKind = 'application/x-packshot-cells'

const tellCopied = (count: number): void => {
  say(`${countOf(count, 'cell')} copied`)
  if (count > 1) tell(`${countOf(count, 'cell')} copied`)
}

/** Rows that are not loaded: read first, then copied as text. Whether it was copied. */
const copyLater = async (sheet: ShownSheet, range: CellRange, workspace: string | null): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(formatTable(await readTexts(sheet, range, workspace)))
    tellCopied(countCells(range))
    return true
  } catch (error) {
    tellProblem('Nothing was copied.', error)
    return false
  }
}

/** Copies the selection as Excel and Google Sheets read it. Cutting clears it, too. */
export const answerCopy = (sheet: ShownSheet, event: ClipboardEvent, isCut = false): void => {
  event.preventDefault()
  event.stopPropagation()
  if (!followSelection(sheet)) return
  const range = rangeOf(useSheetView.getState().selection)
  const texts = peekTexts(sheet, range)
  const workspace = workspaceNow()
  const cut = (): void => (isCut ? void clearCells(sheet, range, workspace) : undefined)
  if (!texts) return void copyLater(sheet, range, workspace).then((isCopied) => (isCopied ? cut() : undefined))
  event.clipboardData.setData('text/plain', formatTable(texts))
  event.clipboardData.setData('text/html', formatHtmlTable(texts))
  event.clipboardData.setData(ownKind, JSON.stringify(texts))
  tellCopied(countCells(range))
  cut()
}

const readOwn = (text: string): TableText | null => {
  try {
    const table: unknown = JSON.parse(text)
    const isTable =
      Array.isArray(table) && table.length > 0 && table.every((row) => Array.isArray(row) && row.every((cell) => typeof cell === 'string'))
    return isTable ? (table as string[][]) : null
  } catch {
    return null
  }
}

/** Pictures on the clipboard are the window's: they are added to the library. */
export const answerPaste = (sheet: ShownSheet, event: ClipboardEvent): void => {
  const { clipboardData } = event
  const text = clipboardData.getData('text/plain')
  const own = clipboardData.getData(ownKind)
  if (text === '' && own === '') return
  event.preventDefault()
  event.stopPropagation()
  if (!followSelection(sheet)) return
  const table = (own === '' ? null : readOwn(own)) ?? parseTable(text)
  const { selection, activeKey } = useSheetView.getState()
  const selected = rangeOf(selection)
  void pasteTable(sheet, selected, table).then((range) => {
    // What was pasted is selected, unless the person has gone on.
    if (useSheetView.getState().selection !== selection) return
    const first = { row: range.top, column: range.left }
    const key = selection.active.row === range.top ? activeKey : null
    if (countCells(range) === 1) goToCell(first, key)
    else select({ active: first, head: { row: range.bottom, column: range.right } }, key, true)
  })
}
