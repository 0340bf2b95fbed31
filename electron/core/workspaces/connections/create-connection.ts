import { createHash } from 'node:crypto'
import { AppError } from '../../../../shared/base/errors.ts'
import { type BasicAuth, bodyTemplates, type Connection, servicePaths } from '../../../../shared/workspaces/connection.ts'
import type { ConnectionFile } from '../../../../shared/workspaces/connection-file.ts'
import { readProduct } from '../../../../shared/workspaces/product-reading-settings.ts'
import type { Publishing } from '../../../../shared/workspaces/publishing-settings.ts'
import { defaultRedirectUris, withMark } from '../../../../shared/workspaces/redirect-addresses.ts'
import { settingsAfter } from '../../../../shared/workspaces/workspace-settings.ts'
import { normaliseBaseUrl } from '../../base/network/normalise-base-url.ts'
import { apiKeyName, clientSecretName } from '../../service/session/secret-names.ts'
import { checkConnectionFile } from './connection-rules.ts'
import { splitKeys } from './publishing-keys.ts'

/** The ways to connect a workspace. */
export type ConnectionInput =
  | { readonly kind: 'file'; readonly file: ConnectionFile }
  | {
      readonly kind: 'oauth'
      readonly baseUrl: string
      readonly clientId: string
      readonly clientSecret: string
      readonly name?: string | undefined
      readonly basicAuth?: BasicAuth | undefined
    }
  | { readonly kind: 'api-key'; readonly baseUrl: string; readonly apiKey: string; readonly name?: string }
  | {
      readonly kind: 'relay'
      readonly baseUrl: string
      /** A header that the relay requires; its value is a secret. */
      readonly header: { readonly name: string; readonly value: string } | null
      readonly name?: string
    }

type Options = {
  readonly isSample?: boolean
  readonly publishing?: Publishing
  /** The id of the same known connection, or of the one it replaces. */
  readonly id?: string
}

/** A connection without secrets, and its secrets by their names in the secret store. */
export type CreatedConnection = { readonly connection: Connection; readonly secrets: Readonly<Record<string, string>> }

/**
 * The id follows from base URL and client: the same workspace added again is the same connection and keeps its queue,
 * library and ledger. Throws AppError `invalid-address`, `invalid-connection-file` or `usage`.
 */
export const createConnection = (input: ConnectionInput, options: Options = {}): CreatedConnection => {
  if (input.kind === 'api-key') return createWithApiKey(input, options)
  if (input.kind === 'relay') return createWithRelay(input, options)
  const { isSample = false, publishing } = options
  const file = input.kind === 'file' ? checkConnectionFile(input.file, 'file') : readClientForm(input)
  const id = options.id ?? deriveId(file.baseUrl, file.clientId)
  const { clientId, redirectUris, signInOrigin, scopes, basicAuth } = file
  const split = splitKeys(file.publishing, id)
  return {
    connection: {
      id,
      name: file.name,
      baseUrl: file.baseUrl,
      credentials: { kind: 'oauth', clientId, redirectUris, ...(signInOrigin === undefined ? {} : { signInOrigin }), scopes, basicAuth },
      publishing: publishing ?? split.publishing,
      paths: servicePaths.parse(file.paths),
      templates: bodyTemplates.parse(file.templates),
      rates: file.rates,
      ...settingsAfter(file),
      ...(file.readProduct ? { readProduct: readProduct.parse(file.readProduct) } : {}),
      isSample,
    },
    secrets: { [clientSecretName(id)]: file.clientSecret, ...split.secrets },
  }
}

/** A client's details as typed, as a connection file. Throws AppError `invalid-address` or `invalid-connection-file`. */
export const readClientForm = ({
  baseUrl,
  clientId,
  clientSecret,
  name,
  basicAuth,
}: Extract<ConnectionInput, { kind: 'oauth' }>): ConnectionFile => {
  const address = normaliseBaseUrl(baseUrl)
  const fields = {
    packshot: 1,
    name: name ?? new URL(address).host,
    baseUrl: address,
    clientId: clientId.trim(),
    clientSecret: clientSecret.trim(),
    basicAuth,
    // Which of them its admin has registered shows when they are tried.
    redirectUris: [...withMark(defaultRedirectUris, address), ...defaultRedirectUris],
  }
  return checkConnectionFile(fields, 'form')
}

type Plain = { readonly baseUrl: string; readonly name?: string }

const withoutClient = (
  { baseUrl, name }: Plain,
  client: string,
  credentials: Connection['credentials'],
  { isSample = false, publishing = { kind: 'origin' }, id }: Options,
): Connection => {
  const address = normaliseBaseUrl(baseUrl)
  return {
    id: id ?? deriveId(address, client),
    name: name ?? new URL(address).host,
    baseUrl: address,
    credentials,
    publishing,
    paths: servicePaths.parse({}),
    templates: bodyTemplates.parse({}),
    rates: {},
    ...settingsAfter({}),
    isSample,
  }
}

/** Checks that an HTTP header can carry a key. Throws AppError `usage`; the key itself is not quoted. */
export const readApiKey = (text: string): string => {
  const key = text.trim()
  if (!/^[\x21-\x7e]{1,4000}$/.test(key)) throw new AppError('usage', { kind: 'api-key-unusable' })
  return key
}

const createWithApiKey = (input: Extract<ConnectionInput, { kind: 'api-key' }>, options: Options): CreatedConnection => {
  const key = readApiKey(input.apiKey)
  const connection = withoutClient(input, 'X-API-Key', { kind: 'api-key' }, options)
  return { connection, secrets: { [apiKeyName(connection.id)]: key } }
}

/** Headers that belong to the request itself. */
const ownHeaders =
  /^(accept(-encoding)?|connection|content-(length|type)|cookie|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade|user-agent|proxy-.*)$/i

const createWithRelay = (input: Extract<ConnectionInput, { kind: 'relay' }>, options: Options): CreatedConnection => {
  const name = input.header?.name.trim() ?? null
  const value = input.header?.value.trim() ?? ''
  if (name !== null) {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(name)) throw new AppError('usage', { kind: 'header-name-unusable' })
    if (ownHeaders.test(name)) throw new AppError('usage', { kind: 'header-reserved', name })
    if (!/^[\x20-\x7e]{1,4000}$/.test(value)) throw new AppError('usage', { kind: 'header-value-unusable' })
  }
  const connection = withoutClient(input, 'relay', { kind: 'relay', header: name }, options)
  return { connection, secrets: name === null ? {} : { [apiKeyName(connection.id)]: value } }
}

const deriveId = (baseUrl: string, client: string): string =>
  `con_${createHash('sha256').update(`${baseUrl}\n${client}`).digest('hex').slice(0, 24)}`
