import { type Clock, systemClock } from './clock.ts'
import { type OpenDatabaseFile, openSystemDatabase } from './databases.ts'
import type { Files } from './files.ts'
import { type OpenFolderEvents, openSystemFolderEvents } from './folder-events.ts'
import { type Ids, systemIds } from './ids.ts'
import { systemFiles } from './system-files.ts'
import { systemTimers, type Timers } from './timers.ts'

/** All of the computer that the core's work depends on. A simulation owns every part of it (test/simulation). */
export type Platform = {
  readonly clock: Clock
  readonly timers: Timers
  readonly ids: Ids
  /** In [0, 1); jitter only. */
  readonly random: () => number
  readonly files: Files
  readonly openFolderEvents: OpenFolderEvents
  readonly openDatabaseFile: OpenDatabaseFile
}

/** This computer as it is, for composition roots. */
export const systemPlatform: Platform = {
  clock: systemClock,
  timers: systemTimers,
  ids: systemIds,
  random: () => Math.random(),
  files: systemFiles,
  openFolderEvents: openSystemFolderEvents,
  openDatabaseFile: openSystemDatabase,
}
