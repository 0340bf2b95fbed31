import type { CoreSignals } from '../../core-signals.ts'
import type { CoreLibrary } from '../../open-library.ts'
import type { CorePorts } from '../../ports.ts'
import { followSwitch } from '../matching/follow-switch.ts'
import { renewMatchKeys } from '../matching/renew-match-keys.ts'
import { createOpenedLists } from './opened-lists.ts'

type Ports = { readonly ports: CorePorts; readonly library: CoreLibrary; readonly signals: CoreSignals }

/** Product lists: opened by a person, imported for the active workspace. Kept matches follow what a new list says of their products. */
export const openCatalogue = ({ ports, library, signals }: Ports) => {
  const { journal, catalogue, connections, products } = library
  const connectionId = (): string | null => connections.active()?.id ?? null
  const followProducts = async (): Promise<void> => {
    await renewMatchKeys(library, connectionId())
    signals.changed.send(['products'])
  }
  const openedLists = createOpenedLists({
    ...ports,
    journal,
    catalogue,
    followSwitch: (...all) => followSwitch(journal, ...all),
    connectionId,
    givenIds: () => products.givenIds(connectionId()),
    knownNames: () => [...products.knownNames(connectionId()), ...catalogue.plainNumbers(connectionId())],
    onChange: signals.changed.send,
    // If it fails, the next change of matches does it, or the next start.
    onImported: () => followProducts().catch(() => {}),
  })
  if (ports.access === 'write') signals.workspaceUsed.listen(openedLists.sweep)
  return openedLists
}
