import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { client } from '../bridge.ts'
import { keyOfIds, withIds } from '../picture-ids.ts'
import { api } from '../queries.ts'
import { createTurns } from '../ui/turns.ts'

/** A picture of a product. `imageId` `null`: it is not in the library; `sourceId` `null`: the product gets it. */
export type ProductPicture = { readonly imageId: string | null; readonly sourceId: string | null }
/** In their order. */
export type ProductPictures = readonly ProductPicture[]

const turns = createTurns()

/** One call at a time. A list that is no longer on the screen when its turn comes is not asked about. */
const askInTurn = <T>(signal: AbortSignal, act: () => Promise<T>): Promise<T> =>
  turns.run(() => {
    signal.throwIfAborted()
    return act()
  })

const none: readonly string[] = []

/** What the profiles in use find in these pictures, and never in earlier ones. `null`: nothing is asked. */
export const useProductChecks = (pictures: ProductPictures | null) => {
  // The id of no picture, and of no source: a list that is handed over has no `null`.
  const ids = useMemo(() => pictures?.map(({ imageId }) => imageId ?? '') ?? none, [pictures])
  const sources = useMemo(() => pictures?.map(({ sourceId }) => sourceId ?? '') ?? none, [pictures])
  const total = ids.length
  return useQuery({
    queryKey: [...api.checks.product.key(), keyOfIds(ids)],
    queryFn: ({ signal }) =>
      askInTurn(signal, () =>
        withIds(ids, (imageIds) => withIds(sources, (sourceIds) => client.checks.product({ imageIds, sourceIds, total }))),
      ),
    enabled: pictures !== null,
  })
}
