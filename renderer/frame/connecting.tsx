import { type ComponentType, useEffect, useState } from 'react'
import { useConnectView } from '../connect/use-session.ts'
import { useIsWelcome } from '../library/use-is-welcome.ts'

/**
 * The dialog for connecting a workspace, in a file of its own: the first sight of a new Packshot offers little else, so it is loaded while that is drawn.
 * Otherwise with the other dialogs (`isTime`), or when asked for.
 */
export const Connecting = ({ isTime }: { readonly isTime: boolean }) => {
  // Not by Suspense: React holds back what was suspended for 300 ms.
  const [Dialog, setDialog] = useState<ComponentType | null>(null)
  const isWelcome = useIsWelcome()
  const isAsked = useConnectView(({ dialog }) => dialog === 'connect')
  const isWanted = isTime || isWelcome || isAsked
  useEffect(() => {
    if (isWanted) void import('../connect/connect-dialog.tsx').then(({ ConnectDialog }) => setDialog(() => ConnectDialog))
  }, [isWanted])
  return Dialog && <Dialog />
}
