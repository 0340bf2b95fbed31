import { describe, expect, it } from 'vitest'
import { defaultMatchRules, type MatchFamily, type MatchProduct } from '../../../../../shared/products/matching.ts'
import { familyOf, variantConventions } from '../../../../fixtures/variant-name-conventions.ts'
import { createMatcher } from '../../../../support/make-matcher.ts'

const targetsOf = ({ key, names, variants }: MatchFamily): MatchProduct[] =>
  [{ key, names }, ...variants].flatMap((one) => (one.key === null ? [] : [{ ...one.names, key: one.key }]))

const find = (family: MatchFamily, file: string): readonly string[] | '?' => {
  const made = createMatcher(targetsOf(family), defaultMatchRules, [family])
  if (made.kind === 'refused') throw new Error(made.problem.kind)
  const cut = file.lastIndexOf('/')
  const found = made.matcher.find({ id: file, folder: file.slice(0, Math.max(cut, 0)), name: file.slice(cut + 1) })
  if (found.kind === 'question') return '?'
  return found.kind === 'matched' ? found.matched.map(({ productKey }) => productKey) : []
}

describe('names of variants’ pictures as shops and studios write them', () => {
  it('come from at least 12 public pages', () => {
    expect(new Set(variantConventions.map(({ address }) => address)).size).toBeGreaterThanOrEqual(12)
  })

  for (const convention of variantConventions) {
    const { from, rule, examples } = convention
    it(`name the variants of ${from}: ${rule}`, () => {
      const family = familyOf(convention, 'variant')
      const all = family.variants.map(({ key }) => key ?? '')
      for (const { file, variants } of examples) {
        const meant = (key: string): boolean => variants === 'all' || variants.includes(key) || variants.includes(key.split('/')[0] ?? '')
        expect({ file, variants: find(family, file) }).toEqual({ file, variants: variants === '?' ? '?' : all.filter(meant) })
      }
    })

    it(`name the product of ${from}, if products are the workspace’s`, () => {
      const family = familyOf(convention, 'product')
      for (const { file, variants } of examples) {
        const isUnknown = variants.length === 0
        const isNumber = file.startsWith('AMAZON_')
        expect({ file, product: find(family, file) }).toEqual({ file, product: isNumber ? '?' : isUnknown ? [] : ['product'] })
      }
    })
  }
})
