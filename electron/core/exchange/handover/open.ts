import type { CoreSignals } from '../../core-signals.ts'
import type { CoreLibrary } from '../../open-library.ts'
import type { FollowedIntake } from '../../pictures/intake/follow-intake.ts'
import type { CorePorts } from '../../ports.ts'
import type { OpenedLists } from '../../products/catalogue/opened-lists.ts'
import { createHandovers } from './create-handovers.ts'

type Ports = {
  readonly ports: CorePorts
  readonly library: CoreLibrary
  readonly signals: CoreSignals
  readonly intake: FollowedIntake
  readonly openedLists: OpenedLists
}

/** Files with a person's work, for colleagues and other computers. */
export const openHandovers = ({ ports, library, signals, intake, openedLists }: Ports) =>
  createHandovers({
    ...ports,
    ...library,
    intake,
    openedLists,
    workspace: () => {
      const active = library.connections.active()
      return active ? { id: active.id, address: active.baseUrl } : null
    },
    onChange: signals.changed.send,
  })
