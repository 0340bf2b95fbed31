import type { LibraryOrder } from './library-rows.ts'
import { selectionTurn, setSelection, useLibraryView } from './library-view.ts'
import type { Selection } from './selection.ts'

/** After this many milliseconds the bar says “Selecting…”. */
const quietMs = 200

let reading: Promise<void> | undefined

/** Pictures are being read that will be selected. */
export const isSelecting = (): boolean => reading !== undefined

/** Resolves once what a person chose last is selected, so that an action right after Ctrl/⌘ A is about all of it. */
export const selectionRead = async (): Promise<void> => {
  while (reading) await reading
}

/** The selected pictures, once they are read. */
export const readSelected = async (): Promise<ReadonlySet<string>> => {
  await selectionRead()
  return useLibraryView.getState().selection.ids
}

const isShown = ({ sort, filter, groupBy }: LibraryOrder): boolean => {
  const view = useLibraryView.getState()
  return view.sort === sort && view.filter === filter && view.groupBy === groupBy
}

/**
 * Selects what has to be read first. Whatever a person selects or deselects meanwhile is newer, and counts instead: then nothing of it is
 * selected. Rejects if it could not be read.
 */
export const selectOnceRead = async (
  order: LibraryOrder,
  read: (isWanted: () => boolean) => Promise<(before: Selection) => Selection>,
): Promise<void> => {
  const turn = selectionTurn.next()
  const isWanted = (): boolean => selectionTurn.is(turn)
  const work = (async () => {
    const change = await read(isWanted)
    if (!isWanted()) return
    const selection = change(useLibraryView.getState().selection)
    // In another order by now, a range can’t grow from a place in this one.
    setSelection(isShown(order) ? selection : { ...selection, anchor: null })
  })()
  const done = work.catch(() => {})
  reading = done
  const timer = setTimeout(() => reading === done && useLibraryView.setState({ isSelecting: true }), quietMs)
  void done.then(() => {
    clearTimeout(timer)
    if (reading !== done) return
    reading = undefined
    useLibraryView.setState({ isSelecting: false })
  })
  await work
}
