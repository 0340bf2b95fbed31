import type { Subject } from '../../../shared/call.ts'
import { createSignal } from '../platform/signal.ts'

export type CoreSignals = ReturnType<typeof createCoreSignals>

/** What parts tell each other. They are made before all parts, so that no part has to know one that is made after it. */
export const createCoreSignals = () => ({
  /** What a window shows is different now. */
  changed: createSignal<[subjects: readonly Subject[]]>(),
  /** A session of a workspace is in another state. */
  sessionChanged: createSignal(),
  /** Another workspace is the active one. */
  workspaceUsed: createSignal(),
  /** The sample workspace's process ended though nobody asked it to. */
  sampleDied: createSignal<[how: string]>(),
})
