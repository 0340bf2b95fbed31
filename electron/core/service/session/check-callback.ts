import { createHash, timingSafeEqual } from 'node:crypto'
import { AuthorizationResponseError, validateAuthResponse } from 'oauth4webapi'
import type { AppError } from '../../../../shared/base/errors.ts'
import type { KnownServer } from './discover-server.ts'
import { cleanWords, explainRefusedSignIn } from './explain-oauth-failure.ts'

/** The expected values of the answer to an authorize request. */
export type ExpectedCallback = { readonly server: KnownServer; readonly clientId: string; readonly state: string }

/** `refused`: not the expected answer, so the sign-in keeps waiting. */
export type CallbackVerdict =
  | { readonly kind: 'code'; readonly parameters: URLSearchParams }
  | { readonly kind: 'failed'; readonly error: AppError }
  | { readonly kind: 'refused'; readonly why: string }

/**
 * Judges the query of a redirect: `state` in constant time, `iss` when it is there or advertised (RFC 9207), each parameter once.
 * An `error` counts only with the right state, or anyone could end a sign-in.
 */
export const checkCallback = (query: URLSearchParams, { server, clientId, state }: ExpectedCallback): CallbackVerdict => {
  if (!isSame(query.get('state') ?? '', state)) return { kind: 'refused', why: 'state' }
  try {
    const parameters = validateAuthResponse(server, { client_id: clientId }, query, state)
    return parameters.get('code') ? { kind: 'code', parameters } : { kind: 'refused', why: 'no code' }
  } catch (error) {
    if (error instanceof AuthorizationResponseError) return { kind: 'failed', error: explainRefusedSignIn(error) }
    const isOfAnother = query.get('iss') !== server.issuer
    return { kind: 'refused', why: isOfAnother ? 'iss' : cleanWords(error instanceof Error ? error.message : String(error)) }
  }
}

/** True if the address is the redirect URI with a query: same scheme, host and path, to the letter (service interface, "OAuth 2.0", row 11). */
export const isRedirectTo = (address: string, redirectUri: string): boolean => {
  if (!URL.canParse(address)) return false
  const [given, wanted] = [new URL(address), new URL(redirectUri)]
  return given.protocol === wanted.protocol && given.host === wanted.host && given.pathname === wanted.pathname && given.username === ''
}

const isSame = (a: string, b: string): boolean => {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
