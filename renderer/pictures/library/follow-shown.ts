import { client } from '../../bridge.ts'
import { tellProblem } from '../../ui/tell.tsx'
import type { LibraryOrder } from './library-rows.ts'
import { clearSelection, isFiltered, useLibraryView } from './library-view.ts'
import { narrowSelection } from './select-once-read.ts'

/** Pictures without a similar one are in none of these groups. */
const hides = ({ filter, groupBy }: LibraryOrder): boolean => isFiltered(filter) || groupBy === 'similar'

const readShown = async (order: LibraryOrder, chosen: ReadonlySet<string>): Promise<'all' | ReadonlySet<string>> => {
  if (!hides(order)) return 'all'
  return new Set(await client.library.shown({ ...order, imageIds: [...chosen] }))
}

const selectOnlyShown = (quiet: boolean): Promise<void> =>
  narrowSelection(readShown, quiet).catch((error: unknown) => {
    // It could hold pictures that aren't shown.
    clearSelection()
    tellProblem('The pictures were not selected.', error)
  })

/** An action hits exactly what is shown: every filter and grouping narrows the selection to it. */
export const followShown = (): void => {
  useLibraryView.subscribe((now, before) => {
    if (now.filter !== before.filter || now.groupBy !== before.groupBy) void selectOnlyShown(false)
  })
}

/** The same where the library itself has changed. */
export const followLibrary = (): void => {
  const view = useLibraryView.getState()
  if (view.selection.chosen.size > 0 && hides(view)) void selectOnlyShown(true)
}
