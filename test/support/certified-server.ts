import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export type CertifiedServer = Awaited<ReturnType<typeof startCertifiedServer>>

type Options = {
  readonly client: { readonly id: string; readonly secret: string; readonly redirectUris: readonly string[] }
  /** The issuer's path, e.g. `/tenant/7`; it answers only there. */
  readonly path?: string
  /** The workspace is at another origin, whose discovery document is this server's own, or what `change` makes of it. */
  readonly elsewhere?: { readonly change?: (document: Record<string, unknown>) => object }
}

/**
 * oidc-provider, a certified authorization server that we did not write, as a real server on loopback. Its endpoints have
 * unusual paths (`/auth`, `/token`), so a client finds them only in its discovery document. Consent is given, or denied, at once.
 */
export const startCertifiedServer = async ({ client, path = '', elsewhere }: Options) => {
  const control = { consents: true }
  const seen: string[] = []
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(`${origin}${path}`, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: client.redirectUris,
        application_type: 'native',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    scopes: ['user'],
    cookies: { keys: ['for a test only'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `${path}/interaction/${uid}` },
    findAccount: (_context: unknown, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    ttl: { AccessToken: 86_400, RefreshToken: 2_592_000, AuthorizationCode: 600, Session: 86_400, Interaction: 600, Grant: 2_592_000 },
  })
  const answer = provider.callback()

  server.on('request', async (request, response) => {
    const url = request.url ?? ''
    seen.push(`${request.method} ${url.split('?')[0]}`)
    if (!url.startsWith(`${path}/`)) return void response.writeHead(404).end('nothing here')
    if (url.startsWith(`${path}/interaction/`)) {
      const { prompt, params } = await provider.interactionDetails(request, response)
      if (!control.consents) return provider.interactionFinished(request, response, { error: 'access_denied' })
      if (prompt.name === 'login') return provider.interactionFinished(request, response, { login: { accountId: 'person' } })
      const grant = new provider.Grant({ accountId: 'person', clientId: client.id })
      grant.addOIDCScope(params.scope ?? '')
      return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
    }
    Object.assign(request, { originalUrl: url, baseUrl: path, url: url.slice(path.length) })
    answer(request, response)
  })

  const workspace = elsewhere === undefined ? null : await startWorkspace(`${origin}${path}`, elsewhere.change ?? ((document) => document))

  return {
    baseUrl: workspace?.origin ?? `${origin}${path}`,
    issuer: `${origin}${path}`,
    origin,
    provider,
    control,
    seen,
    /** True if the access token in these headers is valid. */
    accepts: async (headers: Readonly<Record<string, string>>): Promise<boolean> =>
      (await provider.AccessToken.find((headers.Authorization ?? '').replace('Bearer ', ''))) !== undefined,
    stop: async (): Promise<void> => {
      await Promise.all([end(server), workspace === null ? null : end(workspace.server)])
    },
    /** What the workspace's own origin was asked for, where it is another one. */
    askedElsewhere: workspace?.seen ?? [],
  }
}

const end = async (server: Server): Promise<void> => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

/** A service that leaves signing in to `issuer`, and passes its discovery document on. */
const startWorkspace = async (issuer: string, change: (document: Record<string, unknown>) => object) => {
  const seen: string[] = []
  const server = createServer(async (request, response) => {
    seen.push(`${request.method} ${request.url}`)
    const wellKnown = '/.well-known/oauth-authorization-server'
    if (request.url !== wellKnown) return void response.writeHead(404).end()
    const document = (await (await fetch(`${issuer}${wellKnown}`)).json()) as Record<string, unknown>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(change(document)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, seen, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** A browser with cookies: follows redirects from the authorize address to the client's own, which it visits. */
export const browseTo = async (address: string, redirectUri: string): Promise<string> => {
  const cookies = new Map<string, string>()
  let next = address
  for (let hop = 0; hop < 12; hop += 1) {
    const answer = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s)
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`${next} answered ${answer.status}: ${await answer.text()}`)
    next = new URL(location, next).href
    if (next.startsWith(redirectUri)) {
      await fetch(next)
      return next
    }
  }
  throw new Error('too many redirects')
}
