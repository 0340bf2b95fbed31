import { describe, expect, test } from 'vitest'
import { readListPage } from '../../../../electron/core/service/calls/parse-list-page.ts'
import { linearLimit, measureGrowth } from '../../../support/measure-growth.ts'

const read = (answer: unknown, place = 'data.attributes.{attribute}') =>
  readListPage(answer, { place, productId: 'prd_1', attribute: 'Images' })
const product = (attributes: unknown) => ({ requestId: 'r', resource: 'product', data: { id: 'prd_1', attributes } })
const list = (...entries: string[]) => ({ kind: 'list', entries, saysMore: false })

describe('a product’s list is found', () => {
  test.each([
    ['as ids', product({ Images: ['src_1', 'src_2'] })],
    ['as numbers', product({ Images: [1, 2] }), ['1', '2']],
    ['as objects with ids', product({ Images: [{ id: 'src_1' }, { id: 'src_2' }] })],
    [
      'by the source’s id where an entry has a different id, too',
      product({
        Images: [
          { id: 'a', sourceId: 'src_1' },
          { id: 'b', source: { id: 'src_2' } },
        ],
      }),
    ],
    ['below “values”', product({ Images: { values: ['src_1', 'src_2'], total: 2 } })],
    ['in whatever case the attribute is written', product({ images: ['src_1', 'src_2'] })],
    [
      'among attributes that are a list',
      product([
        { name: 'Name', value: 'Mug' },
        { name: 'Images', value: ['src_1', 'src_2'] },
      ]),
    ],
    ['in an array of envelopes', [product({ Images: ['src_1', 'src_2'] })]],
    [
      'among several products',
      {
        data: [
          { id: 'prd_2', attributes: { Images: [] } },
          { id: 'prd_1', attributes: { Images: ['src_1', 'src_2'] } },
        ],
      },
    ],
    ['with its repeats, which count as entries', product({ Images: ['src_1', 'src_2', 'src_1'] }), ['src_1', 'src_2', 'src_1']],
  ] as const)('%s', (_, answer, entries: readonly string[] = ['src_1', 'src_2']) => {
    expect(read(answer)).toEqual(list(...entries))
  })

  test('at a configured path, or as the answer itself', () => {
    expect(read({ item: { media: [{ id: 7 }] } }, 'item.media')).toEqual(list('7'))
    expect(read(['src_1'], '.')).toEqual(list('src_1'))
    expect(read([], '.')).toEqual(list())
  })
})

describe('an empty list is accepted', () => {
  test.each([
    ['when it is shown empty', product({ Images: [] })],
    ['when it is shown as null', product({ Images: null })],
    ['when other attributes are shown and none could be it', product({ Name: 'Mug', Material: 'Clay' })],
    ['when named attributes are shown and none could be it', product([{ name: 'Name', value: 'Mug' }])],
  ])('%s', (_, answer) => {
    expect(read(answer)).toEqual(list())
  })
})

describe('a list is rejected', () => {
  test.each([
    ['when no attributes are shown', product({}), 'no-attributes'],
    ['when attributes have no names', product([{ value: ['src_1'] }]), 'no-attributes'],
    ['when another name might mean it', product({ 'Product images': ['src_9'] }), 'other-name'],
    ['when a shorter name might mean it', product({ Image: ['src_9'] }), 'other-name'],
    ['when two names differ by case only', product({ images: [], IMAGES: ['src_9'] }), 'other-name'],
    ['when there are no attributes at all', { data: { id: 'prd_1' } }, 'no-list'],
    ['when the attributes are null', product(null), 'no-list'],
    ['when the answer is something else', { ok: true }, 'no-list'],
    ['when it is a text', product({ Images: 'src_1' }), 'not-ids'],
    ['when one entry has no id', product({ Images: ['src_1', { url: 'https://a.example' }] }), 'not-ids'],
    ['when one entry is empty', product({ Images: ['src_1', ' '] }), 'not-ids'],
  ])('%s', (_, answer, kind) => {
    expect(read(answer)).toMatchObject({ kind: 'incomplete', reason: { kind } })
  })

  test('for another product', () => {
    const other = { kind: 'unreadable', reason: { kind: 'other-product' } }
    expect(read([{ id: 'prd_2', attributes: { Images: [] } }], 'attributes.{attribute}')).toEqual(other)
    expect(read([], 'attributes.{attribute}')).toEqual(other)
  })

  test.each([
    ['in the envelope', { ...product({ Images: ['src_1'] }), pagination: { totalRecords: 3, next: 2 } }],
    ['by a count in the envelope', { ...product({ Images: ['src_1'] }), meta: { total: 3 } }],
    ['beside the list', product({ Images: { values: ['src_1'], hasMore: true } })],
    ['by a count beside the list', product({ Images: { values: ['src_1'], total: 3 } })],
  ])('when the answer says that more follows %s', (_, answer) => {
    expect(read(answer)).toEqual({ kind: 'list', entries: ['src_1'], saysMore: true })
  })

  test('unless this is the last page', () => {
    expect(read({ ...product({ Images: [] }), pagination: { totalRecords: 1, page: 1, pageSize: 10, next: null, prev: null } })).toEqual(
      list(),
    )
  })
})

test('the time to parse a page of a product’s list grows in proportion to the answer', () => {
  const make = (n: number) => [
    product({ Images: Array.from({ length: n }, (_, i) => ({ id: `a${i}`, sourceId: `src_${i}` })) }),
    product(Object.fromEntries(Array.from({ length: n }, (_, i) => [`${'-'.repeat(20)}${i}`, []]))),
    { data: Array.from({ length: n }, (_, i) => ({ id: `prd_${i + 2}`, attributes: {} })) },
  ]
  const readAll = (n: number) => {
    const answers = make(n)
    return () => answers.map((answer) => read(answer))
  }
  expect(measureGrowth(readAll, 500, linearLimit)).toBeLessThan(linearLimit)
})
