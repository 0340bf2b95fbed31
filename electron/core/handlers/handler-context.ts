import type { Dispatcher } from 'undici'
import type { IntakeRequest, IntakeSummary } from '../intake/take-in.ts'
import type { SecretStore } from '../keychain/secret-store.ts'
import type { Proxies } from '../net/open-network.ts'
import type { CoreParts } from '../parts/open-parts.ts'
import type { Publisher } from '../publishing/publisher.ts'
import type { VisionStore } from '../sample/vision-store.ts'
import type { Fetch } from '../session/fetch-answer.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import type { ChangeFeed } from '../views/change-feed.ts'
import type { Operations } from '../work/queue/operation.ts'
import type { PersonPause } from '../work/queue/person-pause.ts'
import type { Scheduler } from '../work/queue/scheduler.ts'
import type { ActiveConnection } from '../workspaces/active-connection.ts'
import type { Connecting } from '../workspaces/connecting.ts'
import type { ConnectionOffers } from '../workspaces/offers/connection-offers.ts'
import type { SignInDesk } from '../workspaces/sign-in-desk.ts'

/** What the handlers of workspaces and sessions work with. */
export type SessionContext = CoreParts & {
  readonly active: ActiveConnection
  readonly connecting: Connecting
  readonly desk: SignInDesk
  readonly offers: ConnectionOffers
  readonly publisher: Publisher
  readonly proxies: Proxies
  /** For what is asked of a workspace outside its session. */
  readonly fetch: Fetch
  readonly scheduler: Pick<Scheduler, 'wake' | 'liftHolds'>
  readonly getSecrets: () => Promise<{ readonly store: SecretStore; readonly reason?: string }>
  readonly restoreConnection: () => Promise<void>
}

/** What handlers work with: the parts of the core, made once in core.ts. */
export type HandlerContext = SessionContext & {
  readonly scheduler: Scheduler
  readonly operations: Operations
  readonly pause: PersonPause
  readonly takeIn: (request: IntakeRequest) => Promise<IntakeSummary>
  readonly dispatcher: Dispatcher
  readonly feed: ChangeFeed
  /** Uploads under way: image id → sent part, 0–1. */
  readonly uploading: () => Record<string, number>
  readonly settings: SettingsStore
  /** A sample workspace that was given up is started once more. */
  readonly trySample: () => void
  readonly vision: VisionStore
  /** Ends the sample workspace's process and starts it anew; the queue waits meanwhile. */
  readonly restartSample: () => Promise<void>
  /** How many uploads and questions run at once, from now on. */
  readonly setAtOnce: (count: number) => void
}
