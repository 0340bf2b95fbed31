import type { ErrorRecord } from '../../../../shared/base/errors.ts'
import type { SessionState } from '../../../../shared/service/session.ts'

type Resting = Exclude<SessionState, { kind: 'signing-in' }>

/** `shown` is the state for callers; `resting` is the actual state during a sign-in, shown again after it. */
export type SessionMachine = { readonly shown: SessionState; readonly resting: Resting }

export type SessionEvent =
  /** Tokens were read, or a new pair was saved. */
  | {
      readonly kind: 'tokens-held'
      readonly expiresAt: number | null
      readonly scope: string | null
      readonly storage: 'keychain' | 'memory'
    }
  /** The service ended the session, or the client. */
  | { readonly kind: 'ended'; readonly reason: ErrorRecord }
  /** Disconnected, or the keychain has no tokens. */
  | { readonly kind: 'forgotten' }
  | { readonly kind: 'sign-in-started' }
  /** Done, failed or cancelled: an earlier event reported the result. */
  | { readonly kind: 'sign-in-stopped' }

export const initialSession: SessionMachine = { shown: { kind: 'signed-out' }, resting: { kind: 'signed-out' } }

/** Moves a session. During a sign-in, other events change only the state shown after it. */
export const moveSession = (machine: SessionMachine, event: SessionEvent): SessionMachine => {
  switch (event.kind) {
    case 'sign-in-started':
      return { ...machine, shown: { kind: 'signing-in' } }
    case 'sign-in-stopped':
      return { ...machine, shown: machine.resting }
    case 'tokens-held': {
      const { expiresAt, scope, storage } = event
      return rest(machine, { kind: 'signed-in', expiresAt, scope, storage })
    }
    case 'ended':
      return rest(machine, { kind: 'ended', reason: event.reason })
    case 'forgotten':
      return rest(machine, { kind: 'signed-out' })
  }
}

const rest = (machine: SessionMachine, resting: Resting): SessionMachine => ({
  shown: machine.shown.kind === 'signing-in' ? machine.shown : resting,
  resting,
})
