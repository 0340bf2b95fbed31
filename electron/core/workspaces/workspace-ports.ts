import type { RunningSampleWorkspace, VisionForProgram } from '../sample/running-sample.ts'

/** What workspaces need from the host. */
export type WorkspacePorts = {
  /** Absolute path; everything Packshot keeps is in here, except secrets. */
  readonly dataFolder: string
  readonly openBrowser: (url: string) => Promise<void>
  /** True for a host that can be handed no address, by the system or pasted: a sign-in comes back to a loopback port, or not at all. */
  readonly onlyLoopback?: boolean
  /** Starts the embedded sample workspace in a folder of its own inside the data folder. */
  readonly startSampleWorkspace: (folder: string, vision?: VisionForProgram) => Promise<RunningSampleWorkspace>
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}
