import { createSentFiles } from '../library/sent-files.ts'
import { lazily } from '../platform/lazily.ts'
import type { CoreSignals } from './core-signals.ts'
import type { CoreLibrary } from './open-library.ts'
import type { CorePorts } from './ports.ts'

type Ports = { readonly ports: CorePorts; readonly library: CoreLibrary; readonly signals: CoreSignals }

/** The image processes, started when the first picture comes, and the files that they make for workspaces. */
export const openSentFiles = ({ ports, library, signals }: Ports) => {
  const pool = lazily(ports.startImageProcess)
  return {
    imageProcess: pool.get,
    stopImageProcess: async (): Promise<void> => pool.opened()?.stop(),
    sentFiles: createSentFiles({
      ...ports,
      journal: library.journal,
      imageProcess: pool.get,
      onMade: () => signals.changed.send(['library']),
    }),
  }
}
