export const sheetGridId = 'sheet-grid'

/** The keyboard goes back to the sheet, without moving it. */
export const focusGrid = (): void => document.getElementById(sheetGridId)?.focus({ preventScroll: true })
