import { keepPreviousData, type UseQueryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useAreListsHeld } from './hold-lists.ts'

export type Page<Row> = { readonly total: number; readonly rows: readonly Row[] }

/** How many rows a page has. */
export const rowsPerPage = 100

// biome-ignore lint/suspicious/noExplicitAny: every procedure has its own kind of error
type PageOptions<Row> = (offset: number) => UseQueryOptions<Page<Row>, any, Page<Row>, any>

const dataOf = (results: readonly { readonly data: unknown }[]): readonly unknown[] => results.map(({ data }) => data)

type Paging = {
  /** Rows of a page, if not as many as usual. */
  readonly size?: number
  /** A row that is shown wherever the list is scrolled to. */
  readonly kept?: number
}

/** For `enabled`: a list that was read is not read again while lists are held. Each reader of the same list needs it. */
export const useStandStill = () => {
  const isHeld = useAreListsHeld()
  return ({ state }: { readonly state: { readonly data: unknown } }): boolean => !isHeld || state.data === undefined
}

/**
 * Reads a long list in pages: those in view, and the first, which has the total. `onRange` receives the visible range. The list stands still
 * while something is open in a row (hold-lists.ts), and is read again afterwards.
 */
export const usePages = <Row>(read: PageOptions<Row>, { size = rowsPerPage, kept = 0 }: Paging = {}) => {
  const enabled = useStandStill()
  const options: PageOptions<Row> = (offset) => ({ ...read(offset), enabled })
  const [range, setRange] = useState({ from: 0, to: 0 })
  const { data, error, isPending, isPlaceholderData } = useQuery({ ...options(0), placeholderData: keepPreviousData })
  const keptPage = Math.floor(Math.min(kept, Math.max(0, (data?.total ?? 0) - 1)) / size)
  const isInRange = keptPage === 0 || (keptPage >= range.from && keptPage <= range.to)
  const places = Array.from({ length: range.to - range.from + 1 }, (_, at) => range.from + at)
  const pages = useQueries({
    queries: [...places, ...(isInRange ? [] : [keptPage])].map((place) => options(place * size)),
    combine: dataOf,
  })
  const onRange = useCallback(
    (first: number, last: number) => {
      const next = { from: Math.floor(first / size), to: Math.floor(last / size) }
      setRange((before) => (before.from === next.from && before.to === next.to ? before : next))
    },
    [size],
  )
  // The same function as long as the rows are: what shows them is drawn again only with others.
  const rowAt = useCallback(
    (index: number): Row | undefined => {
      const place = Math.floor(index / size)
      const at = place === keptPage && !isInRange ? range.to - range.from + 1 : place - range.from
      const rows = place === 0 ? data?.rows : (pages[at] as Page<Row> | undefined)?.rows
      return rows?.[index % size]
    },
    [data, pages, range.from, range.to, keptPage, isInRange, size],
  )
  return { total: data?.total ?? 0, rowAt, onRange, error, isPending, isPlaceholderData }
}
