import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type PictureNames, readNames } from './picture-names.ts'
import type { OrderItem } from './picture-order.tsx'

type Sources = {
  readonly sourceIds: readonly string[]
  /** Pictures of ours that may be among them. */
  readonly imageIds: readonly string[]
}

const none: PictureNames = new Map()

const queryOfNames = (sourceIds: readonly string[]) => ({
  queryKey: [['products', 'names'], { sourceIds }],
  queryFn: () => readNames('source', sourceIds),
  enabled: sourceIds.length > 0,
  placeholderData: keepPreviousData,
})

/** The pictures that sources were made from, also those that have left the library. Read again when products change, not when a picture does. */
const useSourceNames = (sourceIds: readonly string[]): PictureNames => useQuery(queryOfNames(sourceIds)).data ?? none

/** The same; `areRead`: they are these sources' names, and not those of sources before them. */
export const useReadNames = (
  sourceIds: readonly string[],
): { readonly names: PictureNames; readonly areRead: boolean; readonly error: Error | null } => {
  const { data = none, isPlaceholderData, error } = useQuery(queryOfNames(sourceIds))
  return { names: data, areRead: sourceIds.length === 0 || (data !== none && !isPlaceholderData), error }
}

/** A list's items with their pictures; a source that Packshot doesn't know is shown by its id. */
export const toItems = ({ sourceIds, imageIds }: Sources, names: PictureNames): readonly OrderItem[] => {
  // If all are ours, each keeps its place until the names are read.
  const areAllOurs = sourceIds.length === imageIds.length
  return sourceIds.map((sourceId, at) => {
    const known = names.get(sourceId)
    return { key: sourceId, imageId: known?.imageId ?? (areAllOurs ? imageIds[at] : undefined) ?? null, name: known?.name ?? sourceId }
  })
}

/** The pictures of a list, with their names. */
export const useListItems = (sources: Sources): readonly OrderItem[] => toItems(sources, useSourceNames(sources.sourceIds))
