import { createContext } from 'react'
import type { ShownSheet } from './sheet-queries.ts'

/**
 * The sheet, for what is open: a cell's editor, a menu, a dialog. Rows, cells and what is closed don't get it: another view or sort order makes
 * another one, and all of them would be drawn again before the new rows are there.
 */
export const SheetContext = createContext<ShownSheet>({ view: { setId: '' }, name: '', questions: [], columns: [], total: 0 })
