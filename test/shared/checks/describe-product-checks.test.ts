import { expect, it } from 'vitest'
import { checkPictureCount } from '../../../shared/checks/checks.ts'
import type { ProductCheck } from '../../../shared/checks/requirement-checks.ts'
import type { RequirementRule } from '../../../shared/checks/requirement-profiles.ts'
import { describeOtherPictures, describeProductCheck, describeProductChecks } from '../../../shared/checks/requirement-profiles-words.ts'

const checked = (given: Partial<ProductCheck>): ProductCheck => ({
  ...{ id: 'a', revision: 1, name: 'eBay', about: 'every', failed: 0, notChecked: 0, rules: [], failing: [], unsure: 0 },
  ...{ meant: 3, fails: given.failing?.length ?? 0, unseen: 0, told: [], earlier: 0 },
  ...given,
})
const failing = (...names: readonly string[]) => names.map((name) => ({ imageId: name, name, failed: 2 }))
const counted = (rule: RequirementRule, pictures: number) =>
  checkPictureCount({ rules: [rule] }, pictures).map((result) => ({ rule, result }))

it('says what each shop requires of a product and its pictures lack', () => {
  expect(describeProductChecks([])).toBeNull()
  expect(
    describeProductChecks([
      checked({ name: 'Amazon main image', about: 'first', failing: failing('front.jpg') }),
      checked({ failing: failing('side.jpg') }),
      checked({ name: 'Otto', failing: failing('side.jpg', 'back.jpg'), rules: counted({ kind: 'picture-count', least: 3 }, 1) }),
      checked({ name: 'Fine' }),
    ]),
  ).toEqual({
    state: 'failed',
    lines: [
      'Amazon main image: the main picture fails.',
      'eBay: side.jpg fails.',
      'Otto: 2 pictures fail; 1 picture, at least 3 pictures required.',
    ],
  })
})

it('says “passed” only where all was checked', () => {
  expect(describeProductChecks([checked({})])).toEqual({ state: 'passed', lines: ['Passed all shop checks.'] })
  expect(describeProductChecks([checked({ unsure: 1 })])?.state).toBe('not-checked')
  expect(describeProductChecks([checked({ notChecked: 1 })])?.state).toBe('not-checked')
})

it('says of one shop what fails, what is not checked, and that nothing is there to check', () => {
  expect(describeProductCheck(checked({ about: 'first', failing: failing('front.jpg'), unsure: 1 }))).toEqual({
    state: 'failed',
    text: 'the main picture fails; 1 picture not fully checked',
  })
  expect(describeProductCheck(checked({ unsure: 2 }))).toEqual({ state: 'not-checked', text: '2 pictures not fully checked' })
  expect(describeProductCheck(checked({ notChecked: 1 }))).toEqual({ state: 'not-checked', text: 'not fully checked' })
  expect(describeProductCheck(checked({ meant: 0 }))).toEqual({ state: 'not-checked', text: 'no picture to check' })
  expect(describeProductCheck(checked({ meant: 0, rules: counted({ kind: 'picture-count', least: 1 }, 0) }))).toEqual({
    state: 'failed',
    text: '0 pictures, at least 1 picture required',
  })
  expect(describeProductCheck(checked({}))).toEqual({ state: 'passed', text: 'all passed' })
})

it('counts the pictures that it says nothing more about', () => {
  expect(describeOtherPictures(checked({ meant: 9, fails: 3, unsure: 4, unseen: 2, told: [] }))).toEqual([
    '5 more pictures failed or could not be fully checked.',
    '2 pictures not checked: not in this library.',
    '2 pictures passed.',
  ])
  expect(describeOtherPictures(checked({ meant: 0 }))).toEqual([])
})
