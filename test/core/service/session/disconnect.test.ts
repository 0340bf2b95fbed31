import { afterEach, describe, expect, test } from 'vitest'
import { createMemorySecrets } from '../../../../electron/core/base/keychain/memory-secrets.ts'
import type { SecretStore } from '../../../../electron/core/base/keychain/secret-store.ts'
import { createApiKeySession } from '../../../../electron/core/service/session/create-api-key-session.ts'
import { apiKeyName, clientSecretName, tokensName } from '../../../../electron/core/service/session/secret-names.ts'
import { createConnection } from '../../../../electron/core/workspaces/connections/create-connection.ts'
import { AppError } from '../../../../shared/base/errors.ts'
import { told } from '../../../support/told.ts'
import { setUp } from './test-session.ts'

let cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps) await cleanUp()
  cleanUps = []
})
const signedIn = async () => {
  const made = await setUp()
  cleanUps.push(made.tearDown)
  const session = made.open()
  await session.signIn({ openBrowser: true })
  return { ...made, session }
}

describe('disconnecting', () => {
  test('revokes the refresh token and forgets everything', async () => {
    const { session, server, secrets, connection } = await signedIn()
    const refresh = server.live()?.refresh
    expect(await session.disconnect()).toEqual({ revoked: true })
    expect(server.revoked).toEqual([{ token: refresh, hint: 'refresh_token' }])
    expect(session.state()).toEqual({ kind: 'signed-out' })
    expect([await secrets.get(tokensName(connection.id)), await secrets.get(clientSecretName(connection.id))]).toEqual([null, null])
    await expect(session.credential()).rejects.toMatchObject({ code: 'signed-out' })
    await expect(session.replaceRejected('old')).rejects.toMatchObject({ code: 'signed-out' })
  })

  test('offline also forgets everything, and says that the access could not be revoked', async () => {
    const { session, server, secrets, connection } = await signedIn()
    await server.stop()
    expect(await session.disconnect()).toMatchObject({ revoked: false, reason: { code: 'offline' } })
    expect(await secrets.get(tokensName(connection.id))).toBeNull()
    expect(session.state()).toEqual({ kind: 'signed-out' })
    await server.startAgain()
  })

  test('with a client that the service rejects says that the access could not be revoked', async () => {
    const { session, server } = await signedIn()
    server.control.client.secret = 'reset'
    await expect(session.replaceRejected((await session.credential()).token)).rejects.toMatchObject({ code: 'invalid-client' })
    expect(told(await session.disconnect())).toMatchObject({
      revoked: false,
      reason: { code: 'invalid-client', message: expect.stringMatching(/There the access stays valid until it expires/) },
    })
  })

  test('works on a session that was not restored yet, and without one', async () => {
    const { open, server } = await signedIn()
    expect(await open().disconnect()).toEqual({ revoked: true })
    expect(server.control.counts.revoke).toBe(1)
    expect(await open().disconnect()).toEqual({ revoked: false })
  })

  test('cancels a running sign-in', async () => {
    const { open } = await signedIn()
    const session = open()
    let disconnected: Promise<unknown> = Promise.resolve()
    const signIn = session.signIn({
      openBrowser: false,
      onAuthorizeUrl: () => {
        disconnected = session.disconnect()
      },
    })
    await expect(signIn).rejects.toMatchObject({ code: 'cancelled' })
    await disconnected
    expect(session.state()).toEqual({ kind: 'signed-out' })
  })

  test('waits for a running refresh and revokes the new pair', async () => {
    const { session, server } = await signedIn()
    const { token } = await session.credential()
    const refreshed = session.replaceRejected(token).catch(() => null)
    expect(await session.disconnect()).toEqual({ revoked: true })
    await refreshed
    expect(server.live()).toBeNull()
  })
})

describe('stopping', () => {
  test('cancels a sign-in and saves the result of a refresh', async () => {
    const { session, server, open } = await signedIn()
    const refreshed = session.replaceRejected((await session.credential()).token)
    await session.stop()
    await refreshed
    await expect(session.credential()).rejects.toMatchObject({ code: 'cancelled' })
    expect(server.accepts((await open().credential()).headers)).toBe(true)
  })
})

describe('an API key', () => {
  const make = async () => {
    const store = createMemorySecrets()
    const keychain = { isLocked: false, reads: 0 }
    const secrets: SecretStore = {
      ...store,
      get: async (name) => {
        keychain.reads += 1
        if (keychain.isLocked) throw new AppError('keychain-locked', { kind: 'keychain-refused', said: 'locked' })
        return store.get(name)
      },
    }
    const clock = { time: Date.UTC(2026, 0, 1), now: () => clock.time }
    const { connection, secrets: initial } = createConnection({ kind: 'api-key', baseUrl: 'https://api.example.com', apiKey: 'key-1' })
    for (const [name, value] of Object.entries(initial)) await secrets.set(name, value)
    return { secrets, keychain, clock, connection, open: () => createApiKeySession({ connection, secrets, clock, log: () => {} }) }
  }

  test('is sent as X-API-Key and counts as signed in', async () => {
    const { open } = await make()
    const session = open()
    expect(session.state().kind).toBe('signed-out')
    await session.restore()
    expect(session.state()).toEqual({ kind: 'signed-in', expiresAt: null, scope: null, storage: 'memory' })
    const { headers, token } = await open().credential()
    expect(headers).toEqual({ 'X-API-Key': 'key-1' })
    expect(token).not.toContain('key-1')
    await session.signIn({ openBrowser: true })
  })

  test('in a keychain that is locked at the start is reported as locked, and found by itself once unlocked', async () => {
    const { open, keychain, clock } = await make()
    keychain.isLocked = true
    const session = open()
    await expect(session.restore()).rejects.toMatchObject({ code: 'keychain-locked' })
    expect(session.state()).toMatchObject({ kind: 'ended', reason: { code: 'keychain-locked' } })
    keychain.isLocked = false
    // The person may already have been asked to unlock it: don't ask again.
    for (let minute = 0; minute < 9; minute += 1) {
      clock.time += 60_000
      await session.keepFresh()
    }
    expect(keychain.reads).toBe(1)
    clock.time += 60_000
    await session.keepFresh()
    expect(session.state().kind).toBe('signed-in')
  })

  test('that is missing from the keychain is reported, with what to do', async () => {
    const { open, secrets, connection } = await make()
    await secrets.delete(apiKeyName(connection.id))
    const session = open()
    await session.restore()
    const reason = {
      code: 'signed-out',
      message: expect.stringContaining('is not in the keychain'),
      action: expect.stringContaining('Connect'),
    }
    expect(told(session.state())).toMatchObject({ kind: 'ended', reason })
    await expect(session.signIn({ openBrowser: true })).rejects.toMatchObject(reason)
  })

  test('that is rejected can’t be replaced', async () => {
    const { open } = await make()
    const session = open()
    const { token } = await session.credential()
    await expect(session.replaceRejected(token)).rejects.toMatchObject({ code: 'unauthorized' })
    expect(session.state().kind).toBe('signed-in')
  })

  test('is forgotten on disconnecting, and the person learns that it stays valid', async () => {
    const { open, secrets, connection } = await make()
    const session = open()
    await session.restore()
    expect(told(await session.disconnect())).toMatchObject({ revoked: false, reason: { message: expect.stringContaining('stays valid') } })
    expect(await secrets.get(apiKeyName(connection.id))).toBeNull()
    await expect(session.credential()).rejects.toMatchObject({ code: 'signed-out' })
  })
})
