import type { AppContext } from '../exchange.ts'
import type { RequestLog } from '../store/request-log.ts'
import { authenticateClient } from './authenticate-client.ts'
import type { Clients, OAuthClient } from './clients.ts'
import { type Form, readForm } from './form.ts'
import type { Grants } from './grants.ts'
import { answerOAuthError, type OAuthErrorCode, type OAuthRefusal, oauthError, tokenAnswer } from './oauth-error.ts'
import { challengeOf, isCodeVerifier } from './pkce.ts'
import type { Sessions, TokenPair } from './sessions.ts'

export type TokenPorts = {
  readonly now: () => number
  readonly clients: Clients
  readonly grants: Grants
  readonly sessions: Sessions
  readonly log: RequestLog
}

type Outcome = { readonly status: number; readonly pair: TokenPair } | { readonly status: number; readonly refusal: OAuthRefusal }

const refused = (error: OAuthErrorCode, description: string): Outcome => {
  const refusal = oauthError(error, description)
  return { status: refusal.status, refusal }
}

/**
 * The authorization code for a pair (RFC 6749, 4.1.3; RFC 7636, 4.6). A code that comes a second time also ends the session made
 * from it (RFC 6749, 4.1.2); a wrong verifier spends the code. One issued before the code of the live session is not valid any more.
 */
const exchangeCode = ({ now, grants, sessions }: TokenPorts, client: OAuthClient, form: Form): Outcome => {
  const missing = ['code', 'redirect_uri', 'code_verifier'].find((name) => !form.has(name))
  if (missing) return refused('invalid_request', `${missing} is missing.`)
  const redirectUri = form.get('redirect_uri') ?? ''
  const verifier = form.get('code_verifier') ?? ''
  if (!isCodeVerifier(verifier)) return refused('invalid_request', 'code_verifier must be 43 to 128 characters of A-Z a-z 0-9 - . _ ~')
  if (!client.redirectUris.includes(redirectUri)) {
    return refused('invalid_request', 'The callback URL does not exactly match a redirect URI of the client.')
  }
  const code = grants.findCode(form.get('code') ?? '')
  if (code === undefined || code.client_id !== client.id) return refused('invalid_grant', 'The authorization code is not valid.')
  if (code.used) {
    sessions.endOfCode(code.hash)
    return refused('invalid_grant', 'The authorization code was used before; the tokens issued from it are revoked.')
  }
  if (code.expires_at <= now()) return refused('invalid_grant', 'The authorization code has expired.')
  grants.markUsed(code)
  if (code.redirect_uri !== redirectUri) return refused('invalid_grant', 'redirect_uri differs from the one of the authorization request.')
  if (challengeOf(verifier) !== code.challenge) return refused('invalid_grant', 'code_verifier does not match the code_challenge.')
  grants.endOlder(code)
  return { status: 200, pair: sessions.start({ clientId: client.id, personId: code.person_id, scope: code.scope, codeHash: code.hash }) }
}

/**
 * A new pair for a refresh token (RFC 6749, 6). An already rotated one ends its session, unless the same client sends the same request
 * again within seconds: a client with two requests at once, or with a lost answer, is no thief.
 */
const refresh = ({ now, sessions }: TokenPorts, client: OAuthClient, form: Form): Outcome => {
  const token = form.get('refresh_token')
  if (token === undefined) return refused('invalid_request', 'refresh_token is missing.')
  const session = sessions.byRefreshToken(token)
  if (session === undefined) {
    const repeated = sessions.repeat({ token, clientId: client.id, scope: form.get('scope') })
    if (repeated !== undefined) return { status: 200, pair: repeated }
    const reused = sessions.byRetiredRefreshToken(token)
    if (reused !== undefined) sessions.end(reused)
    return refused('invalid_grant', 'The refresh token is not valid: rotated, revoked, or replaced by a later sign-in.')
  }
  if (session.client_id !== client.id) return refused('invalid_grant', 'The refresh token belongs to another client.')
  if (session.refresh_expires_at <= now()) return refused('invalid_grant', 'The refresh token has expired.')
  const granted = session.scope.split(' ')
  const wanted = form.get('scope')?.split(' ').filter(Boolean) ?? granted
  if (wanted.some((scope) => !granted.includes(scope) || !client.scopes.includes(scope))) {
    return refused('invalid_scope', 'scope exceeds what was granted.')
  }
  return { status: 200, pair: sessions.rotate(session, wanted.join(' '), { token, clientId: client.id, scope: form.get('scope') }) }
}

/** `POST /oauth2/token` (spec, "OAuth endpoints"). */
export const createToken =
  (ports: TokenPorts) =>
  async (c: AppContext): Promise<Response> => {
    const exchange = c.get('exchange')
    const read = await readForm(c.env.incoming)
    if ('refusal' in read) return answerOAuthError(read.refusal)
    const { form } = read
    const grantType = form.get('grant_type')
    exchange.facts = { grantType }
    const authenticated = authenticateClient(ports.clients, c.env.incoming.headers.authorization, form)
    if ('refusal' in authenticated) return answerOAuthError(authenticated.refusal)
    exchange.credential = authenticated.credential
    if (grantType === undefined) return answerOAuthError(oauthError('invalid_request', 'grant_type is missing.'))
    const grant = grantType === 'authorization_code' ? exchangeCode : grantType === 'refresh_token' ? refresh : undefined
    if (grant === undefined) {
      return answerOAuthError(oauthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.'))
    }
    const outcome = await ports.log.settle(c, { grantType, clientId: authenticated.client.id }, () =>
      grant(ports, authenticated.client, form),
    )
    return 'pair' in outcome ? tokenAnswer(200, outcome.pair) : answerOAuthError(outcome.refusal)
  }

/** `POST /oauth2/revoke` (RFC 7009): either token ends the whole session; an unknown token is answered alike. */
export const createRevoke =
  ({ clients, sessions, log }: TokenPorts) =>
  async (c: AppContext): Promise<Response> => {
    const read = await readForm(c.env.incoming)
    if ('refusal' in read) return answerOAuthError(read.refusal)
    const { form } = read
    const authenticated = authenticateClient(clients, c.env.incoming.headers.authorization, form)
    if ('refusal' in authenticated) return answerOAuthError(authenticated.refusal)
    c.get('exchange').credential = authenticated.credential
    const token = form.get('token')
    if (token === undefined) return answerOAuthError(oauthError('invalid_request', 'token is missing.'))
    await log.settle(c, { clientId: authenticated.client.id, hint: form.get('token_type_hint') }, () => {
      const session = sessions.byRefreshToken(token) ?? sessions.byAccessToken(token)
      if (session?.client_id === authenticated.client.id) sessions.end(session.id)
      return { status: 200 }
    })
    return new Response(null, { status: 200, headers: { 'cache-control': 'no-store' } })
  }
