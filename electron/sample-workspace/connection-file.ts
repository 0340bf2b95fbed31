import { existsSync, readFileSync } from 'node:fs'
import { operationName } from '../../shared/queue/operations.ts'
import { type ConnectionFile, connectionFile } from '../../shared/workspaces/connection-file.ts'
import { markOf, readMark } from '../../shared/workspaces/redirect-addresses.ts'
import type { SyncFiles } from '../core/base/platform/files.ts'
import { allScopes, type Clients, hasSecret, type OAuthClient } from './oauth/clients.ts'
import { writePrivateFile } from './store/data-folder.ts'

export type ConnectionFilePorts = {
  readonly files: SyncFiles
  readonly path: string
  readonly name: string
  readonly baseUrl: string
  readonly clients: Clients
  /** Of the client, when it is made. */
  readonly redirectUris: readonly string[]
  readonly readsProducts: () => boolean
  /** A line for a person; never a secret. */
  readonly tell: (line: string) => void
}

const compose = ({ name, baseUrl, readsProducts }: ConnectionFilePorts, client: OAuthClient, clientSecret: string): ConnectionFile => ({
  packshot: 1,
  name,
  baseUrl,
  clientId: client.id,
  clientSecret,
  redirectUris: [...client.redirectUris],
  scopes: [...client.scopes],
  publishing: { kind: 'data' },
  paths: { knowledge: '/v1/knowledge' },
  templates: {},
  // The sample workspace states that it has no limit.
  rates: Object.fromEntries(operationName.options.map((operation) => [operation, null])),
  basicAuth: 'form',
  serviceAppends: false,
  ...(readsProducts() ? { readProduct: {} } : {}),
})

const write = (ports: ConnectionFilePorts, client: OAuthClient, secret: string): void =>
  writePrivateFile(ports.files, ports.path, `${JSON.stringify(compose(ports, client, secret), null, 2)}\n`)

const readSecret = (path: string, client: OAuthClient): { readonly secret: string; readonly text: string } | undefined => {
  if (!existsSync(path)) return undefined
  try {
    const text = readFileSync(path, 'utf8')
    const { clientId, clientSecret } = connectionFile.parse(JSON.parse(text))
    return clientId === client.id && hasSecret(client, clientSecret) ? { secret: clientSecret, text } : undefined
  } catch {
    return undefined
  }
}

/** Gives the client a new secret; with `keepFile` the connection file keeps the old one, which is then wrong. */
export const resetClientSecret = (ports: ConnectionFilePorts, keepFile: boolean): string | undefined => {
  const client = ports.clients.ofConnectionFile()
  if (client === undefined) return undefined
  const secret = ports.clients.resetSecret(client.id)
  if (!keepFile) write(ports, client, secret)
  return secret
}

/** Writes what changed into the file. One that is missing or has a wrong secret stays as it is: it is not ours to repair here. */
export const updateConnectionFile = (ports: ConnectionFilePorts): void => {
  const client = ports.clients.ofConnectionFile()
  const kept = client === undefined ? undefined : readSecret(ports.path, client)
  if (client !== undefined && kept !== undefined) write(ports, client, kept.secret)
}

/** The workspace moved to another port: its client's redirect addresses have the mark of the one before. */
const followAddress = ({ clients, baseUrl, redirectUris }: ConnectionFilePorts): void => {
  const client = clients.ofConnectionFile()
  const isOfAnother = (uri: string): boolean => ![null, markOf(baseUrl)].includes(readMark(uri))
  if (client?.redirectUris.some(isOfAnother)) clients.setRedirects(client.id, redirectUris)
}

/**
 * Sees to it that there is a client and a connection file that is right for it. The file is the only place that holds the secret: if
 * it is missing or wrong, the secret is reset, since it cannot be shown a second time (spec, "OAuth client").
 */
export const ensureConnectionFile = (ports: ConnectionFilePorts): void => {
  const { clients, path, tell } = ports
  followAddress(ports)
  const client = clients.ofConnectionFile()
  if (client === undefined) {
    const made = clients.create({ name: 'Packshot', scopes: allScopes, redirectUris: ports.redirectUris }, true)
    write(ports, made.client, made.secret)
    return
  }
  const kept = readSecret(path, client)
  if (kept === undefined) {
    resetClientSecret(ports, false)
    tell('The connection file was missing or wrong: the client secret was reset and a new file written. Connect again with it.')
    return
  }
  const wanted = `${JSON.stringify(compose(ports, client, kept.secret), null, 2)}\n`
  if (wanted !== kept.text) writePrivateFile(ports.files, path, wanted)
}
