import type { DragEvent } from 'react'
import { countOf } from '../../../shared/base/number-words.ts'
import type { KeptProduct } from '../../../shared/products/matching.ts'
import { showDragCount } from '../../ui/show-drag-count.ts'
import { markNotAProduct, movePictures, takeOut } from './match-actions.ts'
import { type DragStart, setOver, useMatchView } from './match-view.ts'

/** The selection, if this picture is part of it, else the picture alone. */
export const beginDrag = (event: DragEvent, start: DragStart, id: string): void => {
  const view = useMatchView.getState()
  const ids = view.side === start.side && view.chosen.has(id) ? [...view.chosen] : [id]
  event.dataTransfer.effectAllowed = 'copyMove'
  event.dataTransfer.setData('text/plain', countOf(ids.length, 'picture'))
  showDragCount(event.dataTransfer, ids.length)
  // After this event: Chromium ends a drag whose element changes at once.
  setTimeout(() => useMatchView.setState({ dragged: { ids, ...start } }))
}

/** On `dragend`, which follows each drop: the dragged row stays drawn until then, or its `dragend` would never come. */
export const endDrag = (): void => useMatchView.setState({ dragged: null, over: null })

/** As in a file manager: with Ctrl, or Option on a Mac, pictures of a product stay there, too. */
const isAlso = ({ ctrlKey, altKey }: DragEvent): boolean => useMatchView.getState().dragged?.side === 'products' && (ctrlKey || altKey)

const accept = (event: DragEvent): void => {
  event.preventDefault()
  event.stopPropagation()
  event.dataTransfer.dropEffect = isAlso(event) ? 'copy' : 'move'
}

export const dragOverTray = (event: DragEvent): void => {
  const { dragged } = useMatchView.getState()
  if (dragged?.side !== 'products') return
  accept(event)
  setOver({ kind: 'tray' })
}

export const dropOnTray = (event: DragEvent): void => {
  const { dragged, trayKind } = useMatchView.getState()
  if (dragged?.side !== 'products') return
  accept(event)
  setOver(null)
  void (trayKind === 'open' ? takeOut(dragged.ids, dragged.from) : markNotAProduct(dragged.ids))
}

/** The first picture from `index` on that isn't being dragged itself. */
const findBefore = (pictures: KeptProduct['pictures'], index: number, ids: readonly string[]): string | null =>
  pictures.slice(index).find((one) => !ids.includes(one.imageId))?.imageId ?? null

/** `index`: the tile under the pointer; `null`: the product, beside its tiles. */
export const dragOverProduct = (event: DragEvent, { product, pictures }: KeptProduct, index: number | null): void => {
  const { dragged } = useMatchView.getState()
  if (!dragged) return
  accept(event)
  const { left, width } = event.currentTarget.getBoundingClientRect()
  const at = index === null ? pictures.length : event.clientX > left + width / 2 ? index + 1 : index
  setOver({ kind: 'product', key: product.key, before: findBefore(pictures, at, dragged.ids) })
}

/** Whether these pictures are there already, in this place. */
const isThere = (pictures: KeptProduct['pictures'], ids: readonly string[], before: string | null): boolean => {
  const end = before === null ? pictures.length : pictures.findIndex((one) => one.imageId === before)
  const ahead = pictures.slice(Math.max(0, end - ids.length), end).map((one) => one.imageId)
  return ahead.length === ids.length && ids.every((id, at) => ahead[at] === id)
}

export const dropOnProduct = (event: DragEvent, { product, pictures, total }: KeptProduct): void => {
  const { dragged, over } = useMatchView.getState()
  if (!dragged) return
  accept(event)
  setOver(null)
  const before = over?.kind === 'product' && over.key === product.key ? over.before : null
  // A product with more pictures than are shown has its end elsewhere.
  if (total === pictures.length && isThere(pictures, dragged.ids, before)) return
  void movePictures(dragged.ids, product, { before, from: dragged.from, also: isAlso(event) })
}
