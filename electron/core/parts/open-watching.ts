import type { FollowedIntake } from '../intake/follow-intake.ts'
import { createWatching } from '../watching/create-watching.ts'
import type { CoreSignals } from './core-signals.ts'
import type { CoreLibrary } from './open-library.ts'
import type { CorePorts } from './ports.ts'

type Ports = {
  readonly ports: CorePorts
  readonly library: CoreLibrary
  readonly signals: CoreSignals
  readonly intake: FollowedIntake
}

/** Watched folders. */
export const openWatching = ({ ports, library, intake }: Ports) =>
  createWatching({
    ...ports,
    ...library,
    live: {
      stateOf: () => undefined,
      growing: () => 0,
      refresh: async () => {},
      lookNow: () => {},
      isSettled: () => intake.progress() === null && intake.checking() === 0,
    },
  })
