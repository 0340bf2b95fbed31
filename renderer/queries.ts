import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { QueryClient } from '@tanstack/react-query'
import { client } from './bridge.ts'

/** The core's data, read by query. Nothing goes stale by itself: events say what changed (live.ts). */
export const api = createTanstackQueryUtils(client)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'always', staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000, retry: false, refetchOnWindowFocus: false },
    // Calls go to the core on this computer, so being offline concerns only the queue.
    mutations: { networkMode: 'always', retry: false },
  },
})

/** All that a change of the session may change. */
export const sessionKeys = () => [api.session.key(), api.workspaces.key(), api.offers.key(), api.proxy.key()]

export const readSessionAgain = (queries: QueryClient): Promise<unknown> =>
  Promise.all(sessionKeys().map((queryKey) => queries.invalidateQueries({ queryKey })))
