import type { CoreSignals } from '../core-signals.ts'
import type { ImagePool } from '../formats/decoding-process/decoding-pool.ts'
import type { CoreLibrary } from '../open-library.ts'
import type { PictureChecks } from '../pictures/intake/check-pictures.ts'
import type { FollowedIntake } from '../pictures/intake/follow-intake.ts'
import type { CorePorts } from '../ports.ts'
import { createMeasuring, type WantedMeasurements } from './measure-pictures.ts'

type Ports = {
  readonly ports: CorePorts
  readonly library: CoreLibrary
  readonly signals: CoreSignals
  readonly intake: Pick<FollowedIntake, 'progress'>
  readonly checks: Pick<PictureChecks, 'count'>
  readonly imageProcess: () => ImagePool
  /** What the profiles in use need. */
  readonly wanted: () => WantedMeasurements
}

/** Pictures, measured in the background. */
export const openMeasuring = ({ ports, library, signals, intake, checks, imageProcess, wanted }: Ports) => {
  const { images } = library
  const measuring = createMeasuring({
    ...ports,
    ...library,
    imageProcess,
    wanted,
    isBusy: () => intake.progress() !== null || (images.listUnchecked(1).length > 0 && checks.count() > 0),
    onMeasured: (imageIds) => {
      signals.measured.send(imageIds)
      signals.changed.send(['checks'])
    },
  })
  if (ports.access === 'write') {
    signals.changed.listen(measuring.noticed)
    signals.workspaceUsed.listen(measuring.noticed)
  }
  return measuring
}
