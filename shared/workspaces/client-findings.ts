import type { ErrorRecord } from '../base/errors.ts'

/** What a workspace's sign-in may not offer. */
export type SignInPart = 'pkce-method' | 'grant' | 'response-type' | 'client-authentication' | 'scope'

/** One thing that was found out about an OAuth client; its words are in client-findings-words.ts. */
export type ClientFound =
  /** Something went wrong before anything could be said. */
  | { readonly kind: 'check-failed'; readonly because: ErrorRecord }
  | { readonly kind: 'address-saved-as'; readonly baseUrl: string }
  | { readonly kind: 'sign-in-described' }
  /** `why`: what is wrong with the discovery document (core/service/session/discover-server.ts). */
  | { readonly kind: 'sign-in-undescribed'; readonly why: string }
  | { readonly kind: 'part-not-offered'; readonly part: SignInPart; readonly name: string }
  | { readonly kind: 'sign-in-fits'; readonly scopes: readonly string[] }
  | { readonly kind: 'client-id-unknown' }
  | { readonly kind: 'redirect-accepted' | 'redirect-not-registered'; readonly redirectUri: string }
  /** `status`: of its answer; `null`: there was none. */
  | { readonly kind: 'redirect-not-checked'; readonly redirectUri: string; readonly status: number | null }
  | { readonly kind: 'secret-fits' | 'secret-refused' }
  /** An invalid token was accepted. */
  | { readonly kind: 'secret-not-checkable' }
  | { readonly kind: 'secret-not-checked'; readonly because: ErrorRecord }
  /** What answers there is not the service. */
  | { readonly kind: 'not-a-service'; readonly because: ErrorRecord }
