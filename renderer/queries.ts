import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { QueryClient } from '@tanstack/react-query'
import { client } from './bridge.ts'

/** What the core knows, read by query. Nothing goes stale by itself: events say what changed (live.ts). */
export const api = createTanstackQueryUtils(client)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'always', staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000, retry: false, refetchOnWindowFocus: false },
    // Calls go to the core on this computer: being offline is the queue's matter, never theirs.
    mutations: { networkMode: 'always', retry: false },
  },
})
