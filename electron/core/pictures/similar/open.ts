import type { CoreSignals } from '../../core-signals.ts'
import type { ImagePool } from '../../formats/decoding-process/decoding-pool.ts'
import type { CoreLibrary } from '../../open-library.ts'
import type { CorePorts } from '../../ports.ts'
import type { PictureChecks } from '../intake/check-pictures.ts'
import type { FollowedIntake } from '../intake/follow-intake.ts'
import { createSimilarSearch } from './find-similar.ts'

type Ports = {
  readonly ports: CorePorts
  readonly library: CoreLibrary
  readonly signals: CoreSignals
  readonly intake: Pick<FollowedIntake, 'progress'>
  readonly checks: Pick<PictureChecks, 'count' | 'show'>
  readonly imageProcess: () => ImagePool
  readonly isSending: () => boolean
}

/** Pictures that show the same, found in the background. */
export const openSimilar = ({ ports, library, signals, intake, checks, imageProcess, isSending }: Ports) => {
  const { images } = library
  const similar = createSimilarSearch({
    ...ports,
    ...library,
    imageProcess,
    isSending,
    remakeThumbnail: checks.show,
    isBusy: () => intake.progress() !== null || (images.listUnchecked(1).length > 0 && checks.count() > 0),
    onFound: () => signals.changed.send(['similar']),
  })
  if (ports.access === 'write') signals.changed.listen(similar.noticed)
  return similar
}
