/** What can go wrong with the system’s keychain. `said`: the system's words. */
export type KeychainFailure<Cause> =
  | { readonly kind: 'keychain-refused'; readonly said: string }
  /** An earlier request holds it up. */
  | { readonly kind: 'keychain-not-asked' }
  | { readonly kind: 'keychain-silent'; readonly seconds: number }
  | { readonly kind: 'keychain-entry-damaged'; readonly name: string }
  /** It would be gone with this process; `because`: why there is no keychain. */
  | { readonly kind: 'secret-not-kept'; readonly secret: KeptSecret; readonly because: Cause | null }
  // Why it can't be used at all
  | { readonly kind: 'keychain-unusable'; readonly said: string }
  /** Linux: no service answers. `said`: the system's words, for a report. */
  | { readonly kind: 'keyring-absent'; readonly said: string }
  | { readonly kind: 'libsecret-missing' }
  | { readonly kind: 'keytar-missing' }
  /** The module has other functions than keytar has. */
  | { readonly kind: 'keytar-odd' }

export type KeptSecret = 'sign-in' | 'sample-sign-in' | 'api-key' | 'access-key' | 'proxy-password'
