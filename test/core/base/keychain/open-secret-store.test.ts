import { expect, test } from 'vitest'
import { openSecretStore } from '../../../../electron/core/base/keychain/open-secret-store.ts'
import { told } from '../../../support/told.ts'
import { createMortalKeytar } from './mortal-keytar.ts'

test('secrets are kept in the keychain when it answers, however the module is wrapped', async () => {
  const { keytar } = createMortalKeytar()
  for (const module of [keytar, { default: keytar }, { default: {}, ...keytar }]) {
    const { store, reason } = await openSecretStore({ loadKeytar: async () => module })
    expect(store.storage).toBe('keychain')
    expect(reason).toBeUndefined()
    await store.set('n', 'v')
    expect(await store.get('n')).toBe('v')
  }
})

test('secrets are kept in memory when the keychain does not answer, with the reason', async () => {
  const failing = createMortalKeytar()
  failing.setTrouble(new Error('Cannot autolaunch D-Bus without X11 $DISPLAY'))
  const hanging = createMortalKeytar()
  hanging.setTrouble('hang')
  const missing = Object.assign(new Error("Cannot find package 'keytar' imported from …"), { code: 'ERR_MODULE_NOT_FOUND' })
  const unlinked = new Error('libsecret-1.so.0: cannot open shared object file: No such file or directory')
  const cases: [() => Promise<unknown>, RegExp][] = [
    [async () => failing.keytar, /has no keyring that answers/],
    [async () => hanging.keytar, /did not answer/],
    [() => new Promise(() => {}), /did not answer/],
    [() => Promise.reject(missing), /can’t store your sign-in/],
    [() => Promise.reject(unlinked), /Ubuntu: libsecret-1-0;/],
    [async () => ({ default: {} }), /does not offer/],
  ]
  for (const [loadKeytar, words] of cases) {
    const { store, reason } = await openSecretStore({ loadKeytar, probeLimitMs: 50, platform: 'linux' })
    expect(store.storage).toBe('memory')
    expect(told(reason)).toMatchObject({ code: 'keychain-unavailable', message: expect.stringMatching(words) })
    await store.set('n', 'v')
    expect(await store.get('n')).toBe('v')
    await store.delete('n')
    expect(await store.get('n')).toBeNull()
  }
})
