import { useQuery } from '@tanstack/react-query'
import { client } from '../bridge.ts'
import { keyOfIds } from '../picture-ids.ts'
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

const none: ProductPictures = []

/** What the profiles in use find in these pictures, and never in earlier ones. `null`: nothing is asked. */
export const useProductChecks = (pictures: ProductPictures | null) => {
  const asked = pictures ?? none
  return useQuery({
    queryKey: [...api.checks.product.key(), keyOfIds(asked)],
    queryFn: ({ signal }) =>
      askInTurn(signal, () =>
        client.checks.product({
          imageIds: asked.map(({ imageId }) => imageId),
          sourceIds: asked.map(({ sourceId }) => sourceId),
          total: asked.length,
        }),
      ),
    enabled: pictures !== null,
  })
}
