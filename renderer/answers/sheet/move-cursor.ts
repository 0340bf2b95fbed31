import { moveSelection, type Place, type Step, selectCell } from './cell-range.ts'
import { beforeAll, findNextCell, type ReviewNeed } from './next-cell.ts'
import { cellOf, peekRow, readRow, type ShownSheet } from './sheet-queries.ts'
import { say, select, useSheetView } from './sheet-view.ts'

let rowsInView = 10
/** For Page Up and Page Down. */
export const tellRowsInView = (rows: number): void => {
  rowsInView = rows
}

export const sizeOf = (sheet: ShownSheet) => ({ rows: sheet.total, columns: sheet.columns.length, rowsInView })

export const moveCursor = (sheet: ShownSheet, step: Step, isExtended: boolean): void => {
  const next = moveSelection(useSheetView.getState().selection, step, isExtended, sizeOf(sheet))
  select(next, peekRow(sheet.view, next.active.row)?.key ?? null)
}

/** A cell needs a look if it has a text that is not approved. Answers that are still missing are no work for a person. */
const needAt =
  (sheet: ShownSheet) =>
  ({ row: index, column }: Place): ReviewNeed => {
    const row = peekRow(sheet.view, index)
    if (!row) return 'unknown'
    const question = sheet.columns[column]?.question
    const cell = question === undefined ? undefined : cellOf(row, question)
    return cell && cell.kind !== 'none' && cell.review === 'draft' ? 'open' : 'done'
  }

/** Pages that are read to find the next cell; then a person sees how far it is, and continues. */
const mostRead = 40

/** To the next cell that is to be reviewed; after the last one to the first. */
export const moveToNext = async (sheet: ShownSheet, from: Place = useSheetView.getState().selection.active): Promise<void> => {
  const { order } = useSheetView.getState()
  let place: Place | null = from
  let isFromTop = false
  for (let read = 0; read < mostRead && place; read++) {
    place = findNextCell(place, order, sizeOf(sheet), needAt(sheet))
    if (!place && !isFromTop) {
      isFromTop = true
      place = findNextCell(beforeAll(order), order, sizeOf(sheet), needAt(sheet))
    }
    if (!place || needAt(sheet)(place) === 'open') break
    const found = await readRow(sheet.view, place.row).catch(() => undefined)
    if (!found || needAt(sheet)(place) === 'open') break
  }
  if (!place) return say('Nothing is left to review')
  select(selectCell(place), peekRow(sheet.view, place.row)?.key ?? null)
}
