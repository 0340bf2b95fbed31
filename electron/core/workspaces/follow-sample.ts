import type { Connection } from '../../../shared/connection.ts'
import type { Journal } from '../database/journal.ts'
import type { SecretStore } from '../keychain/secret-store.ts'
import type { MoveConnection } from './active-connection.ts'
import type { ConnectionStore } from './connection-store.ts'
import { parseConnectionFile } from './parse-connection-file.ts'

type Ports = {
  readonly move: MoveConnection
  readonly connections: Pick<ConnectionStore, 'listAll' | 'save'>
  readonly journal: Pick<Journal, 'write' | 'durable'>
  readonly getSecrets: () => Promise<{ readonly store: SecretStore }>
}

/** The connection to the sample workspace with this client: only one exists, on any port. */
export const findSample = (clientId: string, all: readonly Connection[]): Connection | undefined =>
  all.find(({ isSample, credentials }) => isSample && credentials.kind === 'oauth' && credentials.clientId === clientId)

/**
 * Saves the current address of the sample workspace. Its port is kept, but the system may reserve it at a restart of the
 * computer; then the workspace moves, and its connection with the queue, the sign-in and the ledger stays the same one.
 */
export const followSample = async (connectionFile: string, { move, connections, journal, getSecrets }: Ports): Promise<void> => {
  const { baseUrl, clientId, redirectUris } = parseConnectionFile(connectionFile)
  const known = findSample(clientId, connections.listAll())
  if (known?.credentials.kind !== 'oauth' || known.baseUrl === baseUrl) return
  const moved = { ...known, baseUrl, credentials: { ...known.credentials, redirectUris } }
  journal.write(() => connections.save(moved))
  await journal.durable()
  await move(moved, (await getSecrets()).store)
}
