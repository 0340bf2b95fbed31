import type { KeyboardEvent } from 'react'
import type { TrayKind } from '../../../shared/products/matching.ts'
import { hasMod, isSelectAll } from '../../ui/keys.ts'
import { rowOfKey } from '../../ui/list-keys.ts'
import { chooseRange } from './choose-range.ts'
import { markNotAProduct, movePictures, takeOut, unlessChanging } from './match-actions.ts'
import { offeredProducts, type TrayRow } from './match-queries.ts'
import { choose, clearChosen, openMove, targetsOf, toggle, useMatchView } from './match-view.ts'

type Place = { readonly kind: TrayKind; readonly total: number; readonly index: number; readonly row: TrayRow | undefined }

/** What a letter or a number does with the current picture, or with the selection. */
const findAct = (event: KeyboardEvent, { kind, row }: Place): (() => unknown) | null => {
  if (!row) return null
  const { imageId } = row
  const key = event.key.toLowerCase()
  const number = /^[1-9]$/.test(key) ? Number(key) : key === 'enter' ? 1 : 0
  if (number > 0) {
    const candidate = offeredProducts(row)[number - 1]
    return candidate ? unlessChanging([imageId], () => movePictures([imageId], candidate)) : () => {}
  }
  if (key === 'm') return () => openMove({ ids: targetsOf('tray', imageId), from: null, also: false })
  if (key === 'delete' || key === 'backspace') {
    const targets = targetsOf('tray', imageId)
    return unlessChanging(targets, () => (kind === 'open' ? markNotAProduct : takeOut)(targets))
  }
  if (key === ' ') return () => toggle('tray', imageId)
  if (key === 'escape') return clearChosen
  return null
}

/** The keyboard of the tray: next and before, accept a candidate, move to a product, not a product. */
export const useTrayKeys =
  (place: Place) =>
  (event: KeyboardEvent): void => {
    const { total, index } = place
    const target = event.altKey ? null : rowOfKey(event.key, index, total)
    if (target !== null) {
      event.preventDefault()
      if (event.shiftKey) chooseRange(place.kind, target)
      else if (!hasMod(event)) {
        choose('tray', [])
        useMatchView.setState({ anchor: target })
      }
      // The picture there is known once its row is read.
      useMatchView.setState({ tray: { index: target, id: null } })
      return
    }
    if (isSelectAll(event)) {
      event.preventDefault()
      useMatchView.setState({ anchor: 0 })
      chooseRange(place.kind, total - 1)
      return
    }
    if (hasMod(event) || event.altKey) return
    const act = findAct(event, place)
    if (!act) return
    event.preventDefault()
    act()
  }
