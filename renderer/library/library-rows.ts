import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import type { LibraryFilter, LibraryRow, LibrarySort } from '../../shared/library.ts'
import { api, queryClient } from '../queries.ts'
import { noFilter } from './library-view.ts'

export type LibraryOrder = { readonly sort: LibrarySort; readonly filter: LibraryFilter }

/** Rows are read in pages: only those in view, and a little around them. */
export const pageSize = 100

const pageOptions = (order: LibraryOrder, page: number) =>
  api.library.page.queryOptions({ input: { ...order, offset: page * pageSize, limit: pageSize } })

/** How many match. The first page is always followed, since every page tells the total. */
export const useLibraryTotal = (order: LibraryOrder) => {
  const { data, error, isPending, isPlaceholderData } = useQuery({ ...pageOptions(order, 0), placeholderData: keepPreviousData })
  return { total: data?.total ?? 0, error, isPending, isPlaceholderData }
}

/** The rows from `first` to `last`; one that is not read yet is `undefined`. */
export const useLibraryRows = (order: LibraryOrder, first: number, last: number): ((index: number) => LibraryRow | undefined) => {
  const from = Math.floor(Math.max(0, first) / pageSize)
  const to = Math.floor(Math.max(first, last) / pageSize)
  const pages = useQueries({ queries: Array.from({ length: to - from + 1 }, (_, at) => pageOptions(order, from + at)) })
  return (index) => pages[Math.floor(index / pageSize) - from]?.data?.rows[index % pageSize]
}

/** One row that may be far from what is in view. */
export const readRow = async (order: LibraryOrder, index: number): Promise<LibraryRow | undefined> => {
  const page = await queryClient.ensureQueryData(pageOptions(order, Math.floor(index / pageSize)))
  return page.rows[index % pageSize]
}

/** The ids from `low` to `high`, from the pages at hand where they are there. */
export const readIds = async (order: LibraryOrder, low: number, high: number): Promise<string[]> => {
  const near: string[] = []
  for (let index = low; index <= high; index++) {
    const page = queryClient.getQueryData(pageOptions(order, Math.floor(index / pageSize)).queryKey)
    const row = page?.rows[index % pageSize]
    if (!row) break
    near.push(row.id)
  }
  return near.length === high - low + 1 ? near : (await readAllIds(order)).slice(low, high + 1)
}

export const readAllIds = (order: LibraryOrder): Promise<string[]> =>
  queryClient.fetchQuery({ ...queryOptions(api.library.ids.queryOptions({ input: order })), staleTime: 0, gcTime: 0 })

const everything: LibraryOrder = { sort: { by: 'added', descending: true }, filter: noFilter }

/** How many pictures there are, whatever is filtered; `undefined` until it is known. */
export const useLibrarySize = (): number | undefined =>
  useQuery(api.library.page.queryOptions({ input: { ...everything, offset: 0, limit: 1 } })).data?.total
