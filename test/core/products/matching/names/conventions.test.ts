import { describe, expect, it } from 'vitest'
import { defaultMatchRules, type MatchProduct } from '../../../../../shared/products/matching.ts'
import { type Convention, conventions } from '../../../../fixtures/file-name-conventions.ts'
import { createMatcher } from '../../../../support/make-matcher.ts'

const empty = { productId: null, sku: null, gtin: null, name: null, handle: null }
const asProduct =
  (field: Convention['field']) =>
  (value: string): MatchProduct => ({ ...empty, key: value, [field === 'id' ? 'productId' : field]: value })

describe('names as shops and PIM systems want them', () => {
  it('come from at least 25 public pages, most of them with the page’s own examples', () => {
    expect(new Set(conventions.map(({ address }) => address)).size).toBeGreaterThanOrEqual(25)
    expect(new Set(conventions.filter(({ isVerbatim }) => isVerbatim).map(({ address }) => address)).size).toBeGreaterThanOrEqual(25)
  })

  for (const { from, rule, field, products, rules, examples } of conventions) {
    it(`finds the products of ${from}: ${rule}`, () => {
      const made = createMatcher(products.map(asProduct(field)), rules ?? defaultMatchRules)
      if (made.kind === 'refused') throw new Error(made.problem.kind)
      for (const { file, product, numbers, view } of examples) {
        const cut = file.lastIndexOf('/')
        const found = made.matcher.find({ id: file, folder: file.slice(0, Math.max(cut, 0)), name: file.slice(cut + 1) })
        const said =
          found.kind === 'matched'
            ? found.matched.map(({ productKey }) => productKey).join(' and ')
            : found.kind === 'question'
              ? '?'
              : null
        expect({ file, said }).toEqual({ file, said: product })
        const position = found.kind === 'matched' ? found.matched[0].position : null
        if (numbers) expect({ file, numbers: position?.numbers }).toEqual({ file, numbers })
        if (view !== undefined) expect({ file, view: position?.view }).toEqual({ file, view })
      }
    })
  }
})
