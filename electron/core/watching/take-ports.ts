import type { ErrorRecord } from '../../../shared/base/errors.ts'
import type { Journal } from '../base/database/journal.ts'
import type { Platform } from '../base/platform/platform.ts'
import type { FollowedIntake } from '../pictures/intake/follow-intake.ts'
import type { ImageStore } from '../pictures/library/picture-store.ts'
import type { ConnectionStore } from '../workspaces/connections/connection-store.ts'
import type { FileMark } from './file-marks.ts'
import type { WatchReports } from './watch-reports.ts'
import type { WatchStore } from './watch-store.ts'
import type { WatchedFiles } from './watched-files.ts'
import type { WatchedPlaces } from './watched-places.ts'

export type TakePorts = Pick<Platform, 'files' | 'timers' | 'ids' | 'clock'> & {
  readonly dataFolder: string
  readonly journal: Journal
  readonly images: ImageStore
  readonly connections: Pick<ConnectionStore, 'list'>
  readonly watchedFolders: WatchStore
  readonly watchedFiles: WatchedFiles
  readonly watchReports: WatchReports
  readonly watchedPlaces: WatchedPlaces
  readonly intake: Pick<FollowedIntake, 'addRows'>
  /** A picture has another name or place. */
  readonly onMoved: () => void
  /** Pictures that were offered as new versions are no longer: what the rules say of them is due. */
  readonly onKeptApart: () => void
  /** A line for each file, for a command. Called in the transaction of its row. */
  readonly onFile: (event: WatchedFileEvent) => void
}

/** What became of a file. Paths are absolute. `known`: its content was in the library. */
export type WatchedFileEvent =
  | { readonly kind: 'added' | 'changed' | 'known' | 'deleted'; readonly path: string }
  | { readonly kind: 'renamed'; readonly path: string; readonly from: string }
  | { readonly kind: 'refused'; readonly path: string; readonly problem: ErrorRecord }

/** A file that has stopped growing, as it was then. */
export type Settled = FileMark & { readonly path: string }
