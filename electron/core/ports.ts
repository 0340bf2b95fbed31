import type { Worker } from 'node:worker_threads'
import type { AppError, ErrorRecord } from '../../shared/base/errors.ts'
import type { UpdatesState } from '../../shared/base/updates.ts'
import type { OperationName } from '../../shared/queue/operations.ts'
import type { WatchReport } from '../../shared/watching/watching.ts'
import type { VisionTrial } from '../../shared/workspaces/vision.ts'
import type { LongTask } from './base/database/long-reader.ts'
import type { DatabaseWorker } from './base/database/start-database-worker.ts'
import type { SecretStore } from './base/keychain/secret-store.ts'
import type { NetworkPorts } from './base/network/open-connections.ts'
import type { Platform } from './base/platform/platform.ts'
import type { ChooseTarget } from './exchange/exports/chosen-targets.ts'
import type { Archives } from './exchange/handover/zip-archives.ts'
import type { ImagePool } from './formats/decoding-process/decoding-pool.ts'
import type { CopyThread } from './pictures/intake/start-copy-thread.ts'
import type { ListReader } from './products/catalogue/read-list.ts'
import type { WorkspacePorts } from './workspaces/connections/workspace-ports.ts'
import type { VisionForProgram } from './workspaces/sample/running-sample.ts'

/** The system keeps it. */
export type LoginItem = { readonly isOn: () => boolean; readonly set: (on: boolean) => void }

/** Everything the core needs from its host; defaults only in the composition roots (main.ts, browser-host, cli). */
export type CorePorts = Platform &
  NetworkPorts &
  WorkspacePorts & {
    /** `read`: works while another process holds the folder, changes nothing. */
    readonly access: 'read' | 'write'
    /** Opens the keychain, or says why secrets stay in memory. */
    readonly openSecrets: () => Promise<{ readonly store: SecretStore; readonly reason?: ErrorRecord }>
    /** Opens the keychain also where `openSecrets` keeps this run's secrets in memory. Absent: the library works without one. */
    readonly openKeychain?: () => Promise<{ readonly store: SecretStore }>
    /** The authorize address of a sign-in, for a person to open. */
    readonly showAuthorizeUrl: (url: string) => void
    /** A person has answered in the browser, or the sign-in failed there: what comes next is here. */
    readonly onAnswered?: () => void
    /** Starts the pool of image processes; called once, when the first picture comes. */
    readonly startImageProcess: () => ImagePool
    /** Asks a vision endpoint about a tiny picture (workspaces/sample/try-vision.ts). */
    readonly tryVision: (vision: VisionForProgram) => Promise<VisionTrial>
    /** Absolute path of the folder with the sample pictures (build/sample-pictures), which are files, not inside an archive. */
    readonly samplePictures: string
    /** Memory for pages of the library, in KB (base/database/open-database.ts). Absent: enough for a window's searches. */
    readonly libraryCacheKb?: number
    /** Starts the thread for database work that may take long (base/database/start-database-worker.ts); called once, with the first need. */
    readonly startDatabaseWorker: () => DatabaseWorker
    /** Starts the thread that lists are read in (base/database/reader.ts). Absent: they are read in this one, such as by a command. */
    readonly startReader?: (() => Worker) | undefined
    /** Starts the thread of one long read (base/database/long-reader.ts). Absent: it is read in this one. */
    readonly startLongReader?: ((task: LongTask) => Worker) | undefined
    /** Starts the thread that copies what is dropped in large numbers (pictures/intake/start-copy-thread.ts). Absent: all is copied in this one, with `files`. */
    readonly startCopyThread?: () => CopyThread
    /** Reads a product list, in a thread of its own (products/catalogue/start-list-thread.ts). */
    readonly readList: ListReader
    /** Packs and unpacks hand-overs (exchange/handover/zip-archives.ts). */
    readonly archives: Archives
    /**
     * Present: a library that was closed in order is checked after the start, not before it, and this is called if damage is found
     * then, or that it is a copy; a restart repairs it. Absent: it is always checked first.
     */
    readonly onDamage?: (reason: AppError) => void
    /**
     * The disk failed to save the library: this core saves nothing more, and its process must end. Nothing may be retried in
     * it. Called at most once.
     */
    readonly onFatal?: (reason: AppError) => void
    readonly concurrency: Readonly<Record<OperationName, number>>
    /** True for a host in which a person pauses and resumes: a pause outlasts it. */
    readonly keepsPause?: boolean
    /** The name that the system knows the person by. Absent: nobody's. */
    readonly userName?: () => string
    /** Asks the person where something goes. Absent: this host has no dialogs. */
    readonly chooseTarget?: ChooseTarget
    /** Folders are watched as soon as the core starts. Absent: `core.watchFolders` begins it. */
    readonly watchesFolders?: boolean
    /** Watched folders brought something, and all of it is there. Called once for each, with all that nobody has acknowledged. */
    readonly onWatched?: (report: WatchReport) => void
    /** Asks the person for a folder to watch; `null`: the dialog was closed. Absent: this host has no dialogs. */
    readonly chooseFolder?: () => Promise<string | null>
    /** Opens the system's file manager with this file or folder selected. Absent: this host has none. */
    readonly showInFolder?: (path: string) => void
    /** Whether the system starts Packshot when the person signs in. Absent: this host is not installed. */
    readonly loginItem?: LoginItem | undefined
    /** Only an installed app has these. `updates`: whether and how it updates itself. */
    readonly about?: { readonly version: string; readonly updates: UpdatesState }
  }
