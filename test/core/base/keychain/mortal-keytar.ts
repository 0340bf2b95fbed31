import type { Keytar } from '../../../../electron/core/base/keychain/secret-store.ts'

/** An in-memory keychain with Windows' limit. It can be killed (as by kill -9) before or after any change, or made to hang or fail. */
export const createMortalKeytar = (entries = new Map<string, string>()) => {
  let changesLeft = Number.POSITIVE_INFINITY
  let changes = 0
  let isDead = false
  let trouble: 'none' | 'hang' | Error = 'none'

  const reach = async (): Promise<void> => {
    if (isDead || trouble === 'hang') await new Promise<never>(() => {})
    if (trouble instanceof Error) throw trouble
  }
  const change = async (apply: () => void): Promise<void> => {
    await reach()
    if (changes >= changesLeft) {
      isDead = true
      await reach()
    }
    changes += 1
    apply()
  }
  const key = (service: string, account: string): string => `${service}\n${account}`

  const keytar: Keytar = {
    getPassword: async (service, account) => {
      await reach()
      return entries.get(key(service, account)) ?? null
    },
    setPassword: (service, account, password) =>
      change(() => {
        if (Buffer.byteLength(password, 'utf16le') > 2_560 || Buffer.byteLength(password, 'utf8') > 2_560)
          throw new Error('Stub received bad data')
        if (password === '' || password.includes('\0')) throw new Error('a C string can’t hold this')
        entries.set(key(service, account), password)
      }),
    deletePassword: async (service, account) => {
      let was = false
      await change(() => {
        was = entries.delete(key(service, account))
      })
      return was
    },
    findCredentials: async (service) => {
      await reach()
      return [...entries].flatMap(([name, password]) =>
        name.startsWith(`${service}\n`) ? [{ account: name.slice(service.length + 1), password }] : [],
      )
    },
  }

  return {
    keytar,
    entries,
    changes: () => changes,
    isDead: () => isDead,
    /** Allows this many more changes, then dies: that call and all later ones never return. */
    dieAfter: (more: number) => {
      changesLeft = changes + more
    },
    setTrouble: (kind: 'none' | 'hang' | Error) => {
      trouble = kind
    },
  }
}

/** Resolves when `work` has ended or the keychain has died during it. */
export const untilDeadOrDone = async (isDead: () => boolean, work: Promise<unknown>): Promise<void> => {
  let isDone = false
  const ended = work.then(
    () => {
      isDone = true
    },
    () => {
      isDone = true
    },
  )
  while (!isDone && !isDead()) await Promise.race([ended, new Promise((resolve) => setImmediate(resolve))])
}
