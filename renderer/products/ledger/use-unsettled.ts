import { useQuery } from '@tanstack/react-query'
import { api } from '../../queries.ts'

/** How many are settled at a time; the rest follow. */
const most = 100

export const unsettledQuery = () => api.products.unsettled.queryOptions({ input: { offset: 0, limit: most } })

/** How many lists work waits for, without the lists: it is read again whenever a job changes. */
export const useUnsettledCount = (): number =>
  useQuery(api.products.unsettled.queryOptions({ input: { offset: 0, limit: 0 } })).data?.total ?? 0
