import type { ErrorRecord } from '../../../../shared/base/errors.ts'
import type { SecretStore } from '../../base/keychain/secret-store.ts'
import { openNetwork } from '../../base/network/open-network.ts'
import { lazily } from '../../base/platform/lazily.ts'
import type { CoreSignals } from '../../core-signals.ts'
import type { CoreLibrary } from '../../open-library.ts'
import type { CorePorts } from '../../ports.ts'
import { createFetch } from '../../service/session/fetch-answer.ts'
import { keepRefreshPauses } from '../../service/session/keep-refresh-pauses.ts'
import { createRefreshTimer } from '../../service/session/keep-sessions-fresh.ts'
import { createPendingRevocations } from '../../service/session/pending-revocations.ts'
import { fetchSampleTokens, sampleFolder, withEntrance } from '../sample/sample-owner.ts'
import { createVisionStore } from '../sample/vision-store.ts'
import { createActiveConnection } from './active-connection.ts'
import { followSample } from './follow-sample.ts'

export type Secrets = { readonly store: SecretStore; readonly reason?: ErrorRecord }

/** The network, with the keychain for proxy passwords. */
export const openWayOut = (ports: CorePorts) => {
  const getSecrets: () => Promise<Secrets> = lazily(ports.openSecrets).get
  const network = openNetwork(ports, getSecrets)
  return { ...network, getSecrets, fetch: createFetch(network.dispatcher) }
}
export type WayOut = ReturnType<typeof openWayOut>

type Ports = {
  readonly ports: CorePorts
  readonly library: Pick<CoreLibrary, 'journal' | 'connections'>
  readonly way: WayOut
  readonly signals: CoreSignals
}

/** The open workspaces, the active one, and their sessions, which are refreshed. */
export const openWorkspaces = ({ ports, library, way, signals }: Ports) => {
  const { journal, connections } = library
  const { dispatcher, getSecrets } = way
  const revocations = createPendingRevocations({ ...ports, dispatcher, getSecrets })
  const vision = createVisionStore({ journal, getSecrets })
  const active = createActiveConnection({
    ...ports,
    startSampleWorkspace: async (folder) => ports.startSampleWorkspace(folder, await vision.forProgram()),
    onSampleUp: (connectionFile, move) =>
      followSample(connectionFile, {
        ...{ move, connections, journal, getSecrets, clock: ports.clock },
        fetchTokens: (baseUrl) => fetchSampleTokens(sampleFolder(ports.dataFolder), baseUrl),
      }),
    dispatcher,
    isReachable: way.isReachable,
    withEntrance: (url) => withEntrance(sampleFolder(ports.dataFolder), url),
    revokeLater: revocations.revokeLater,
    pauseMemoryOf: keepRefreshPauses(journal),
    onSampleDeath: signals.sampleDied.send,
    onUse: signals.workspaceUsed.send,
    onSessionChange: () => {
      signals.sessionChanged.send()
      signals.changed.send(['session', 'jobs'])
    },
  })
  const staying = createRefreshTimer({ timers: ports.timers, sessions: active.sessions, revocations })
  return { active, vision, staying }
}
