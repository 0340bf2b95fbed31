import type { SecretStore } from '../../base/keychain/secret-store.ts'

export type TrialSecrets = {
  readonly store: SecretStore
  /** Writes the trial's secrets into the underlying store; later writes go there directly. Throws as `SecretStore.set` does. */
  readonly keep: () => Promise<void>
}

/**
 * Secrets of a connection on trial, in memory: what an earlier sign-in left in the keychain is neither seen nor overwritten until the trial
 * is over. So tokens never go to an address they were not issued for, and a wrong new secret never replaces the old one.
 */
export const createTrialSecrets = (beneath: SecretStore, given: Readonly<Record<string, string>>): TrialSecrets => {
  const held = new Map(Object.entries(given))
  let isKept = false
  return {
    store: {
      storage: beneath.storage,
      get: async (name) => (isKept ? beneath.get(name) : (held.get(name) ?? null)),
      set: async (name, value) => {
        if (isKept) return beneath.set(name, value)
        held.set(name, value)
      },
      delete: async (name) => {
        if (isKept) return beneath.delete(name)
        held.delete(name)
      },
    },
    keep: async () => {
      for (const [name, value] of held) await beneath.set(name, value)
      isKept = true
    },
  }
}
