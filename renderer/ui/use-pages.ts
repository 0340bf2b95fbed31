import { keepPreviousData, type UseQueryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useAreListsHeld } from './hold-lists.ts'

export type Page<Row> = { readonly total: number; readonly rows: readonly Row[] }

/** How many rows a page has. */
export const rowsPerPage = 100

// biome-ignore lint/suspicious/noExplicitAny: every procedure has its own kind of error
type PageOptions<Row> = (offset: number) => UseQueryOptions<Page<Row>, any, Page<Row>, any>

const pageOf = (index: number): number => Math.floor(index / rowsPerPage)

/**
 * Reads a long list in pages: those in view, and the first, which has the total. `onRange` receives the visible range. The list stands still
 * while something is open in a row (hold-lists.ts), and is read again afterwards.
 */
export const usePages = <Row>(read: PageOptions<Row>) => {
  const isHeld = useAreListsHeld()
  const options: PageOptions<Row> = (offset) => ({
    ...read(offset),
    enabled: ({ state }) => !isHeld || state.data === undefined,
  })
  const [range, setRange] = useState({ from: 0, to: 0 })
  const { data, error, isPending, isPlaceholderData } = useQuery({ ...options(0), placeholderData: keepPreviousData })
  const pages = useQueries({
    queries: Array.from({ length: range.to - range.from + 1 }, (_, at) => options((range.from + at) * rowsPerPage)),
  })
  const onRange = useCallback((first: number, last: number) => {
    const next = { from: pageOf(first), to: pageOf(last) }
    setRange((before) => (before.from === next.from && before.to === next.to ? before : next))
  }, [])
  const rowAt = (index: number): Row | undefined => {
    const page = pageOf(index)
    const rows = page === 0 ? data?.rows : pages[page - range.from]?.data?.rows
    return rows?.[index % rowsPerPage]
  }
  return { total: data?.total ?? 0, rowAt, onRange, error, isPending, isPlaceholderData }
}
