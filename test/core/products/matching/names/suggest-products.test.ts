import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSuggester } from '../../../../../electron/core/products/matching/names/suggest-products.ts'
import type { MatchProduct } from '../../../../../shared/products/matching.ts'

const product = (key: string, name: string | null, sku: string | null = null, gtin: string | null = null): MatchProduct => ({
  ...{ key, name, sku, gtin },
  ...{ productId: null, handle: null },
})

const suggest = (products: readonly MatchProduct[], ...texts: readonly string[]) =>
  createSuggester(products)
    .suggest(texts)
    .map(({ suggestion }) => suggestion)

const keys = (products: readonly MatchProduct[], ...texts: readonly string[]): string[] =>
  suggest(products, ...texts).map(({ productKey }) => productKey)

const shelf = [
  product('repair', 'Shampoo Repair 250 ml', 'SH-100', '4006381333931'),
  product('repair-large', 'Shampoo Repair 500 ml', 'SH-100-L'),
  product('creme', 'Crème brûlée', 'CB-7'),
  product('hat', 'Wool hat, dark green', '12'),
]

describe('suggestions by answers', () => {
  it('name products whose words an answer has, without accents, case and order', () => {
    expect(keys(shelf, 'The label says CREME BRULEE.')).toEqual(['creme'])
    expect(keys(shelf, 'A dark-green hat made of wool')).toEqual(['hat'])
    expect(keys(shelf, 'REPAIR\nShampoo 250ml')[0]).toBe('repair')
    expect(suggest(shelf, 'crème brûlée')).toEqual([{ productKey: 'creme', field: 'name', text: 'Crème brûlée' }])
  })

  it('find the SKU and the GTIN in an answer, the longer SKU first', () => {
    expect(suggest(shelf, 'EAN 4 006381 333931, made in Italy')).toEqual([{ productKey: 'repair', field: 'gtin', text: '4 006381 333931' }])
    expect(keys(shelf, 'Item sh 100 l')).toEqual(['repair-large'])
    expect(keys(shelf, 'Item SH-100.')).toEqual(['repair'])
    expect(keys(shelf, 'EAN 4006381333932')).toEqual([])
  })

  it('say nothing for a part of a name, a short number, or products that are alike', () => {
    expect(keys(shelf, 'A bottle of shampoo', 'Yes', '12')).toEqual([])
    expect(
      keys(
        [1, 2, 3, 4].map((at) => product(`p${at}`, 'Linen shirt')),
        'linen shirt',
      ),
    ).toEqual([])
  })

  it('are at most three known products, each once, and the same in another order of the answers', () => {
    const word = fc.constantFrom('wool', 'hat', 'green', 'Crème', 'SKU-1', 'AB', '100', '4006381333931', '250 ml', '−')
    const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '))
    const products = fc.array(fc.record({ name: text, sku: text, gtin: word }), { maxLength: 15 })
    fc.assert(
      fc.property(products, fc.array(text, { maxLength: 4 }), (all, texts) => {
        const list = all.map(({ name, sku, gtin }, at) => product(`p${at}`, name, sku, gtin))
        const found = keys(list, ...texts)
        expect(found.length).toBeLessThanOrEqual(3)
        expect(new Set(found).size).toBe(found.length)
        expect(found.every((key) => list.some((one) => one.key === key))).toBe(true)
        expect(keys(list, ...texts.toReversed())).toEqual(found)
      }),
      { numRuns: 200 },
    )
  })

  it('stay quick with names that are all alike', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => product(`p${at}`, `Cotton shirt blue ${at}`))
    expect(keys(many, 'cotton shirt blue 4711')).toEqual(['p4711'])
    expect(keys(many, 'cotton shirt blue')).toEqual([])
  })
})
