import type { QueryClient } from '@tanstack/react-query'
import { guessCounts, knownCounts } from '../shared/base/number-words.ts'
import { followBatch, noBatch } from './activity/queue-batch.ts'
import { hostKind, isNewLibrary } from './bridge.ts'
import { useLive } from './live.ts'
import { showNoPictures } from './pictures/library/library-rows.ts'
import { guessSizes, knownSizes } from './ui/use-size.ts'

/**
 * Shows the window's last content at once at the next start, until the core is ready. The core's first event names
 * everything, so all of it is read again. Old data, never a fact; stored with Chromium's own files in the data folder.
 */
type FirstSight = {
  /** The page's build: another build may use other row names. */
  readonly build: string
  readonly queries: readonly (readonly [key: readonly unknown[], data: unknown])[]
  readonly live: Pick<ReturnType<typeof useLive.getState>, 'queue'>
  readonly sizes: ReturnType<typeof knownSizes>
  readonly language: string
  /** The first format of a number takes 5 ms. */
  readonly counts: ReturnType<typeof knownCounts>
}

const place = 'first-sight'
const build = import.meta.url
/** Quiet time before saving, so that nothing is written while much changes. */
const quietMs = 2_000
/** The queries of the first screen; of the library, only the first rows. */
const shown = new Set([
  'session.get',
  'workspaces.list',
  'settings.get',
  'library.page',
  'library.groups',
  'library.groupPage',
  'images.refusedPage',
])

const isShown = (key: readonly unknown[]): boolean => {
  const [path, options] = key as [readonly string[], { readonly input?: { readonly offset?: number } } | undefined]
  return shown.has(path.join('.')) && (options?.input?.offset ?? 0) === 0
}

const read = (): FirstSight | undefined => {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? 'null') as FirstSight | null
    return kept?.build === build ? kept : undefined
  } catch {
    return undefined
  }
}

/**
 * In a new data folder that is the welcome, at once. Call it before the page is drawn. The browser host has a new origin at every start, so nothing is
 * stored there.
 */
export const showFirstSight = (queries: QueryClient): void => {
  if (isNewLibrary()) {
    showNoPictures(queries)
    return
  }
  const kept = hostKind === 'electron' ? read() : undefined
  if (!kept) return
  for (const [key, data] of kept.queries) queries.setQueryData(key, data)
  guessSizes(kept.sizes)
  if (kept.language === navigator.language) guessCounts(kept.counts)
  const { queue } = kept.live
  // As at the start of a batch, or waiting work would show as “0 of 0”.
  useLive.setState({ queue, batch: queue ? followBatch(noBatch, queue.counts, Date.now()) : noBatch })
}

/** Saves the shown content when it settles and when the page closes. */
export const keepFirstSight = (queries: QueryClient): void => {
  if (hostKind !== 'electron') return
  let timer: ReturnType<typeof setTimeout> | undefined
  let isHeard = false
  const keep = (): void => {
    clearTimeout(timer)
    if (!isHeard) return
    const known = queries
      .getQueryCache()
      .findAll({ type: 'active', predicate: ({ queryKey, state }) => isShown(queryKey) && state.status === 'success' })
    const { queue } = useLive.getState()
    const sight: FirstSight = {
      build,
      queries: known.map(({ queryKey, state }) => [queryKey, state.data] as const),
      live: { queue },
      sizes: knownSizes(),
      language: navigator.language,
      counts: knownCounts(),
    }
    try {
      localStorage.setItem(place, JSON.stringify(sight))
    } catch {
      // Without room in storage the next start draws a little later.
      localStorage.removeItem(place)
    }
  }
  // Saves only data from this start's core, never the restored data.
  useLive.subscribe(({ heard }) => {
    if (!heard) return
    isHeard = true
    clearTimeout(timer)
    timer = setTimeout(keep, quietMs)
  })
  window.addEventListener('pagehide', keep)
}
