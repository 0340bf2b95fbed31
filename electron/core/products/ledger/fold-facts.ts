import type { ListDoubt, ListOrigin } from '../../../../shared/products/products.ts'
import type { Fact, Moment, SendMode, Swap } from './facts.ts'

/** A request with this list that has no outcome yet. `before`: the known list when it was made. */
export type PendingSend = {
  readonly seq: number
  readonly jobId: string
  readonly ids: readonly string[]
  readonly before: readonly string[]
  readonly mode: SendMode
  readonly swaps?: readonly Swap[]
}

type Promised = { readonly goodForMs: number; readonly at: Moment }

/** A text attribute: `value` as it was last known, `''` if empty. `previous`: before our last change, where that was known. */
export type TextState = { readonly value: string; readonly previous: string | null }

/** The result of the facts about one list. The invariants are in README.md. */
export type ListState = {
  /** The ids known to be in the list, in order. */
  readonly ids: readonly string[]
  /** Since when `ids` is the whole list, and the source of that; `null`: it may have more. */
  readonly basis: {
    readonly origin: ListOrigin
    readonly seq: number
    readonly at: Moment
    /** How long it counts; absent: as long as the connection allows. Only a statement says it. */
    readonly goodForMs?: number
    /** Of a created product: it counts at least so long from then on. */
    readonly promised?: Promised
  } | null
  readonly doubt: { readonly why: ListDoubt; readonly seq: number } | null
  readonly pending: readonly PendingSend[]
  /** Id → the sequence number at which a person or the service removed it. */
  readonly removed: ReadonlyMap<string, number>
  /** Old source → the new one of the same picture. */
  readonly replacedBy: ReadonlyMap<string, string>
  /** The `ids` that replace a source and were not sent yet. */
  readonly unsent: readonly string[]
  /** The whole list before our last change, to restore it. */
  readonly previous: readonly string[] | null
  /** A person's word in advance about the list of a product that is created. */
  readonly promised?: Promised
  /** The attribute holds a text; then `ids` is empty, and `basis` is since when the text is known. */
  readonly text?: TextState
}

export const unknownList: ListState = {
  ids: [],
  basis: null,
  doubt: null,
  pending: [],
  removed: new Map(),
  replacedBy: new Map(),
  unsent: [],
  previous: null,
}

export const withoutRepeats = (ids: Iterable<string>): string[] => [...new Set(ids)]

export const without = (ids: readonly string[], others: Iterable<string>): string[] => {
  // Others may be 100,000, and a set of them takes longer than all else.
  if (ids.length === 0) return []
  const left = new Set(others)
  return ids.filter((id) => !left.has(id))
}

/** These ids first, each named once, then the other known ones: no id leaves the list just because it is not named. */
const keepingKnown = (first: readonly string[], known: readonly string[]): readonly string[] =>
  known.length === 0 ? first : withoutRepeats([...first, ...known])

/** Maps replaced sources to the new ones, so that a picture appears once. */
export const asReplaced = (state: Pick<ListState, 'replacedBy'>, ids: readonly string[]): string[] => {
  if (state.replacedBy.size === 0) return withoutRepeats(ids)
  const newest = (id: string): string => {
    let now = id
    // A chain is at most as long as the number of replacements; a cycle ends at its start.
    for (let next = state.replacedBy.get(now); next !== undefined && next !== id; next = state.replacedBy.get(now)) now = next
    return now
  }
  return withoutRepeats(ids.map(newest))
}

/** True if a person removed it after `seq`. */
export const isRemovedSince = (state: Pick<ListState, 'removed'>, id: string, seq: number): boolean =>
  (state.removed.get(id) ?? Number.NEGATIVE_INFINITY) > seq

const takeOff = (state: ListState, ids: readonly string[], asked: number): ListState => {
  const removed = new Map(state.removed)
  for (const id of ids) removed.set(id, Math.max(asked, removed.get(id) ?? asked))
  return { ...state, ids: without(state.ids, ids), unsent: without(state.unsent, ids), removed }
}

/** A refusal voids only the request that it answers. */
export const voidRefused = (pending: readonly PendingSend[], sent: number): readonly PendingSend[] =>
  pending.filter((one) => one.seq !== sent)

/** A list that arrived whole settles every request before it. */
const settleConfirmed = (pending: readonly PendingSend[], sent: PendingSend): readonly PendingSend[] =>
  sent.mode !== 'append' ? pending.filter((one) => one.seq > sent.seq) : voidRefused(pending, sent.seq)

const confirm = (state: ListState, fact: Fact & { kind: 'confirmed' }): ListState => {
  const basis = { origin: 'confirmed', seq: fact.seq, at: fact.at } as const
  // No one can have added anything to a product that was just created.
  if (fact.sent === null)
    return { ...state, basis: { ...basis, origin: 'created', ...(state.promised ? { promised: state.promised } : {}) }, doubt: null }
  const sent = state.pending.find((one) => one.seq === fact.sent)
  if (!sent) return state
  if (sent.mode === 'text') return confirmText(state, sent, basis)
  // Ids removed while it was running must not come back.
  const kept = (list: readonly string[]) => asReplaced(state, list).filter((id) => !isRemovedSince(state, id, sent.seq))
  const arrived = kept(sent.ids)
  const pending = settleConfirmed(state.pending, sent)
  const unsent = without(state.unsent, arrived)
  // If the service appends, the rest of the list stays unknown.
  if (sent.mode === 'append') return { ...state, ids: keepingKnown(state.ids, arrived), pending, unsent }
  const ids = keepingKnown(arrived, state.ids)
  // The request may have removed ids; the known list has already lost them.
  const before = keepingKnown(kept(sent.before), state.ids)
  const isChanged = ids.length !== before.length || ids.some((id, index) => id !== before[index])
  return {
    ...state,
    ids,
    pending,
    unsent,
    basis,
    // A doubt after the request also concerns its result.
    doubt: state.doubt && state.doubt.seq > sent.seq ? state.doubt : null,
    previous: isChanged && state.basis ? before : state.previous,
  }
}

/** What the attribute holds; an attribute that no text was sent to is empty, or a list. */
export const textOf = (state: ListState): string => state.text?.value ?? ''

const confirmText = (state: ListState, sent: PendingSend, basis: NonNullable<ListState['basis']>): ListState => {
  const [value = ''] = sent.ids
  const [before = ''] = sent.before
  return {
    ...state,
    text: { value, previous: value !== before && state.basis ? before : (state.text?.previous ?? null) },
    pending: settleConfirmed(state.pending, sent),
    basis,
    doubt: state.doubt && state.doubt.seq > sent.seq ? state.doubt : null,
  }
}

const knowText = (
  state: ListState,
  { seq, at }: Fact,
  value: string,
  origin: 'stated' | 'shown',
  settles: readonly number[],
): ListState => ({
  ...state,
  text: { value, previous: state.text?.previous ?? null },
  basis: { origin, seq, at },
  doubt: null,
  pending: state.pending.filter((one) => !settles.includes(one.seq)),
})

const replaceSource = (state: ListState, { from, to }: { from: string; to: string }): ListState => {
  const replacedBy = new Map(state.replacedBy)
  // One that comes back stands for itself again.
  replacedBy.delete(to)
  const next = { ...state, replacedBy: replacedBy.set(from, to) }
  if (!state.ids.includes(from)) return next
  return { ...next, ids: asReplaced(next, state.ids), unsent: withoutRepeats([...asReplaced(next, state.unsent), to]) }
}

/** A source that the service shows although another one has taken its place there was put back by somebody: it stands for itself again. */
const withPutBack = (state: ListState, shown: readonly string[]): ListState => {
  const unsent = new Set(state.unsent)
  const back = shown.filter((id) => state.replacedBy.has(id) && !asReplaced(state, [id]).some((now) => unsent.has(now)))
  if (back.length === 0) return state
  const replacedBy = new Map(state.replacedBy)
  for (const id of back) replacedBy.delete(id)
  return { ...state, replacedBy }
}

/** Returns the state after one more fact. Facts are ordered by sequence number, never by a clock. */
export const applyFact = (state: ListState, fact: Fact): ListState => {
  switch (fact.kind) {
    case 'stated':
      return {
        ...state,
        ids: keepingKnown(asReplaced(state, fact.ids), state.ids),
        basis: {
          origin: 'stated',
          seq: fact.seq,
          at: fact.at,
          ...(fact.goodForMs === undefined ? {} : { goodForMs: fact.goodForMs }),
        },
        doubt: null,
        pending: state.pending.filter((one) => !fact.settles.includes(one.seq)),
      }
    case 'promised':
      return { ...state, promised: { goodForMs: fact.goodForMs, at: fact.at } }
    case 'sent': {
      const { seq, jobId, ids, mode, swaps } = fact
      const before = mode === 'text' ? [textOf(state)] : state.ids
      const text = mode === 'text' ? { text: state.text ?? { value: '', previous: null } } : {}
      return { ...state, ...text, pending: [...state.pending, { seq, jobId, ids, before, mode, ...(swaps ? { swaps } : {}) }] }
    }
    case 'confirmed':
      return confirm(state, fact)
    case 'refused':
      return { ...state, pending: voidRefused(state.pending, fact.sent) }
    case 'shown': {
      if (!fact.isComplete) return state
      const seen = withPutBack(state, fact.ids)
      const shown = asReplaced(seen, fact.ids)
      return {
        ...seen,
        ids: keepingKnown(shown, state.ids),
        basis: { origin: 'shown', seq: fact.seq, at: fact.at },
        doubt: null,
        pending: [],
        unsent: without(state.unsent, fact.ids),
      }
    }
    case 'gone':
      return takeOff(state, fact.ids, fact.seq)
    case 'removed':
      return takeOff(state, fact.ids, fact.asked)
    case 'replaced':
      return replaceSource(state, fact)
    case 'ordered': {
      const known = new Set(state.ids)
      return {
        ...state,
        ids: keepingKnown(
          asReplaced(state, fact.ids).filter((id) => known.has(id)),
          state.ids,
        ),
      }
    }
    case 'text-stated':
      return knowText(state, fact, fact.text, 'stated', fact.settles)
    case 'text-shown':
      // What it shows is after every request before it.
      return knowText(
        state,
        fact,
        fact.text,
        'shown',
        state.pending.map(({ seq }) => seq),
      )
    case 'doubted':
      return { ...state, doubt: { why: fact.why, seq: fact.seq } }
  }
}

/** The result of these facts, passed in any order. */
export const foldFacts = (facts: readonly Fact[], from: ListState = unknownList): ListState =>
  [...facts].sort((a, b) => a.seq - b.seq).reduce(applyFact, from)
