import type { ErrorRecord } from '../base/errors.ts'

/** The signed-in state of a connection. Offline is not signed out. */
export type SessionState =
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'signing-in' }
  | {
      readonly kind: 'signed-in'
      readonly expiresAt: number | null
      readonly scope: string | null
      readonly storage: 'keychain' | 'memory'
    }
  | { readonly kind: 'ended'; readonly reason: ErrorRecord }
