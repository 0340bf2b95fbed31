import { describe, expect, it } from 'vitest'
import { createKeychainSecrets } from '../../../../electron/core/base/keychain/keychain-secrets.ts'
import type { Keytar } from '../../../../electron/core/base/keychain/secret-store.ts'
import { createMortalKeytar } from './mortal-keytar.ts'

type Item = { password: string; readonly mayUse: Set<string> }

/**
 * When macOS' keychain asks: an item belongs to the program that made it. If another program reads or changes it, the system
 * asks, and “Always allow” is valid as long as the item exists. Looking up a missing item and deleting never ask.
 */
const createAskingKeychain = () => {
  const items = new Map<string, Item>()
  let prompts = 0
  const use = (item: Item, program: string): void => {
    if (item.mayUse.has(program)) return
    prompts++
    item.mayUse.add(program)
  }
  const keytarOf = (program: string): Keytar => ({
    getPassword: async (_, account) => {
      const item = items.get(account)
      if (!item) return null
      use(item, program)
      return item.password
    },
    setPassword: async (_, account, password) => {
      const item = items.get(account)
      if (!item) {
        items.set(account, { password, mayUse: new Set([program]) })
        return
      }
      use(item, program)
      item.password = password
    },
    deletePassword: async (_, account) => items.delete(account),
    findCredentials: async () => [],
  })
  return { items, keytarOf, prompts: () => prompts }
}

const tokens = (rotation: number): string => JSON.stringify({ access: `${rotation}-`.repeat(900), refresh: `${rotation}`.repeat(900) })
const name = 'con_1/tokens'
const service = 'Packshot'

describe('macOS', () => {
  it('asks once whether the command may use the window’s items, through twenty alternating refreshes', async () => {
    const keychain = createAskingKeychain()
    const open = (program: string) => createKeychainSecrets({ keytar: keychain.keytarOf(program), service, platform: 'darwin' })
    const window = open('Packshot')
    await window.set(name, tokens(0))
    for (let rotation = 1; rotation <= 20; rotation++) {
      // Each command is a separate process.
      const one = rotation % 2 === 1 ? open('node') : window
      expect(await one.get(name)).toBe(tokens(rotation - 1))
      await one.set(name, tokens(rotation))
    }
    expect(keychain.prompts()).toBe(1)
    expect(keychain.items.size).toBe(1)
  })

  it.each([
    ['never, in a package: its command is the window’s own program', 'Packshot', 0],
    ['once for each entry, where it is another program', 'node', 7],
  ])('asks about the entries of three workspaces %s', async (_name, program, prompts) => {
    const keychain = createAskingKeychain()
    const open = (by: string) => createKeychainSecrets({ keytar: keychain.keytarOf(by), service, platform: 'darwin' })
    const names = ['con_1', 'con_2', 'con_3'].flatMap((id) => [`${id}/client-secret`, `${id}/tokens`])
    for (const one of [...names, 'library-points']) await open('Packshot').set(one, one)
    for (let turn = 0; turn < 2; turn++)
      for (const one of [...names, 'library-points']) {
        expect(await open(program).get(one)).toBe(one)
        await open(program).set(one, one)
      }
    expect(keychain.prompts()).toBe(prompts)
  })

  it('reads a value that an earlier version split, and stores it whole from then on', async () => {
    const { entries, keytar } = createMortalKeytar()
    await createKeychainSecrets({ keytar, service, platform: 'win32' }).set(name, tokens(1))
    expect(entries.size).toBeGreaterThan(2)
    const keychain = createAskingKeychain()
    for (const [key, password] of entries) keychain.items.set(key.slice(service.length + 1), { password, mayUse: new Set(['Packshot']) })
    const secrets = createKeychainSecrets({ keytar: keychain.keytarOf('Packshot'), service, platform: 'darwin' })
    expect(await secrets.get(name)).toBe(tokens(1))
    await secrets.set(name, tokens(2))
    expect([...keychain.items.keys()]).toEqual([name])
    expect(await secrets.get(name)).toBe(tokens(2))
    await secrets.delete(name)
    expect(keychain.items.size).toBe(0)
  })
})

describe('a keychain that refuses', () => {
  const fail = async (error: Error, platform: NodeJS.Platform): Promise<unknown> => {
    const mortal = createMortalKeytar()
    mortal.setTrouble(error)
    return createKeychainSecrets({ keytar: mortal.keytar, service, platform })
      .get(name)
      .then(
        () => 'nothing',
        (refused: { code: string }) => refused.code,
      )
  }
  const withCode = (code: number | string, message = ''): Error => Object.assign(new Error(message), { code })

  it.each([
    ['darwin', new Error('The user name or passphrase you entered is not correct.'), 'keychain-locked'],
    ['darwin', new Error('Interaktion mit dem Benutzer ist nicht erlaubt.'), 'keychain-locked'],
    ['darwin', new Error('An unknown error occurred.'), 'keychain-locked'],
    ['darwin', withCode(-128), 'keychain-locked'],
    ['darwin', withCode(-25300), 'keychain-unavailable'],
    ['linux', new Error('Cannot create an item in a locked collection'), 'keychain-locked'],
    ['linux', new Error('Die Sammlung ist gesperrt'), 'keychain-locked'],
    ['linux', new Error('Cannot autolaunch D-Bus without X11 $DISPLAY'), 'keychain-unavailable'],
    ['linux', new Error('The name org.freedesktop.secrets was not provided by any .service files'), 'keychain-unavailable'],
    ['win32', withCode(1223), 'keychain-locked'],
    ['win32', new Error('The block list is full.'), 'keychain-unavailable'],
    ['win32', new Error('A specified logon session does not exist. It may already have been terminated.'), 'keychain-unavailable'],
  ] as const)('on %s: “%s” is %s, in whatever language', async (platform, error, code) => {
    expect(await fail(error, platform)).toBe(code)
  })
})
