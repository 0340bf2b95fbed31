import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findContradiction } from '../../../../electron/core/products/ledger/check-statement.ts'
import type { Fact, FactBody } from '../../../../electron/core/products/ledger/facts.ts'
import { applyFact, foldFacts, isRemovedSince, type ListState, unknownList } from '../../../../electron/core/products/ledger/fold-facts.ts'
import { ageOf, isTooOld } from '../../../../electron/core/products/ledger/judge-age.ts'
import { isBelieved } from '../../../../electron/core/products/ledger/judge-shown-list.ts'
import { planAttach, planReplacement, planSwap } from '../../../../electron/core/products/ledger/plan-list.ts'
import type { Circumstances } from '../../../../electron/core/products/ledger/when-to-ask.ts'

const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 5 })
const seqs = fc.integer({ min: 1, max: 30 })
const anyBody: fc.Arbitrary<FactBody> = fc.oneof(
  fc.record({ kind: fc.constant('stated' as const), ids, settles: fc.array(seqs, { maxLength: 3 }) }),
  fc.record({
    kind: fc.constant('sent' as const),
    jobId: fc.constantFrom('one', 'two'),
    ids,
    mode: fc.constantFrom('replace' as const, 'append' as const),
  }),
  fc.record({ kind: fc.constant('confirmed' as const), sent: fc.option(seqs, { nil: null }) }),
  fc.record({ kind: fc.constant('refused' as const), sent: seqs }),
  fc.record({ kind: fc.constant('shown' as const), ids, isComplete: fc.boolean() }),
  fc.record({ kind: fc.constant('gone' as const), ids }),
  fc.record({ kind: fc.constant('removed' as const), ids, asked: seqs }),
  fc.record({ kind: fc.constant('replaced' as const), from: fc.constantFrom('a', 'b', 'c'), to: fc.constantFrom('d', 'e', 'f') }),
  fc.record({ kind: fc.constant('ordered' as const), ids }),
  fc.record({ kind: fc.constant('doubted' as const), why: fc.constantFrom('restored' as const, 'adopted' as const) }),
)
const anyFacts = fc
  .array(anyBody, { maxLength: 25 })
  .map((bodies): Fact[] => bodies.map((body, index) => ({ ...body, seq: index + 1, at: { wall: index, highest: index } })))

let seq = 0
const fact = (body: FactBody): Fact => ({ ...body, seq: ++seq, at: { wall: seq, highest: seq } })
const known = (...bodies: FactBody[]): ListState => foldFacts(bodies.map(fact))
const stated = (...list: string[]): FactBody => ({ kind: 'stated', ids: list, settles: [] })

const circumstances: Circumstances = { now: { wall: 0, highest: 0 }, limitMs: null, jobId: 'mine', isOpen: () => false }
const latest = Number.MAX_SAFE_INTEGER
const attach = (state: ListState, add: string[], more: Partial<Circumstances> = {}, asked = latest) =>
  planAttach(state, { add, asked, mode: 'replace' }, { ...circumstances, ...more })
const replace = (state: ListState, wanted: string[], seen: string[]) =>
  planReplacement(state, { wanted, seen, asked: latest }, circumstances)

describe('the known content of a list', () => {
  it('loses an id only by removed, gone or replaced', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        let state = unknownList
        for (const one of facts) {
          const next = applyFact(state, one)
          for (const id of state.ids.filter((it) => !next.ids.includes(it))) {
            const isNamed =
              (one.kind === 'removed' || one.kind === 'gone') && one.ids.includes(id) ? true : one.kind === 'replaced' && one.from === id
            // From then on, the new source stands in place of the old one.
            expect(isNamed || state.replacedBy.has(id)).toBe(true)
          }
          expect(new Set(next.ids).size).toBe(next.ids.length)
          state = next
        }
      }),
    )
  })

  it('is the same in whatever order the facts are read, and whatever their times say', () => {
    fc.assert(
      fc.property(anyFacts, fc.array(fc.integer(), { minLength: 25, maxLength: 25 }), (facts, times) => {
        const moved = facts.map((one, index) => ({ ...one, at: { wall: times[index] ?? 0, highest: times[index] ?? 0 } }))
        const { basis, ...rest } = foldFacts(facts)
        const { basis: movedBasis, ...movedRest } = foldFacts(moved.toReversed())
        expect(movedRest).toEqual(rest)
        expect(movedBasis?.seq).toBe(basis?.seq)
      }),
    )
  })

  it('is unchanged by a request that was refused', () => {
    fc.assert(
      fc.property(anyFacts, ids, (facts, list) => {
        const before = foldFacts(facts)
        const sent = { kind: 'sent', jobId: 'x', ids: list, mode: 'replace', seq: 100, at: { wall: 0, highest: 0 } } as const
        const refused = { kind: 'refused', sent: 100, seq: 101, at: { wall: 0, highest: 0 } } as const
        expect(foldFacts([sent, refused], before)).toEqual(before)
      }),
    )
  })

  it('applies a refusal only to the request that it answers', () => {
    const state = known(stated(), { kind: 'sent', jobId: 'one', ids: ['a'], mode: 'replace' })
    const again = applyFact(state, fact({ kind: 'sent', jobId: 'one', ids: ['a'], mode: 'replace' }))
    const refused = applyFact(again, fact({ kind: 'refused', sent: again.pending.at(-1)?.seq ?? 0 }))
    expect(refused.pending).toEqual(state.pending)
  })

  it('includes the whole list before our last change, also when that change removed something', () => {
    const change = (state: ListState, ids: string[], removed: string[]): ListState => {
      const sent = applyFact(state, fact({ kind: 'sent', jobId: 'one', ids, mode: 'replace' }))
      const after = removed.length > 0 ? applyFact(sent, fact({ kind: 'removed', ids: removed, asked: seq - 1 })) : sent
      return applyFact(after, fact({ kind: 'confirmed', sent: sent.pending.at(-1)?.seq ?? 0 }))
    }
    const first = change(known(stated()), ['a', 'b', 'c'], [])
    expect(first.previous).toEqual([])
    expect(change(first, ['a', 'b'], ['c']).previous).toEqual(['a', 'b', 'c'])
    expect(change(first, ['c', 'd'], ['a', 'b']).previous).toEqual(['a', 'b', 'c'])
    expect(change(first, ['a', 'b', 'c'], []).previous).toEqual([])
  })

  it('ignores a list that is incomplete', () => {
    fc.assert(
      fc.property(anyFacts, ids, (facts, list) => {
        const before = foldFacts(facts)
        expect(applyFact(before, { ...fact({ kind: 'shown', ids: list, isComplete: false }), seq: 99 })).toEqual(before)
      }),
    )
  })

  it('keeps the rest of an unknown list unknown where the service appends', () => {
    const sent = fact({ kind: 'sent', jobId: 'one', ids: ['a'], mode: 'append' })
    const state = foldFacts([sent, fact({ kind: 'confirmed', sent: sent.seq })])
    expect(state).toMatchObject({ ids: ['a'], basis: null, pending: [] })
  })

  it('is doubted until it is stated or shown again, also by requests that were running when the doubt arose', () => {
    const sent = fact({ kind: 'sent', jobId: 'one', ids: ['a'], mode: 'replace' })
    const state = foldFacts([sent, fact({ kind: 'doubted', why: 'restored' }), fact({ kind: 'confirmed', sent: sent.seq })])
    expect(state.doubt?.why).toBe('restored')
    expect(applyFact(state, fact(stated('a'))).doubt).toBeNull()
  })
})

describe('the list to send', () => {
  it('contains everything known and wanted, and nothing that was removed after it was requested', () => {
    fc.assert(
      fc.property(anyFacts, ids, ids, ids, seqs, (before, list, removed, add, asked) => {
        // Facts at random hardly ever end with a known list and a removal that counts.
        const bodies: FactBody[] = [stated(...list), { kind: 'removed', ids: removed, asked: 15 }]
        const facts = [...before, ...bodies.map((body, at): Fact => ({ ...body, seq: 26 + at, at: { wall: 26 + at, highest: 26 + at } }))]
        const state = foldFacts(facts)
        const plan = attach(state, add, { isOpen: () => true }, asked)
        if (plan.kind !== 'send') return
        const takenOffMeanwhile = state.pending.flatMap((one) => one.before.filter((id) => !one.ids.includes(id)))
        for (const id of state.ids) expect([...plan.ids, ...takenOffMeanwhile]).toContain(id)
        for (const id of add) if (isRemovedSince(state, id, asked) && !state.ids.includes(id)) expect(plan.ids).not.toContain(id)
        expect(new Set(plan.ids).size).toBe(plan.ids.length)
      }),
    )
  })

  it('of a replacement removes exactly what the person saw and left out', () => {
    fc.assert(
      fc.property(anyFacts, ids, ids, (facts, wanted, seen) => {
        const state = foldFacts(facts)
        const plan = replace(state, wanted, seen)
        if (plan.kind !== 'send') return
        const isSeenAndLeftOut = (id: string) => plan.takesOff.includes(id)
        for (const id of state.ids) expect(plan.ids.includes(id)).toBe(!isSeenAndLeftOut(id))
        if (state.replacedBy.size === 0) expect(plan.takesOff).toEqual(seen.filter((id) => !wanted.includes(id)))
      }),
    )
  })

  it('is asked about when its content was never stated, is doubted, or when a request got no answer', () => {
    expect(attach(unknownList, ['a'])).toMatchObject({ kind: 'ask', why: 'never-said' })
    expect(attach(known(stated('x'), { kind: 'doubted', why: 'restored' }), ['a'])).toMatchObject({ why: 'doubted', doubt: 'restored' })
    const cut = known(stated('x'), { kind: 'sent', jobId: 'other', ids: ['x', 'b'], mode: 'replace' })
    expect(attach(cut, ['a'])).toMatchObject({ kind: 'ask', why: 'no-answer' })
    // A request that runs again by itself raises no question: its ids stay in the list meanwhile.
    expect(attach(cut, ['a'], { isOpen: () => true })).toMatchObject({ kind: 'send', ids: ['x', 'b', 'a'] })
  })

  it('leaves out what another job removed without an answer and will remove again', () => {
    const mine: FactBody = { kind: 'sent', jobId: 'mine', ids: ['x', 'a'], mode: 'replace' }
    const theirs: FactBody = { kind: 'sent', jobId: 'theirs', ids: ['a'], mode: 'replace' }
    const cut = known(stated('x'), mine, { ...theirs, jobId: 'first', ids: ['x'] }, mine)
    // Nothing has been removed yet.
    expect(attach(cut, ['a'], { isOpen: () => true })).toMatchObject({ kind: 'send', ids: ['x', 'a'] })
    const off = known(stated('x'), mine, theirs)
    expect(attach(off, ['a'], { isOpen: () => true })).toMatchObject({ kind: 'send', ids: ['a'] })
    expect(attach(off, ['b'], { jobId: 'third', isOpen: () => true })).toMatchObject({ kind: 'send', ids: ['a', 'b'] })
  })

  it('is asked about when the knowledge is too old, by whichever clock shows the greater age', () => {
    const state = foldFacts([{ ...stated('x'), seq: 1, at: { wall: 1_000, highest: 1_000 } }])
    const asks = (wall: number, highest: number) => attach(state, ['a'], { now: { wall, highest }, limitMs: 100 }).kind
    expect(asks(1_100, 1_100)).toBe('send')
    expect(asks(1_101, 1_101)).toBe('ask')
    expect(asks(0, 1_101)).toBe('ask')
    expect(asks(1_101, 1_000)).toBe('ask')
  })

  it('is not sent when everything is already there, unless an answer is missing or a new source waits for its place', () => {
    expect(attach(known(stated('a', 'b')), ['a'])).toMatchObject({ kind: 'nothing' })
    const mine = known(stated('a'), { kind: 'sent', jobId: 'mine', ids: ['a'], mode: 'replace' })
    expect(attach(mine, ['a'])).toMatchObject({ kind: 'send', ids: ['a'] })
    const replaced = known(stated('a', 'b'), { kind: 'replaced', from: 'a', to: 'c' })
    expect(attach(replaced, ['c'])).toMatchObject({ kind: 'send', ids: ['c', 'b'] })
  })

  it('leaves out a picture that was removed after the request, and includes it for a later request', () => {
    const state = known(stated('a', 'b'), { kind: 'removed', ids: ['a'], asked: 50 })
    expect(attach(state, ['a', 'c'], {}, 40)).toMatchObject({ ids: ['b', 'c'], leftOut: ['a'] })
    expect(attach(state, ['a', 'c'], {}, 60)).toMatchObject({ ids: ['b', 'a', 'c'], leftOut: [] })
  })
})

describe('sources in the places of others', () => {
  const pairs = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('x', 'y', 'z', 'd')), { maxLength: 4 })
  const swap = (state: ListState, swaps: readonly (readonly [string, string])[], more: Partial<Circumstances> = {}) =>
    planSwap(state, swaps, { ...circumstances, ...more })
  /** The state once the plan was sent and confirmed. */
  const confirmed = (state: ListState, swaps: readonly (readonly [string, string])[]): ListState => {
    const plan = swap(state, swaps)
    if (plan.kind !== 'send') throw new Error(plan.kind)
    const sent = fact({ kind: 'sent', jobId: 'mine', ids: plan.ids, mode: 'replace', swaps: plan.swaps ?? [] })
    const replaced = (plan.swaps ?? []).map(([from, to]) => fact({ kind: 'replaced', from, to }))
    return foldFacts([sent, ...replaced, fact({ kind: 'confirmed', sent: sent.seq })], state)
  }

  it('lose no place, add none, and leave all others as they are', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1 }), pairs, (list, swaps) => {
        const once = [...new Map(swaps)]
        const plan = swap(known(stated(...list)), once)
        const expected: string[] = list.map((id) => new Map<string, string>(once).get(id) ?? id)
        if (plan.kind === 'send') expect(plan.ids).toEqual([...new Set(expected)])
        else expect(expected).toEqual(list)
      }),
    )
  })

  it('are nothing where the earlier source is not there any more', () => {
    const off = known(stated('a', 'b'), { kind: 'removed', ids: ['a'], asked: 50 })
    expect(swap(off, [['a', 'x']])).toEqual({ kind: 'nothing', leftOut: [] })
  })

  it('are asked about where the list is not known, and noted only once they are confirmed', () => {
    const doubted = known(stated('a', 'b'), { kind: 'doubted', why: 'restored' })
    expect(swap(doubted, [['a', 'x']])).toMatchObject({ kind: 'ask', why: 'doubted' })
    const sent = known(stated('a', 'b'), { kind: 'sent', jobId: 'mine', ids: ['x', 'b'], mode: 'replace', swaps: [['a', 'x']] })
    expect(sent.ids).toEqual(['a', 'b'])
    expect(swap(sent, [['a', 'x']])).toMatchObject({ kind: 'send', ids: ['x', 'b'] })
    // Another job of this list meanwhile: in place.
    expect(attach(sent, ['c'], { jobId: 'other', isOpen: () => true })).toMatchObject({ ids: ['x', 'b', 'c'] })
  })

  it('go back to where they were, and forth again', () => {
    const there = confirmed(known(stated('a', 'b', 'c')), [['b', 'x']])
    expect(there).toMatchObject({ ids: ['a', 'x', 'c'], unsent: [], pending: [] })
    // Whoever names the earlier source means the picture.
    expect(attach(there, ['b'])).toMatchObject({ kind: 'nothing' })
    const back = confirmed(there, [['x', 'b']])
    expect(back).toMatchObject({ ids: ['a', 'b', 'c'], unsent: [] })
    expect(attach(back, ['x'])).toMatchObject({ kind: 'nothing' })
    expect(applyFact(back, fact(stated('a', 'b', 'c'))).ids).toEqual(['a', 'b', 'c'])
    expect(confirmed(back, [['b', 'x']]).ids).toEqual(['a', 'x', 'c'])
  })

  it('give way to an earlier source that somebody put back, as the service shows it', () => {
    const there = confirmed(known(stated('a', 'b')), [['a', 'x']])
    const shown = fact({ kind: 'shown', ids: ['b', 'a'], isComplete: true })
    const state = foldFacts([shown, fact({ kind: 'gone', ids: ['x'] })], there)
    expect(state.ids).toEqual(['b', 'a'])
    // One whose replacement is still to be sent is shown as it is yet.
    const unsent = known(stated('a', 'b'), { kind: 'replaced', from: 'a', to: 'x' }, { kind: 'shown', ids: ['a', 'b'], isComplete: true })
    expect(unsent).toMatchObject({ ids: ['x', 'b'], unsent: ['x'] })
  })
})

describe('age', () => {
  it('never decreases when the clock is set back', () => {
    const time = fc.integer({ min: 0, max: 10_000 })
    fc.assert(
      fc.property(time, time, time, (since, passed, back) => {
        const at = { wall: since, highest: since }
        const now = { wall: since + passed, highest: since + passed }
        expect(ageOf(at, { ...now, wall: now.wall - back })).toBe(ageOf(at, now))
        expect(isTooOld(at, now, null)).toBe(false)
      }),
    )
  })
})

describe('a statement', () => {
  it('that leaves out a known id is a question, until it names that id', () => {
    const state = known(stated('a', 'b'))
    const find = (list: string[], removed: string[] = []) => findContradiction(state, { ids: list, removed }, circumstances)
    expect(find(['a'])).toEqual({ known: ['b'], maybe: [] })
    expect(find(['a'], ['b'])).toBeNull()
    expect(find(['b', 'a', 'x'])).toBeNull()
  })

  it('must also name ids that an unanswered request may have added', () => {
    const state = known(stated('a'), { kind: 'sent', jobId: 'other', ids: ['a', 'b'], mode: 'replace' })
    const find = (list: string[], isOpen = false) =>
      findContradiction(state, { ids: list, removed: [] }, { ...circumstances, isOpen: () => isOpen })
    expect(find(['a'])).toEqual({ known: [], maybe: ['b'] })
    expect(find(['a'], true)).toBeNull()
    expect(find(['a', 'b'])).toBeNull()
  })
})

describe('a list in an answer', () => {
  const believed = (state: ListState, shown: string[], sent: string[], mode: 'replace' | 'append' = 'replace') =>
    isBelieved(state, shown, { ids: sent, mode })

  it('is accepted only if it holds what was just sent and nothing that was removed', () => {
    expect(believed(known(stated('a', 'b')), ['a', 'b', 'theirs'], ['a', 'b'])).toBe(true)
    expect(believed(known(stated('a', 'b')), ['a'], ['a', 'b'])).toBe(false)
    const removed = known(stated('a', 'b'), { kind: 'removed', ids: ['a'], asked: latest })
    expect(believed(removed, ['a', 'b'], ['b'])).toBe(false)
  })

  it('reveals nothing about the rest of an unknown list where the service appends', () => {
    expect(believed(unknownList, ['x', 'a'], ['a'], 'append')).toBe(false)
    expect(believed(known(stated('x')), ['x', 'a'], ['a'], 'append')).toBe(true)
  })
})
