import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { markOf } from '../../shared/workspaces/redirect-addresses.ts'
import { openTestWorkspace } from './open-test-workspace.ts'

describe('the discovery document', () => {
  it('names the endpoints, PKCE S256 only, and the issuer in authorization answers', async () => {
    const { baseUrl } = await openTestWorkspace()
    const answer = await fetch(`${baseUrl}/.well-known/oauth-authorization-server`)
    expect(await answer.json()).toMatchObject({
      issuer: baseUrl,
      authorization_endpoint: `${baseUrl}/oauth2/authorize`,
      token_endpoint: `${baseUrl}/oauth2/token`,
      revocation_endpoint: `${baseUrl}/oauth2/revoke`,
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    })
  })
})

describe('the consent page', () => {
  it('names workspace, client, scopes and person, and cannot be framed', async () => {
    const w = await openTestWorkspace()
    const page = await w.get(w.authorizeUrl({ scope: 'user user:read' }))
    const html = await page.text()
    expect(page.status).toBe(200)
    for (const text of ['Sample workspace', 'Packshot', 'Sam Sample', '<code>user</code>', '<code>user:read</code>'])
      expect(html).toContain(text)
    expect(html).toContain('<button name="decision" value="allow">Allow</button>')
    expect(html).toContain('<button name="decision" value="deny">Deny</button>')
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("form-action 'self' http://127.0.0.1:28417")
  })

  it('allows its form to redirect to a custom scheme, too', async () => {
    const w = await openTestWorkspace()
    const redirect = `packshot://oauth/callback/${markOf(w.baseUrl)}`
    const page = await w.get(w.authorizeUrl({ redirect_uri: redirect }))
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' packshot:;")
    const answer = await w.decide(w.requestIdOf(await page.text()), 'allow')
    expect(answer.headers.get('location')).toMatch(/^packshot:\/\/oauth\/callback\/http:127\.0\.0\.1:\d+\?code=wac_/)
  })

  it('returns a code, the state and the issuer when the person allows access', async () => {
    const w = await openTestWorkspace()
    const page = await w.get(w.authorizeUrl({ state: 'a b&c' }))
    const answer = await w.decide(w.requestIdOf(await page.text()), 'allow', { origin: w.baseUrl })
    expect(answer.status).toBe(302)
    const location = new URL(answer.headers.get('location') ?? '')
    expect(location.origin + location.pathname).toBe(w.redirectUri)
    expect(Object.fromEntries(location.searchParams)).toEqual({ code: expect.stringMatching(/^wac_/), state: 'a b&c', iss: w.baseUrl })
  })

  it('returns access_denied when the person denies access', async () => {
    const w = await openTestWorkspace()
    const page = await w.get(w.authorizeUrl())
    const answer = await w.decide(w.requestIdOf(await page.text()), 'deny')
    const { searchParams } = new URL(answer.headers.get('location') ?? '')
    expect(searchParams.get('error')).toBe('access_denied')
    expect(searchParams.get('state')).toBe('state-1')
    expect(searchParams.get('iss')).toBe(w.baseUrl)
    expect(searchParams.has('code')).toBe(false)
  })

  it('is valid for one decision, for 10 minutes, and not for another site', async () => {
    const w = await openTestWorkspace()
    const ask = async () => w.requestIdOf(await (await w.get(w.authorizeUrl())).text())
    const used = await ask()
    expect((await w.decide(used, 'allow', { origin: 'http://evil.example' })).status).toBe(403)
    expect((await w.decide(used, 'maybe')).status).toBe(400)
    expect((await w.decide(used, 'allow')).status).toBe(302)
    expect((await w.decide(used, 'allow')).status).toBe(400)
    const late = await ask()
    w.clock.now += 10 * 60_000
    expect((await w.decide(late, 'allow')).status).toBe(400)
    expect((await w.decide('wcr_made-up', 'allow')).status).toBe(400)
  })
})

describe('an authorization request', () => {
  it.each([
    ['an unknown client', { client_id: 'cli_unknown' }],
    ['no client', { client_id: undefined }],
    ['no redirect URI', { redirect_uri: undefined }],
    ['another port', { redirect_uri: 'http://127.0.0.1:28419/callback' }],
    ['another path', { redirect_uri: 'http://127.0.0.1:28417/callback/' }],
    ['another host name', { redirect_uri: 'http://localhost:28417/callback' }],
    ['a query added', { redirect_uri: 'http://127.0.0.1:28417/callback?x=1' }],
  ])('with %s gets an error page, never a redirect', async (_, changes) => {
    const w = await openTestWorkspace()
    const answer = await w.get(w.authorizeUrl(changes))
    expect(answer.status).toBe(400)
    expect(answer.headers.get('location')).toBeNull()
    expect(await answer.text()).toContain('invalid_request')
  })

  it.each([
    ['no PKCE challenge', { code_challenge: undefined }, 'invalid_request'],
    ['no challenge method', { code_challenge_method: undefined }, 'invalid_request'],
    ['the method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a challenge that is no SHA-256', { code_challenge: 'short' }, 'invalid_request'],
    ['no state', { state: undefined }, 'invalid_request'],
    ['no response type', { response_type: undefined }, 'invalid_request'],
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['no scope', { scope: undefined }, 'invalid_scope'],
    ['a scope that the client has not', { scope: 'user admin' }, 'invalid_scope'],
  ])('with %s redirects back with the error, the state and the issuer', async (_, changes, error) => {
    const w = await openTestWorkspace()
    const answer = await w.get(w.authorizeUrl(changes))
    expect(answer.status).toBe(302)
    const location = new URL(answer.headers.get('location') ?? '')
    expect(location.origin + location.pathname).toBe(w.redirectUri)
    expect(location.searchParams.get('error')).toBe(error)
    expect(location.searchParams.get('state')).toBe('state' in changes ? null : 'state-1')
    expect(location.searchParams.get('iss')).toBe(w.baseUrl)
  })

  it('that repeats a parameter is rejected', async () => {
    const w = await openTestWorkspace()
    const scopes = w.authorizeUrl()
    scopes.searchParams.append('scope', 'user:read')
    expect((await w.get(scopes)).headers.get('location')).toContain('error=invalid_request')
    const redirects = w.authorizeUrl()
    redirects.searchParams.append('redirect_uri', w.redirectUri)
    expect((await w.get(redirects)).status).toBe(400)
  })
})

it('a request is only answered under the names of this computer', async () => {
  const { baseUrl } = await openTestWorkspace()
  const statusFor = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      request(`${baseUrl}/.well-known/oauth-authorization-server`, { headers: { host } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
        .on('error', reject)
        .end()
    })
  expect(await statusFor('evil.example')).toBe(421)
  expect(await statusFor('localhost:1234')).toBe(200)
})
