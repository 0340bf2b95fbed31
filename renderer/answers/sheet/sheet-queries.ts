import { hashKey } from '@tanstack/react-query'
import type { SetQuestion } from '../../../shared/answers/question-sets.ts'
import { type CellPlace, cellValue, type SheetCell, type SheetRow, type SheetViewInput } from '../../../shared/answers/sheet.ts'
import { client } from '../../bridge.ts'
import { api, queryClient } from '../../queries.ts'
import type { CellRange } from './cell-range.ts'
import type { SheetColumn } from './column-choice.ts'
import { pendingOf, withPending } from './pending-cells.ts'
import { useSheetView } from './sheet-view.ts'

/** The sheet as it is shown. */
export type ShownSheet = {
  readonly view: SheetViewInput
  /** Its set. */
  readonly name: string
  readonly questions: readonly SetQuestion[]
  readonly columns: readonly SheetColumn[]
  readonly total: number
}

/** Few, since each has as many cells as there are columns, and all of a page are read again after each change of one. */
export const rowsPerPage = 50

export const sheetPage = (view: SheetViewInput) => (offset: number) =>
  api.sheet.page.queryOptions({ input: { view, offset, limit: rowsPerPage } })

const pageAt = (view: SheetViewInput, index: number) => sheetPage(view)(Math.floor(index / rowsPerPage) * rowsPerPage)

/**
 * A row that was read before; `undefined`: it is not loaded, another workspace's, or may have changed since it left the screen. What is on the screen
 * counts until it is read again: a key is about what the person sees.
 */
export const peekRow = (view: SheetViewInput, index: number): SheetRow | undefined => {
  const { queryKey } = pageAt(view, index)
  const state = queryClient.getQueryState(queryKey)
  if (!state?.data || state.data.workspace !== useSheetView.getState().workspace) return undefined
  const isOnScreen = (): boolean => (queryClient.getQueryCache().get(hashKey(queryKey))?.getObserversCount() ?? 0) > 0
  return state.isInvalidated && !isOnScreen() ? undefined : state.data.rows[index % rowsPerPage]
}

/** Ends reads that are under way: rows must not move under a cell that is being edited. They are read again afterwards. */
export const holdPages = (): void => {
  const isLoaded = ({ state }: { readonly state: { readonly data: unknown } }): boolean => state.data !== undefined
  void queryClient.cancelQueries({ queryKey: api.sheet.page.key(), predicate: isLoaded })
}

/** The loaded rows from the first one on, up to one that is not. */
const peekRows = (view: SheetViewInput, first: number, last: number): SheetRow[] => {
  const rows: SheetRow[] = []
  for (let index = first; index <= last; index++) {
    const row = peekRow(view, index)
    if (!row) break
    rows.push(row)
  }
  return rows
}

export const readRow = async (view: SheetViewInput, index: number): Promise<SheetRow | undefined> =>
  (await queryClient.fetchQuery(pageAt(view, index))).rows[index % rowsPerPage]

/** A cell as it is shown now, with what was just typed. */
export const cellOf = (row: SheetRow, question: string): SheetCell | undefined => {
  const cell = row.cells.find((one) => one.question === question)
  return cell && row.imageId !== null ? withPending(cell, pendingOf(row.imageId, question)) : cell
}

/** The pictures of rows, first to last; `null`: a product without one. Those on the screen are taken from there. */
export const readImages = async (
  view: SheetViewInput,
  first: number,
  last: number,
  workspace: string | null,
): Promise<(string | null)[]> => {
  const shown = peekRows(view, first, last).map(({ imageId }) => imageId)
  const offset = first + shown.length
  if (offset > last) return shown
  const { images } = await client.sheet.keys({ view, offset, limit: last - offset + 1, workspace })
  return [...shown, ...images]
}

/** A cell with the digest of what is on the screen; `null`: it is not loaded, or shows what this window is saving. */
export type SeenPlace = CellPlace & { readonly seen: string | null }

const seenAt = (row: SheetRow | undefined, imageId: string, question: string): string | null => {
  if (row?.imageId !== imageId || pendingOf(imageId, question)) return null
  return row.cells.find((cell) => cell.question === question)?.digest ?? null
}

/** The pictures and questions of a range; rows without a picture have none. */
export const readPlaces = async (sheet: ShownSheet, range: CellRange, workspace: string | null): Promise<SeenPlace[]> => {
  // Those on the screen, before another page arrives.
  const rows = peekRows(sheet.view, range.top, range.bottom)
  const images = await readImages(sheet.view, range.top, range.bottom, workspace)
  const questions = sheet.columns.slice(range.left, range.right + 1).map(({ question }) => question)
  return images.flatMap((imageId, at) => {
    return imageId === null ? [] : questions.map((question) => ({ imageId, question, seen: seenAt(rows[at], imageId, question) }))
  })
}

/** The texts of a range if all its rows are loaded. */
export const peekTexts = (sheet: ShownSheet, range: CellRange): string[][] | null => {
  const texts: string[][] = []
  for (let index = range.top; index <= range.bottom; index++) {
    const row = peekRow(sheet.view, index)
    if (!row) return null
    texts.push(textsOf(sheet, row, range))
  }
  return texts
}

const textsOf = (sheet: ShownSheet, row: SheetRow, { left, right }: CellRange): string[] =>
  sheet.columns.slice(left, right + 1).map(({ question }) => {
    const cell = cellOf(row, question)
    return cell ? cellValue(cell) : ''
  })

/** The texts of a range of any length, in pages that are not kept. All are this workspace's, wherever the person switches meanwhile. */
export const readTexts = async (sheet: ShownSheet, range: CellRange, workspace: string | null): Promise<string[][]> => {
  const texts: string[][] = []
  const limit = 200
  for (let offset = range.top; offset <= range.bottom; offset += limit) {
    const { rows } = await client.sheet.page({ view: sheet.view, offset, limit: Math.min(limit, range.bottom - offset + 1), workspace })
    texts.push(...rows.map((row) => textsOf(sheet, row, range)))
  }
  return texts
}
