import { describe, expect, it } from 'vitest'
import { type Json, makePkce, openTestWorkspace, type TestWorkspace, type TokenBody } from './open-test-workspace.ts'

const minute = 60_000
const day = 86_400_000

const statusWith = async (w: TestWorkspace, token: string) =>
  (await w.json('POST', '/v1/products', { name: 'Tea' }, { authorization: `Bearer ${token}` })).status
const bodyOf = async (answer: Response) => (await answer.json()) as Json
const codeWith = async (w: TestWorkspace) => {
  const { verifier, challenge } = makePkce()
  return { verifier, code: await w.obtainCode({ code_challenge: challenge }) }
}

describe('exchanging a code', () => {
  it('returns a pair that works, with a header against caching', async () => {
    const w = await openTestWorkspace()
    const { code, verifier } = await codeWith(w)
    const answer = await w.exchange(code, verifier)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const body = (await answer.json()) as TokenBody
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 86_400, scope: 'user' })
    expect(await statusWith(w, body.access_token)).toBe(201)
  })

  it('works once: a second use also ends the session that the first one started', async () => {
    const w = await openTestWorkspace()
    const { code, verifier } = await codeWith(w)
    const { access_token, refresh_token } = (await (await w.exchange(code, verifier)).json()) as TokenBody
    const again = await w.exchange(code, verifier)
    expect([again.status, (await bodyOf(again)).error]).toEqual([400, 'invalid_grant'])
    expect(await statusWith(w, access_token)).toBe(401)
    expect((await bodyOf(await w.refresh(refresh_token))).error).toBe('invalid_grant')
  })

  it('succeeds only once when two requests arrive together', async () => {
    const w = await openTestWorkspace()
    const { code, verifier } = await codeWith(w)
    const answers = await Promise.all([w.exchange(code, verifier), w.exchange(code, verifier)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('works for less than 10 minutes', async () => {
    const w = await openTestWorkspace()
    const early = await codeWith(w)
    w.clock.now += 10 * minute - 1
    expect((await w.exchange(early.code, early.verifier)).status).toBe(200)
    const late = await codeWith(w)
    w.clock.now += 10 * minute
    expect((await bodyOf(await w.exchange(late.code, late.verifier))).error).toBe('invalid_grant')
  })

  it.each([
    ['too short', 'a'.repeat(42), 'invalid_request'],
    ['too long', 'a'.repeat(129), 'invalid_request'],
    ['of other characters', `${'a'.repeat(42)}+`, 'invalid_request'],
    ['another one', 'a'.repeat(43), 'invalid_grant'],
  ])('rejects a verifier that is %s', async (_, verifier, error) => {
    const w = await openTestWorkspace()
    const { code } = await codeWith(w)
    const answer = await w.exchange(code, verifier)
    expect([answer.status, (await bodyOf(answer)).error]).toEqual([400, error])
  })

  it.each([43, 128])('accepts a verifier of %i characters', async (length) => {
    const w = await openTestWorkspace()
    const { verifier, challenge } = makePkce('-._~aA0'.repeat(20).slice(0, length))
    expect((await w.exchange(await w.obtainCode({ code_challenge: challenge }), verifier)).status).toBe(200)
  })

  it('rejects an unregistered redirect URI as invalid_request, another registered one as invalid_grant', async () => {
    const w = await openTestWorkspace()
    const { code, verifier } = await codeWith(w)
    const errorWith = async (redirect_uri: string) => (await bodyOf(await w.exchange(code, verifier, { redirect_uri }))).error
    expect(await errorWith('http://127.0.0.1:9/callback')).toBe('invalid_request')
    expect(await errorWith(w.connection.redirectUris[1] ?? '')).toBe('invalid_grant')
  })

  it('requires every parameter, exactly once', async () => {
    const w = await openTestWorkspace()
    const { code, verifier } = await codeWith(w)
    for (const name of ['code', 'redirect_uri', 'code_verifier', 'grant_type']) {
      expect((await bodyOf(await w.exchange(code, verifier, { [name]: '' }))).error).toBe('invalid_request')
    }
    const headers = { authorization: w.basic(), 'content-type': 'application/x-www-form-urlencoded' }
    const twice = await fetch(`${w.baseUrl}/oauth2/token`, { method: 'POST', headers, body: `code=${code}&code=${code}` })
    expect((await bodyOf(twice)).error).toBe('invalid_request')
    const json = await w.json('POST', '/oauth2/token', { grant_type: 'authorization_code' }, { authorization: w.basic() })
    expect((await bodyOf(json)).error).toBe('invalid_request')
    expect((await w.exchange(code, verifier)).status).toBe(200)
  })

  it('is rejected with an OAuth error when the body is too long', async () => {
    const w = await openTestWorkspace()
    const answer = await w.form('/oauth2/token', { grant_type: 'refresh_token', refresh_token: 'x'.repeat(70_000) })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: 'invalid_request', error_description: 'The form is limited to 64 KB.' },
    ])
  })

  it('supports no other grant', async () => {
    const w = await openTestWorkspace()
    const answer = await w.form('/oauth2/token', { grant_type: 'client_credentials' })
    expect([answer.status, (await bodyOf(answer)).error]).toEqual([400, 'unsupported_grant_type'])
  })
})

describe('client authentication', () => {
  it('rejects a wrong or missing secret with 401 and a challenge', async () => {
    const w = await openTestWorkspace()
    for (const headers of [
      { authorization: w.basic(w.connection.clientId, 'wrong') },
      { authorization: w.basic('cli_unknown') },
      { authorization: 'Basic ???' },
      { authorization: 'Bearer x' },
      {},
    ]) {
      const answer = await w.form('/oauth2/token', { grant_type: 'refresh_token', refresh_token: 'x' }, headers as Record<string, string>)
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect((await bodyOf(answer)).error).toBe('invalid_client')
    }
  })

  it('accepts the secret in the form instead, but not both', async () => {
    const w = await openTestWorkspace()
    const posted = { client_id: w.connection.clientId, client_secret: w.connection.clientSecret }
    const { code, verifier } = await codeWith(w)
    expect((await bodyOf(await w.exchange(code, verifier, posted))).error).toBe('invalid_request')
    expect((await w.exchange(code, verifier, posted, {})).status).toBe(200)
  })

  it('rejects the old secret after a reset, and a removed client', async () => {
    const w = await openTestWorkspace()
    const tokens = await w.signIn()
    const old = w.basic()
    await w.admin('POST', '/reset-client-secret')
    expect(w.readConnection().clientSecret).not.toBe(w.connection.clientSecret)
    const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    expect((await bodyOf(await w.form('/oauth2/token', form, { authorization: old }))).error).toBe('invalid_client')
    expect((await w.form('/oauth2/token', form)).status).toBe(200)
    await w.admin('POST', '/remove-client')
    expect((await bodyOf(await w.form('/oauth2/token', form))).error).toBe('invalid_client')
  })
})

describe('a session', () => {
  it('has an access token for 24 hours and a refresh token for 30 days', async () => {
    const w = await openTestWorkspace()
    const first = await w.signIn()
    w.clock.now += day - 1
    expect(await statusWith(w, first.access_token)).toBe(201)
    w.clock.now += 1
    expect(await statusWith(w, first.access_token)).toBe(401)
    w.clock.now += 29 * day - 1
    const second = (await (await w.refresh(first.refresh_token)).json()) as TokenBody
    expect(await statusWith(w, second.access_token)).toBe(201)
    w.clock.now += 30 * day
    expect((await bodyOf(await w.refresh(second.refresh_token))).error).toBe('invalid_grant')
  })

  it('invalidates the earlier pair at once when it is refreshed', async () => {
    const w = await openTestWorkspace()
    const first = await w.signIn()
    const second = (await (await w.refresh(first.refresh_token)).json()) as TokenBody
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(await statusWith(w, first.access_token)).toBe(401)
    expect(await statusWith(w, second.access_token)).toBe(201)
  })

  it('answers a refresh that comes twice at once with the same pair, which works', async () => {
    const w = await openTestWorkspace()
    const { refresh_token } = await w.signIn()
    const answers = await Promise.all([w.refresh(refresh_token), w.refresh(refresh_token)])
    const [one, two] = (await Promise.all(answers.map((answer) => answer.json()))) as TokenBody[]
    expect(one).toEqual(two)
    expect(await statusWith(w, one?.access_token ?? '')).toBe(201)
    w.clock.now += 4_999
    expect(await bodyOf(await w.refresh(refresh_token))).toEqual(one)
    // Another request is not the doubled one: it ends the session.
    expect((await bodyOf(await w.refresh(refresh_token, { scope: 'user' }))).error).toBe('invalid_grant')
    expect(await statusWith(w, one?.access_token ?? '')).toBe(401)
    expect((await bodyOf(await w.refresh(refresh_token))).error).toBe('invalid_grant')
  })

  it('ends when a refresh token is used again after its successor was rotated', async () => {
    const w = await openTestWorkspace()
    const first = await w.signIn()
    const second = (await (await w.refresh(first.refresh_token)).json()) as TokenBody
    const third = (await (await w.refresh(second.refresh_token)).json()) as TokenBody
    expect((await bodyOf(await w.refresh(first.refresh_token))).error).toBe('invalid_grant')
    expect(await statusWith(w, third.access_token)).toBe(401)
  })

  it('ends when a rotated refresh token is used again', async () => {
    const w = await openTestWorkspace()
    const first = await w.signIn()
    const second = (await (await w.refresh(first.refresh_token)).json()) as TokenBody
    w.clock.now += 5_000
    expect((await bodyOf(await w.refresh(first.refresh_token))).error).toBe('invalid_grant')
    expect(await statusWith(w, second.access_token)).toBe(401)
  })

  it('is the only one of its client and person: exchanging the code of a later sign-in ends it', async () => {
    const w = await openTestWorkspace()
    const first = await w.signIn()
    const { code, verifier } = await codeWith(w)
    expect(await statusWith(w, first.access_token)).toBe(201)
    expect((await w.exchange(code, verifier)).status).toBe(200)
    expect(await statusWith(w, first.access_token)).toBe(401)
    expect((await bodyOf(await w.refresh(first.refresh_token))).error).toBe('invalid_grant')
  })

  it('is not ended by an authorization code that was issued before its own', async () => {
    const w = await openTestWorkspace()
    const [older, newer] = [await codeWith(w), await codeWith(w)]
    const session = await bodyOf(await w.exchange(newer.code, newer.verifier))
    const refused = await w.exchange(older.code, older.verifier)
    expect([refused.status, (await bodyOf(refused)).error]).toEqual([400, 'invalid_grant'])
    expect(await statusWith(w, session.access_token)).toBe(201)
    await w.form('/oauth2/revoke', { token: session.refresh_token })
    expect((await w.exchange(older.code, older.verifier)).status).toBe(400)
  })

  it('can narrow its scope at a refresh, never widen it', async () => {
    const w = await openTestWorkspace()
    const wide = await w.signIn('user user:read')
    const narrow = (await (await w.refresh(wide.refresh_token, { scope: 'user:read' })).json()) as TokenBody
    expect(narrow.scope).toBe('user:read')
    expect(await statusWith(w, narrow.access_token)).toBe(403)
    const reading = await w.signIn('user:read')
    expect((await bodyOf(await w.refresh(reading.refresh_token, { scope: 'user' }))).error).toBe('invalid_scope')
    expect((await w.refresh(reading.refresh_token)).status).toBe(200)
  })

  it.each(['access_token', 'refresh_token'] as const)('ends when its %s is revoked', async (which) => {
    const w = await openTestWorkspace()
    const tokens = await w.signIn()
    const answer = await w.form('/oauth2/revoke', { token: tokens[which], token_type_hint: 'refresh_token' })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    expect(await statusWith(w, tokens.access_token)).toBe(401)
    expect((await bodyOf(await w.refresh(tokens.refresh_token))).error).toBe('invalid_grant')
  })

  it('is revoked only by its own client, and an unknown token gets the same answer', async () => {
    const w = await openTestWorkspace()
    const tokens = await w.signIn()
    expect((await w.form('/oauth2/revoke', { token: tokens.refresh_token }, {})).status).toBe(401)
    expect((await w.form('/oauth2/revoke', { token: 'unknown' })).status).toBe(200)
    expect((await bodyOf(await w.form('/oauth2/revoke', {}))).error).toBe('invalid_request')
    expect(await statusWith(w, tokens.access_token)).toBe(201)
  })
})
