import type { AppContext } from '../exchange.ts'
import { notLetIn, pathOf } from '../pages/enter.ts'
import type { People, Person } from '../people/people.ts'
import { mediaType, readBody } from '../request-body.ts'
import type { RequestLog } from '../store/request-log.ts'
import type { Clients, OAuthClient } from './clients.ts'
import { consentPage, errorPage } from './consent-page.ts'
import { readParameters } from './form.ts'
import type { ConsentRequest, Grants } from './grants.ts'
import type { OAuthErrorCode } from './oauth-error.ts'
import { isCodeChallenge } from './pkce.ts'

export type AuthorizePorts = {
  readonly issuer: string
  readonly workspaceName: () => string
  readonly people: People
  /** Neither a visit nor its person where the link is on another site, since the cookie is SameSite=Strict. */
  readonly isLetIn: (c: AppContext) => boolean
  readonly visitorOf: (c: AppContext) => Person | undefined
  readonly clients: Clients
  readonly grants: Grants
  readonly log: RequestLog
}

/** Redirects to the client, with `iss` so that it knows who answered (RFC 9207). */
const redirectBack = (redirectUri: string, issuer: string, parameters: Readonly<Record<string, string | undefined>>): Response => {
  const location = new URL(redirectUri)
  for (const [name, value] of Object.entries({ ...parameters, iss: issuer }))
    if (value !== undefined) location.searchParams.append(name, value)
  return new Response(null, {
    status: 302,
    headers: { location: location.href, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  })
}

type Fault = { readonly error: OAuthErrorCode; readonly description: string }

/** Returns the problem with a request whose client and redirect address are known. */
const findFault = (form: ReadonlyMap<string, string>, repeated: readonly string[], allowed: readonly string[]): Fault | undefined => {
  const invalid = (description: string): Fault => ({ error: 'invalid_request', description })
  if (repeated.length > 0) return invalid(`Sent more than once: ${repeated.join(', ')}.`)
  if (!form.has('response_type')) return invalid('response_type is missing.')
  if (form.get('response_type') !== 'code')
    return { error: 'unsupported_response_type', description: 'Only response_type=code is supported.' }
  if (!form.has('state')) return invalid('state is missing.')
  if (!form.has('code_challenge')) return invalid('code_challenge is missing: PKCE is required.')
  if (form.get('code_challenge_method') !== 'S256') return invalid('code_challenge_method must be S256.')
  if (!isCodeChallenge(form.get('code_challenge') ?? ''))
    return invalid('code_challenge must be BASE64URL(SHA256(code_verifier)), 43 characters.')
  const scopes = (form.get('scope') ?? '').split(' ').filter(Boolean)
  if (scopes.length === 0) return { error: 'invalid_scope', description: 'scope is missing.' }
  const refused = scopes.filter((scope) => !allowed.includes(scope))
  if (refused.length > 0) return { error: 'invalid_scope', description: `Not enabled on this client: ${refused.join(' ')}.` }
  return undefined
}

/** `status` 400: the form came without a person. */
const showConsent = (
  { workspaceName, people, visitorOf }: AuthorizePorts,
  c: AppContext,
  { id, request, client }: { readonly id: string; readonly request: ConsentRequest; readonly client: OAuthClient },
  status: 200 | 400 = 200,
): Response =>
  consentPage({
    ...{ requestId: id, workspace: workspaceName(), client: client.name, person: visitorOf(c)?.name, people: people.list(), status },
    ...{ scopes: request.scope.split(' '), redirectUri: request.redirect_uri },
  })

/** `GET /oauth2/authorize` (spec, "OAuth endpoints"): the consent page, or an error. */
export const createAuthorize =
  (ports: AuthorizePorts) =>
  async (c: AppContext): Promise<Response> => {
    const { issuer, clients, grants, log } = ports
    const { form, repeated } = readParameters(new URL(c.req.url).searchParams)
    const client = clients.find(form.get('client_id') ?? '')
    const redirectUri = form.get('redirect_uri')
    c.get('exchange').facts = { clientId: form.get('client_id'), redirectUri, scope: form.get('scope') }
    if (repeated.includes('client_id') || repeated.includes('redirect_uri'))
      return errorPage('invalid_request', 'client_id or redirect_uri was sent more than once.')
    if (client === undefined)
      return errorPage('invalid_request', 'The client is not known to this workspace: its ID is wrong, or it was removed.')
    if (redirectUri === undefined || !client.redirectUris.includes(redirectUri)) {
      return errorPage('invalid_request', 'The callback URL does not exactly match a redirect URI of the client.')
    }
    const state = form.get('state')
    const fault = findFault(form, repeated, client.scopes)
    if (fault) return redirectBack(redirectUri, issuer, { error: fault.error, error_description: fault.description, state })
    if (!ports.isLetIn(c)) return notLetIn(pathOf(c))
    const request: ConsentRequest = {
      client_id: client.id,
      redirect_uri: redirectUri,
      scope: [...new Set((form.get('scope') ?? '').split(' ').filter(Boolean))].join(' '),
      state: state ?? '',
      challenge: form.get('code_challenge') ?? '',
    }
    const { id } = await log.settle(c, c.get('exchange').facts, () => ({ status: 200, id: grants.ask(request) }))
    return showConsent(ports, c, { id, request, client })
  }

/**
 * `POST /oauth2/authorize/decision`: the consent page's form; each page is valid for one decision. The token is tied to the user who
 * approves (spec, OAuth 1): the person chosen on the page that asked, else the visitor who sends the form; without either, the page asks.
 */
export const createDecide =
  (ports: AuthorizePorts) =>
  async (c: AppContext): Promise<Response> => {
    const { issuer, people, visitorOf, grants, clients, log } = ports
    const { incoming } = c.env
    const { origin, host } = incoming.headers
    if (origin !== undefined && origin !== `http://${host}`)
      return errorPage('invalid_request', 'The form was sent from another site.', 403)
    if (!ports.isLetIn(c)) return notLetIn('/settings')
    if (mediaType(incoming) !== 'application/x-www-form-urlencoded') return errorPage('invalid_request', 'The form is not a form.')
    const body = await readBody(incoming, { bytes: 16 * 1024, text: 'The form is limited to 16 KB.' })
    const { form } = readParameters(new URLSearchParams(body.toString('utf8')))
    const decision = form.get('decision')
    if (decision !== 'allow' && decision !== 'deny') return errorPage('invalid_request', 'The form says neither allow nor deny.')
    const id = form.get('request') ?? ''
    const person = people.find(form.get('person') ?? '') ?? visitorOf(c)
    const pending = grants.find(id)
    const client = pending && clients.find(pending.client_id)
    if (decision === 'allow' && person === undefined && pending && client)
      return showConsent(ports, c, { id, request: pending, client }, 400)
    const result = await log.settle(c, { decision }, () => {
      const request = grants.take(id)
      if (request === undefined) return { status: 400, request }
      const isRegistered = clients.find(request.client_id)?.redirectUris.includes(request.redirect_uri) ?? false
      if (!isRegistered) return { status: 400, request: undefined }
      return {
        status: 302,
        request,
        code: decision === 'allow' && person ? grants.issueCode(request, person.id) : undefined,
      }
    })
    if (result.request === undefined)
      return errorPage('invalid_request', 'This page was used already, or is older than 10 minutes. Start the sign-in again.')
    const { redirect_uri: redirectUri, state } = result.request
    return result.code === undefined
      ? redirectBack(redirectUri, issuer, { error: 'access_denied', error_description: 'The person denied access.', state })
      : redirectBack(redirectUri, issuer, { code: result.code, state })
  }
