import { createOpenedLists } from '../catalogue/opened-lists.ts'
import type { CoreSignals } from './core-signals.ts'
import type { CoreLibrary } from './open-library.ts'
import type { CorePorts } from './ports.ts'

type Ports = { readonly ports: CorePorts; readonly library: CoreLibrary; readonly signals: CoreSignals }

/** Product lists: opened by a person, imported for the active workspace. */
export const openCatalogue = ({ ports, library, signals }: Ports) => {
  const openedLists = createOpenedLists({
    ...ports,
    journal: library.journal,
    catalogue: library.catalogue,
    connectionId: () => library.connections.active()?.id ?? null,
    onChange: signals.changed.send,
  })
  if (ports.access === 'write') signals.workspaceUsed.listen(openedLists.sweep)
  return openedLists
}
