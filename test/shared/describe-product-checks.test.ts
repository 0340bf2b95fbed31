import { expect, it } from 'vitest'
import { checkPictureCount } from '../../shared/checks.ts'
import type { ProductCheck } from '../../shared/requirement-checks.ts'
import type { RequirementRule } from '../../shared/requirement-profiles.ts'
import { describeProductChecks } from '../../shared/words/requirement-profiles.ts'

const checked = (given: Partial<ProductCheck>): ProductCheck => ({
  ...{ id: 'a', revision: 1, name: 'eBay', about: 'every', failed: 0, notChecked: 0, rules: [], failing: [], unsure: 0 },
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
