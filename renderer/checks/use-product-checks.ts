import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { mostIdsAtOnce } from '../../shared/id-list.ts'
import { client } from '../bridge.ts'
import { keyOfIds, withIds } from '../hand-over.ts'
import { api } from '../queries.ts'
import { createTurns } from '../ui/turns.ts'

/** A product's pictures in their order; `null`: one that is not in the library. */
export type ProductPictures = readonly (string | null)[]

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
  // The id of no picture: a list that is handed over has no `null`.
  const ids = useMemo(() => pictures?.map((id) => id ?? '') ?? none, [pictures])
  const total = ids.length
  return useQuery({
    queryKey: [...api.checks.product.key(), keyOfIds(ids)],
    queryFn: ({ signal }) =>
      askInTurn(signal, () =>
        pictures && total <= mostIdsAtOnce
          ? client.checks.product({ imageIds: [...pictures], total })
          : withIds(ids, (imageIds) => client.checks.product({ imageIds, total })),
      ),
    enabled: pictures !== null,
  })
}
