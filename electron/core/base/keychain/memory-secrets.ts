import type { SecretStore } from './secret-store.ts'

/** Secrets for this run only: gone when the process ends. */
export const createMemorySecrets = (): SecretStore => {
  const values = new Map<string, string>()
  return {
    storage: 'memory',
    get: async (name) => values.get(name) ?? null,
    set: async (name, value) => {
      values.set(name, value)
    },
    delete: async (name) => {
      values.delete(name)
    },
  }
}
