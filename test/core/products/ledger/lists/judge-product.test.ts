import { describe, expect, it } from 'vitest'
import {
  explainFound,
  findInFurther,
  foldProduct,
  judgeByText,
  type SearchedFields,
} from '../../../../../electron/core/products/ledger/lists/judge-product.ts'

const product = (fields: Partial<SearchedFields>): SearchedFields => ({
  name: null,
  sku: null,
  gtin: null,
  productId: null,
  handle: null,
  ...fields,
})
const rank = (text: string, fields: Partial<SearchedFields>): number | null => judgeByText(text)(foldProduct(product(fields)))
const order = (text: string, all: readonly Partial<SearchedFields>[]): (string | null | undefined)[] =>
  all
    .flatMap((fields) => {
      const found = rank(text, fields)
      return found === null ? [] : [{ fields, found }]
    })
    .toSorted((one, other) => one.found - other.found)
    .map(({ fields }) => fields.name ?? fields.sku)

describe('the rank of a product for a text', () => {
  it('is best for a whole field, then its beginning, then words, then any part', () => {
    const all = [{ name: 'Terracotta' }, { name: 'Red cot' }, { name: 'Cottage' }, { name: 'Cot' }]
    expect(order('cot', all)).toEqual(['Cot', 'Cottage', 'Red cot', 'Terracotta'])
  })

  it('puts words that a row shows before a part of a field that it does not show', () => {
    const gtin = '00150000000005'
    expect(order('150', [{ name: 'Product 19', gtin }, { name: 'Oil 150 ml' }, { name: '150 candles' }])).toEqual([
      '150 candles',
      'Oil 150 ml',
      'Product 19',
    ])
    expect(order('150000000005', [{ name: 'Box of 150000000005' }, { name: 'Product 19', gtin }])).toEqual([
      'Product 19',
      'Box of 150000000005',
    ])
    expect(rank('150', { name: 'Product 19', gtin: '04006381150931' })).toBe(7)
  })

  it('finds a SKU in full before the longer ones that begin with it', () => {
    expect(order('SKU-1', [{ sku: 'SKU-10' }, { sku: 'SKU-11' }, { sku: 'SKU-1' }])).toEqual(['SKU-1', 'SKU-10', 'SKU-11'])
  })

  it('folds case, accents, and letters that have no accent to drop', () => {
    for (const [text, name] of [
      ['musli', 'Müsli'],
      ['MÜSLI', 'Mu\u0308sli'],
      ['strasse', 'Straße'],
      ['straße', 'STRASSE'],
      ['smorrebrod', 'Smørrebrød'],
      ['lodz', 'Łódź'],
    ] as const)
      expect(rank(text, { name }), text).toBe(0)
  })

  it('needs all words, in any order and any field', () => {
    expect(rank('olive 500', { name: 'Oil 500 ml, olive' })).toBe(3)
    expect(rank('olive sku-10', { name: 'Olive oil', sku: 'SKU-10' })).toBe(3)
    expect(rank('olive 750', { name: 'Oil 500 ml, olive' })).toBeNull()
    expect(rank('  olive   oil ', { name: 'Olive oil' })).toBe(0)
    expect(rank('', { name: 'Olive oil' })).toBe(0)
  })

  it('lets a person leave out separators of codes, and zeros before a GTIN', () => {
    expect(order('sku10', [{ sku: 'SKU-100' }, { sku: 'SKU-10' }])).toEqual(['SKU-10', 'SKU-100'])
    expect(order('sku-10-0', [{ sku: 'SKU-100' }, { sku: 'SKU-10-0' }])).toEqual(['SKU-10-0', 'SKU-100'])
    for (const text of ['4006381333931', '04006381333931', '4 006381 333931'])
      expect(rank(text, { gtin: '04006381333931' }), text).not.toBeNull()
    expect(rank('04006381333931', { gtin: '04006381333931' })).toBe(1)
    expect(rank('007', { productId: '007' })).toBe(1)
  })
})

describe('where a text was found', () => {
  const oil = product({ name: 'Olive oil 500 ml', sku: 'SKU-10', gtin: '04006381333931', productId: 'prd_5', handle: 'olive-oil' })

  it('is the best field, with how it was found', () => {
    expect(explainFound(oil, 'sku-10')).toEqual({ field: 'sku', how: 'exact', text: 'SKU-10' })
    expect(explainFound(oil, 'olive o')).toEqual({ field: 'name', how: 'prefix', text: 'Olive oil 500 ml' })
    expect(explainFound(oil, '4006381333931')).toEqual({ field: 'gtin', how: 'exact', text: '4006381333931' })
    expect(explainFound(oil, 'prd_5')).toEqual({ field: 'id', how: 'exact', text: 'prd_5' })
    expect(explainFound(oil, '500')).toEqual({ field: 'name', how: 'word', text: 'Olive oil 500 ml' })
    expect(explainFound(oil, 'live-o')).toEqual({ field: 'handle', how: 'part', text: 'olive-oil' })
    expect(explainFound(oil, '')).toBeNull()
    expect(explainFound(oil, 'vinegar')).toBeNull()
  })

  it('is, of several words, the field with a word that no shown field has', () => {
    expect(explainFound(oil, 'oil 3339')).toEqual({ field: 'gtin', how: 'part', text: '4006381333931' })
    expect(explainFound(oil, 'oil sku-10')).toEqual({ field: 'name', how: 'word', text: 'Olive oil 500 ml' })
  })

  it('is a further column, if nothing else has the word', () => {
    expect(
      findInFurther(
        oil,
        [
          ['Size', 'L'],
          ['Colour', 'Dark green'],
        ],
        'oil GREEN',
      ),
    ).toEqual({
      field: 'column',
      how: 'part',
      header: 'Colour',
      text: 'Dark green',
    })
    expect(findInFurther(oil, [['Size', 'L']], 'oil')).toBeNull()
  })
})
