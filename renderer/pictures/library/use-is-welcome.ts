import { useQuery } from '@tanstack/react-query'
import { useLive } from '../../live.ts'
import { useStanding } from '../../workspaces/connections/use-session.ts'
import { useLibrarySize } from './library-rows.ts'
import { refusedPage } from './refused-page.ts'

/** True while there is nothing yet: no workspace, and no picture added, being added or refused. */
export const useIsWelcome = (): boolean => {
  const standing = useStanding()
  const size = useLibrarySize()
  const isTakingIn = useLive((live) => live.intake !== null)
  const refused = useQuery(refusedPage(0)).data?.total ?? 0
  return standing === 'none' && size === 0 && !isTakingIn && refused === 0
}
