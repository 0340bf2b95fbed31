import { useIsWelcome } from '../pictures/library/use-is-welcome.ts'
import { ConnectDialog } from '../workspaces/connections/connect-dialog.tsx'
import { useConnectView } from '../workspaces/connections/use-session.ts'

/**
 * The dialog for connecting a workspace. The first sight of a new Packshot offers little else, so its code comes with that; elsewhere it is drawn with the
 * other dialogs (`isTime`), or when asked for.
 */
export const Connecting = ({ isTime }: { readonly isTime: boolean }) => {
  const isWelcome = useIsWelcome()
  const isAsked = useConnectView(({ dialog }) => dialog === 'connect')
  return (isTime || isWelcome || isAsked) && <ConnectDialog />
}
