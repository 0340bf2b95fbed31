import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createKeychainSecrets } from '../../../../electron/core/base/keychain/keychain-secrets.ts'
import { createMortalKeytar, untilDeadOrDone } from './mortal-keytar.ts'

const service = 'Packshot test'
const open = (mortal: ReturnType<typeof createMortalKeytar>, limitMs?: number) =>
  createKeychainSecrets({ keytar: mortal.keytar, service, platform: 'win32', ...(limitMs === undefined ? {} : { limitMs }) })
const long = (seed: string, length = 10_240): string => seed.repeat(Math.ceil(length / seed.length)).slice(0, length)
const anyValue = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .integer({ min: 0, max: 6_000 })
    .chain((length) => fc.constantFrom('a"\\', 'ä€', '😀', '\0\n', '\ud800').map((seed) => long(seed, length))),
)

/** As libsecret answers while a keyring is locked and a person dismisses each of its questions. */
const createLockedKeyring = () => {
  const entries = new Map<string, string>()
  let isLocked = false
  let questions = 0
  const isRefused = (): boolean => {
    if (isLocked) questions += 1
    return isLocked
  }
  return {
    lock: (locked: boolean): void => {
      isLocked = locked
      questions = 0
    },
    questions: () => questions,
    keytar: {
      getPassword: async (_: string, account: string) => (isRefused() ? null : (entries.get(account) ?? null)),
      setPassword: async (_: string, account: string, text: string) => {
        if (isRefused()) throw new Error('Cannot create an item in a locked collection')
        entries.set(account, text)
      },
      deletePassword: async (_: string, account: string) => !isRefused() && entries.delete(account),
      findCredentials: async () => [],
    },
  }
}

describe('a locked keyring on Linux', () => {
  test('asks once for all calls that wait when a person dismisses the question, and answers again once unlocked', async () => {
    const keyring = createLockedKeyring()
    const secrets = createKeychainSecrets({ keytar: keyring.keytar, service, platform: 'linux' })
    await secrets.set('tokens', 'a')
    keyring.lock(true)
    const calls = [secrets.get('tokens'), secrets.get('key'), secrets.delete('other'), secrets.set('fresh', 'b'), secrets.get('vision')]
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'keychain-locked' })
    expect(keyring.questions()).toBe(1)
    for (const call of [() => secrets.get('tokens'), () => secrets.set('fresh', 'b'), () => secrets.delete('other')]) {
      keyring.lock(true)
      await expect(call()).rejects.toMatchObject({ code: 'keychain-locked' })
      expect(keyring.questions()).toBe(1)
    }
    keyring.lock(false)
    expect(await secrets.get('tokens')).toBe('a')
    expect(await secrets.get('fresh')).toBeNull()
  })

  test('is never taken for a missing entry when it locks between two calls that wait', async () => {
    const keyring = createLockedKeyring()
    const secrets = createKeychainSecrets({ keytar: keyring.keytar, service, platform: 'linux' })
    await secrets.set('tokens', 'a')
    const first = secrets.get('tokens').finally(() => keyring.lock(true))
    const second = secrets.get('tokens')
    expect(await first).toBe('a')
    await expect(second).rejects.toMatchObject({ code: 'keychain-locked' })
  })
})

describe('secrets in the keychain', () => {
  test('are read back unchanged, with any characters and lengths, within the limits of Windows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyValue, { minLength: 1, maxLength: 4 }), async (values) => {
        const secrets = open(createMortalKeytar())
        for (const value of values) {
          await secrets.set('con_1/tokens', value)
          expect(await secrets.get('con_1/tokens')).toBe(value)
        }
      }),
      { numRuns: 100 },
    )
  })

  test('are either old or new after an interruption at any change, also after a second one, and leave nothing behind', async () => {
    await fc.assert(
      fc.asyncProperty(anyValue, anyValue, anyValue, fc.nat(14), fc.nat(14), async (old, second, third, cut1, cut2) => {
        const before = createMortalKeytar()
        await open(before).set('n', old)

        const first = createMortalKeytar(before.entries)
        first.dieAfter(cut1)
        await untilDeadOrDone(first.isDead, open(first).set('n', second))
        const between = await open(createMortalKeytar(before.entries)).get('n')
        expect([old, second]).toContain(between)

        const next = createMortalKeytar(before.entries)
        next.dieAfter(cut2)
        await untilDeadOrDone(next.isDead, open(next).set('n', third))
        expect([between, third]).toContain(await open(createMortalKeytar(before.entries)).get('n'))

        const last = open(createMortalKeytar(before.entries))
        await last.set('n', long('x', 4_000))
        await last.set('n', 'short')
        expect(before.entries.size).toBe(1)
      }),
      { numRuns: 200 },
    )
  })

  test('are removed with all their parts by a delete, also by one that was interrupted', async () => {
    for (let cut = 0; cut < 12; cut += 1) {
      const mortal = createMortalKeytar()
      await open(mortal).set('n', long('a'))
      mortal.dieAfter(cut)
      await untilDeadOrDone(mortal.isDead, open(mortal).delete('n'))
      const after = open(createMortalKeytar(mortal.entries))
      await after.delete('n')
      expect(await after.get('n')).toBeNull()
      expect(mortal.entries.size).toBe(0)
    }
  })

  test('do not mix with secrets of other names', async () => {
    const mortal = createMortalKeytar()
    const secrets = open(mortal)
    await Promise.all([secrets.set('a', long('1')), secrets.set('b', long('2')), secrets.set('a', long('3'))])
    await secrets.delete('b')
    expect(await secrets.get('a')).toBe(long('3'))
    expect(await secrets.get('b')).toBeNull()
  })

  test('are reported as damaged when they are, and can be set again', async () => {
    const damages: ((entries: Map<string, string>) => void)[] = [
      (entries) => entries.delete(`${service}\nn#a3`),
      (entries) => entries.set(`${service}\nn#a3`, 'something else'),
      (entries) => entries.set(`${service}\nn`, 'not one of ours'),
    ]
    for (const damage of damages) {
      const mortal = createMortalKeytar()
      const secrets = open(mortal)
      await secrets.set('n', long('a'))
      damage(mortal.entries)
      await expect(secrets.get('n')).rejects.toMatchObject({ code: 'data-corrupt' })
      await secrets.set('n', 'repaired')
      expect(await secrets.get('n')).toBe('repaired')
    }
  })

  test('report in plain words that the keychain hangs, is locked or fails', async () => {
    const mortal = createMortalKeytar()
    const secrets = open(mortal, 30)
    mortal.setTrouble(new Error('Not enough memory resources are available to process this command.'))
    await expect(secrets.get('n')).rejects.toMatchObject({ code: 'keychain-unavailable' })
    mortal.setTrouble('hang')
    await expect(secrets.get('n')).rejects.toMatchObject({ code: 'keychain-locked' })
    // The hung call still blocks its thread, so nothing more is started behind it.
    mortal.setTrouble('none')
    await expect(secrets.set('n', 'v')).rejects.toMatchObject({ code: 'keychain-locked' })
    expect(mortal.entries.size).toBe(0)
  })

  test('a write that timed out can’t overwrite a newer one', async () => {
    const mortal = createMortalKeytar()
    let release: () => void = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    let isFirst = true
    const setPassword: typeof mortal.keytar.setPassword = async (...entry) => {
      if (isFirst) {
        isFirst = false
        await gate
      }
      return mortal.keytar.setPassword(...entry)
    }
    const secrets = createKeychainSecrets({ keytar: { ...mortal.keytar, setPassword }, service, platform: 'win32', limitMs: 150 })
    await expect(secrets.set('n', 'late')).rejects.toMatchObject({ code: 'keychain-locked' })
    const newer = secrets.set('n', 'newer')
    release()
    await newer
    expect(await secrets.get('n')).toBe('newer')
  })
})
