import { afterEach, describe, expect, test } from 'vitest'
import { createKeychainSecrets } from '../../../../electron/core/base/keychain/keychain-secrets.ts'
import { createMemorySecrets } from '../../../../electron/core/base/keychain/memory-secrets.ts'
import type { SecretStore } from '../../../../electron/core/base/keychain/secret-store.ts'
import { createRefreshTimer } from '../../../../electron/core/service/session/keep-sessions-fresh.ts'
import { createPendingRevocations } from '../../../../electron/core/service/session/pending-revocations.ts'
import { createTestTime } from '../../../support/test-time.ts'
import { told } from '../../../support/told.ts'
import { createMortalKeytar } from '../../base/keychain/mortal-keytar.ts'
import { setUp } from './test-session.ts'

let cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps) await cleanUp()
  cleanUps = []
})

const begin = async (secrets: SecretStore, entries?: Map<string, string>) => {
  const made = await setUp({ secrets })
  cleanUps.push(made.tearDown)
  const log = (event: Readonly<Record<string, unknown>>): void => {
    made.events.push({ ...event })
  }
  /** As after a start of Packshot: only the keychain's content is known. */
  const restart = () =>
    createPendingRevocations({ getSecrets: async () => ({ store: secrets }), dispatcher: made.dispatcher, clock: made.clock, log })
  const revocations = restart()
  const session = made.open({ revokeLater: revocations.revokeLater })
  await session.signIn({ openBrowser: true })
  const refresh = made.server.live()?.refresh
  return { ...made, session, restart, refresh, entries }
}

const withKeychain = () => {
  const mortal = createMortalKeytar()
  return begin(createKeychainSecrets({ keytar: mortal.keytar, service: 'test', platform: 'win32' }), mortal.entries)
}

describe('after disconnecting offline', () => {
  test('the access is revoked at a later start, once, and then nothing is left in the keychain', async () => {
    const { session, server, restart, refresh, entries, events } = await withKeychain()
    await server.stop()
    expect(told(await session.disconnect())).toMatchObject({
      revoked: false,
      reason: { code: 'offline', message: expect.stringMatching(/revokes the access as soon as it can reach the workspace/) },
    })
    expect(session.state().kind).toBe('signed-out')
    const pending = restart()
    await pending.retry({ now: true })
    expect(entries?.size).toBeGreaterThan(0)
    await server.startAgain()
    await restart().retry()
    expect(server.revoked).toEqual([{ token: refresh, hint: 'refresh_token' }])
    expect(server.live()).toBeNull()
    expect(entries?.size).toBe(0)
    await restart().retry()
    expect(server.control.counts.revoke).toBe(1)
    expect(JSON.stringify(events)).not.toContain(refresh)
  })

  test('is retried only after a while, and at once when the network is back', async () => {
    const { session, server, restart, clock, events } = await withKeychain()
    await server.stop()
    await session.disconnect()
    const pending = restart()
    const tries = (): number => events.filter(({ event }) => event === 'revocation-failed').length
    for (let look = 0; look < 5; look += 1) await pending.retry()
    expect(tries()).toBe(1)
    clock.time += 301_000
    await pending.retry()
    expect(tries()).toBe(2)
    await server.startAgain()
    await pending.retry()
    expect(server.control.counts.revoke).toBe(0)
    await pending.retry({ now: true })
    expect(server.control.counts.revoke).toBe(1)
  })

  test('is given up when the client is rejected, or when the token has expired anyway', async () => {
    for (const spoil of ['client', 'age'] as const) {
      const { session, server, restart, clock, entries } = await withKeychain()
      await server.stop()
      await session.disconnect()
      await server.startAgain()
      if (spoil === 'client') server.control.client.secret = 'reset'
      else clock.time += 31 * 86_400_000
      await restart().retry()
      expect(server.control.counts.revoke).toBe(0)
      expect(entries?.size).toBe(0)
    }
  })

  test('without a keychain warns that the access stays valid, and keeps no secret', async () => {
    const { session, server } = await begin(createMemorySecrets())
    await server.stop()
    expect(told(await session.disconnect())).toMatchObject({
      revoked: false,
      reason: { message: expect.stringMatching(/stays valid until it expires \(30 days\), unless the workspace’s admin removes it/) },
    })
  })
})

test('an idle Packshot retries by itself, immediately after waking, and never after it has closed', async () => {
  const { session, server, clock, restart } = await withKeychain()
  const time = createTestTime()
  const staying = createRefreshTimer({ timers: time.timers, sessions: () => [session], revocations: restart(), everyMs: 60_000 })
  await staying.look()
  clock.time += 86_400_000
  expect(server.control.counts.refresh).toBe(0)
  staying.start()
  await time.passUntil(() => server.control.counts.refresh === 1)
  clock.time += 86_400_000
  await time.passUntil(() => server.control.counts.refresh === 2)
  staying.stop()
  clock.time += 86_400_000
  await staying.look()
  await time.pass(600_000)
  expect(server.control.counts.refresh).toBe(2)
})
