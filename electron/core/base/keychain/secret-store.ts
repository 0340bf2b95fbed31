/**
 * Stores secrets in the system's keychain or, without one, in this process's memory. Never in a file.
 * Every method may reject with AppError `keychain-locked` (no answer in time, or locked), `keychain-unavailable`
 * (the keychain refused or is gone) or, `get` only, `data-corrupt` (an entry is damaged; setting it again repairs it).
 */
export type SecretStore = {
  readonly storage: 'keychain' | 'memory'
  /** The last set value, or null. */
  readonly get: (name: string) => Promise<string | null>
  /** Resolves once the value is saved. If interrupted at any point, `get` returns the old value or the new one. */
  readonly set: (name: string, value: string) => Promise<void>
  /** Deleting a missing value is fine. */
  readonly delete: (name: string) => Promise<void>
}

/** The part of keytar that is used: entries are found by service and account. */
export type Keytar = {
  readonly getPassword: (service: string, account: string) => Promise<string | null>
  readonly setPassword: (service: string, account: string, password: string) => Promise<void>
  /** True if there was such an entry. */
  readonly deletePassword: (service: string, account: string) => Promise<boolean>
  /** Never called: with a locked keyring it takes the whole process down (libsecret). Tests count entries by it. */
  readonly findCredentials: (service: string) => Promise<{ account: string; password: string }[]>
}
