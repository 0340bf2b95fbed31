import type { CoreSignals } from '../../core-signals.ts'
import type { CoreLibrary } from '../../open-library.ts'
import type { CorePorts } from '../../ports.ts'
import type { Work } from '../../queue/open.ts'
import { createPlanWorker } from './plan-worker.ts'

type Ports = { readonly ports: CorePorts; readonly library: CoreLibrary; readonly work: Work; readonly signals: CoreSignals }

/** Confirmed plans, whatever workspace is used. */
export const openPlans = ({ ports, library, work, signals }: Ports) => {
  const worker = createPlanWorker({
    ...library,
    timers: ports.timers,
    clock: ports.clock,
    operations: work.operations,
    connected: library.connections.get,
    onProgress: () => {
      work.scheduler.wake()
      signals.changed.send(['jobs', 'library', 'products'])
    },
  })
  signals.changed.listen((subjects) => {
    if (subjects.includes('jobs')) worker.noteJobs()
  })
  return worker
}
