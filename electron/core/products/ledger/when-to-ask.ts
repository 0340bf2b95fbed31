import type { ListQuestion } from '../../../../shared/products/products.ts'
import type { Moment } from './facts.ts'
import type { ListState, PendingSend } from './fold-facts.ts'
import { isTooOld } from './judge-age.ts'

/** The facts for judging a question about a list. */
export type Circumstances = {
  readonly now: Moment
  /** How old the knowledge of a whole list may be; `null`: no limit. */
  readonly limitMs: number | null
  /** The sending job; its own unanswered requests are repeated. */
  readonly jobId: string | null
  /** True for a job that will run by itself. */
  readonly isOpen: (jobId: string) => boolean
}

/** Requests without an answer that won't be repeated: a person must say whether their ids arrived. */
export const unanswered = (state: ListState, { jobId, isOpen }: Pick<Circumstances, 'jobId' | 'isOpen'>): readonly PendingSend[] =>
  state.pending.filter((one) => one.jobId !== jobId && !isOpen(one.jobId))

/** Why a person must state the list before it is replaced; `null`: our record counts. */
export const whyAsk = (state: ListState, circumstances: Circumstances): ListQuestion | null => {
  if (state.basis === null) return 'never-said'
  if (state.doubt !== null) return 'doubted'
  if (unanswered(state, circumstances).length > 0) return 'no-answer'
  const { at, goodForMs, promised } = state.basis
  // Where no one else edits the lists, they don't age.
  if (circumstances.limitMs === null) return null
  if (!isTooOld(at, circumstances.now, goodForMs ?? circumstances.limitMs)) return null
  if (promised && !isTooOld(promised.at, circumstances.now, promised.goodForMs)) return null
  return goodForMs === undefined && promised === undefined ? 'too-old' : 'time-over'
}
