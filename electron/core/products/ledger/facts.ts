import type { ListDoubt } from '../../../../shared/products/products.ts'

/** When something became known: the wall clock, and the highest time ever seen plus the time since (ledger-clock.ts). Milliseconds. */
export type Moment = { readonly wall: number; readonly highest: number }

/**
 * `replace`: the request carries the whole list. `append`: only new ids, as the service adds to the list. `text`: the attribute holds a text,
 * which is the only entry of `ids`.
 */
export type SendMode = 'replace' | 'append' | 'text'

/** A source that gives its place to another one of the same picture: [from, to]. */
export type Swap = readonly [from: string, to: string]

/** One fact about a product's list. `sent` in other facts is the sequence number of a `sent` fact. */
export type FactBody =
  /**
   * A person's statement of the list. `settles`: requests whose outcome it decides. `goodForMs`: how long it counts, instead of the connection's
   * limit.
   */
  | { readonly kind: 'stated'; readonly ids: readonly string[]; readonly settles: readonly number[]; readonly goodForMs?: number }
  /** A person's word that a product which is created stays empty but for us, for so long. It says nothing about one that existed. */
  | { readonly kind: 'promised'; readonly goodForMs: number }
  /** Written before the request is sent. `swaps`: which sources in it took the place of which. */
  | {
      readonly kind: 'sent'
      readonly jobId: string
      readonly ids: readonly string[]
      readonly mode: SendMode
      readonly swaps?: readonly Swap[]
    }
  /** A complete answer, or a person's check. `sent` is `null` for a product just created: its lists are empty. */
  | { readonly kind: 'confirmed'; readonly sent: number | null }
  /** A complete refusal, or a person's check: nothing of it was done. */
  | { readonly kind: 'refused'; readonly sent: number }
  /** Read from the service. Only a complete list counts (judge-shown-list.ts). */
  | { readonly kind: 'shown'; readonly ids: readonly string[]; readonly isComplete: boolean }
  /** A complete list no longer shows these. */
  | { readonly kind: 'gone'; readonly ids: readonly string[] }
  /** A person removed these, here or in the workspace. `asked`: the sequence number of the request. */
  | { readonly kind: 'removed'; readonly ids: readonly string[]; readonly asked: number }
  /** Another source for the same picture, in the place of this one. */
  | { readonly kind: 'replaced'; readonly from: string; readonly to: string }
  | { readonly kind: 'ordered'; readonly ids: readonly string[] }
  /** A person's statement of a text. `settles`: as for a list. */
  | { readonly kind: 'text-stated'; readonly text: string; readonly settles: readonly number[] }
  | { readonly kind: 'text-shown'; readonly text: string }
  | { readonly kind: 'doubted'; readonly why: ListDoubt }

export type Fact = FactBody & { readonly seq: number; readonly at: Moment }
