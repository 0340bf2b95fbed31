import type { CoreSignals } from '../core-signals.ts'
import type { CoreLibrary } from '../open-library.ts'
import { fixesKeyOf } from '../pictures/library/fixes-store.ts'
import type { SentFiles } from '../pictures/library/sent-files.ts'
import type { CorePorts } from '../ports.ts'
import { createShopChecks } from './shop-checks.ts'

type Ports = {
  readonly ports: CorePorts
  readonly library: CoreLibrary
  readonly signals: CoreSignals
  readonly sentFiles: Pick<SentFiles, 'find'>
}

/** Requirement profiles’ results, made in the background. */
export const openShopChecks = ({ ports, library, signals, sentFiles }: Ports) => {
  const checks = createShopChecks({
    ...ports,
    ...library,
    profiles: library.requirementProfiles,
    sentFiles,
    measurementOf: (image) => {
      const [state] = library.measurements.ofEach([{ sha256: image.sha256, fixes: fixesKeyOf(image) }])
      return state === undefined ? null : state.kind === 'failed' ? 'failed' : state.measurement
    },
    onChecked: () => signals.changed.send(['checks']),
  })
  if (ports.access === 'write') {
    signals.changed.listen(checks.noticed)
    signals.workspaceUsed.listen(checks.noticed)
  }
  return checks
}
