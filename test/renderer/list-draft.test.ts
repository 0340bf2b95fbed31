import { expect, it } from 'vitest'
import { applyDraft, wantedList } from '../../renderer/products/ledger/list-draft.ts'

it('keeps pictures attached since a draft began, at the end, and none that it took off', () => {
  const draft = { base: ['a', 'b', 'c'], keys: ['c', 'a'] }
  expect(applyDraft(null, ['a', 'b'])).toEqual(['a', 'b'])
  expect(applyDraft(draft, ['a', 'b', 'c'])).toEqual(['c', 'a'])
  expect(applyDraft(draft, ['new', 'a', 'b', 'c'])).toEqual(['c', 'a', 'new'])
  // Restored ones that are there meanwhile come once.
  expect(applyDraft({ base: ['a'], keys: ['old', 'a'] }, ['a', 'old'])).toEqual(['old', 'a'])
})

it('sends what a person says besides: a colleague’s pictures stay, and removed ones are not restored', () => {
  const now = ['a', 'b']
  expect(wantedList(['b', 'a'], now, null)).toEqual(['b', 'a'])
  expect(wantedList(['b', 'a'], now, { kind: 'as-known' })).toEqual(['b', 'a'])
  expect(wantedList(['b', 'a'], now, { kind: 'ids', ids: ['a', 'theirs'], removed: ['b'] })).toEqual(['a', 'theirs'])
  expect(wantedList(['b', 'a'], now, { kind: 'nothing', removed: ['a', 'b'] })).toEqual([])
})
