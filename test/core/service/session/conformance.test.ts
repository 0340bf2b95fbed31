import { Agent } from 'undici'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createMemorySecrets } from '../../../../electron/core/base/keychain/memory-secrets.ts'
import { createSession } from '../../../../electron/core/service/session/create-session.ts'
import { discoverServer } from '../../../../electron/core/service/session/discover-server.ts'
import type { Fetch } from '../../../../electron/core/service/session/fetch-answer.ts'
import { tokensName } from '../../../../electron/core/service/session/secret-names.ts'
import { createConnection } from '../../../../electron/core/workspaces/connections/create-connection.ts'
import { parseConnectionFile } from '../../../../electron/core/workspaces/connections/parse-connection-file.ts'
import { browseTo, startCertifiedServer } from '../../../support/certified-server.ts'
import { findFreePorts } from './test-session.ts'

// It warns at each start that it is not set up for production.
beforeAll(() => {
  for (const level of ['warn', 'info'] as const) vi.spyOn(console, level).mockImplementation(() => {})
})

let cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps) await cleanUp()
  cleanUps = []
})

const begin = async (
  path = '',
  client = { id: 'packshot & friends', secret: 's3cret/with:odd +chars%' },
  register = (uri: string) => uri,
  elsewhere?: Parameters<typeof startCertifiedServer>[0]['elsewhere'],
) => {
  const redirectUris = (await findFreePorts(1)).map((port) => `http://127.0.0.1:${port}/callback`)
  const server = await startCertifiedServer({
    client: { ...client, redirectUris: redirectUris.map(register) },
    path,
    ...(elsewhere && { elsewhere }),
  })
  cleanUps.push(server.stop)
  const given = { name: 'Certified', baseUrl: server.baseUrl, clientId: client.id, clientSecret: client.secret, redirectUris }
  const text = { packshot: 1, ...given, ...(elsewhere && { signInOrigin: server.origin }) }
  const { connection, secrets: first } = createConnection({ kind: 'file', file: parseConnectionFile(JSON.stringify(text)) })
  const secrets = createMemorySecrets()
  for (const [name, value] of Object.entries(first)) await secrets.set(name, value)
  const dispatcher = new Agent()
  cleanUps.push(() => dispatcher.destroy())
  const events: Record<string, unknown>[] = []
  const answers: string[] = []
  const openBrowser = async (url: string): Promise<void> => {
    void browseTo(url, redirectUris[0] ?? '').then((address) => answers.push(address))
  }
  const session = createSession({
    connection,
    secrets,
    dispatcher,
    clock: { now: Date.now },
    openBrowser,
    log: (event) => events.push({ ...event }),
  })
  const kept = async (): Promise<{ refreshToken: string }> =>
    (JSON.parse((await secrets.get(tokensName(connection.id))) ?? 'null') as { tokens: { refreshToken: string } }).tokens
  return { server, session, secrets, connection, events, answers, kept }
}

describe.each([
  ['without a path', ''],
  ['with a path', '/tenant/7'],
])('a certified authorization server %s', (_name, path) => {
  test('is found through its discovery document, and signs in with PKCE, Basic and iss', async () => {
    const { server, session, events, answers } = await begin(path)
    await session.signIn({ openBrowser: true })
    expect(session.state()).toMatchObject({ kind: 'signed-in', scope: 'user' })
    expect(session.discovery()).toBe('found')
    expect(await server.accepts((await session.credential()).headers)).toBe(true)
    expect(new URL(answers[0] ?? '').searchParams.get('iss')).toBe(server.baseUrl)
    expect(server.seen).toEqual(
      expect.arrayContaining([`GET ${path}/.well-known/oauth-authorization-server`, `GET ${path}/auth`, `POST ${path}/token`]),
    )
    expect(events.map(({ event }) => event)).not.toContain('discovery-fallback')
  })

  test('keeps the new pair of each refresh, and sends no refresh token twice', async () => {
    const { server, session, kept } = await begin(path)
    await session.signIn({ openBrowser: true })
    const refreshTokens = [(await kept()).refreshToken]
    for (let turn = 0; turn < 3; turn += 1) {
      const { token } = await session.credential()
      const next = await session.replaceRejected(token)
      expect(next.token).not.toBe(token)
      expect(await server.accepts(next.headers)).toBe(true)
      refreshTokens.push((await kept()).refreshToken)
    }
    expect(new Set(refreshTokens).size).toBe(4)
    // All but the last are used up, and none of them was sent twice.
    for (const spent of refreshTokens.slice(0, -1)) expect((await server.provider.RefreshToken.find(spent))?.consumed).toBeTruthy()
    expect((await server.provider.RefreshToken.find(refreshTokens.at(-1) ?? ''))?.consumed).toBeUndefined()
  })

  test('revokes on disconnecting: neither token works afterwards', async () => {
    const { server, session, kept } = await begin(path)
    await session.signIn({ openBrowser: true })
    const { headers } = await session.credential()
    const { refreshToken } = await kept()
    expect(await session.disconnect()).toEqual({ revoked: true })
    expect(server.seen.at(-1)).toBe(`POST ${path}/token/revocation`)
    expect(await server.provider.RefreshToken.find(refreshToken)).toBeUndefined()
    expect(await server.accepts(headers)).toBe(false)
  })
})

describe.each([
  ['without a path', ''],
  ['with a path', '/tenant/7'],
])('a certified authorization server %s at an origin of its own, which the file names', (_name, path) => {
  test('signs in, refreshes and revokes; the workspace’s origin gets none of it', async () => {
    const { server, session, answers } = await begin(path, undefined, undefined, {})
    await session.signIn({ openBrowser: true })
    expect(new URL(answers[0] ?? '').searchParams.get('iss')).toBe(server.issuer)
    const { token, headers } = await session.credential()
    expect(await server.accepts(headers)).toBe(true)
    expect(await server.accepts((await session.replaceRejected(token)).headers)).toBe(true)
    expect(await session.disconnect()).toEqual({ revoked: true })
    expect(server.seen.at(-1)).toBe(`POST ${path}/token/revocation`)
    expect(new Set(server.askedElsewhere)).toEqual(new Set(['GET /.well-known/oauth-authorization-server']))
  })

  test('is asked for its own document, so that the workspace’s can’t put another token address into it', async () => {
    const change = (document: Record<string, unknown>) => ({ ...document, token_endpoint: 'http://127.0.0.1:9/token' })
    const { server, session } = await begin(path, undefined, undefined, { change })
    await session.signIn({ openBrowser: true })
    expect(await server.accepts((await session.credential()).headers)).toBe(true)
  })

  test('is not used where the file doesn’t name it', async () => {
    const { server } = await begin(path, undefined, undefined, {})
    const asked: string[] = []
    const ask: Fetch = async (url, init) => {
      asked.push(String(url))
      return await fetch(String(url), init as RequestInit)
    }
    expect(await discoverServer(ask, server.baseUrl)).toMatchObject({ fallback: 'of another issuer', server: { issuer: server.baseUrl } })
    expect(asked).toEqual([`${server.baseUrl}/.well-known/oauth-authorization-server`])
  })
})

describe('the refusals of a certified authorization server', () => {
  test('a person who denies access sees that, and the next try succeeds', async () => {
    const { server, session } = await begin()
    server.control.consents = false
    await expect(session.signIn({ openBrowser: true })).rejects.toMatchObject({ code: 'sign-in-refused' })
    server.control.consents = true
    await session.signIn({ openBrowser: true })
    expect(session.state().kind).toBe('signed-in')
  })

  test('a session that was ended at the server ends here, with one reason', async () => {
    const { server, session, kept } = await begin()
    await session.signIn({ openBrowser: true })
    const { grantId = '' } = (await server.provider.RefreshToken.find((await kept()).refreshToken)) ?? {}
    await server.provider.RefreshToken.revokeByGrantId(grantId)
    await expect(session.replaceRejected((await session.credential()).token)).rejects.toMatchObject({ code: 'session-ended' })
    expect(session.state()).toMatchObject({ kind: 'ended', reason: { code: 'session-ended' } })
  })

  test('a wrong secret is reported as the client’s fault', async () => {
    const { session, secrets, connection } = await begin()
    await secrets.set(`${connection.id}/client-secret`, 'another')
    await expect(session.signIn({ openBrowser: true })).rejects.toMatchObject({ code: 'invalid-client' })
    expect(session.state().kind).toBe('signed-out')
  })

  test('a redirect address that is not registered is named before a browser opens', async () => {
    const { session, server } = await begin('', undefined, (registered) => `${registered}/elsewhere`)
    await expect(session.signIn({ openBrowser: true })).rejects.toMatchObject({
      code: 'redirect-not-registered',
      message: expect.stringContaining('/callback (it must match exactly)'),
    })
    expect(server.seen.filter((one) => one === 'GET /auth')).toHaveLength(1)
  })
})
