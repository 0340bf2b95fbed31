import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { takenBackDigest, textDigest } from '../../../../electron/core/answers/sheet/cell-digest.ts'
import { type CellRow, shownText } from '../../../../electron/core/answers/sheet/decide-cell.ts'
import { type HandedCell, judgeCells, keepMine, takeTheirs } from '../../../../electron/core/answers/sheet/judge-cells.ts'
import { judgeMatches } from '../../../../electron/core/exchange/handover/judge-matches.ts'
import { joinProduct } from '../../../../electron/core/products/catalogue/merge-products.ts'
import type { KeptMatch } from '../../../../electron/core/products/matching/match-store.ts'

const texts = ['', 'A mug', 'A red mug', 'A cup']
const cell = fc
  .record({
    kind: fc.constantFrom('answer' as const, 'cannot-tell' as const, 'own' as const),
    text: fc.constantFrom(...texts),
    edited: fc.option(fc.constantFrom(...texts)),
    review: fc.constantFrom('draft' as const, 'approved' as const, 'rejected' as const),
    by: fc.constantFrom('Ann', 'Ben'),
    at: fc.integer({ min: 1, max: 3 }),
    past: fc.subarray([...texts.map(textDigest), ...texts.map((text) => takenBackDigest(text, 'approved'))]),
  })
  .map(({ kind, text, edited, review, by, at, past }): HandedCell => {
    const facts = { kind, text: kind === 'own' ? '' : text, editedText: kind === 'own' ? (edited ?? 'A mug') : edited }
    const isReviewed = review !== 'draft' && shownText(facts) !== '' && (kind !== 'cannot-tell' || edited !== null)
    return {
      ...{ ...facts, answeredAt: 1, past },
      ...(isReviewed ? { review, reviewedAt: at, reviewedBy: by } : { review: 'draft', reviewedAt: null, reviewedBy: null }),
    }
  })

const rowOf = (one: HandedCell): CellRow => ({ jobId: 'job_1', ...one })
/** What a person sees of it. */
const seen = (one: HandedCell) => {
  const text = one.kind === 'cannot-tell' && one.editedText === null ? '' : shownText(one)
  return text === '' ? { text } : { text, review: one.review, by: one.reviewedBy, at: one.reviewedAt }
}

/** The cell after the other one was merged into it; `choice` where they differ. */
const merge = (mine: HandedCell, theirs: HandedCell, choice: 'mine' | 'theirs'): HandedCell => {
  const judged = judgeCells(mine, theirs)
  if (judged === 'same' || judged === 'mine') return mine
  const isTaken = judged === 'theirs' || choice === 'theirs'
  return { ...mine, ...(isTaken ? takeTheirs(rowOf(mine), theirs) : keepMine(rowOf(mine), theirs)) }
}

describe('two cells', () => {
  it('become the same from both sides where the same choice is made', () => {
    fc.assert(
      fc.property(cell, cell, fc.boolean(), (one, other, isFirst) => {
        const here = merge(one, other, isFirst ? 'mine' : 'theirs')
        const there = merge(other, one, isFirst ? 'theirs' : 'mine')
        expect(seen(here)).toEqual(seen(there))
      }),
      { numRuns: 2_000 },
    )
  })

  it('change nothing and ask nothing when they are merged again', () => {
    fc.assert(
      fc.property(cell, cell, fc.constantFrom('mine' as const, 'theirs' as const), (one, other, choice) => {
        const once = merge(one, other, choice)
        expect(['same', 'mine']).toContain(judgeCells(once, other))
        expect(merge(once, other, choice)).toEqual(once)
      }),
      { numRuns: 2_000 },
    )
  })

  it('never lose a text without a choice, unless it was seen and changed, and never an approved one', () => {
    fc.assert(
      fc.property(cell, cell, (one, other) => {
        const judged = judgeCells(one, other)
        const [mine, theirs] = [seen(one), seen(other)]
        if (judged !== 'theirs' || mine.text === '' || mine.text === theirs.text) return
        expect(other.past).toContain(textDigest(mine.text))
        expect(one.review).not.toBe('approved')
      }),
      { numRuns: 2_000 },
    )
  })
})

const base: HandedCell = {
  ...{ kind: 'answer', text: 'A mug', answeredAt: 1, editedText: null, past: [] },
  ...{ review: 'draft', reviewedAt: null, reviewedBy: null },
}
const approved = { review: 'approved', reviewedAt: 5, reviewedBy: 'Ben' } as const

describe('a cell of a colleague', () => {
  it.each([
    ['approved there, with the same text', base, { ...base, ...approved }, 'theirs'],
    ['approved here, with the same text', { ...base, ...approved }, base, 'mine'],
    ['edited there', base, { ...base, editedText: 'A red mug', past: [textDigest('A mug')] }, 'theirs'],
    ['edited here', { ...base, editedText: 'A red mug', past: [textDigest('A mug')] }, base, 'mine'],
    ['edited on both sides', { ...base, editedText: 'A cup' }, { ...base, editedText: 'A red mug' }, 'differs'],
    [
      'edited there after it was approved here',
      { ...base, ...approved },
      { ...base, editedText: 'A red mug', past: [textDigest('A mug')] },
      'differs',
    ],
    [
      'edited and approved there after it was approved here',
      { ...base, ...approved },
      { ...base, ...approved, editedText: 'A red mug', past: [textDigest('A mug')] },
      'differs',
    ],
    ['approved there, taken back here', { ...base, past: [takenBackDigest('A mug', 'approved')] }, { ...base, ...approved }, 'differs'],
    ['approved here, taken back there', { ...base, ...approved }, { ...base, past: [takenBackDigest('A mug', 'approved')] }, 'differs'],
    ['emptied there', base, { ...base, editedText: '', past: [textDigest('A mug')] }, 'differs'],
    ['never answered there', base, { ...base, kind: 'own', text: '', editedText: '' }, 'mine'],
    ['approved there, rejected here', { ...base, ...approved, review: 'rejected' }, { ...base, ...approved }, 'differs'],
    ['answered otherwise there', base, { ...base, text: 'A cup' }, 'differs'],
  ] as const)('%s', (_, mine, theirs, judged) => {
    expect(judgeCells(mine as HandedCell, theirs as HandedCell)).toBe(judged)
  })
})

describe('a product of both lists', () => {
  const product = {
    productId: null,
    sku: 'M-1',
    gtin: null,
    name: null,
    handle: null,
    shows: null,
    showsAt: null,
    further: [],
    missingSince: null,
  }
  it('has what either side says, and differs where both say something else', () => {
    const mine = { ...product, name: 'Mug', further: [['Season', 'Winter']] as const }
    const theirs = {
      ...product,
      name: 'Red mug',
      handle: 'mug',
      further: [
        ['Season', 'Winter'],
        ['Colour', 'Red'],
      ] as const,
    }
    const { joined, differences } = joinProduct(mine, theirs, new Map())
    expect(joined).toMatchObject({
      name: 'Mug',
      handle: 'mug',
      further: [
        ['Season', 'Winter'],
        ['Colour', 'Red'],
      ],
    })
    expect(differences).toEqual([{ field: 'name', mine: 'Mug', theirs: 'Red mug' }])
    expect(joinProduct(mine, theirs, new Map([['name', 'Mug']])).joined.name).toBe('Red mug')
    // Changed since the person decided.
    expect(joinProduct({ ...mine, name: 'Cup' }, theirs, new Map([['name', 'Mug']])).joined.name).toBe('Cup')
  })
})

describe('a match of a colleague', () => {
  const product = { key: 'sku:m-1', productId: null, sku: 'M-1', gtin: null, name: null, handle: null }
  const matched = (sku: string, by: 'rule' | 'person', place = 1): KeptMatch => ({
    state: 'matched',
    products: [{ product: { ...product, key: `sku:${sku.toLowerCase()}`, sku }, place, by, why: null }],
  })
  it.each([
    ['where nothing is kept here', null, matched('M-1', 'rule'), 'theirs'],
    ['of a person, where rules decided here', matched('M-1', 'rule'), matched('M-2', 'person'), 'theirs'],
    ['of rules, where a person decided here', matched('M-1', 'person'), matched('M-2', 'rule'), 'mine'],
    ['of another person', matched('M-1', 'person'), matched('M-2', 'person'), 'differs'],
    ['of another person at another place', matched('M-1', 'person', 1), matched('M-1', 'person', 2), 'differs'],
    ['with the SKU in other letters', matched('m-1', 'person'), matched('M-1', 'person'), 'same'],
    ['that is no product, where a person chose one', matched('M-1', 'person'), { state: 'not-a-product' }, 'differs'],
  ] as const)('%s', (_, mine, theirs, judged) => {
    expect(judgeMatches(mine, theirs as KeptMatch)).toBe(judged)
  })
})
