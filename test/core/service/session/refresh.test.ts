import { afterEach, describe, expect, test } from 'vitest'
import { createMemorySecrets } from '../../../../electron/core/base/keychain/memory-secrets.ts'
import type { SecretStore } from '../../../../electron/core/base/keychain/secret-store.ts'
import { tokensName } from '../../../../electron/core/service/session/secret-names.ts'
import { AppError } from '../../../../shared/base/errors.ts'
import { nothingUnderWay } from '../../../support/nothing-under-way.ts'
import { told } from '../../../support/told.ts'
import { setUp } from './test-session.ts'

let cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps) await cleanUp()
  cleanUps = []
})
const signedIn = async (options?: Parameters<typeof setUp>[0]) => {
  const made = await setUp(options)
  cleanUps.push(made.tearDown)
  const session = made.open()
  await session.signIn({ openBrowser: true })
  return { ...made, session }
}
const hour = 3_600_000

describe('after a 401', () => {
  test('50 callers at once make exactly one refresh and all get the new token', async () => {
    const { session, server } = await signedIn()
    const { token } = await session.credential()
    const credentials = await Promise.all(Array.from({ length: 50 }, () => session.replaceRejected(token)))
    expect(server.control.counts.refresh).toBe(1)
    expect(new Set(credentials.map((credential) => credential.token)).size).toBe(1)
    expect(credentials.every(({ headers }) => server.accepts(headers))).toBe(true)
    // A late caller with the old token gets the new one at once.
    expect((await session.replaceRejected(token)).token).toBe(credentials[0]?.token)
    expect(server.control.counts.refresh).toBe(1)
  })

  test('callers join a running refresh, and wait for it before they use a token', async () => {
    const { session, server } = await signedIn()
    const { token } = await session.credential()
    let release: () => void = () => {}
    server.control.gate = new Promise((resolve) => {
      release = resolve
    })
    const first = session.replaceRejected(token)
    const others = [session.credential(), session.replaceRejected(token), session.credential()]
    await nothingUnderWay()
    release()
    const tokens = (await Promise.all([first, ...others])).map((credential) => credential.token)
    expect(new Set(tokens).size).toBe(1)
    expect(tokens[0]).not.toBe(token)
    expect(server.control.counts.refresh).toBe(1)
  })

  test('the new pair is in the keychain before anybody gets it', async () => {
    const { session, server, secrets, connection } = await signedIn()
    const { token } = await session.credential()
    const next = await session.replaceRejected(token)
    expect(await secrets.get(tokensName(connection.id))).toContain(next.token)
    expect(await secrets.get(tokensName(connection.id))).toContain(server.live()?.refresh)
  })

  test('a token that was rejected is not used again while a refresh fails', async () => {
    const { session, server } = await signedIn()
    const { token } = await session.credential()
    await server.stop()
    await expect(session.replaceRejected(token)).rejects.toMatchObject({ code: 'offline' })
    await expect(session.credential()).rejects.toMatchObject({ code: 'offline' })
    expect(session.state().kind).toBe('signed-in')
    await server.startAgain()
    expect((await session.credential()).token).not.toBe(token)
  })
})

describe('before expiry', () => {
  test('a token is refreshed in its last minutes, not earlier', async () => {
    const { session, server, clock } = await signedIn()
    const { token } = await session.credential()
    clock.time += 23 * hour
    expect((await session.credential()).token).toBe(token)
    clock.time += hour - 4 * 60_000
    expect((await session.credential()).token).not.toBe(token)
    expect(server.control.counts.refresh).toBe(1)
    expect(session.state()).toMatchObject({ kind: 'signed-in', expiresAt: clock.time + 24 * hour })
  })

  test('offline, a token that is still valid is used, and nothing is deleted', async () => {
    const { session, server, clock, secrets, connection } = await signedIn()
    const { token } = await session.credential()
    const kept = await secrets.get(tokensName(connection.id))
    clock.time += 24 * hour - 2 * 60_000
    await server.stop()
    expect((await session.credential()).token).toBe(token)
    clock.time += 3 * 60_000
    await expect(session.credential()).rejects.toMatchObject({ code: 'offline' })
    expect(session.state().kind).toBe('signed-in')
    expect(await secrets.get(tokensName(connection.id))).toBe(kept)
    await server.startAgain()
    expect(server.accepts((await session.credential()).headers)).toBe(true)
  })

  test('after a failed refresh, the next is tried no earlier than half a minute later', async () => {
    const { session, server, clock, events } = await signedIn()
    clock.time += 24 * hour - 4 * 60_000
    server.control.trouble = { status: 503, body: '{}', headers: { 'retry-after': '7' } }
    for (let call = 0; call < 5; call += 1) await session.credential()
    expect(events.filter(({ event }) => event === 'refresh-failed')).toHaveLength(1)
    server.control.trouble = 'none'
    const { token } = await session.credential()
    expect(server.control.counts.refresh).toBe(0)
    clock.time += 31_000
    expect((await session.credential()).token).not.toBe(token)
    expect(server.control.counts.refresh).toBe(1)
  })

  test('a short lifetime doesn’t cause a refresh at every call, and an unstated one never does', async () => {
    const { session, server, clock, open } = await signedIn()
    server.control.expiresIn = 60
    await session.replaceRejected((await session.credential()).token)
    for (let call = 0; call < 5; call += 1) await session.credential()
    expect(server.control.counts.refresh).toBe(1)
    server.control.expiresIn = undefined
    await session.replaceRejected((await session.credential()).token)
    clock.time += 1_000 * hour
    await session.credential()
    expect(server.control.counts.refresh).toBe(2)
    const restarted = open()
    await restarted.credential()
    expect(restarted.state()).toMatchObject({ kind: 'signed-in', expiresAt: null })
  })
})

describe('an idle session', () => {
  test('is refreshed before expiry, also when the computer slept meanwhile, and not more often', async () => {
    const { session, server, clock } = await signedIn()
    await session.keepFresh()
    expect(server.control.counts.refresh).toBe(0)
    clock.time += 24 * hour - 3 * 60_000
    await Promise.all([session.keepFresh(), session.keepFresh()])
    expect(server.control.counts.refresh).toBe(1)
    // Asleep for a week: the access token has expired, the refresh token has not.
    clock.time += 7 * 24 * hour
    await session.keepFresh()
    expect(server.control.counts.refresh).toBe(2)
    expect(server.accepts((await session.credential()).headers)).toBe(true)
    expect(server.control.counts.refresh).toBe(2)
  })

  test('is refreshed once when the clock was set back, and again when it was corrected', async () => {
    const { session, server, clock } = await signedIn()
    clock.time -= 400 * 24 * hour
    for (let look = 0; look < 5; look += 1) await session.keepFresh()
    expect(server.control.counts.refresh).toBe(1)
    clock.time += 10_000
    // Corrected by a second or two: nothing happens.
    clock.time -= 2_000
    await session.keepFresh()
    expect(server.control.counts.refresh).toBe(1)
    clock.time += 400 * 24 * hour
    for (let look = 0; look < 5; look += 1) await session.keepFresh()
    expect(server.control.counts.refresh).toBe(2)
    expect(session.state()).toMatchObject({ kind: 'signed-in', expiresAt: clock.time + 24 * hour })
  })

  test('that cannot be refreshed stays, reports nothing and asks for no sign-in by itself', async () => {
    const { session, server, clock } = await signedIn()
    clock.time += 25 * hour
    await server.stop()
    await session.keepFresh()
    expect(session.state().kind).toBe('signed-in')
    await server.startAgain()
    server.kill()
    for (let look = 0; look < 5; look += 1) await session.keepFresh()
    expect(session.state()).toMatchObject({ kind: 'ended', reason: { code: 'session-ended' } })
    expect(server.control.counts).toMatchObject({ refresh: 1, authorize: 2, exchange: 1 })
  })
})

describe('a session ends', () => {
  test('with one clear reason when it was ended elsewhere, also after a restart, until the next sign-in', async () => {
    const { session, server, open } = await signedIn()
    const { token } = await session.credential()
    server.kill()
    const failures = await Promise.allSettled(Array.from({ length: 20 }, () => session.replaceRejected(token)))
    for (const failure of failures) expect(failure).toMatchObject({ status: 'rejected', reason: { code: 'session-ended' } })
    expect(server.control.counts.refresh).toBe(1)
    expect(told(session.state())).toMatchObject({
      kind: 'ended',
      reason: { code: 'session-ended', message: expect.stringMatching(/elsewhere.*30 days.*revoked.*invalid_grant it is/) },
    })
    await expect(session.credential()).rejects.toMatchObject({ code: 'session-ended' })
    expect(server.control.counts.refresh).toBe(1)

    const restarted = open()
    await restarted.restore()
    expect(restarted.state()).toMatchObject({ kind: 'ended', reason: { code: 'session-ended' } })
    await restarted.signIn({ openBrowser: true })
    expect(restarted.state().kind).toBe('signed-in')
    expect(server.accepts((await restarted.credential()).headers)).toBe(true)
  })

  test('when the answer to a refresh was lost, until one clear sign-in', async () => {
    const { session, server } = await signedIn()
    const { token } = await session.credential()
    server.control.trouble = 'lose'
    await expect(session.replaceRejected(token)).rejects.toMatchObject({ code: 'offline' })
    expect(session.state().kind).toBe('signed-in')
    server.control.trouble = 'none'
    await expect(session.replaceRejected(token)).rejects.toMatchObject({
      code: 'session-ended',
      message: expect.stringContaining('An earlier renewal of it got no answer'),
    })
    await session.signIn({ openBrowser: true })
    expect(server.accepts((await session.credential()).headers)).toBe(true)
    // The next end has its own causes.
    server.kill()
    const next = await session.credential()
    await expect(session.replaceRejected(next.token)).rejects.toMatchObject({
      message: expect.stringContaining('another Packshot signed in'),
    })
  })

  test('because of the client when its secret was reset; the pair stays, and the right secret restores it', async () => {
    const { session, server, open } = await signedIn()
    const { token } = await session.credential()
    server.control.client.secret = 'reset'
    // It was accepted in this encoding before, so the encoding is not listed as a cause.
    const next = expect.stringContaining('new connection file')
    await expect(session.replaceRejected(token)).rejects.toMatchObject({ code: 'invalid-client', action: next })
    expect(told(session.state())).toMatchObject({ kind: 'ended', reason: { code: 'invalid-client', action: next } })
    server.control.client.secret = 's3cret/with:odd+chars'
    const restarted = open()
    expect(server.accepts((await restarted.replaceRejected(token)).headers)).toBe(true)
  })

  test.each([
    [{ status: 400, body: '{"statusCode":400,"message":["token is","no good"],"error":"Bad Request"}' }, 'session-ended', 'ended'],
    [{ status: 400, body: '{"requestId":"1","errors":[{"message":"invalid_grant"}]}' }, 'session-ended', 'ended'],
    [{ status: 401, body: '{"error":"invalid_grant"}' }, 'session-ended', 'ended'],
    [{ status: 401, body: '' }, 'invalid-client', 'ended'],
    [{ status: 401, body: '<html>proxy login', type: 'text/html' }, 'bad-answer', 'signed-in'],
    [{ status: 400, body: '<html>captive portal', type: 'text/html' }, 'bad-answer', 'signed-in'],
    [{ status: 200, body: '<html>captive portal', type: 'text/html' }, 'bad-answer', 'signed-in'],
    [{ status: 302, body: '', headers: { location: 'https://login.example' } }, 'bad-answer', 'signed-in'],
    [{ status: 403, body: '{"error":"no API access"}' }, 'not-allowed', 'signed-in'],
    [{ status: 402, body: '' }, 'payment-required', 'signed-in'],
    [{ status: 429, body: '', headers: { 'retry-after': '3' } }, 'rate-limited', 'signed-in'],
    [{ status: 500, body: '<html>' }, 'service-failed', 'signed-in'],
    [{ status: 404, body: '' }, 'bad-answer', 'signed-in'],
  ])('or not: a refresh answered with %j is “%s”, and the session is %s', async (trouble, code, kind) => {
    const { session, server, clock } = await signedIn()
    const { token } = await session.credential()
    server.control.trouble = trouble
    await expect(session.replaceRejected(token)).rejects.toMatchObject({ code })
    expect(session.state().kind).toBe(kind)
    server.control.trouble = 'none'
    clock.time += 3_000
    if (kind === 'signed-in') expect(server.accepts((await session.replaceRejected(token)).headers)).toBe(true)
  })

  test('at expiry when the service gave no refresh token', async () => {
    const made = await setUp()
    cleanUps.push(made.tearDown)
    made.server.control.givesRefreshToken = false
    const session = made.open()
    await session.signIn({ openBrowser: true })
    made.clock.time += 25 * hour
    await expect(session.credential()).rejects.toMatchObject({ code: 'session-ended' })
  })
})

describe('the keychain', () => {
  /** Memory that can be locked. */
  const createLockable = (): SecretStore & { lock: 'none' | 'get' | 'set' } => {
    const store = createMemorySecrets()
    const refuse = () => Promise.reject(new AppError('keychain-locked', { kind: 'keychain-refused', said: 'locked' }))
    const lockable = {
      ...store,
      lock: 'none' as 'none' | 'get' | 'set',
      get: (name: string) => (lockable.lock === 'get' ? refuse() : store.get(name)),
      set: (name: string, value: string) => (lockable.lock === 'none' ? store.set(name, value) : refuse()),
    }
    return lockable
  }

  test('locked before a refresh: no token is used up', async () => {
    const secrets = createLockable()
    const { session, server, open } = await signedIn({ secrets })
    const { token } = await session.credential()
    secrets.lock = 'get'
    await expect(session.replaceRejected(token)).rejects.toMatchObject({ code: 'keychain-locked' })
    expect(server.control.counts.refresh).toBe(0)
    const restarted = open()
    await expect(restarted.credential()).rejects.toMatchObject({ code: 'keychain-locked' })
    secrets.lock = 'none'
    expect(server.accepts((await session.replaceRejected(token)).headers)).toBe(true)
    expect(server.accepts((await restarted.credential()).headers)).toBe(true)
    expect(restarted.state().kind).toBe('signed-in')
  })

  test('locked after a refresh: the new pair is not used until it is saved', async () => {
    const secrets = createLockable()
    const { session, server } = await signedIn({ secrets })
    const { token } = await session.credential()
    secrets.lock = 'set'
    await expect(session.replaceRejected(token)).rejects.toMatchObject({ code: 'keychain-locked' })
    await expect(session.credential()).rejects.toMatchObject({ code: 'keychain-locked' })
    secrets.lock = 'none'
    expect(server.accepts((await session.credential()).headers)).toBe(true)
    expect(server.control.counts.refresh).toBe(1)
  })

  test('locked after a sign-in: the pair waits, and no second sign-in is needed', async () => {
    const secrets = createLockable()
    const made = await setUp({ secrets })
    cleanUps.push(made.tearDown)
    const session = made.open()
    secrets.lock = 'set'
    await expect(session.signIn({ openBrowser: true })).rejects.toMatchObject({ code: 'keychain-locked' })
    secrets.lock = 'none'
    expect(made.server.accepts((await session.credential()).headers)).toBe(true)
    expect(session.state().kind).toBe('signed-in')
  })

  test('with a damaged entry: requires one clear sign-in', async () => {
    const { open, secrets, connection, server } = await signedIn()
    await secrets.set(tokensName(connection.id), '{"version":1,"tokens":{}}')
    const session = open()
    await session.restore()
    expect(told(session.state())).toMatchObject({
      kind: 'ended',
      reason: { code: 'session-ended', message: expect.stringContaining('damaged') },
    })
    await session.signIn({ openBrowser: true })
    expect(server.accepts((await session.credential()).headers)).toBe(true)
  })

  test('with an entry that another program removed: the session continues and writes it again', async () => {
    const { session, secrets, connection, server } = await signedIn()
    const { token } = await session.credential()
    await secrets.delete(tokensName(connection.id))
    expect(server.accepts((await session.replaceRejected(token)).headers)).toBe(true)
    expect(await secrets.get(tokensName(connection.id))).toContain(server.live()?.refresh)
  })

  test('changed by another process meanwhile: its pair is used instead of being revoked', async () => {
    const { session, open, server } = await signedIn()
    const { token } = await session.credential()
    const other = open()
    const theirs = await other.replaceRejected(token)
    expect((await session.replaceRejected(token)).token).toBe(theirs.token)
    expect(server.control.counts.refresh).toBe(1)
  })
})
