import type { CredentialKind } from '../exchange.ts'
import { type Clients, hasSecret, type OAuthClient } from './clients.ts'
import type { Form } from './form.ts'
import { type OAuthRefusal, oauthError } from './oauth-error.ts'

type Authenticated = { readonly client: OAuthClient; readonly credential: CredentialKind } | { readonly refusal: OAuthRefusal }

const refused = (description: string): Authenticated => ({ refusal: oauthError('invalid_client', description) })

/** One half of the Basic pair, which RFC 6749, 2.3.1 has form-encoded. */
const decodeFormValue = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

const readBasic = (header: string): { readonly id: string; readonly secret: string } | undefined => {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header)?.[1]
  if (encoded === undefined) return undefined
  const pair = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  if (colon < 0) return undefined
  const id = decodeFormValue(pair.slice(0, colon))
  const secret = decodeFormValue(pair.slice(colon + 1))
  return id === undefined || secret === undefined ? undefined : { id, secret }
}

/**
 * Client authentication at the token and revocation endpoints: HTTP Basic (spec, OAuth 3), or `client_secret_post`, which the discovery
 * document of such services lists too. Both at once is an `invalid_request` (RFC 6749, 2.3).
 */
export const authenticateClient = (clients: Clients, authorization: string | undefined, form: Form): Authenticated => {
  const posted = form.get('client_secret')
  if (authorization !== undefined && posted !== undefined) {
    return { refusal: oauthError('invalid_request', 'Use one way of client authentication, not two.') }
  }
  const basic = authorization === undefined ? undefined : readBasic(authorization)
  if (authorization !== undefined && basic === undefined) return refused('The Authorization header is not valid HTTP Basic.')
  const id = basic?.id ?? form.get('client_id')
  const secret = basic?.secret ?? posted
  if (id === undefined || secret === undefined) return refused('Client authentication is required: no public clients.')
  if (basic && form.has('client_id') && form.get('client_id') !== id) {
    return { refusal: oauthError('invalid_request', 'client_id differs from the authenticated client.') }
  }
  const client = clients.find(id)
  if (client === undefined || !hasSecret(client, secret))
    return refused('Client ID or secret is wrong, the secret was reset, or the client was removed.')
  return { client, credential: basic ? 'basic' : 'post' }
}
