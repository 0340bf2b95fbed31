import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the next answers of the token endpoint go wrong. `lose`: the request runs, but its answer never arrives. */
export type TokenTrouble =
  | 'none'
  | 'lose'
  | 'cut'
  | 'hang'
  | { readonly status: number; readonly type?: string; readonly body: string; readonly headers?: Record<string, string> }

type Grant = { readonly redirectUri: string; readonly challenge: string; readonly scope: string }
type Pair = { readonly access: string; readonly refresh: string; readonly scope: string }

/** The answer of a service operation (`/v1/…`); `isLive`: the request carries the live access token; `apiKey`: its X-API-Key. */
export type Operations = (
  route: string,
  isLive: boolean,
  apiKey: string | undefined,
) => Promise<{ readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }>

/**
 * The service's OAuth endpoints, strict: exact redirects, PKCE S256, HTTP Basic, codes that are valid once, and one live pair, which a
 * refresh or another sign-in invalidates. Written from the service interface, independent of the code under test.
 */
export const startStrictServer = async ({ redirectUris, basePath = '' }: { redirectUris: readonly string[]; basePath?: string }) => {
  const client = { id: 'client-1', secret: 's3cret/with:odd+chars' }
  const control = {
    client,
    trouble: 'none' as TokenTrouble,
    expiresIn: 86_400 as number | undefined,
    givesRefreshToken: true,
    sendsIss: true,
    tokenBytes: 24,
    decision: 'allow' as 'allow' | 'deny' | 'server_error',
    discovery: 'good' as 'good' | 'absent' | 'malformed' | 'other-issuer' | 'bare' | 'insecure',
    redirectUris: [...redirectUris],
    counts: { discovery: 0, authorize: 0, exchange: 0, refresh: 0, revoke: 0 },
    /** None by default. */
    operations: (async () => ({ status: 404, body: {} })) as Operations,
    /** The token endpoint waits for this before it answers. */
    gate: Promise.resolve(),
  }
  const codes = new Map<string, Grant>()
  let live: Pair | null = null
  const revoked: { token: string; hint: string | null }[] = []
  const random = (): string => randomBytes(control.tokenBytes).toString('base64url')

  const send = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void => {
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body))
  }
  const issue = (scope: string): Record<string, unknown> => {
    live = { access: random(), refresh: random(), scope }
    return {
      access_token: live.access,
      token_type: 'Bearer',
      scope,
      ...(control.expiresIn === undefined ? {} : { expires_in: control.expiresIn }),
      ...(control.givesRefreshToken ? { refresh_token: live.refresh } : {}),
    }
  }

  const authorize = (query: URLSearchParams, response: ServerResponse) => {
    control.counts.authorize += 1
    const redirectUri = query.get('redirect_uri') ?? ''
    const isValid =
      query.get('client_id') === client.id && control.redirectUris.includes(redirectUri) && query.get('response_type') === 'code'
    const isPkce = query.get('code_challenge_method') === 'S256' && (query.get('code_challenge') ?? '').length === 43
    if (!isValid || !isPkce) return send(response, 400, '<h1>invalid_request</h1>', { 'content-type': 'text/html' })
    const back = new URL(redirectUri)
    back.searchParams.set('state', query.get('state') ?? '')
    if (control.sendsIss) back.searchParams.set('iss', issuer)
    if (control.decision === 'allow') {
      const code = random()
      codes.set(code, { redirectUri, challenge: query.get('code_challenge') ?? '', scope: query.get('scope') ?? '' })
      back.searchParams.set('code', code)
    } else back.searchParams.set('error', control.decision === 'deny' ? 'access_denied' : control.decision)
    response.writeHead(302, { location: back.href }).end()
  }

  const isAuthenticated = (request: IncomingMessage): boolean => {
    const [id, secret] = Buffer.from((request.headers.authorization ?? '').replace(/^Basic /, ''), 'base64')
      .toString()
      .split(':')
    const decode = (text = ''): string => decodeURIComponent(text.replaceAll('+', ' '))
    return decode(id) === client.id && decode(secret) === client.secret
  }

  const token = (form: URLSearchParams): { status: number; body: unknown } => {
    const refuse = (error: string) => ({ status: 400, body: { error, error_description: `${error} it is` } })
    if (form.get('grant_type') === 'refresh_token') {
      control.counts.refresh += 1
      if (live === null || form.get('refresh_token') !== live.refresh) return refuse('invalid_grant')
      return { status: 200, body: issue(live.scope) }
    }
    control.counts.exchange += 1
    const grant = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const verifier = form.get('code_verifier') ?? ''
    const isRight =
      grant?.redirectUri === form.get('redirect_uri') && createHash('sha256').update(verifier).digest('base64url') === grant?.challenge
    if (grant === undefined || !isRight || verifier.length < 43) return refuse('invalid_grant')
    return { status: 200, body: issue(grant.scope) }
  }

  const answerToken = async (request: IncomingMessage, response: ServerResponse, form: URLSearchParams): Promise<void> => {
    await control.gate
    const { trouble } = control
    if (trouble === 'hang') return
    if (trouble === 'cut') return void request.socket.destroy()
    if (typeof trouble === 'object')
      return send(response, trouble.status, trouble.body, { 'content-type': trouble.type ?? 'application/json', ...trouble.headers })
    if (!isAuthenticated(request)) return send(response, 401, { error: 'invalid_client' }, { 'www-authenticate': 'Basic realm="oauth"' })
    const { status, body } = token(form)
    if (trouble === 'lose') return void request.socket.destroy()
    send(response, status, body)
  }

  const discover = (response: ServerResponse) => {
    control.counts.discovery += 1
    const { discovery } = control
    if (discovery === 'absent') return send(response, 404, 'not here')
    if (discovery === 'malformed') return send(response, 200, '<html>')
    const endpoints = {
      authorization_endpoint: `${issuer}/oauth2/authorize`,
      token_endpoint: `${issuer}/oauth2/token`,
      revocation_endpoint: `${issuer}/oauth2/revoke`,
    }
    if (discovery === 'bare') return send(response, 200, { issuer })
    if (discovery === 'insecure') return send(response, 200, { issuer, ...endpoints, token_endpoint: 'http://elsewhere.example/token' })
    send(response, 200, {
      issuer: discovery === 'other-issuer' ? 'https://elsewhere.example' : issuer,
      ...endpoints,
      authorization_response_iss_parameter_supported: control.sendsIss,
    })
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    let body = ''
    for await (const chunk of request) body += chunk
    const route = `${request.method} ${url.pathname}`
    if (url.pathname.startsWith(`${basePath}/v1/`)) {
      const isLive = live !== null && request.headers.authorization === `Bearer ${live.access}`
      const { status, body: answer = '', headers } = await control.operations(route, isLive, request.headers['x-api-key']?.toString())
      send(response, status, answer, headers)
    } else if (route === `GET ${basePath}/.well-known/oauth-authorization-server`) discover(response)
    else if (route === `GET ${basePath}/oauth2/authorize`) authorize(url.searchParams, response)
    else if (route === `POST ${basePath}/oauth2/token`) await answerToken(request, response, new URLSearchParams(body))
    else if (route === `POST ${basePath}/oauth2/revoke` && isAuthenticated(request)) {
      const form = new URLSearchParams(body)
      control.counts.revoke += 1
      revoked.push({ token: form.get('token') ?? '', hint: form.get('token_type_hint') })
      if (form.get('token') === live?.refresh) live = null
      response.writeHead(200).end()
    } else send(response, route.includes('revoke') ? 401 : 404, { error: 'invalid_client' })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}${basePath}`

  return {
    baseUrl: issuer,
    control,
    revoked,
    live: () => live,
    /** As when somebody signs in elsewhere, or an admin revokes the access. */
    kill: () => {
      live = null
    },
    accepts: (headers: Readonly<Record<string, string>>): boolean => live !== null && headers.Authorization === `Bearer ${live.access}`,
    stop: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    startAgain: () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve)),
  }
}
