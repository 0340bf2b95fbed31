import type { VisionEndpoint } from '../../../../shared/workspaces/vision.ts'

/** A sample workspace that runs as a separate process. */
export type RunningSampleWorkspace = {
  /** The text of its connection file, client secret included. */
  readonly connectionFile: string
  /** Resolves when it has ended, with how in a few words. */
  readonly ended: Promise<string>
  readonly stop: () => Promise<void>
  /** Another program serves it, e.g. `packshot workspace serve`, so we must not restart it. */
  readonly runsElsewhere?: boolean
}

/** The sample workspace's vision endpoint with its key, for its program alone. */
export type VisionForProgram = VisionEndpoint & { readonly key?: string }
