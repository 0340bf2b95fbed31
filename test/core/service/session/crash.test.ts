import { afterEach, expect, test } from 'vitest'
import { createKeychainSecrets } from '../../../../electron/core/base/keychain/keychain-secrets.ts'
import { createMortalKeytar, untilDeadOrDone } from '../../base/keychain/mortal-keytar.ts'
import { setUp } from './test-session.ts'

let cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps) await cleanUp()
  cleanUps = []
})

/** Tokens of 4 KB take several entries. Each change of the keychain is a step at which the process may die. */
test('killed at any step of a refresh, the next start has a session or requires one clear sign-in', async () => {
  const ends: string[] = []
  for (let cut = 0; cut <= 16; cut += 1) {
    const alive = createMortalKeytar()
    const made = await setUp({ secrets: createKeychainSecrets({ keytar: alive.keytar, service: 'test', platform: 'win32' }) })
    cleanUps.push(made.tearDown)
    made.server.control.tokenBytes = 3_000
    await made.open().signIn({ openBrowser: true })

    const dying = createMortalKeytar(alive.entries)
    const victim = made.open({ secrets: createKeychainSecrets({ keytar: dying.keytar, service: 'test', platform: 'win32' }) })
    const { token } = await victim.credential()
    dying.dieAfter(cut)
    await untilDeadOrDone(dying.isDead, victim.replaceRejected(token))

    const restarted = made.open({
      secrets: createKeychainSecrets({ keytar: createMortalKeytar(alive.entries).keytar, service: 'test', platform: 'win32' }),
    })
    await restarted.restore()
    expect(restarted.state().kind).toBe('signed-in')
    const credential = await restarted
      .credential()
      .then((first) => (made.server.accepts(first.headers) ? first : restarted.replaceRejected(first.token).catch(() => null)))
    if (credential === null) {
      expect(restarted.state()).toMatchObject({ kind: 'ended', reason: { code: 'session-ended' } })
      await restarted.signIn({ openBrowser: true })
    }
    ends.push(credential === null ? 'sign-in' : 'session')
    expect(made.server.accepts((await restarted.credential()).headers)).toBe(true)
  }
  expect(ends).toContain('session')
  expect(ends).toContain('sign-in')
})
