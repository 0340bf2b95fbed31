import type { AskedSource } from './plan-sources.ts'
import type { ListDoubt, ListQuestion } from './products.ts'

/** What can go wrong with attaching all matched pictures. `product`: a name or an id, to call it by. */
export type PlansFailure =
  /** It is no longer what was shown. */
  | { readonly kind: 'plan-changed' }
  | { readonly kind: 'plan-unanswered'; readonly products: number }
  | { readonly kind: 'plan-empty' }
  | { readonly kind: 'plan-unknown'; readonly planId: string }
  /** The library was restored, so that this may have been queued before. */
  | { readonly kind: 'plan-restored' }
  /** The time for which it was confirmed has passed. */
  | { readonly kind: 'plan-over'; readonly product: string }
  /** Of one product: a person has to say whether this counts. */
  | { readonly kind: 'list-not-answered'; readonly product: string; readonly source: AskedSource }
  /** Its list is in doubt since the plan was confirmed. */
  | {
      readonly kind: 'plan-list-unknown'
      readonly product: string
      readonly attribute: string
      readonly why: ListQuestion
      readonly doubt: ListDoubt | null
    }
  /** Several products of the imported list have its SKU, GTIN or name. */
  | { readonly kind: 'product-ambiguous'; readonly product: string; readonly products: number }
