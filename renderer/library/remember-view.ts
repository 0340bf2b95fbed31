import type { QueryClient } from '@tanstack/react-query'
import type { Settings } from '../../shared/settings.ts'
import { client } from '../bridge.ts'
import { api } from '../queries.ts'
import { useLibraryView } from './library-view.ts'

type Kept = Settings['libraryView']

const keptOf = ({ sort, groupBy, layout, tileSize }: Kept): Kept => ({ sort, groupBy, layout, tileSize })
const isSame = (one: Kept, other: Kept): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * Keeps order, grouping and layout of the library across restarts: they are settings of the core. Call it before the page is drawn, after the window's
 * last content is there. What a person chooses meanwhile wins over settings that arrive late.
 */
export const rememberView = (queries: QueryClient): void => {
  const { queryKey } = api.settings.get.queryOptions()
  let known = keptOf(useLibraryView.getState())
  const show = (settings: Settings | undefined): void => {
    // Another build may have kept fewer settings.
    if (!settings?.libraryView) return
    const isUntouched = isSame(known, keptOf(useLibraryView.getState()))
    known = keptOf(settings.libraryView)
    if (isUntouched) useLibraryView.setState(known)
  }
  show(queries.getQueryData(queryKey))
  const key = JSON.stringify(queryKey)
  const stop = queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || JSON.stringify(event.query.queryKey) !== key) return
    // Only the core's first answer: from then on this window knows best.
    stop()
    show(event.query.state.data as Settings)
  })
  useLibraryView.subscribe((view) => {
    const now = keptOf(view)
    if (isSame(now, known)) return
    known = now
    // The next choice is saved again; a look is not worth a message.
    client.settings.set({ libraryView: now }).catch(() => {})
  })
}
