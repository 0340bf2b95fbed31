/** What can go wrong with a hand-over. `name`: of the file. */
export type HandoverFailure =
  | { readonly kind: 'handover-gone'; readonly name: string }
  /** `said`: what is wrong with it. */
  | { readonly kind: 'handover-damaged'; readonly name: string; readonly said: string }
  | { readonly kind: 'handover-of-other-kind'; readonly name: string }
  | { readonly kind: 'handover-version'; readonly name: string; readonly version: string }
  /** A part of it is more than it may be when it is unpacked. */
  | { readonly kind: 'handover-over-size'; readonly name: string; readonly part: string }
  | { readonly kind: 'handover-over-records'; readonly name: string; readonly limit: number }
  /** All work is more than one file may have. `is`: what there is too much of. */
  | { readonly kind: 'handover-too-much'; readonly is: 'bytes' | 'records' | 'files'; readonly limit: number }
  | { readonly kind: 'handover-closed' }
  | { readonly kind: 'handover-being-merged' }
  | { readonly kind: 'handover-being-written' }
  | { readonly kind: 'handover-stopped'; readonly name: string }
  /** What an interruption stopped can’t be read any more. */
  | { readonly kind: 'handover-not-continued' }
  | { readonly kind: 'handover-interrupted'; readonly name: string }
  | { readonly kind: 'handover-of-other-workspace'; readonly theirs: string; readonly mine: string }
  | { readonly kind: 'handover-workspace-changed' }
  | { readonly kind: 'handover-without-room'; readonly name: string }
