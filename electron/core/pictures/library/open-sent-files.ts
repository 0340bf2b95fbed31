import { lazily } from '../../base/platform/lazily.ts'
import type { CoreSignals } from '../../core-signals.ts'
import type { CoreLibrary } from '../../open-library.ts'
import type { CorePorts } from '../../ports.ts'
import { createSentFilesUpkeep } from './reclaim-sent-files.ts'
import { createSentFiles } from './sent-files.ts'
import { createShownConversion } from './shown-conversion.ts'

type Ports = { readonly ports: CorePorts; readonly library: CoreLibrary; readonly signals: CoreSignals }

/** The image processes, started when the first picture comes, and the files that they make for workspaces. */
export const openSentFiles = ({ ports, library, signals }: Ports) => {
  const pool = lazily(ports.startImageProcess)
  const { journal, connections, images } = library
  const sentFiles = createSentFiles({
    ...ports,
    journal,
    imageProcess: pool.get,
    onMade: () => signals.changed.send(['library']),
  })
  const upkeep = createSentFilesUpkeep({ ...ports, journal, connections: connections.list, images, sentFiles })
  if (ports.access === 'write') signals.workspaceUsed.listen(upkeep.noticed)
  return {
    imageProcess: pool.get,
    stopImageProcess: async (): Promise<void> => pool.opened()?.stop(),
    sentFiles,
    upkeep,
    shownConversion: createShownConversion(library),
  }
}
