/** What can go wrong with a followed list. `name`: of the list; `host`: of its address, whose rest may be secret. */
export type FollowedListsFailure =
  | { readonly kind: 'followed-unknown' }
  /** It was pasted, or is no longer open. */
  | { readonly kind: 'followed-without-source' }
  /** Nothing tells that what an address leads to has changed. */
  | { readonly kind: 'followed-rhythm-of-file' }
  /** Another version waits by now, or none. */
  | { readonly kind: 'followed-version-over'; readonly name: string }
  /** Its copy is not there any more. */
  | { readonly kind: 'followed-version-gone'; readonly name: string }
  /** `headers`: those that it had, and that name columns. */
  | { readonly kind: 'followed-headers-gone'; readonly name: string; readonly headers: readonly string[] }
  | { readonly kind: 'followed-file-changing'; readonly name: string }
  | { readonly kind: 'list-address-unusable'; readonly why: 'no-address' | 'https-only' | 'no-user' }
  | { readonly kind: 'list-address-refused'; readonly host: string; readonly status: number }
  | { readonly kind: 'list-address-is-page'; readonly host: string }
  /** `to`: a host inside the own network, one without https, or none that can be reached. */
  | { readonly kind: 'list-address-leads-away'; readonly host: string; readonly to: string }
  | { readonly kind: 'list-address-unreachable'; readonly host: string }
  | { readonly kind: 'list-address-cut'; readonly host: string }
  | { readonly kind: 'list-address-silent'; readonly host: string; readonly afterMs: number }
