import type { ErrorRecord } from './errors.ts'

/** What happened, and what to do where that is not what the code's general advice says (general-advice-words.ts). */
export type Said = { readonly message: string; readonly action?: string }

type Told = Pick<ErrorRecord, 'code' | 'failure'>

/** Words for a failure inside another one: the problem without what was kept, and the advice. */
export type Tell = { readonly cause: (error: Told) => string; readonly action: (error: Told) => string }

/** The facts of a kind, also where several kinds share theirs. */
type OfKind<F, K> = F extends { readonly kind: infer G } ? (K extends G ? F : never) : never

/** The words of an area: an entry for each kind of its failures, made from that kind's facts. */
export type ErrorWords<F extends { readonly kind: string }> = {
  readonly [K in F['kind']]: (facts: OfKind<F, K>, tell: Tell) => string | Said
}
