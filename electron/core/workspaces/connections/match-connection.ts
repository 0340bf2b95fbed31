import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { ConnectionFile } from '../../../../shared/workspaces/connection-file.ts'
import { saidAgain, settingsAfter } from '../../../../shared/workspaces/workspace-settings.ts'
import type { OfferRelation } from '../../../../shared/workspaces/workspaces.ts'
import { type CreatedConnection, createConnection } from './create-connection.ts'

/** How a connection file relates to the known ones. `known`: the same connection, or the one it may replace. */
export type Match = { readonly kind: OfferRelation['kind']; readonly known: Connection | null }

const clientOf = ({ credentials }: Connection): string | null => (credentials.kind === 'oauth' ? credentials.clientId : null)

const isSameName = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * Address and client make a connection: both the same, it is that one. The client at another address, or another client under the same
 * name, may be that one or not: a person has to decide, because its waiting work would be sent there.
 */
export const matchConnection = (file: ConnectionFile, known: readonly Connection[]): Match => {
  const others = known.filter((one) => !one.isSample && one.credentials.kind === 'oauth')
  const byClient = others.filter((one) => clientOf(one) === file.clientId)
  const same = byClient.find((one) => one.baseUrl === file.baseUrl)
  if (same) return { kind: 'same', known: same }
  const moved = byClient.at(-1)
  if (moved) return { kind: 'moved', known: moved }
  const similar = others.find((one) => isSameName(one.name, file.name))
  return similar ? { kind: 'similar', known: similar } : { kind: 'new', known: null }
}

export const describeMatch = ({ kind, known }: Match): OfferRelation => {
  if (!known || kind === 'new') return { kind: 'new' }
  return kind === 'same' ? { kind, name: known.name } : { kind, name: known.name, baseUrl: known.baseUrl }
}

/** Both sign in the same way at one address, so that tokens of one are valid for the other. */
export const signsInAlike = (one: Connection, other: Connection): boolean =>
  one.baseUrl === other.baseUrl && isDeepStrictEqual(one.credentials, other.credentials)

/** A file's settings override those of the known connection; omitted ones stay. */
const setOver = (known: Connection, file: ConnectionFile): ConnectionFile => ({
  ...file,
  paths: { ...known.paths, ...file.paths },
  templates: { ...known.templates, ...file.templates },
  rates: { ...known.rates, ...file.rates },
  ...saidAgain(settingsAfter(file, known)),
  readProduct: file.readProduct === undefined ? known.readProduct : file.readProduct && { ...known.readProduct, ...file.readProduct },
})

/**
 * The connection that a file makes. As a known one it keeps that one's id (its queue, library and ledger), what the person called it, and
 * its settings that the file omits: paths, bodies, rates, and how pictures reach it.
 */
export const createFromFile = (file: ConnectionFile, known: Connection | null, all: readonly Connection[]): CreatedConnection => {
  if (known) {
    const keeps = file.publishing.kind === 'origin' ? { publishing: known.publishing } : {}
    const { connection, secrets } = createConnection({ kind: 'file', file: setOver(known, file) }, { id: known.id, ...keeps })
    const isSame = connection.baseUrl === known.baseUrl && clientOf(connection) === clientOf(known)
    return { secrets, connection: { ...connection, name: known.name, isConfirmed: isSame && known.isConfirmed === true } }
  }
  const created = createConnection({ kind: 'file', file })
  // An id derived from an earlier address of a connection that has moved since.
  if (!all.some(({ id }) => id === created.connection.id)) return created
  return createConnection({ kind: 'file', file }, { id: `con_${randomBytes(12).toString('hex')}` })
}
