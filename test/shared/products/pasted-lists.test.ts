import { describe, expect, it, test } from 'vitest'
import { matchPastedLists, readPastedLists } from '../../../shared/products/pasted-lists.ts'
import type { UnsettledList } from '../../../shared/products/products.ts'
import { linearLimit, measureGrowth } from '../../support/measure-growth.ts'

const read = (text: string) => readPastedLists(text).lists.map(({ product, current }) => [product, current])

describe('a pasted table of products', () => {
  it('reads a product and its source ids from each line, with any separator', () => {
    const text = 'prd_1\tsrc_1, src_2\r\n"prd_2";"src_3;src_4"\nprd_3,src_5,src_6\n\nprd_4 , none\n'
    expect(read(text)).toEqual([
      ['prd_1', { kind: 'ids', ids: ['src_1', 'src_2'] }],
      ['prd_2', { kind: 'ids', ids: ['src_3', 'src_4'] }],
      ['prd_3', { kind: 'ids', ids: ['src_5', 'src_6'] }],
      ['prd_4', { kind: 'nothing' }],
    ])
  })

  it('reads keywords: as known, appends, and removed', () => {
    expect(read('a;known\nb;appends\nc;src_1 removed:src_2\nd;none removed:src_3\ne;ids:none ids:src_1')).toEqual([
      ['a', { kind: 'as-known' }],
      ['b', { kind: 'appends' }],
      ['c', { kind: 'ids', ids: ['src_1'], removed: ['src_2'] }],
      ['d', { kind: 'nothing', removed: ['src_3'] }],
      ['e', { kind: 'ids', ids: ['none', 'src_1'] }],
    ])
  })

  it('uses the first line as column names if it is one, with a column for the attribute', () => {
    expect(readPastedLists('Product\tAttribute\tSources\nprd_1\tGallery\tsrc_1').lists).toEqual([
      { line: 2, product: 'prd_1', attribute: 'Gallery', current: { kind: 'ids', ids: ['src_1'] }, plainIds: ['src_1'] },
    ])
    expect(read('product;sources\nprd_1;src_1')).toEqual([['prd_1', { kind: 'ids', ids: ['src_1'] }]])
  })

  it('names each line that it can’t read, and never reads an empty cell as an empty product', () => {
    const { lists, bad } = readPastedLists('prd_1;\nprd_2\n;src_1\nprd_3;none,src_1\nprd_4;src_1\nprd_4;src_2\nprd_5;removed:\nprd_6;src_6')
    expect(bad.map(({ line, problem }) => [line, problem])).toEqual([
      [1, 'It has no source IDs. Write “none” for a product without pictures.'],
      [2, 'It has no source IDs. Write “none” for a product without pictures.'],
      [3, 'The product ID is missing.'],
      [4, 'It mixes a word such as “none” with source IDs.'],
      [6, 'This product is there twice.'],
      [7, 'An ID is missing after the colon.'],
    ])
    expect(lists.map(({ product }) => product)).toEqual(['prd_4', 'prd_6'])
  })

  test.each([',', ';', '\t', ' ', '"', 'a,', 'ids:', 'removed:', 'p;', '\n', '\r', 'a b\n'])(
    'many of %j take time in proportion',
    (piece) => {
      expect(measureGrowth((length) => () => readPastedLists(piece.repeat(length)), 500, linearLimit)).toBeLessThan(linearLimit)
    },
  )

  it('finds a waiting list by the product’s ID, or by its SKU in any case, once', () => {
    const list = (productRef: string, productId: string, productSku: string | null): UnsettledList => ({
      ...{ productRef, productId, productSku, productName: null, attribute: 'Images', jobIds: [], addsImageIds: [] },
      ...{
        why: 'never-said',
        doubt: null,
        sourceIds: [],
        imageIds: [],
        maybeIds: [],
        origin: null,
        knownAt: null,
        ageMs: null,
        address: null,
      },
    })
    const waiting = [list('a', 'prd_1', 'SKU-1'), list('b', 'SKU-1', 'SKU-2'), list('c', 'prd_3', 'SKU-3'), list('d', 'prd_4', 'sku-3')]
    const { matched, bad } = matchPastedLists('SKU;sources\nprd_1;none\nSKU-1;none\nsku-2;none\nSKU-3;none\nSKU-9;none', waiting)
    expect(matched.map(({ line, list: { productRef } }) => [line, productRef])).toEqual([
      [2, 'a'],
      [3, 'b'],
    ])
    expect(bad.map(({ line, problem }) => [line, problem])).toEqual([
      [4, 'This product is there twice.'],
      [5, 'Several products have this SKU. Use the product ID.'],
      [6, 'Nothing waits for this product.'],
    ])
  })
})
