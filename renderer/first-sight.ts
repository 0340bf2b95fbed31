import type { QueryClient } from '@tanstack/react-query'
import { followBatch, noBatch } from './activity/queue-batch.ts'
import { hostKind } from './bridge.ts'
import { useLive } from './live.ts'

/**
 * What the window showed last, shown at once at the next start, until the core is there and says what is so: its first event names
 * everything, and all is read anew. A picture of the past, never a fact; it lies with Chromium's own files in the data folder.
 */
type FirstSight = {
  /** The page's build: another one may know rows by other names. */
  readonly build: string
  readonly queries: readonly (readonly [key: readonly unknown[], data: unknown])[]
  readonly live: Pick<ReturnType<typeof useLive.getState>, 'queue'>
}

const place = 'first-sight'
const build = import.meta.url
/** Without news for so long: while much changes, nothing is written beside it. */
const quietMs = 2_000
/** What the first screen reads. Of the library, its first rows. */
const shown = new Set(['session.get', 'session.list', 'settings.get', 'library.page', 'images.refusedPage'])

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

/** Before the page is drawn. The browser host has another origin at every start, and nothing kept. */
export const showFirstSight = (queries: QueryClient): void => {
  const kept = hostKind === 'electron' ? read() : undefined
  if (!kept) return
  for (const [key, data] of kept.queries) queries.setQueryData(key, data)
  const { queue } = kept.live
  // As at the beginning of a batch, or what waits would be told as “0 of 0”.
  useLive.setState({ queue, batch: queue ? followBatch(noBatch, queue.counts, Date.now()) : noBatch })
}

/** Keeps what is shown, when it rests and when the page goes. */
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
    const sight: FirstSight = { build, queries: known.map(({ queryKey, state }) => [queryKey, state.data] as const), live: { queue } }
    try {
      localStorage.setItem(place, JSON.stringify(sight))
    } catch {
      // Without room for it the next start draws a little later.
      localStorage.removeItem(place)
    }
  }
  // Only what this start's core said is kept, not what was kept before.
  useLive.subscribe(({ heard }) => {
    if (!heard) return
    isHeard = true
    clearTimeout(timer)
    timer = setTimeout(keep, quietMs)
  })
  window.addEventListener('pagehide', keep)
}
