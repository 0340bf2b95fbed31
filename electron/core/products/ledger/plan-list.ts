import type { ListDoubt, ListQuestion } from '../../../../shared/products/products.ts'
import type { SendMode, Swap } from './facts.ts'
import { asReplaced, isRemovedSince, type ListState, without, withoutRepeats } from './fold-facts.ts'
import { type Circumstances, whyAsk } from './when-to-ask.ts'

export type ListPlan =
  /** `ids` goes into the request; `takesOff` are the ids the person saw and left out; `swaps` gave their places to others. */
  | {
      readonly kind: 'send'
      readonly ids: readonly string[]
      readonly takesOff: readonly string[]
      readonly leftOut: readonly string[]
      readonly swaps?: readonly Swap[]
    }
  /** The list already has it. `leftOut`: removed by a person after it was requested. */
  | { readonly kind: 'nothing'; readonly leftOut: readonly string[] }
  | { readonly kind: 'ask'; readonly why: ListQuestion; readonly doubt: ListDoubt | null }

const isSame = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((id, index) => id === b[index])

/** Nothing needs to be sent only if this job has no unanswered request, and no new source waits for its place. */
const isSettled = (state: ListState, jobId: string | null): boolean =>
  state.unsent.length === 0 && !state.pending.some((one) => one.jobId === jobId)

/** The list with other sources in the places of those that they replace. */
const exchange = (list: readonly string[], swaps: readonly Swap[]): string[] => {
  const places = new Map<string, string[]>()
  for (const [from, to] of swaps) places.set(from, [...(places.get(from) ?? []), to])
  return withoutRepeats(list.flatMap((id) => places.get(id) ?? [id]))
}

/**
 * The known list, with requests of other jobs that got no answer and will be repeated: in order, their additions stay in
 * meanwhile, and their removals stay off. What they put in the place of another source has its place.
 */
const meanwhile = (state: ListState, { jobId, isOpen }: Circumstances): readonly string[] =>
  state.pending
    .filter((one) => one.jobId !== jobId && isOpen(one.jobId) && one.mode === 'replace')
    .reduce<readonly string[]>(
      (list, { before, ids, swaps = [] }) =>
        withoutRepeats([...without(exchange(list, swaps), without(before, ids)), ...ids.filter((id) => !state.removed.has(id))]),
      state.ids,
    )

/**
 * The list to send, or only the new ids if the service appends, so that these ids are in it. `asked`: the sequence number at which
 * they were requested; ids removed later stay off.
 */
export const planAttach = (
  state: ListState,
  wish: { readonly add: readonly string[]; readonly asked: number; readonly mode: SendMode },
  circumstances: Circumstances,
): ListPlan => {
  const add = asReplaced(state, wish.add)
  const known = new Set(state.ids)
  const leftOut = add.filter((id) => !known.has(id) && isRemovedSince(state, id, wish.asked))
  const wanted = without(add, leftOut)
  if (wish.mode === 'append') {
    const ids = without(wanted, without(state.ids, state.unsent))
    return ids.length === 0 ? { kind: 'nothing', leftOut } : { kind: 'send', ids, takesOff: [], leftOut }
  }
  const why = whyAsk(state, circumstances)
  if (why) return { kind: 'ask', why, doubt: state.doubt?.why ?? null }
  if (wanted.every((id) => known.has(id)) && isSettled(state, circumstances.jobId)) return { kind: 'nothing', leftOut }
  const before = meanwhile(state, circumstances)
  return { kind: 'send', ids: before.length === 0 ? wanted : withoutRepeats([...before, ...wanted]), takesOff: [], leftOut }
}

/**
 * A person's new list in place of the one they saw. It removes exactly the ids they saw and left out: ids added since they
 * looked stays, at the end.
 */
export const planReplacement = (
  state: ListState,
  wish: { readonly wanted: readonly string[]; readonly seen: readonly string[]; readonly asked: number },
  circumstances: Circumstances,
): ListPlan => {
  const why = whyAsk(state, circumstances)
  if (why) return { kind: 'ask', why, doubt: state.doubt?.why ?? null }
  const known = new Set(state.ids)
  const all = asReplaced(state, wish.wanted)
  const leftOut = all.filter((id) => !known.has(id) && isRemovedSince(state, id, wish.asked))
  const wanted = without(all, leftOut)
  const takesOff = without(asReplaced(state, wish.seen), all)
  const ids = withoutRepeats([...wanted, ...without(meanwhile(state, circumstances), takesOff)])
  return isSame(ids, state.ids) && isSettled(state, circumstances.jobId)
    ? { kind: 'nothing', leftOut }
    : { kind: 'send', ids, takesOff, leftOut }
}

/**
 * The list with other sources in the places of those that they replace. An id that is not in the list any more stays off, and one that is there
 * already keeps one place.
 */
export const planSwap = (state: ListState, wanted: readonly Swap[], circumstances: Circumstances): ListPlan => {
  const known = new Set(state.ids)
  const swaps = wanted.filter(([from]) => known.has(from))
  const isRepeat = state.pending.some((one) => one.jobId === circumstances.jobId)
  if (swaps.length === 0 && !isRepeat) return { kind: 'nothing', leftOut: [] }
  const why = whyAsk(state, circumstances)
  if (why) return { kind: 'ask', why, doubt: state.doubt?.why ?? null }
  return { kind: 'send', ids: exchange(meanwhile(state, circumstances), swaps), takesOff: [], leftOut: [], swaps }
}
