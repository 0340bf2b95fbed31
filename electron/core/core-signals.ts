import type { Subject } from '../../shared/base/call.ts'
import { createSignal } from './base/platform/signal.ts'
import type { RefusedPicture } from './pictures/intake/check-pictures.ts'

export type CoreSignals = ReturnType<typeof createCoreSignals>

/** Signals between parts. They are created before all parts, so that no part has to know a later one. */
export const createCoreSignals = () => ({
  /** Data shown in windows has changed. */
  changed: createSignal<[subjects: readonly Subject[]]>(),
  /** A session of a workspace is in another state. */
  sessionChanged: createSignal(),
  /** Another workspace is the active one. */
  workspaceUsed: createSignal(),
  /** Pictures that were offered as new versions stay pictures of their own. */
  keptApart: createSignal(),
  /** The decoder refused these pictures. */
  refused: createSignal<[pictures: readonly RefusedPicture[]]>(),
  /** What these pictures measure is known now. */
  measured: createSignal<[imageIds: readonly string[]]>(),
  /** The sample workspace's process ended unexpectedly. */
  sampleDied: createSignal<[how: string]>(),
})
