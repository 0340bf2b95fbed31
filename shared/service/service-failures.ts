/** What the service refuses, or answers oddly. `said`: its own words, empty where it has none. */
export type ServiceFailure =
  | ({ readonly kind: 'service-refused'; readonly status: number; readonly said: string } & RefusedRequest)
  /** A redirect; `target`: the origin that it leads to. */
  | { readonly kind: 'service-redirects'; readonly status: number; readonly target: string | null }
  | { readonly kind: 'service-answer-empty'; readonly status: number }
  /** `keptAs`: the file in the data folder that holds the whole answer. */
  | ({ readonly kind: 'service-answer-odd'; readonly status: number; readonly said: string; readonly keptAs: string | null } & OddAnswer)
  /** The workspace asked for a pause. */
  | { readonly kind: 'service-asks-to-wait'; readonly seconds: number }
  | { readonly kind: 'turn-stopped' }
  | { readonly kind: 'product-id-unusable'; readonly productId: string }
  | { readonly kind: 'reading-not-set' }
  // The file to be sent
  | { readonly kind: 'kept-copy-changed'; readonly name: string }
  | { readonly kind: 'kept-copy-gone'; readonly name: string }
  | { readonly kind: 'kept-copy-unreadable'; readonly name: string; readonly errno: string }
  | { readonly kind: 'no-room-to-open'; readonly name: string; readonly errno: string }

/** What of the service a request was about; the reasons for a refusal differ (service interface, "Access rules", "Errors"). */
export type Subject = 'analysis' | 'source' | 'product' | 'content'

type RefusedRequest = {
  /** What a 404 is about: the product that was named, or an address of the connection. */
  readonly names: 'product' | 'address'
  readonly subject: Subject
  /** The service says itself that a scope is missing (RFC 6750, 3.1). */
  readonly lacksScope: boolean
  /** The credential was renewed a moment ago, because an earlier one had got a 401. */
  readonly isRenewed: boolean
}

/** `no-field`: the answer can be read, but `field` is missing or, `empty-field`, has nothing in it. */
type OddAnswer =
  | { readonly shows: 'page' | 'unreadable'; readonly field: null }
  | { readonly shows: 'no-field' | 'empty-field'; readonly field: string }
