import { expect, it } from 'vitest'
import { defaultMatchRules, type MatchFamily } from '../../../../../shared/products/matching.ts'
import { createMatcher, placeFindings } from '../../../../support/make-matcher.ts'

const none = { productId: null, sku: null, gtin: null, name: null, handle: null }

const shirt = (option: string, values: readonly string[]): MatchFamily => ({
  key: null,
  names: { ...none, handle: 'AB7001', name: 'Hemd' },
  shared: 'each',
  variants: values.map((value) => ({
    key: value,
    names: { ...none, sku: `AB7001-${value.replace('/', '-')}` },
    options: value.split('/').map((one, at) => [at === 0 ? option : 'Größe', one] as const),
  })),
})

const find = (family: MatchFamily, name: string): string => {
  const targets = family.variants.flatMap(({ key, names }) => (key === null ? [] : [{ ...names, key }]))
  const made = createMatcher(targets, defaultMatchRules, [family])
  if (made.kind === 'refused') throw new Error(made.problem.kind)
  const [found] = placeFindings([made.matcher.find({ id: name, folder: '', name, codes: [] })])
  if (found?.kind === 'matched') return found.products.map(({ productKey }) => productKey).join(' ')
  return found?.kind === 'question' ? `? ${found.question}` : '-'
}

const numbered = shirt('Farbe', ['320/S', '320/M', '410/S'])

it.each([
  ['AB7001-320_1.jpg', '320/S 320/M'],
  ['AB7001-320_2.jpg', '320/S 320/M'],
  ['AB7001_410_1.jpg', '410/S'],
  ['AB7001-320-S_1.jpg', '320/S'],
  ['AB7001_1.jpg', '320/S 320/M 410/S'],
])('reads the number of a color right after the product: %s', (name, expected) => {
  expect(find(numbered, name)).toBe(expected)
})

it('asks where the number is no color of the product, or may be a place', () => {
  expect(find(numbered, 'AB7001-999_1.jpg')).toMatch(/^\?/)
  expect(find(shirt('Farbe', ['10/S', '20/S']), 'AB7001-10.jpg')).toMatch(/^\?/)
})

it('asks where the number is a size', () => {
  expect(find(shirt('Size', ['116', '128']), 'Hemd_128.jpg')).toMatch(/^\?|^-/)
})
