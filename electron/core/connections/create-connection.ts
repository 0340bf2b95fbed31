import { createHash } from 'node:crypto'
import { AppError } from '../../../shared/errors.ts'
import { type BasicAuth, type Connection, type ConnectionFile, type Publishing, servicePaths } from '../../../shared/session.ts'
import { checkConnectionFile } from './connection-rules.ts'
import { normaliseBaseUrl } from './normalise-base-url.ts'
import { splitKeys } from './publishing-keys.ts'
import { apiKeyName, clientSecretName } from './secret-names.ts'

/** What a person can hand over to connect a workspace. */
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

type Options = { readonly isSample?: boolean; readonly publishing?: Publishing }

/** A connection without any secret, and its secrets by the names under which they belong in the secret store. */
export type CreatedConnection = { readonly connection: Connection; readonly secrets: Readonly<Record<string, string>> }

/**
 * The id follows from base URL and client: the same workspace handed over again is the same connection and keeps its queue,
 * library and ledger. Throws AppError `invalid-address`, `invalid-connection-file` or `usage`.
 */
export const createConnection = (input: ConnectionInput, { isSample = false, publishing }: Options = {}): CreatedConnection => {
  if (input.kind === 'api-key') return createWithApiKey(input, isSample, publishing)
  const file = input.kind === 'file' ? checkConnectionFile(input.file, 'connection file') : fromForm(input)
  const id = deriveId(file.baseUrl, file.clientId)
  const { clientId, redirectUris, scopes, basicAuth } = file
  const split = splitKeys(file.publishing, id)
  return {
    connection: {
      id,
      name: file.name,
      baseUrl: file.baseUrl,
      credentials: { kind: 'oauth', clientId, redirectUris, scopes, basicAuth },
      publishing: publishing ?? split.publishing,
      paths: servicePaths.parse(file.paths),
      rates: file.rates,
      serviceAppends: file.serviceAppends,
      isSample,
    },
    secrets: { [clientSecretName(id)]: file.clientSecret, ...split.secrets },
  }
}

const fromForm = ({ baseUrl, clientId, clientSecret, name, basicAuth }: Extract<ConnectionInput, { kind: 'oauth' }>): ConnectionFile => {
  const address = normaliseBaseUrl(baseUrl)
  const fields = {
    packshot: 1,
    name: name ?? new URL(address).host,
    baseUrl: address,
    clientId: clientId.trim(),
    clientSecret: clientSecret.trim(),
    basicAuth,
  }
  return checkConnectionFile(fields, 'form')
}

const createWithApiKey = (
  { baseUrl, apiKey, name }: Extract<ConnectionInput, { kind: 'api-key' }>,
  isSample: boolean,
  publishing: Publishing = { kind: 'origin' },
): CreatedConnection => {
  const address = normaliseBaseUrl(baseUrl)
  const key = apiKey.trim()
  // What an HTTP header can carry; the key itself is not quoted.
  if (!/^[\x21-\x7e]{1,4000}$/.test(key)) throw new AppError('usage', 'The API key is empty or has characters that a key can’t have.')
  const id = deriveId(address, 'X-API-Key')
  return {
    connection: {
      id,
      name: name ?? new URL(address).host,
      baseUrl: address,
      credentials: { kind: 'api-key' },
      publishing,
      paths: servicePaths.parse({}),
      rates: {},
      serviceAppends: false,
      isSample,
    },
    secrets: { [apiKeyName(id)]: key },
  }
}

const deriveId = (baseUrl: string, client: string): string =>
  `con_${createHash('sha256').update(`${baseUrl}\n${client}`).digest('hex').slice(0, 24)}`
