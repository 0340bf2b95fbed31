import { type MouseEvent, useCallback } from 'react'
import type { LibraryRow } from '../../../shared/pictures/library.ts'
import { hasMod } from '../../ui/keys.ts'
import { tellProblem } from '../../ui/tell.tsx'
import { type LibraryOrder, readBetween, readPlace, readRow } from './library-rows.ts'
import { noFilter, setFilter, setSelection, useLibraryView } from './library-view.ts'
import { selectionRead, selectOnceRead } from './select-once-read.ts'
import { chooseOne, chooseRange, toggleOne } from './selection.ts'

export const openPreview = (index: number): void => useLibraryView.setState({ preview: index, current: index })
export const closePreview = (): void => useLibraryView.setState({ preview: null, comparesPreview: false })

/** Enlarges the selected picture, at its place in the current order. If a filter hides it, the filter is cleared. */
export const openPreviewOf = async (id: string): Promise<void> => {
  const orderNow = () => {
    const { sort, filter, groupBy } = useLibraryView.getState()
    return { sort, filter, groupBy }
  }
  const { current } = useLibraryView.getState()
  if ((await readRow(orderNow(), current))?.id === id) return openPreview(current)
  const index = await readPlace(orderNow(), id)
  if (index !== null) return openPreview(index)
  setFilter(noFilter)
  openPreview((await readPlace(orderNow(), id)) ?? 0)
}

/** The same from a button, which says if it could not. */
export const enlarge = (id: string): void =>
  void openPreviewOf(id).catch((error: unknown) => tellProblem('The picture could not be opened.', error))

type Keys = { readonly shift: boolean; readonly mod: boolean }

/** Applies a click or an arrow key, with its modifiers, to the selection. */
export const press = async (order: LibraryOrder, index: number, id: string, { shift, mod }: Keys): Promise<void> => {
  useLibraryView.setState({ current: index })
  if (!shift && !mod) return setSelection(chooseOne({ id, index }))
  // These add to what was chosen before.
  await selectionRead()
  const { selection } = useLibraryView.getState()
  const { anchor } = selection
  if (!shift || !anchor) return setSelection(mod ? toggleOne(selection, { id, index }) : chooseOne({ id, index }))
  return selectOnceRead(order, async () => {
    const between = await readBetween(order, anchor, { id, index })
    return (before) => chooseRange(before, { id, index }, between, mod)
  })
}

export const reportUnselected = (error: unknown): void => tellProblem('The pictures were not selected.', error)

const isPlain = (event: MouseEvent): boolean => event.button === 0 && !event.shiftKey && !hasMod(event)

/** Whether this picture is selected with others. */
const isOfSeveral = (id: string): boolean => {
  const { ids } = useLibraryView.getState().selection
  return ids.size > 1 && ids.has(id)
}

/** A click that did not become a drag leaves only this one of a selection. */
export const clickAlone = (index: number, { id }: LibraryRow, event: MouseEvent): void => {
  if (isPlain(event) && isOfSeveral(id)) setSelection(chooseOne({ id, index }))
}

export const usePress = ({ sort, filter, groupBy }: LibraryOrder) =>
  useCallback(
    (index: number, row: LibraryRow, event: MouseEvent): void => {
      if (event.button !== 0) return
      // A selection that is about to be dragged stays.
      if (isPlain(event) && isOfSeveral(row.id)) {
        useLibraryView.setState({ current: index })
        return
      }
      press({ sort, filter, groupBy }, index, row.id, { shift: event.shiftKey, mod: hasMod(event) }).catch(reportUnselected)
    },
    [sort, filter, groupBy],
  )
