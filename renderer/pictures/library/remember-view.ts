import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Settings } from '../../../shared/base/settings.ts'
import { useLibraryView } from './library-view.ts'

type Kept = Settings['libraryView']

const keptOf = ({ sort, groupBy, layout, tileSize }: Kept): Kept => ({ sort, groupBy, layout, tileSize })
const isSame = (one: Kept, other: Kept): boolean => JSON.stringify(one) === JSON.stringify(other)

type Ports = {
  /** Of the query that reads the core's settings. */
  readonly queryKey: QueryKey
  readonly save: (view: Kept) => Promise<unknown>
}

/**
 * Keeps order, grouping and layout of the library across restarts: they are settings of the core. Call it before the page is drawn, after the window's
 * last content is there. What a person chooses meanwhile wins over settings that arrive late.
 */
export const rememberView = (queries: QueryClient, { queryKey, save }: Ports): void => {
  let isChosen = false
  let known = keptOf(useLibraryView.getState())
  const show = (settings: Settings | undefined): void => {
    // Another build may have kept fewer settings.
    if (!settings?.libraryView || isChosen) return
    known = keptOf(settings.libraryView)
    useLibraryView.setState(known)
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
    isChosen = true
    known = now
    // The next choice is saved again; a look is not worth a message.
    save(now).catch(() => {})
  })
}
