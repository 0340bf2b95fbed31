import { goTo } from '../navigation.ts'
import { showRows } from './sheet-view.ts'

/** The sheet of these pictures alone; its filters show all again. */
export const openInSheet = (images: readonly string[]): void => {
  showRows({ rows: 'pictures', text: '', only: [], product: null, drop: null, images })
  goTo('sheet')
}
