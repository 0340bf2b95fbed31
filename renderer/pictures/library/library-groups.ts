import { keepPreviousData, skipToken, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { LibraryGroup, LibraryGrouping } from '../../../shared/pictures/library.ts'
import { lastFolderOf } from '../../../shared/pictures/picture-place.ts'
import { factsOfProduct, titleOfProduct } from '../../../shared/products/product-names-words.ts'
import { client } from '../../bridge.ts'
import { api, queryClient } from '../../queries.ts'
import { formatTime } from '../../ui/format.ts'
import type { LibraryOrder } from './library-rows.ts'

/** How many pictures each group has, in order; `version` is another one once the groups have changed. */
export type GroupCounts = { readonly version: string; readonly pictures: readonly number[] }

const headsPerPage = 100

const toCounts = ({ version, pictures }: { readonly version: string; readonly pictures: string }): GroupCounts => ({
  version,
  pictures: pictures === '' ? [] : pictures.split(' ').map(Number),
})

const headOptions = (order: LibraryOrder, page: number) =>
  api.library.groupPage.queryOptions({ input: { ...order, offset: page * headsPerPage, limit: headsPerPage } })

/** Counts of all groups, which are small; their names are read where they are in view. */
export const useGroupCounts = (order: LibraryOrder) => {
  const isGrouped = order.groupBy !== 'nothing'
  const { data, error } = useQuery({
    ...api.library.groups.queryOptions({ input: isGrouped ? order : skipToken, select: toCounts }),
    placeholderData: keepPreviousData,
  })
  return { counts: isGrouped ? data : undefined, error: isGrouped ? error : null, isGrouped }
}

/** The headers of the groups from `first` to `last`; one that is not read yet is `undefined`. */
export const useGroupHeads = ({ sort, filter, groupBy }: LibraryOrder, first: number, last: number) => {
  const from = Math.floor(Math.max(0, first) / headsPerPage)
  const to = Math.floor(Math.max(first, last) / headsPerPage)
  const queries = useMemo(
    () =>
      groupBy === 'nothing' ? [] : Array.from({ length: to - from + 1 }, (_, at) => headOptions({ sort, filter, groupBy }, from + at)),
    [sort, filter, groupBy, from, to],
  )
  const pages = useQueries({ queries })
  return (group: number): LibraryGroup | undefined => pages[Math.floor(group / headsPerPage) - from]?.data?.[group % headsPerPage]
}

/** The header of any group. */
export const readGroupHead = async (order: LibraryOrder, group: number): Promise<LibraryGroup | undefined> =>
  (await queryClient.fetchQuery(headOptions(order, Math.floor(group / headsPerPage))))[group % headsPerPage]

/** Not among the library's other data: work on pictures changes no group, and a group may have all of them. */
const idOptions = (order: LibraryOrder, version: string, key: string | null) => ({
  queryKey: ['pictures of a group', order, version, key],
  queryFn: () => client.library.ids({ ...order, group: key }),
  structuralSharing: false,
  gcTime: 10_000,
})

/** The pictures of a group, read while anything is selected; `undefined`: not read yet. */
export const useGroupIds = (order: LibraryOrder, version: string, key: string | null, isWanted: boolean): readonly string[] | undefined =>
  useQuery({ ...idOptions(order, version, key), enabled: isWanted, placeholderData: keepPreviousData }).data

/** The pictures that are in a group at this moment. */
export const readGroupIds = (order: LibraryOrder, version: string, key: string | null): Promise<readonly string[]> =>
  queryClient.fetchQuery({ ...idOptions(order, version, key), staleTime: 0 })

const without: Readonly<Record<LibraryGrouping, string>> = {
  nothing: '',
  folder: 'No folder',
  product: 'No product',
  drop: 'Date unknown',
  similar: 'No similar picture',
}

/** A group's name, and where that is short of it, the rest in quiet. */
export const describeGroup = (
  { key, name, productId, sku = null, at }: LibraryGroup,
  groupBy: LibraryGrouping,
): { title: string; note: string } => {
  if (key === null) return { title: without[groupBy], note: '' }
  if (groupBy === 'drop') return { title: at === null ? without.drop : `Added ${formatTime(at)}`, note: '' }
  if (groupBy === 'similar') return { title: name ?? '', note: '' }
  if (groupBy === 'folder') return { title: lastFolderOf(name ?? ''), note: name ?? '' }
  const names = { name: name || null, sku, productId }
  return { title: titleOfProduct(names), note: factsOfProduct(names).join(' · ') }
}
