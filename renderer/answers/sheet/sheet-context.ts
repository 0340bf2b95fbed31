import { createContext } from 'react'
import type { ShownSheet } from './sheet-queries.ts'

/**
 * The sheet, for what is open: a cell's editor, a menu, a dialog. Rows and cells, and closed dialogs, don't get it: each view and sort order
 * makes another sheet, and all of them would be drawn again before the new rows are there.
 */
export const SheetContext = createContext<ShownSheet>({ view: { setId: '' }, name: '', questions: [], columns: [], total: 0 })
