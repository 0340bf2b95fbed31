import type { AppError } from '../../shared/errors.ts'
import type { OperationName } from '../../shared/session.ts'
import type { VisionEndpoint, VisionTrial } from '../../shared/vision.ts'
import type { Network } from './api/create-dispatcher.ts'
import type { Connections } from './api/open-connections.ts'
import type { DatabaseWorker } from './database/start-database-worker.ts'
import type { ImageProcess } from './image-process/start-image-process.ts'
import type { SecretStore } from './keychain/secret-store.ts'
import type { Platform } from './platform/platform.ts'

/** How requests find their way out: by the environment's variables, or as the system says for each address (a PAC-style list). */
export type NetworkPort = (
  | { readonly kind: 'environment'; readonly variables: Readonly<Record<string, string | undefined>> }
  | { readonly kind: 'system'; readonly resolveProxy: (url: string) => Promise<string> }
) & {
  /** No connection is made before it resolves, e.g. while the system's certificates are read. Never rejects. */
  readonly ready?: Promise<unknown>
}

/** A sample workspace that runs as a process of its own. */
export type RunningSampleWorkspace = {
  /** The text of its connection file, client secret included. */
  readonly connectionFile: string
  /** Resolves when it has ended, with how in a few words. */
  readonly ended: Promise<string>
  readonly stop: () => Promise<void>
  /** Somebody else's process serves it, e.g. `packshot workspace serve`: it is not ours to start anew. */
  readonly runsElsewhere?: boolean
}

/** The sample workspace's vision endpoint with its key, for its program alone. */
export type VisionForProgram = VisionEndpoint & { readonly key?: string }

/** Everything the core needs from its host; defaults only in the composition roots (main.ts, browser-host, cli). */
export type CorePorts = Platform & {
  /** Absolute path; everything Packshot keeps is in here, except secrets. */
  readonly dataFolder: string
  /** `read`: works while another process holds the folder, changes nothing. */
  readonly access: 'read' | 'write'
  /** Opens the keychain, or says why secrets stay in memory. */
  readonly openSecrets: () => Promise<{ readonly store: SecretStore; readonly reason?: string }>
  /** Opens the keychain also where `openSecrets` keeps this run's secrets in memory. Absent: there is none, as far as the library is concerned. */
  readonly openKeychain?: () => Promise<{ readonly store: SecretStore }>
  /** Absent: directly. */
  readonly network?: NetworkPort
  /** The connections to services (api/open-connections.ts). */
  readonly openConnections: (network: Network) => Connections
  readonly openBrowser: (url: string) => Promise<void>
  /** The authorize address of a sign-in, for a person to open. */
  readonly showAuthorizeUrl: (url: string) => void
  /** True for a host that can be handed no address, by the system or pasted: a sign-in comes back to a loopback port, or not at all. */
  readonly onlyLoopback?: boolean
  /** Starts the pool of image processes; called once, when the first picture comes. */
  readonly startImageProcess: () => ImageProcess
  /** Starts the embedded sample workspace in a folder of its own inside the data folder. */
  readonly startSampleWorkspace: (folder: string, vision?: VisionForProgram) => Promise<RunningSampleWorkspace>
  /** Asks a vision endpoint about a tiny picture (connections/try-vision.ts). */
  readonly tryVision: (vision: VisionForProgram) => Promise<VisionTrial>
  /** Draws the sample pictures into a folder that exists and gives their names (image-process/fork-sample-drawing.ts). */
  readonly drawSamplePictures: (folder: string) => Promise<readonly string[]>
  /** Starts the thread for database work that may take long (database/start-database-worker.ts); called once, with the first need. */
  readonly startDatabaseWorker: () => DatabaseWorker
  /**
   * Present: a library that was closed in order is looked through after the start, not before it, and this is called if damage is found
   * then, or that it is a copy; starting again sees to it. Absent: it is looked through first, always.
   */
  readonly onDamage?: (reason: AppError) => void
  /**
   * The disk failed at saving the library: nothing more is saved by this core, and its process must end. Nothing is to be tried again in
   * it. Called at most once.
   */
  readonly onFatal?: (reason: AppError) => void
  readonly log: (event: Readonly<Record<string, unknown>>) => void
  readonly concurrency: Readonly<Record<OperationName, number>>
  /** True for a host in which a person pauses and resumes: a pause outlasts it. */
  readonly keepsPause?: boolean
  /** Of an installed app; other hosts have neither. `updates`: a sentence on whether and how it updates itself. */
  readonly about?: { readonly version: string; readonly updates: string }
}
