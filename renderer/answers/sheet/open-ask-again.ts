import type { Place } from './cell-range.ts'
import { goToCell, openDialog } from './sheet-view.ts'

/** From the cell's own button: about this cell alone. */
export const openAskAgainAt = (place: Place): void => {
  goToCell(place)
  openDialog('ask-again')
}
