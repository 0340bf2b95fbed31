import type { CoreSignals } from '../core-signals.ts'
import type { CoreLibrary } from '../open-library.ts'
import type { FollowedIntake } from '../pictures/intake/follow-intake.ts'
import type { CorePorts } from '../ports.ts'
import type { MatchNewPictures } from '../products/matching/match-new-pictures.ts'
import { pathIn } from './check-folder.ts'
import { createWatching, type Watching } from './create-watching.ts'
import { createFileEvents } from './file-events.ts'
import { createDueSettler } from './settle-due.ts'
import { createFileTaker } from './take-files.ts'
import { createWatchers } from './watch-folders.ts'

type Ports = {
  readonly ports: CorePorts
  readonly library: CoreLibrary
  readonly signals: CoreSignals
  readonly intake: FollowedIntake
  readonly matchPictures: MatchNewPictures
  /** There may be new work. */
  readonly wake: () => void
}

/** Watched folders, and their watchers, which run after `begin`. */
export const openWatching = ({ ports, library, signals, intake, matchPictures, wake }: Ports) => {
  const fileEvents = createFileEvents(library.journal)
  const onMoved = (): void => signals.changed.send(['library', 'intake'])
  const shared = { ...ports, ...library, intake, onFile: fileEvents.send, onMoved, onKeptApart: signals.keptApart.send }
  const watchers = createWatchers({
    ...shared,
    taker: createFileTaker(shared),
    settleDue: createDueSettler({
      ...shared,
      matchPictures,
      onQueued: () => {
        signals.changed.send(['jobs', 'library'])
        wake()
      },
    }),
    onChange: () => signals.changed.send(['watching']),
    isTakingIn: () => intake.progress() !== null || intake.checking() > 0,
    tell: () => watching.report(),
    onTold: ports.onWatched,
  })
  signals.refused.listen((pictures) => {
    for (const { image, problem } of pictures)
      for (const file of library.watchedFiles.refusedOf(image.id)) {
        const root = library.watchedFolders.list().find(({ seq }) => seq === file.folder)
        if (root) fileEvents.send({ kind: 'refused', path: pathIn(root, file.path), problem })
      }
  })
  const watching: Watching = createWatching({ ...shared, live: watchers.live })
  if (ports.access === 'write') {
    signals.changed.listen((subjects) => {
      if (subjects.includes('questionSets') || subjects.includes('session')) watchers.noticed()
    })
    signals.workspaceUsed.listen(watchers.noticed)
    signals.keptApart.listen(watchers.noticed)
  }
  return { watching, watchers, fileEvents }
}
