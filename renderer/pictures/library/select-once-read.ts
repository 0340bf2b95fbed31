import type { LibraryOrder } from './library-rows.ts'
import { selectionTurn, setSelection, useLibraryView } from './library-view.ts'
import { narrow, type Selection } from './selection.ts'

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

const orderNow = (): LibraryOrder => {
  const { sort, filter, groupBy } = useLibraryView.getState()
  return { sort, filter, groupBy }
}

const isShown = ({ sort, filter, groupBy }: LibraryOrder): boolean => {
  const view = useLibraryView.getState()
  return view.sort === sort && view.filter === filter && view.groupBy === groupBy
}

/** Actions wait for this. `quiet`: it comes by itself, so nothing is said about it. */
const begin = (work: Promise<void>, quiet = false): void => {
  const done = work.catch(() => {})
  reading = done
  const timer = quiet ? undefined : setTimeout(() => reading === done && useLibraryView.setState({ isSelecting: true }), quietMs)
  void done.then(() => {
    clearTimeout(timer)
    if (reading !== done) return
    reading = undefined
    useLibraryView.setState({ isSelecting: false })
  })
}

/**
 * Selects what has to be read first. Whatever a person selects or deselects meanwhile is newer, and counts instead: then nothing of it is
 * selected. Rejects if it could not be read.
 */
export const selectOnceRead = async (order: LibraryOrder, read: () => Promise<(before: Selection) => Selection>): Promise<void> => {
  const turn = selectionTurn.next()
  const work = (async () => {
    const change = await read()
    if (!selectionTurn.is(turn)) return
    const selection = change(useLibraryView.getState().selection)
    // In another order by now, a range can’t grow from a place in this one.
    setSelection(isShown(order) ? selection : { ...selection, anchor: null })
  })()
  begin(work)
  await work
}

/** Pictures that are shown in an order, of those in the selection; `all`: the order hides nothing. */
type ReadShown = (order: LibraryOrder, chosen: ReadonlySet<string>) => Promise<'all' | ReadonlySet<string>>

/**
 * Keeps chosen pictures that are hidden now out of the selection, and selects them again once they are shown. It waits for what is being selected, and
 * reads again if a person chose something else meanwhile. Rejects if it could not be read.
 */
export const narrowSelection = async (read: ReadShown, quiet: boolean): Promise<void> => {
  const before = reading
  const work = (async () => {
    await before
    for (;;) {
      const { chosen } = useLibraryView.getState().selection
      if (chosen.size === 0) return
      const order = orderNow()
      const shown = await read(order, chosen)
      const { selection } = useLibraryView.getState()
      if (selection.chosen !== chosen || !isShown(order)) continue
      useLibraryView.setState({ selection: narrow(selection, shown) })
      return
    }
  })()
  begin(work, quiet)
  await work
}
