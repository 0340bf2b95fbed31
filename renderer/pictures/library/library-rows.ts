import { keepPreviousData, type QueryClient, usePrefetchQuery, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { LibraryFilter, LibraryGrouping, LibraryRow, LibrarySort } from '../../../shared/pictures/library.ts'
import { usualOrder } from '../../../shared/products/usual-order.ts'
import { client } from '../../bridge.ts'
import { api, queryClient } from '../../queries.ts'
import { noFilter } from './library-view.ts'

export type LibraryOrder = { readonly sort: LibrarySort; readonly filter: LibraryFilter; readonly groupBy: LibraryGrouping }

/** Rows are read in pages: only those in view, and a little around them. */
export const pageSize = 100

const pageOptions = (order: LibraryOrder, page: number) =>
  api.library.page.queryOptions({ input: { ...order, offset: page * pageSize, limit: pageSize } })

const totalOptions = (order: LibraryOrder) => api.library.page.queryOptions({ input: { ...order, offset: 0, limit: 1 } })

/** How many pictures match. Each visible page is watched on its own, so that far down the first page is not read again at each change. */
export const useLibraryTotal = (order: LibraryOrder) => {
  // Read together with the total, so that the first rows are ready when the grid is.
  usePrefetchQuery(pageOptions(order, 0))
  const { data, error, isPending, isPlaceholderData } = useQuery({ ...totalOptions(order), placeholderData: keepPreviousData })
  return { total: data?.total ?? 0, error, isPending, isPlaceholderData }
}

/** The rows from `first` to `last`; one that is not read yet is `undefined`. */
export const useLibraryRows = (
  { sort, filter, groupBy }: LibraryOrder,
  first: number,
  last: number,
): ((index: number) => LibraryRow | undefined) => {
  const from = Math.floor(Math.max(0, first) / pageSize)
  const to = Math.floor(Math.max(first, last) / pageSize)
  // The same array while the same pages are in view, as most scrolling stays within them.
  const queries = useMemo(
    () => Array.from({ length: to - from + 1 }, (_, at) => pageOptions({ sort, filter, groupBy }, from + at)),
    [sort, filter, groupBy, from, to],
  )
  const pages = useQueries({ queries })
  return (index) => pages[Math.floor(index / pageSize) - from]?.data?.rows[index % pageSize]
}

/** One row, possibly far from the rows in view. */
export const readRow = async (order: LibraryOrder, index: number): Promise<LibraryRow | undefined> => {
  // A row out of view may have changed since it was read.
  const page = await queryClient.fetchQuery(pageOptions(order, Math.floor(index / pageSize)))
  return page.rows[index % pageSize]
}

type Place = { readonly id: string; readonly index: number }

/** The ids from one picture to another, from loaded pages where these still show both in their places. */
export const readBetween = async (order: LibraryOrder, one: Place, other: Place): Promise<string[]> => {
  const [from, to] = one.index <= other.index ? [one, other] : [other, one]
  const [low, high] = [from.index, to.index]
  const near: string[] = []
  for (let index = low; index <= high; index++) {
    const page = queryClient.getQueryState(pageOptions(order, Math.floor(index / pageSize)).queryKey)
    const row = page?.isInvalidated ? undefined : page?.data?.rows[index % pageSize]
    if (!row) break
    near.push(row.id)
  }
  if (near.length === high - low + 1 && near[0] === from.id && near.at(-1) === to.id) return near
  return client.library.ids({ ...order, between: [one.id, other.id] })
}

/** A picture's place in an order, if it is there. */
export const readPlace = (order: LibraryOrder, imageId: string): Promise<number | null> => client.library.place({ ...order, imageId })

const everything: LibraryOrder = { sort: usualOrder, filter: noFilter, groupBy: 'nothing' }

/** For a first sight before the core says so: there are no pictures. */
export const showNoPictures = (queries: QueryClient): void => {
  queries.setQueryData(totalOptions(everything).queryKey, { total: 0, rows: [] })
}

/** The number of pictures, ignoring the filter; `undefined` until known. */
export const useLibrarySize = (): number | undefined => useQuery(totalOptions(everything)).data?.total
