import { countOf } from '../../shared/base/number-words.ts'
import classes from './show-drag-count.module.css'

/** Beside the pointer while several pictures are dragged: how many. For `dragstart`. */
export const showDragCount = (transfer: DataTransfer, count: number): void => {
  if (count < 2) return
  const element = document.createElement('div')
  element.className = classes.count ?? ''
  element.ariaHidden = 'true'
  element.textContent = countOf(count, 'picture')
  document.body.append(element)
  transfer.setDragImage(element, -12, -12)
  // It is drawn once, after this event.
  setTimeout(() => element.remove())
}
