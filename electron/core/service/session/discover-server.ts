import { type AuthorizationServer, JSON_ATTRIBUTE_COMPARISON, OperationProcessingError, processDiscoveryResponse } from 'oauth4webapi'
import { AppError } from '../../../../shared/base/errors.ts'
import { isAllowedAddress } from '../../base/network/normalise-base-url.ts'
import { type Fetch, fetchAnswer } from './fetch-answer.ts'

/** An authorization server whose three endpoints are known. */
export type KnownServer = AuthorizationServer & {
  readonly authorization_endpoint: string
  readonly token_endpoint: string
  readonly revocation_endpoint: string
}

/** Why the documented paths are used; contains no text of a service, so that it is safe for diagnostics. */
export type DiscoveryFallback = `absent (${number})` | 'malformed' | 'of another issuer' | 'without https'

/** `settled` is false if the document may be available next time (429, 5xx). */
export type Discovery = { readonly server: KnownServer; readonly settled: boolean; readonly fallback: DiscoveryFallback | null }

/** The documented paths (service interface, "OAuth endpoints"). */
export const documentedServer = (baseUrl: string): KnownServer => ({
  issuer: baseUrl,
  authorization_endpoint: `${baseUrl}/oauth2/authorize`,
  token_endpoint: `${baseUrl}/oauth2/token`,
  revocation_endpoint: `${baseUrl}/oauth2/revoke`,
})

/**
 * Authorization server metadata (RFC 8414) from `{base_url}/.well-known/oauth-authorization-server`, also when the base URL has a path,
 * as the service documents it. Absent, malformed or of another issuer: the documented paths, and why.
 * Its endpoints are at the base URL's origin, or at `signInOrigin`, which a person saw: a document could name another workspace's sign-in page, where a
 * person would consent, and send the code elsewhere (RFC 9700, 4.4). If it names an issuer at `signInOrigin`, that issuer's own document counts, and all
 * endpoints are there. Throws AppError `offline`, `timeout`, or `sign-in-failed` for an endpoint elsewhere.
 */
export const discoverServer = async (fetch: Fetch, baseUrl: string, signInOrigin?: string): Promise<Discovery> => {
  const found = await readMetadata(fetch, baseUrl)
  if (found.kind === 'of another issuer' && signInOrigin !== undefined && originOf(found.issuer) === signInOrigin) {
    const own = await readMetadata(fetch, found.issuer)
    return decide(own, { documented: documentedServer(withoutSlash(found.issuer)), baseUrl, origins: [signInOrigin] })
  }
  const origins = [new URL(baseUrl).origin, ...(signInOrigin === undefined ? [] : [signInOrigin])]
  return decide(found, { documented: documentedServer(baseUrl), baseUrl, origins })
}

type Metadata =
  | { readonly kind: 'read'; readonly metadata: AuthorizationServer }
  | { readonly kind: 'of another issuer'; readonly issuer: string }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'absent'; readonly status: number }

/** The document of `issuer`, which may end with a slash, as Auth0's do. */
const readMetadata = async (fetch: Fetch, issuer: string): Promise<Metadata> => {
  const url = `${withoutSlash(issuer)}/.well-known/oauth-authorization-server`
  const answer = await fetchAnswer(fetch, { url, headers: { accept: 'application/json' } }, { limitMs: 10_000 })
  if (answer.status !== 200) return { kind: 'absent', status: answer.status }
  try {
    const response = new Response(answer.text, { headers: { 'content-type': 'application/json' } })
    return { kind: 'read', metadata: definedOnly(await processDiscoveryResponse(new URL(issuer), response)) }
  } catch (error) {
    const isOfAnother = error instanceof OperationProcessingError && error.code === JSON_ATTRIBUTE_COMPARISON
    return isOfAnother ? { kind: 'of another issuer', issuer: issuerIn(answer.text) } : { kind: 'malformed' }
  }
}

type Bounds = { readonly documented: KnownServer; readonly baseUrl: string; readonly origins: readonly string[] }

const decide = (found: Metadata, { documented, baseUrl, origins }: Bounds): Discovery => {
  if (found.kind === 'absent') {
    const settled = found.status < 500 && found.status !== 429
    return { server: documented, settled, fallback: `absent (${found.status})` }
  }
  if (found.kind !== 'read') return { server: documented, settled: true, fallback: found.kind }
  const server = { ...documented, ...found.metadata }
  for (const endpoint of [server.authorization_endpoint, server.token_endpoint, server.revocation_endpoint]) {
    if (!URL.canParse(endpoint) || !isAllowedAddress(new URL(endpoint)))
      return { server: documented, settled: true, fallback: 'without https' }
    const { origin } = new URL(endpoint)
    if (!origins.includes(origin)) throw new AppError('sign-in-failed', { kind: 'endpoint-elsewhere', origin, baseUrl }, { kept: 'queue' })
  }
  return { server, settled: true, fallback: null }
}

/** What a JSON text that was read before names as its issuer. */
const issuerIn = (text: string): string => String((JSON.parse(text) as { issuer?: unknown }).issuer)

const withoutSlash = (address: string): string => (address.endsWith('/') ? address.slice(0, -1) : address)

const originOf = (address: string): string | null => (URL.canParse(address) ? new URL(address).origin : null)

/**
 * What is taken from the document (RFC 8414, 2; RFC 9207, 3): `same` as the base URL, an `address` at an origin that a person knows, a `word` that
 * makes us stricter, or a `list` that an admin is told about (workspaces/connections/check-client.ts). All else is left out, so that nothing of it is ever used unchecked.
 */
export const discoveryFields = {
  issuer: 'same',
  authorization_endpoint: 'address',
  token_endpoint: 'address',
  revocation_endpoint: 'address',
  authorization_response_iss_parameter_supported: 'word',
  code_challenge_methods_supported: 'list',
  grant_types_supported: 'list',
  response_types_supported: 'list',
  token_endpoint_auth_methods_supported: 'list',
  scopes_supported: 'list',
} as const satisfies Readonly<Record<string, 'same' | 'address' | 'word' | 'list'>>

const definedOnly = (found: AuthorizationServer): AuthorizationServer => ({
  issuer: found.issuer,
  ...Object.fromEntries(Object.keys(discoveryFields).flatMap((name) => (found[name] === undefined ? [] : [[name, found[name]]]))),
})
