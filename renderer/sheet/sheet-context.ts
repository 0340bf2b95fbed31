import { createContext } from 'react'
import type { ShownSheet } from './sheet-queries.ts'

/**
 * The sheet, for what in a cell needs all of it. Rows and cells don't get it: another view or sort order makes another one, and all of them
 * would be drawn again before their new rows are there.
 */
export const SheetContext = createContext<ShownSheet>({ view: { setId: '' }, name: '', questions: [], columns: [], total: 0 })
