import type { CoreSignals } from '../core-signals.ts'
import type { CoreLibrary } from '../open-library.ts'
import type { CorePorts } from '../ports.ts'
import type { OpenedLists } from '../products/catalogue/opened-lists.ts'
import type { WayOut } from '../workspaces/connections/open.ts'
import { createFollowedLists } from './followed-lists.ts'

type Ports = {
  readonly ports: CorePorts
  readonly library: CoreLibrary
  readonly way: Pick<WayOut, 'dispatcher'>
  readonly signals: CoreSignals
  readonly openedLists: OpenedLists
}

/** The followed product list of the workspace in use; it is read again after `begin`. */
export const openFollowing = ({ ports, library, way, signals, openedLists }: Ports) => {
  const following = createFollowedLists({
    ...ports,
    ...library,
    ...{ openedLists, dispatcher: way.dispatcher, onChange: signals.changed.send },
    connectionId: () => library.connections.active()?.id ?? null,
  })
  if (ports.access === 'write') signals.workspaceUsed.listen(following.noticed)
  return following
}
