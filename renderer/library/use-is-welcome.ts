import { useQuery } from '@tanstack/react-query'
import { useStanding } from '../connect/use-session.ts'
import { useLive } from '../live.ts'
import { api } from '../queries.ts'
import { useLibrarySize } from './library-rows.ts'

/** True while there is nothing at all yet: no workspace, no picture, none coming in and none refused. */
export const useIsWelcome = (): boolean => {
  const standing = useStanding()
  const size = useLibrarySize()
  const isTakingIn = useLive((live) => live.intake !== null)
  const refused = useQuery(api.images.refused.queryOptions()).data?.length ?? 0
  return standing === 'none' && size === 0 && !isTakingIn && refused === 0
}
