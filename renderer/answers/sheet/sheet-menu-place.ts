import { useSheetView } from './sheet-view.ts'

export const sheetCellId = (row: number, column: number): string => `cell-${row}-${column}`

export const openMenu = (x: number, y: number): void => useSheetView.setState({ menu: { x, y } })
export const closeMenu = (): void => useSheetView.setState({ menu: null })

/** By keyboard: below the active cell. */
export const openMenuAtCursor = (): void => {
  const { active } = useSheetView.getState().selection
  const box = document.getElementById(sheetCellId(active.row, active.column))?.getBoundingClientRect()
  if (box) openMenu(box.left + 16, Math.min(box.bottom, window.innerHeight - 40))
}
