import { spawnSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createKeychainSecrets } from '../../../../electron/core/base/keychain/keychain-secrets.ts'
import { openSecretStore } from '../../../../electron/core/base/keychain/open-secret-store.ts'
import type { SecretStore } from '../../../../electron/core/base/keychain/secret-store.ts'
import { findReasonAgainstKeyring, type KeyringSession, startKeyringSession } from '../../../support/keyring-session.ts'
import { told } from '../../../support/told.ts'
import { setUp } from '../../service/session/test-session.ts'

const lack = await findReasonAgainstKeyring()
const service = 'Packshot trouble test'
const long = '0123456789abcdef'.repeat(640)

/** A keyring on a busy machine can take longer than one second to answer. */
const limitMs = 3_000

describe.skipIf(lack)(`a real keyring in trouble${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let keyring: KeyringSession
  let store: SecretStore
  const openStore = async (): Promise<SecretStore> => {
    const opened = await openSecretStore({ loadKeytar: () => import('keytar'), service, limitMs })
    expect(opened).toMatchObject({ store: { storage: 'keychain' } })
    return opened.store
  }

  beforeAll(async () => {
    keyring = await startKeyringSession()
    Object.assign(process.env, keyring.environment)
  })
  afterAll(() => keyring.stop())
  beforeEach(async () => {
    store = await openStore()
    await store.set('short', 'a short secret of ours')
    await store.set('long', long)
  })

  test('reports at every call that it is locked or its prompt was dismissed; nothing is lost, and everything is back once unlocked', async () => {
    keyring.lock()
    const calls = [
      () => store.get('short'),
      () => store.get('long'),
      () => store.get('never set'),
      () => store.set('short', 'other'),
      () => store.set('new', long),
      () => store.delete('short'),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'keychain-locked' })
    // A Packshot that starts now has a keychain that is locked.
    await expect((await openStore()).get('short')).rejects.toMatchObject({ code: 'keychain-locked' })
    await keyring.unlock()
    expect(await store.get('short')).toBe('a short secret of ours')
    expect(await store.get('long')).toBe(long)
    expect(await store.get('never set')).toBeNull()
    expect(await store.get('lock-probe')).toBeNull()
  })

  test('is given up in time when it is very slow, and used again once it answers; a late write never overwrites a newer one', async () => {
    keyring.freeze()
    await expect(store.set('short', 'late')).rejects.toMatchObject({
      code: 'keychain-locked',
      message: expect.stringMatching(/did not answer/),
    })
    await expect(store.get('long')).rejects.toMatchObject({ code: 'keychain-locked' })
    keyring.thaw()
    await expect
      .poll(
        () =>
          store.set('short', 'newer').then(
            () => true,
            () => false,
          ),
        { timeout: 10_000 },
      )
      .toBe(true)
    expect(await store.get('short')).toBe('newer')
    expect(await store.get('long')).toBe(long)
  })

  test('reads as empty, not damaged, when another program emptied it, and as damaged when a part is missing', async () => {
    const { default: keytar } = await import('keytar')
    await keytar.deletePassword(service, 'short')
    expect(await store.get('short')).toBeNull()
    // As on Windows, where long values are split.
    await createKeychainSecrets({ keytar, service, platform: 'win32', limitMs }).set('long', long)
    store = await openStore()
    expect(await store.get('long')).toBe(long)
    await keytar.deletePassword(service, 'long#a2')
    await keytar.deletePassword(service, 'long#b2')
    await expect(store.get('long')).rejects.toMatchObject({ code: 'data-corrupt' })
    await store.set('long', long)
    expect(await store.get('long')).toBe(long)
  })

  test('keeps a session through locking and through a deleted entry; a start while locked asks for no sign-in', async () => {
    const made = await setUp({ secrets: store })
    made.server.control.tokenBytes = 4_000
    let browsed = 0
    const session = made.open()
    await session.signIn({ openBrowser: true })
    keyring.lock()
    const { token } = await session.credential()
    await expect(session.replaceRejected(token)).rejects.toMatchObject({ code: 'keychain-locked' })
    expect(made.server.control.counts.refresh).toBe(0)
    const restarted = made.open({
      openBrowser: async () => {
        browsed += 1
      },
    })
    await expect(restarted.restore()).rejects.toMatchObject({ code: 'keychain-locked' })
    expect(told(restarted.state())).toMatchObject({
      kind: 'ended',
      reason: { code: 'keychain-locked', action: expect.stringMatching(/Unlock/) },
    })
    await expect(restarted.disconnect()).rejects.toMatchObject({ code: 'keychain-locked' })
    await keyring.unlock()
    await restarted.signIn({ openBrowser: true })
    expect({ state: restarted.state().kind, browsed }).toEqual({ state: 'signed-in', browsed: 0 })
    await store.delete(`${made.connection.id}/tokens`)
    expect(made.server.accepts((await restarted.replaceRejected(token)).headers)).toBe(true)
    expect(made.server.accepts((await made.open().credential()).headers)).toBe(true)
    await made.tearDown()
  })

  test('keeps secrets in memory when it is missing, says why, and crashes nothing', () => {
    const script = fileURLToPath(new URL('no-keyring-process.ts', import.meta.url))
    for (const address of ['unix:path=/nonexistent/bus', '']) {
      const env = { PATH: process.env.PATH, HOME: keyring.home, DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: '/nonexistent' }
      const { status, stdout, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
        env,
        encoding: 'utf8',
      })
      expect(status, stderr).toBe(0)
      expect(JSON.parse(stdout)).toEqual({
        storage: 'memory',
        reason: { code: 'keychain-unavailable', failure: { kind: 'keyring-absent', said: expect.any(String) } },
        readBack: 'kept',
      })
    }
  })

  test('never leaves a secret readable on the disk', async () => {
    const files = (await readdir(keyring.home, { recursive: true, withFileTypes: true })).filter((one) => one.isFile())
    expect(files.map(({ name }) => name)).toContain('login.keyring')
    for (const { parentPath, name } of files) {
      const text = (await readFile(join(parentPath, name))).toString('latin1')
      for (const secret of ['a short secret of ours', long.slice(0, 64)]) expect(text, name).not.toContain(secret)
    }
  })
})
