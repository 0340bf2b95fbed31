import type { Urgency } from './pace-work.ts'

// Both ends are threads of one process, from one build: their messages need no schemas, which would cost the thread more memory than its work.

/** Tasks of the thread for long work on the library's file; the answer has the same `id`. `end` and `pace` have none. */
export type DatabaseTask = { readonly id: number } & (
  | { readonly kind: 'checkpoint' | 'find-damage' | 'end' }
  | { readonly kind: 'snapshot'; readonly now: number }
  /** How the check for damage is paced from now on. */
  | { readonly kind: 'pace'; readonly urgency: Urgency }
)

/** `pages`: pages in the log. `left`: how many of them are not in the library file yet. */
export type DatabaseAnswer = { readonly id: number } & (
  | { readonly kind: 'checkpointed'; readonly pages: number; readonly left: number }
  | { readonly kind: 'saved' }
  | { readonly kind: 'looked'; readonly damage: string | null }
  /** `isDiskFailed`: a write or flush failed for another reason than a full disk. */
  | { readonly kind: 'failed'; readonly message: string; readonly isDiskFailed: boolean }
)
