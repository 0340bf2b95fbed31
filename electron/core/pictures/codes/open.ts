import type { CoreSignals } from '../../core-signals.ts'
import type { ImagePool } from '../../formats/decoding-process/decoding-pool.ts'
import type { CoreLibrary } from '../../open-library.ts'
import type { CorePorts } from '../../ports.ts'
import type { PictureChecks } from '../intake/check-pictures.ts'
import type { FollowedIntake } from '../intake/follow-intake.ts'
import { createCodeReading } from './read-pictures.ts'

type Ports = {
  readonly ports: CorePorts
  readonly library: CoreLibrary
  readonly signals: CoreSignals
  readonly intake: Pick<FollowedIntake, 'progress'>
  readonly checks: Pick<PictureChecks, 'count'>
  readonly imageProcess: () => ImagePool
}

/** Barcodes, read in the background. */
export const openCodes = ({ ports, library, signals, intake, checks, imageProcess }: Ports) => {
  const { images, catalogue, connections } = library
  const reading = createCodeReading({
    ...ports,
    ...library,
    imageProcess,
    hasProducts: () => catalogue.hasNumbers(connections.active()?.id ?? null),
    isBusy: () => intake.progress() !== null || (images.listUnchecked(1).length > 0 && checks.count() > 0),
    onRead: () => signals.changed.send(['barcodes']),
  })
  if (ports.access === 'write') {
    signals.changed.listen(reading.noticed)
    signals.workspaceUsed.listen(reading.noticed)
  }
  return reading
}
