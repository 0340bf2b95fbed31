import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { ConnectionFile } from '../../../../shared/workspaces/connection-file.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { SecretStore } from '../../base/keychain/secret-store.ts'
import { clientSecretName, tokensName } from '../../service/session/secret-names.ts'
import { formatStored, toTokens } from '../../service/session/stored-tokens.ts'
import type { SampleTokens } from '../sample/sample-owner.ts'
import type { MoveConnection } from './active-connection.ts'
import type { ConnectionStore } from './connection-store.ts'
import { parseConnectionFile } from './parse-connection-file.ts'

type Ports = {
  readonly move: MoveConnection
  readonly connections: Pick<ConnectionStore, 'listAll' | 'list' | 'save'>
  readonly journal: Pick<Journal, 'write' | 'durable'>
  readonly getSecrets: () => Promise<{ readonly store: SecretStore }>
  readonly clock: { readonly now: () => number }
  /** New tokens of the session that was there last; `null`: none. */
  readonly fetchTokens: (baseUrl: string) => Promise<SampleTokens | null>
}

/** The connection to the sample workspace with this client: only one exists, on any port. */
export const findSample = (clientId: string, all: readonly Connection[]): Connection | undefined =>
  all.find(({ isSample, credentials }) => isSample && credentials.kind === 'oauth' && credentials.clientId === clientId)

/**
 * Without a keychain, what Packshot knew of its own sample workspace ended with its process: the sample workspace itself gives it back. True
 * if something was put there.
 */
const bringBack = async (
  { id, baseUrl }: Connection,
  { clientSecret }: ConnectionFile,
  store: SecretStore,
  ports: Ports,
): Promise<boolean> => {
  if (store.storage !== 'memory' || (await store.get(clientSecretName(id))) !== null) return false
  await store.set(clientSecretName(id), clientSecret)
  const askedAt = ports.clock.now()
  const tokens = await ports.fetchTokens(baseUrl)
  if (tokens !== null)
    await store.set(tokensName(id), formatStored({ kind: 'tokens', tokens: toTokens({ ...tokens, token_type: 'bearer' }, askedAt, null) }))
  return true
}

/**
 * Saves the current address of the sample workspace. Its port is kept, but the system may reserve it at a restart of the
 * computer; then the workspace moves, and its connection with the queue, the sign-in and the ledger stays the same one.
 */
export const followSample = async (connectionFile: string, ports: Ports): Promise<void> => {
  const { move, connections, journal, getSecrets } = ports
  const file = parseConnectionFile(connectionFile)
  const { baseUrl, clientId, redirectUris } = file
  const known = findSample(clientId, connections.listAll())
  if (known?.credentials.kind !== 'oauth') return
  const { store } = await getSecrets()
  const isMoved = known.baseUrl !== baseUrl
  const current = isMoved ? { ...known, baseUrl, credentials: { ...known.credentials, redirectUris } } : known
  if (isMoved) {
    journal.write(() => connections.save(current))
    await journal.durable()
  }
  const isConnected = connections.list().some(({ id }) => id === known.id)
  const isBack = isConnected && (await bringBack(current, file, store, ports))
  if (isMoved || isBack) await move(current, store)
}
