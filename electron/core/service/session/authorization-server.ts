import * as oauth from 'oauth4webapi'
import { AppError, errorFrom } from '../../../../shared/base/errors.ts'
import type { OauthPurpose } from '../../../../shared/service/session-failures.ts'
import type { BasicAuth } from '../../../../shared/workspaces/connection.ts'
import { isLoopbackHost } from '../../base/network/normalise-base-url.ts'
import { type DiscoveryFallback, discoverServer, type KnownServer } from './discover-server.ts'
import { explainOauthFailure } from './explain-oauth-failure.ts'
import { type Answer, type Fetch, fetchAnswer } from './fetch-answer.ts'
import { noteLostAnswer } from './lost-answer.ts'

type Ports = {
  readonly baseUrl: string
  /** discover-server.ts */
  readonly signInOrigin?: string | undefined
  readonly clientId: string
  /** Read on each use, so that a replaced secret applies at once. */
  readonly clientSecret: () => Promise<string>
  readonly fetch: Fetch
  readonly basicAuth?: BasicAuth
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}

/** Timeout of the token endpoint in milliseconds: a dead connection is detected within half a minute. */
const answerMs = 25_000

export type AuthorizeRequest = {
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly state: string
  readonly challenge: string
}

export type AuthorizationServerClient = {
  /** Discovered once; not cached after a network failure. */
  readonly server: () => Promise<KnownServer>
  /** How the endpoints were found, for diagnostics; `null`: not searched yet. */
  readonly discovery: () => 'found' | DiscoveryFallback | null
  readonly authorizeUrl: (request: AuthorizeRequest) => Promise<string>
  /** `parameters` as checked by `checkCallback`. Throws AppError: `invalid-client`, `sign-in-failed`, `offline`, … */
  readonly exchange: (parameters: URLSearchParams, redirectUri: string, verifier: string) => Promise<oauth.TokenEndpointResponse>
  /** Throws AppError: `session-ended` (invalid_grant), `invalid-client`, `offline`, `service-failed`, … */
  readonly refresh: (refreshToken: string) => Promise<oauth.TokenEndpointResponse>
  readonly revoke: (token: string, hint: 'refresh_token' | 'access_token') => Promise<void>
}

/** The workspace's OAuth endpoints (service interface, "OAuth endpoints"), spoken by oauth4webapi, with errors as AppError. */
export const createAuthorizationServerClient = (ports: Ports): AuthorizationServerClient => {
  const { baseUrl, signInOrigin, clientId, clientSecret, fetch, basicAuth = 'form', log } = ports
  const client: oauth.Client = { client_id: clientId }
  const insecure = isLoopbackHost(new URL(baseUrl).hostname)

  let discovered: Promise<KnownServer> | null = null
  let outcome: 'found' | DiscoveryFallback | null = null
  const discover = async (): Promise<KnownServer> => {
    const { server, settled, fallback } = await discoverServer(fetch, baseUrl, signInOrigin)
    outcome = fallback ?? 'found'
    if (fallback !== null) log({ event: 'discovery-fallback', baseUrl, why: fallback })
    if (!settled) discovered = null
    return server
  }
  const server = (): Promise<KnownServer> => {
    discovered ??= discover().catch((error: unknown) => {
      discovered = null
      throw error
    })
    return discovered
  }

  const authenticate = async (): Promise<oauth.ClientAuth> => {
    const secret = await clientSecret()
    const credentials = encodeBasic(clientId, secret, basicAuth)
    return (_server, _client, _body, headers) => headers.set('authorization', `Basic ${credentials}`)
  }

  /** Only at a sign-in: an existing session was created with this same encoding, so it can't be the cause. */
  const noteEncoding = async (error: AppError, purpose: OauthPurpose): Promise<AppError> => {
    const { failure } = error
    if (failure.kind !== 'client-refused' || purpose !== 'sign-in') return error
    const secret = await clientSecret()
    const differs = encodeBasic(clientId, secret, 'form') !== encodeBasic(clientId, secret, 'raw')
    return differs ? errorFrom(error.toRecord(), { failure: { ...failure, encoding: basicAuth }, cause: error.cause }) : error
  }

  /** Runs one request; problems that oauth4webapi finds are explained from the answer itself. */
  const call = async <T>(
    purpose: OauthPurpose,
    limitMs: number,
    run: (options: oauth.HttpRequestOptions<'POST', URLSearchParams>) => Promise<T>,
  ): Promise<T> => {
    let answer: Answer | null = null
    const send = async (url: string, init: unknown): Promise<Response> => {
      const { method, headers, body } = init as { method: string; headers: Record<string, string>; body?: URLSearchParams }
      answer = await fetchAnswer(fetch, { url, method, headers, body: String(body ?? '') }, { limitMs })
      return toResponse(answer)
    }
    try {
      return await run({ [oauth.customFetch]: send, [oauth.allowInsecureRequests]: insecure })
    } catch (error) {
      if (error instanceof AppError) throw noteLostAnswer(error)
      const failed = answer as Answer | null
      if (failed !== null && (failed.status < 200 || failed.status > 299))
        throw await noteEncoding(explainOauthFailure(failed, purpose), purpose)
      throw new AppError('bad-answer', { kind: 'oauth-answer-odd', purpose, why: words(error) }, { cause: error })
    }
  }

  return {
    server,
    discovery: () => outcome,

    authorizeUrl: async ({ redirectUri, scopes, state, challenge }) => {
      const url = new URL((await server()).authorization_endpoint)
      url.searchParams.set('response_type', 'code')
      url.searchParams.set('client_id', clientId)
      url.searchParams.set('redirect_uri', redirectUri)
      url.searchParams.set('scope', scopes.join(' '))
      url.searchParams.set('state', state)
      url.searchParams.set('code_challenge', challenge)
      url.searchParams.set('code_challenge_method', 'S256')
      return url.href
    },

    exchange: async (parameters, redirectUri, verifier) => {
      const [known, authentication] = [await server(), await authenticate()]
      return call('sign-in', answerMs, async (options) => {
        const response = await oauth.authorizationCodeGrantRequest(
          known,
          client,
          authentication,
          parameters,
          redirectUri,
          verifier,
          options,
        )
        return oauth.processAuthorizationCodeResponse(known, client, response)
      })
    },

    refresh: async (refreshToken) => {
      const [known, authentication] = [await server(), await authenticate()]
      return call('refresh', answerMs, async (options) => {
        const response = await oauth.refreshTokenGrantRequest(known, client, authentication, refreshToken, options)
        return oauth.processRefreshTokenResponse(known, client, response)
      })
    },

    revoke: async (token, hint) => {
      const [known, authentication] = [await server(), await authenticate()]
      await call('disconnect', 10_000, async (options) => {
        const additionalParameters = { token_type_hint: hint }
        const response = await oauth.revocationRequest(known, client, authentication, token, { ...options, additionalParameters })
        // The interface doesn't show a successful revocation, so any 2xx counts (RFC 7009 says 200).
        if (response.status < 200 || response.status > 299) await oauth.processRevocationResponse(response)
      })
    },
  }
}

const words = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const toResponse = ({ status, headers, text }: Answer): Response => {
  const kept = new Headers(headers)
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) kept.delete(name)
  const mayHaveBody = status !== 204 && status !== 205 && status !== 304
  return new Response(mayHaveBody ? text : null, { status: status < 200 ? 599 : status, headers: kept })
}

/**
 * oauth4webapi's own ClientSecretBasic escapes `-`, `.` and `_` as well, which the form serialisation (RFC 6749, appendix B) leaves alone;
 * leaving them alone decodes to the same and suits services that don't decode, as most ids have nothing else to escape.
 */
const encodeBasic = (id: string, secret: string, encoding: BasicAuth): string => {
  const encode = (text: string): string => (encoding === 'raw' ? text : new URLSearchParams({ v: text }).toString().slice(2))
  return Buffer.from(`${encode(id)}:${encode(secret)}`, 'utf8').toString('base64')
}
