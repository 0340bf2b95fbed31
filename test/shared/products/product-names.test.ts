import { describe, expect, it } from 'vitest'
import { callProduct, describeFound, factsOfProduct, isMeant } from '../../../shared/products/product-names-words.ts'

const oil = { name: 'Olive oil 500 ml', sku: 'SKU-10', gtin: '04006381333931', productId: 'prd_5' }
const unknown = { name: null, sku: null, productId: null }

describe('the name of a product', () => {
  it('is its name and SKU, else the best of what is known, and its ID only at last', () => {
    expect(callProduct(oil)).toBe('Olive oil 500 ml (SKU-10)')
    expect(callProduct({ ...oil, sku: null })).toBe('Olive oil 500 ml')
    expect(callProduct({ ...oil, name: null })).toBe('SKU-10')
    expect(callProduct({ ...oil, name: 'SKU-10' })).toBe('SKU-10')
    expect(callProduct({ ...oil, name: null, sku: null })).toBe('4006381333931')
    expect(callProduct({ ...unknown, productId: 'prd_5' })).toBe('prd_5')
    expect(callProduct(unknown)).toBe('New product')
  })
})

describe('what a search found', () => {
  it('is said only if the row doesn’t show it', () => {
    const facts = (found: Parameters<typeof factsOfProduct>[1]) => factsOfProduct(oil, found)
    expect(facts({ field: 'name', how: 'word', text: oil.name })).toEqual(['SKU-10'])
    expect(facts({ field: 'sku', how: 'exact', text: 'SKU-10' })).toEqual(['SKU-10'])
    expect(facts({ field: 'gtin', how: 'part', text: '4006381333931' })).toEqual(['SKU-10', 'GTIN 4006381333931'])
    expect(facts({ field: 'column', how: 'part', header: 'Colour', text: 'Dark green' })).toEqual(['SKU-10', 'Colour Dark green'])
    expect(factsOfProduct({ ...unknown, name: 'Mug', productId: 'prd_5' }, { field: 'id', how: 'exact', text: 'prd_5' })).toEqual([
      'ID prd_5',
    ])
    expect(factsOfProduct({ ...unknown, name: 'Mug', productId: 'prd_5' })).toEqual(['prd_5'])
    expect(describeFound(undefined, oil)).toBeNull()
  })

  it('is what a person means if it is a field in full, or the beginning of one that the row shows', () => {
    const means = (how: 'exact' | 'prefix' | 'word' | 'part', field: 'name' | 'gtin', text: string) => isMeant({ how, field, text }, oil)
    expect(means('exact', 'gtin', '4006381333931')).toBe(true)
    expect(means('prefix', 'name', oil.name)).toBe(true)
    expect(means('prefix', 'gtin', '4006381333931')).toBe(false)
    expect(means('prefix', 'name', 'Its name in our record')).toBe(false)
    expect(means('word', 'name', oil.name)).toBe(false)
    expect(isMeant(undefined, oil)).toBe(false)
  })
})
