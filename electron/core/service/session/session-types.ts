import type { Dispatcher } from 'undici'
import type { ErrorRecord } from '../../../../shared/base/errors.ts'
import type { SessionState } from '../../../../shared/service/session.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { SecretStore } from '../../base/keychain/secret-store.ts'
import type { DiscoveryFallback } from './discover-server.ts'
import type { RevokeLater } from './pending-revocations.ts'
import type { PauseMemory } from './refresh-pause.ts'

/** The authorization of one request. `token` names the credential for `replaceRejected` and is never sent or shown by itself. */
export type Credential = { readonly headers: Readonly<Record<string, string>>; readonly token: string }

export type SignInOptions = {
  /** Aborting ends the sign-in with AppError `cancelled`. */
  readonly signal?: AbortSignal
  /** Whether to open the system's browser. */
  readonly openBrowser: boolean
  /** Requested scopes instead of the connection's own. */
  readonly scopes?: readonly string[] | undefined
  /** Another user signs in: the current user's access is revoked once the other has allowed theirs. */
  readonly asAnotherUser?: boolean | undefined
  /** Called with the address for the browser; `opened` is false if it was not opened yet. */
  readonly onAuthorizeUrl?: (url: string, opened: boolean) => void
}

export type Session = {
  /** How the sign-in endpoints were found: `found`, why the documented paths are used, or `null` if not checked yet. */
  readonly discovery: () => 'found' | DiscoveryFallback | null
  readonly state: () => SessionState
  /** Calls back after each change of state. Returns a function that unsubscribes. */
  readonly subscribe: (listener: (state: SessionState) => void) => () => void
  /** Reads the keychain. Throws AppError `keychain-locked` or `keychain-unavailable`; can be repeated. */
  readonly restore: () => Promise<void>
  /** The current credential, refreshed if it is about to expire. Throws AppError: `signed-out`, `session-ended`, `invalid-client`, `offline`, … */
  readonly credential: () => Promise<Credential>
  /** After a 401: a newer credential than that token, by a single refresh for all callers. Throws like `credential`, and `unauthorized`. */
  readonly replaceRejected: (token: string) => Promise<Credential>
  /** Resolves when signed in; without the browser if the keychain, unreadable before, turns out to hold a session. A running sign-in ends with `cancelled`. Throws AppError; the session is then as it was before. */
  readonly signIn: (options: SignInOptions) => Promise<void>
  /**
   * Passes the browser's redirect address (custom scheme, or pasted). Resolves when signed in. An address that
   * doesn't belong to the pending sign-in throws AppError `sign-in-failed`, and the sign-in keeps waiting.
   */
  readonly completeSignIn: (redirectUrl: string) => Promise<void>
  /** Refreshes when due, even if no credential is requested, so that an idle Packshot stays signed in. Never rejects. */
  readonly keepFresh: () => Promise<void>
  /**
   * Revokes and deletes everything, even offline; `reason` says why revoking failed, and whether it is retried later.
   * Throws if the keychain can't delete it.
   */
  readonly disconnect: () => Promise<{ revoked: boolean; reason?: ErrorRecord }>
  /** Cancels a sign-in and waits for a running refresh, so that a new pair is saved. */
  readonly stop: () => Promise<void>
}

export type SessionPorts = {
  readonly connection: Connection
  readonly secrets: SecretStore
  /** Connections to the workspace; handles proxies and certificates. */
  readonly dispatcher: Dispatcher
  readonly clock: { readonly now: () => number }
  /** Opens the system's browser; rejects when there is none. */
  readonly openBrowser: (url: string) => Promise<void>
  /** The address to open for a sign-in in place of the authorize address, for the sample workspace, which lets in whom Packshot sends. */
  readonly withEntrance?: (url: string) => Promise<string>
  /** As in CorePorts. */
  readonly onlyLoopback?: boolean
  /** Diagnostics; never given a secret. */
  readonly log: (event: Readonly<Record<string, unknown>>) => void
  /** Saves a failed revocation for later; false if it can't be saved. Without it nothing is retried. */
  readonly revokeLater?: RevokeLater
  /** Saves a pause requested by the token endpoint; without it a restart forgets the pause. */
  readonly pauseMemory?: PauseMemory
  /** How long a sign-in waits for the browser, in milliseconds; 10 minutes, the lifetime of a code. */
  readonly signInLimitMs?: number
}
