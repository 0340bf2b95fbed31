import type { Dispatcher } from 'undici'
import type { SessionContext } from './connections/session-handlers.ts'
import type { VisionStore } from './connections/vision-store.ts'
import type { ChangeFeed } from './events/change-feed.ts'
import type { IntakeRequest, IntakeSummary } from './intake/take-in.ts'
import type { SettingsStore } from './settings/settings-store.ts'
import type { Operations } from './work/queue/operation.ts'
import type { PersonPause } from './work/queue/person-pause.ts'
import type { Scheduler } from './work/queue/scheduler.ts'

/** What handlers work with: the parts of the core, made once in create-core.ts. */
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
