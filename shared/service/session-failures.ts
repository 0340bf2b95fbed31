/** What can go wrong with signing in, staying signed in and disconnecting. `said`: the workspace's own words, empty where it has none. */
export type SessionFailure<Cause> =
  | { readonly kind: 'not-signed-in' }
  | { readonly kind: 'not-signed-in-yet' }
  /** What was asked for requires the scope “user”; `null`: all that changes something does. */
  | { readonly kind: 'signed-in-for-reading'; readonly wanted: 'source' | 'text' | null }
  /** `isAnswerLost`: an earlier renewal got no answer, and with it the new tokens were lost. */
  | { readonly kind: 'session-over'; readonly said: string; readonly isAnswerLost: boolean }
  | { readonly kind: 'session-damaged' }
  /** What the requests of a workspace without OAuth carry; `name`: of the workspace. */
  | { readonly kind: 'secret-missing'; readonly name: string; readonly credentials: 'api-key' | 'relay' }
  | { readonly kind: 'client-secret-missing'; readonly name: string }
  | { readonly kind: 'api-key-rejected' }
  | { readonly kind: 'client-unknown' }
  // A sign-in
  | { readonly kind: 'no-sign-in-waiting' }
  | { readonly kind: 'no-sign-in-with-key' }
  | { readonly kind: 'address-not-waited-for' }
  | { readonly kind: 'access-refused'; readonly said: string }
  | { readonly kind: 'sign-in-ended'; readonly said: string }
  /** The answer named another issuer (RFC 9207). */
  | { readonly kind: 'issuer-differs' }
  /** The discovery document names sign-in addresses at an origin that the connection doesn't. */
  | { readonly kind: 'endpoint-elsewhere'; readonly origin: string; readonly baseUrl: string }
  | { readonly kind: 'access-not-allowed'; readonly minutes: number }
  | { readonly kind: 'sign-in-cancelled' }
  | { readonly kind: 'sign-in-replaced' }
  | { readonly kind: 'workspace-disconnected' }
  | { readonly kind: 'app-closing' }
  | { readonly kind: 'redirect-unknown'; readonly redirectUri: string }
  /** None of them comes back to this program. */
  | { readonly kind: 'redirects-elsewhere'; readonly redirectUris: readonly string[] }
  | { readonly kind: 'redirect-ports-reserved'; readonly redirectUris: readonly string[] }
  | { readonly kind: 'redirect-ports-used'; readonly redirectUris: readonly string[] }
  /** `command`: the program that opens addresses; `null`: this is not a web address. */
  | { readonly kind: 'no-browser'; readonly command: string | null; readonly end: BrowserEnd }
  | { readonly kind: 'browser-not-reopened' }
  // Answers of the OAuth endpoints
  | { readonly kind: 'oauth-asks-to-wait'; readonly said: string; readonly purpose: OauthPurpose }
  | { readonly kind: 'oauth-failed'; readonly status: number; readonly said: string; readonly purpose: OauthPurpose }
  /** `encoding`: how id and secret were sent, where the other way could make a difference (RFC 6749, 2.3.1). */
  | { readonly kind: 'client-refused'; readonly said: string; readonly encoding: 'form' | 'raw' | null }
  | { readonly kind: 'oauth-plan-lacks'; readonly said: string }
  | { readonly kind: 'oauth-not-allowed'; readonly said: string }
  | { readonly kind: 'oauth-refused'; readonly purpose: OauthPurpose; readonly said: string }
  | { readonly kind: 'oauth-not-the-service'; readonly status: number }
  /** `why`: oauth4webapi's words. */
  | { readonly kind: 'oauth-answer-odd'; readonly purpose: OauthPurpose; readonly why: string }
  | { readonly kind: 'oauth-answer-too-large'; readonly host: string }
  // Disconnecting
  | { readonly kind: 'key-not-revocable' }
  | { readonly kind: 'not-revoked'; readonly because: Cause; readonly isTriedLater: boolean }

export type OauthPurpose = 'sign-in' | 'refresh' | 'disconnect'

/** How a program that opens browsers failed: it was not started (`said`: the system's words), or ended; `code` `null`: by a signal. */
type BrowserEnd = { readonly said: string } | { readonly code: number | null } | null
