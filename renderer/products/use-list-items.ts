import { useQuery } from '@tanstack/react-query'
import { client } from '../bridge.ts'
import type { OrderItem } from './picture-order.tsx'

/** How many are looked up; the rest of a longer list is shown by id. */
const namedAtMost = 120

type Sources = {
  readonly sourceIds: readonly string[]
  /** Pictures of ours that may be among them. */
  readonly imageIds: readonly string[]
}

/** The library's pictures in a list, with their names. Read again when products change, not when a picture does. */
export const useListItems = ({ sourceIds, imageIds }: Sources): readonly OrderItem[] => {
  const { data: pictures = [] } = useQuery({
    queryKey: [['products', 'items'], { imageIds }],
    queryFn: () => Promise.allSettled(imageIds.slice(0, namedAtMost).map((imageId) => client.library.details({ imageId }))),
    enabled: imageIds.length > 0,
  })
  const bySource = new Map(
    pictures.flatMap((one) => (one.status === 'fulfilled' && one.value.sourceId ? [[one.value.sourceId, one.value.row] as const] : [])),
  )
  // If all are ours, each keeps its place, so that a picture removed from the library still shows its thumbnail.
  const areAllOurs = sourceIds.length === imageIds.length
  return sourceIds.map((sourceId, at) => {
    const row = bySource.get(sourceId)
    const imageId = row?.id ?? (areAllOurs ? imageIds[at] : undefined) ?? null
    return { key: sourceId, imageId, name: row?.name ?? sourceId }
  })
}
