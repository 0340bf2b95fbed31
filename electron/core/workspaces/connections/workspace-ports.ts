import type { RunningSampleWorkspace, VisionForProgram } from '../sample/running-sample.ts'

/** The host's ports for workspaces. */
export type WorkspacePorts = {
  /** Absolute path; contains all of Packshot's data except secrets. */
  readonly dataFolder: string
  readonly openBrowser: (url: string) => Promise<void>
  /** True for a host that can receive no address, neither from the system nor pasted: a sign-in can only return to a loopback port. */
  readonly onlyLoopback?: boolean
  /** Starts the embedded sample workspace in its own folder inside the data folder. */
  readonly startSampleWorkspace: (folder: string, vision?: VisionForProgram) => Promise<RunningSampleWorkspace>
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}
