/** What can go wrong on the way to a server: addresses, proxies, certificates, answers that are not the service’s. */
export type NetworkFailure =
  /** `address`: what was typed, without a user name or a password in it. */
  | { readonly kind: 'address-unusable'; readonly address: string; readonly rule: AddressRule }
  | { readonly kind: 'leads-inside'; readonly address: string; readonly to: string }
  /** Too many redirects, or one that leaves the web. */
  | { readonly kind: 'leads-nowhere'; readonly address: string }
  | { readonly kind: 'port-blocked'; readonly host: string }
  // Proxies; `proxy`: its `host:port`, `null`: not known
  | { readonly kind: 'proxy-asks'; readonly proxy: string | null; readonly hadPassword: boolean }
  | { readonly kind: 'proxy-refused'; readonly proxy: string | null; readonly status: number }
  | { readonly kind: 'proxy-password-wrong'; readonly proxy: string }
  | { readonly kind: 'proxy-name-unusable' }
  | { readonly kind: 'proxy-user-unusable' }
  | { readonly kind: 'proxy-password-unusable' }
  | { readonly kind: 'proxy-setting-unusable' }
  // Without a complete answer
  | { readonly kind: 'request-cancelled' }
  /** `networkCode`: of the system, TLS or undici. */
  | { readonly kind: 'workspace-unreachable'; readonly networkCode: string }
  | ({ readonly kind: 'host-unreachable'; readonly host: string; readonly networkCode: string | null } & MaybeDone)
  | ({ readonly kind: 'host-silent'; readonly host: string; readonly seconds: number } & MaybeDone)
  | { readonly kind: 'certificate-untrusted'; readonly networkCode: string }
  | { readonly kind: 'tls-failed'; readonly networkCode: string }
  | { readonly kind: 'not-http' }
  /** Node or undici refuses to send it. */
  | { readonly kind: 'request-unsendable'; readonly networkCode: string }
  | { readonly kind: 'no-answer-in-time' }
  | { readonly kind: 'connection-lost' }
  | { readonly kind: 'upload-stalled' }
  | { readonly kind: 'answer-unfinished' }
  | { readonly kind: 'service-answer-too-long' }

export type AddressRule = 'blanks' | 'https-first' | 'no-address' | 'no-user' | 'https-only' | 'no-query'

/** `isAnswerLost`: the request may have arrived, and what it asks for may be done. */
export type MaybeDone = { readonly isAnswerLost?: true }
