/** What can go wrong with signing in, staying signed in and disconnecting. */
export type SessionFailure =
  | { readonly kind: 'not-signed-in-yet' }
  /** What was asked for requires the scope “user”. */
  | { readonly kind: 'signed-in-for-reading'; readonly wanted: 'create-source' | 'write-text' }
