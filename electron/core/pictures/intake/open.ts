import type { CoreSignals } from '../../core-signals.ts'
import type { ImagePool } from '../../formats/decoding-process/decoding-pool.ts'
import type { CoreLibrary } from '../../open-library.ts'
import type { CorePorts } from '../../ports.ts'
import { isDecided } from '../../products/matching/match-store.ts'
import { actionOfDrop } from '../../queue/action-store.ts'
import { acceptRefused } from '../../watching/accept-refused.ts'
import type { WayOut } from '../../workspaces/connections/open.ts'
import { createPictureVersions } from '../library/picture-versions.ts'
import { queueUpload } from '../library/queue-upload.ts'
import { createPictureRemoval } from '../library/remove-pictures.ts'
import { resumeForFile } from '../library/resume-for-file.ts'
import { createPictureChecks } from './check-pictures.ts'
import { createFollowedIntake, type FollowedIntake } from './follow-intake.ts'
import { createUnfinishedIntakes } from './unfinished-intakes.ts'

type Ports = {
  readonly ports: CorePorts
  readonly library: CoreLibrary
  readonly imageProcess: () => ImagePool
  readonly way: Pick<WayOut, 'dispatcher'>
  readonly signals: CoreSignals
  /** There may be new work. */
  readonly wake: () => void
  /** Pictures came about which question sets may be due. */
  readonly askDropped: () => void
}

/** From dropped files to checked pictures in the library with queued uploads. */
export const openIntake = ({ ports, library, imageProcess, way, signals, wake, askDropped }: Ports) => {
  const { dataFolder, clock, timers, files, ids } = ports
  const { journal, images, connections } = library
  const removal = createPictureRemoval({ ...library, clock })
  const checks = createPictureChecks({
    dataFolder,
    journal,
    images,
    clock,
    timers,
    files,
    imageProcess,
    isAdding: () => intake.progress() !== null,
    takeOut: (imageIds) => {
      removal.takeOut(imageIds)
      for (const imageId of imageIds) {
        library.watchedFiles.refuse(imageId)
        library.watchReports.refuse(imageId)
      }
    },
    onChecked: (refused) => {
      if (refused.length > 0) signals.refused.send(refused)
      signals.changed.send(['intake', 'library', 'jobs'])
      wake()
    },
    log: ports.log,
  })
  const intake: FollowedIntake = createFollowedIntake({
    checks,
    dataFolder,
    journal,
    images,
    clock,
    timers,
    files,
    ids,
    startCopyThread: ports.startCopyThread,
    log: ports.log,
    dispatcher: way.dispatcher,
    untilShown: checks.untilShown,
    owner: () => connections.active()?.id ?? null,
    onAdded: (image, { upload, asks, dropId, connectionId }) => {
      // One of none may have been connected since; one that an unfinished drop names may be of another library, or was left meanwhile.
      const owner = connectionId !== null && connections.isKept(connectionId) ? connectionId : (connections.active()?.id ?? null)
      if (upload) queueUpload(library, actionOfDrop(dropId), image.id, owner, clock.now())
      if (asks && library.questionSets.isAnyRunning()) library.dueAsks.add(image.id, dropId, owner)
      resumeForFile(library, image.id, clock.now())
      acceptRefused(library, image.id, clock.now())
    },
    onChange: () => {
      signals.changed.send(['intake', 'library', 'jobs'])
      askDropped()
    },
    wake,
  })
  const versions = createPictureVersions({
    ...library,
    removal,
    isDecided,
    clock,
    onVersion: (imageId, earlierId) => {
      library.sheet.movePicture(imageId, earlierId)
      library.dueAsks.movePicture(imageId, earlierId)
      library.watchedFiles.movePicture(imageId, earlierId)
      library.watchReports.movePicture(imageId, earlierId)
    },
    onSeparated: (image, ownId) => {
      library.watchedFiles.setPictureOf(image, ownId)
      library.sheet.separatePicture(image.id, ownId)
    },
    onKeptApart: (imageIds) => {
      for (const imageId of imageIds) library.watchedFiles.setOwn(imageId)
      signals.keptApart.send()
    },
  })
  return {
    intake,
    checks,
    removal,
    versions,
    unfinished: createUnfinishedIntakes(dataFolder, ports),
  }
}
