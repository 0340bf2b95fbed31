import { describe, expect, it } from 'vitest'
import { mappingOfRows } from '../../../../../electron/core/products/matching/names/mapping-of-rows.ts'
import { parseMapping, writeMapping } from '../../../../../electron/core/products/matching/names/parse-mapping.ts'
import { proposeProducts } from '../../../../../electron/core/products/matching/names/propose-products.ts'
import { defaultMatchRules, type MatchProduct, type MatchRule, type PictureMatch } from '../../../../../shared/products/matching.ts'
import { createMatcher, placeFindings } from '../../../../support/make-matcher.ts'

type Named = Partial<Omit<MatchProduct, 'key'>>

const product = (key: string, named: Named): MatchProduct => ({
  key,
  productId: null,
  sku: null,
  gtin: null,
  name: null,
  handle: null,
  ...named,
})
const skus = (...all: string[]): MatchProduct[] => all.map((sku) => product(sku, { sku }))

const pictureOf = (path: string) => {
  const cut = path.lastIndexOf('/')
  return { id: path, folder: path.slice(0, Math.max(0, cut)), name: path.slice(cut + 1) }
}

const match = (products: readonly MatchProduct[], files: readonly string[], rules: readonly MatchRule[] = defaultMatchRules) => {
  const made = createMatcher(products, rules)
  if (made.kind === 'refused') throw new Error(made.problem.kind)
  return placeFindings(files.map((file) => made.matcher.find(pictureOf(file))))
}

const say = (one: PictureMatch | undefined): string =>
  one?.kind === 'matched'
    ? one.products.map(({ productKey }) => productKey).join(' and ')
    : one?.kind === 'question'
      ? `${one.question}: ${one.candidates.map(({ productKey }) => productKey).join(', ')}`
      : 'unmatched'

const find = (products: readonly MatchProduct[], file: string, rules?: readonly MatchRule[]): string =>
  say(match(products, [file], rules)[0])

/** The product's files in their order. */
const order = (products: readonly MatchProduct[], files: readonly string[], rules?: readonly MatchRule[]): string[] =>
  match(products, files, rules)
    .flatMap((one) => (one.kind === 'matched' ? one.products.map(({ place }) => ({ pictureId: one.pictureId, place })) : []))
    .toSorted((one, other) => one.place - other.place)
    .map(({ pictureId }) => pictureId)

describe('a name in a file’s name', () => {
  it('is found whatever its case and separators', () => {
    for (const file of ['sku_100_2.jpg', 'SKU 100 (3).jpg', 'Sku.100.front.png', 'SKU100-back.jpg', 'sku-100.JPG', 'ＳＫＵ－１００_2.jpg'])
      expect([file, find(skus('SKU-100'), file)]).toEqual([file, 'SKU-100'])
    expect(find(skus('AB 12/34.C'), 'ab-12_34-c_1.jpg')).toBe('AB 12/34.C')
    expect(find(skus('12.345.678'), '12345678_2.jpg')).toBe('12.345.678')
    expect(find(skus('Größe-7'), 'GRO\u0308ßE-7_1.jpg')).toBe('Größe-7')
  })

  it('never takes the pictures of a longer one', () => {
    const all = skus('SKU-10', 'SKU-100', 'SKU-1001', 'SKU-100-RED')
    expect(find(all, 'SKU-10_1.jpg')).toBe('SKU-10')
    expect(find(all, 'SKU-100_1.jpg')).toBe('SKU-100')
    expect(find(all, 'SKU-1001.jpg')).toBe('SKU-1001')
    expect(find(all, 'SKU-100-1.jpg')).toBe('SKU-100')
    expect(find(all, 'SKU-100-RED-2.jpg')).toBe('SKU-100-RED')
    expect(find(all, 'SKU-1002.jpg')).toBe('unmatched')
    expect(find(all, 'XSKU-100.jpg')).toBe('unmatched')
  })

  it('is a question where the text goes on without a separator', () => {
    expect(find(skus('SKU-100'), 'SKU-100A.jpg')).toBe('runs-on: SKU-100')
    expect(find(skus('SKU-100', 'SKU-100A'), 'SKU-100A.jpg')).toBe('SKU-100A')
    expect(find(skus('SKU-100'), 'SKU-100Front.jpg')).toBe('SKU-100')
    expect(find(skus('SKU-100'), 'SKU-100-1145.jpg')).toBe('runs-on: SKU-100')
    expect(find(skus('SKU-100'), 'SKU-100_20240501_002.jpg')).toBe('SKU-100')
  })

  it('is a question where a longer name is there, too, and the text goes on after it', () => {
    const all = skus('TS-100', 'TS-100-RED', 'SKU-100', 'SKU-100-42', 'TS-100-420')
    expect(find(all, 'TS-100-RED2.jpg')).toBe('same-text: TS-100, TS-100-RED')
    expect(find(all, 'SKU-100-42b.jpg')).toBe('same-text: SKU-100, SKU-100-42')
    expect(find(all, 'TS-100/TS-100-RED2.jpg')).toBe('same-text: TS-100, TS-100-RED')
    expect(find(all, 'TS-100/TS-100-420b.jpg')).toBe('runs-on: TS-100, TS-100-420')
    expect(find(all, 'TS-100-RED/TS-100-RED2.jpg')).toBe('TS-100-RED')
    const withGtin = [product('a', { sku: 'TS-100', gtin: '4006381333931' }), ...skus('TS-100-RED')]
    expect(find(withGtin, 'TS-100-RED2_4006381333931.jpg')).toBe('a')
  })

  it('is a question where a number is split, or has lost its separators', () => {
    expect(find(skus('SKU-100'), 'SKU-10-0.jpg')).toBe('number-split: SKU-100')
    expect(find(skus('SKU-10-0'), 'SKU-100.jpg')).toBe('number-split: SKU-10-0')
    expect(find(skus('SKU-10', 'SKU-100'), 'SKU-10-0.jpg')).toBe('SKU-10')
  })

  it('is a question where the end of a longer name may be a position of a shorter one', () => {
    expect(find(skus('AB-RED', 'AB-RED3'), 'AB-RED_3.jpg')).toBe('same-text: AB-RED3, AB-RED')
    expect(find(skus('AB-RED', 'AB-RED3'), 'AB-RED3.jpg')).toBe('AB-RED3')
    expect(find(skus('SKU-100', 'SKU-100-2'), 'SKU-100_2.jpg')).toBe('same-text: SKU-100-2, SKU-100')
    expect(find(skus('SKU-100', 'SKU-100-2'), 'SKU-100-2.jpg')).toBe('SKU-100-2')
    expect(find(skus('SKU-100', 'SKU-100-2'), 'SKU-100_3.jpg')).toBe('SKU-100')
  })

  it('of one or two digits, or one word, needs more than a file’s name', () => {
    expect(find(skus('2'), '4006381333931/2.jpg')).toBe('number-inside: 2')
    expect(find(skus('front'), 'x/front.jpg')).toBe('unmatched')
    expect(find(skus('SKU'), 'SKU 172a.jpg')).toBe('unmatched')
    expect(find(skus('raincoat'), 'raincoat_2.jpg')).toBe('raincoat')
  })

  it('is not found in dates, nor in folders around those that were dropped', () => {
    for (const file of ['2024-05-01.jpg', '2024-05-01 10.22.33.jpg', '2024_1.jpg', '2024/IMG_0001.jpg'])
      expect([file, find(skus('2024'), file)]).toEqual([file, 'number-inside: 2024'])
    expect(find(skus('2024'), '2024.jpg')).toBe('2024')
    expect(find(skus('1234'), '1234_2.jpg')).toBe('1234')
    expect(find(skus('1234'), '1234_01_02.jpg')).toBe('number-inside: 1234')
    expect(find(skus('20240501'), '20240501_102233.jpg')).toBe('number-inside: 20240501')
    expect(find(skus('2024-05'), '2024-05-01.jpg')).toBe('number-inside: 2024-05')
    expect(find(skus('17'), '17/day one/IMG_0001.jpg')).toBe('unmatched')
    expect(find(skus('17'), '17/front/IMG_0001.jpg')).toBe('17')
    const dropped = { id: 'a', folder: '/Users/anna/SKU-7/1718/shoot', name: 'IMG_0001.jpg', droppedLevels: 1 }
    const made = createMatcher(skus('1718', 'SKU-7'), defaultMatchRules)
    if (made.kind === 'refused') throw new Error(made.problem.kind)
    expect(made.matcher.find(dropped).kind).toBe('unmatched')
    expect(made.matcher.find({ ...dropped, droppedLevels: 3 })).toMatchObject({ matched: [{ productKey: 'SKU-7' }] })
  })

  it('of digits of another script is found, and such digits are no position', () => {
    expect(find(skus('SKU-100'), 'SKU-100_٢.jpg')).toBe('SKU-100')
    expect(match(skus('SKU-100'), ['SKU-100_٢.jpg'])).toMatchObject([{ position: { numbers: [] } }])
    expect(find(skus('قميص-٢٥'), 'قميص_٢٥_3.jpg')).toBe('قميص-٢٥')
    expect(find(skus('SKU-100'), 'SKU-100_٢.jpg', [{ by: 'pattern', pattern: '{sku}_{any}' }])).toBe('SKU-100')
  })

  it('is not found in numbers that a camera wrote', () => {
    expect(find(skus('0012'), 'IMG_0012.jpg')).toBe('unmatched')
    expect(find(skus('123456'), 'IMG_20240501_123456.jpg')).toBe('number-inside: 123456')
    expect(find(skus('123456'), '123456_2.jpg')).toBe('123456')
    expect(find([product('p', { productId: '1' }), ...skus('SKU-5')], 'SKU-5/1.jpg')).toBe('SKU-5')
  })
})

describe('a GTIN', () => {
  const mug = product('mug', { gtin: '4006381333931' })
  const upc = product('upc', { gtin: '012345678905' })

  it('is found in each of its forms', () => {
    expect(find([mug], '4006381333931.front.jpg')).toBe('mug')
    expect(find([mug], '04006381333931_2.jpg')).toBe('mug')
    for (const file of ['012345678905.jpg', '0012345678905.jpg', '00012345678905.jpg']) expect(find([upc], file)).toBe('upc')
    expect(find([product('upc14', { gtin: '00012345678905' })], '012345678905_1.jpg')).toBe('upc14')
    expect(find([product('book', { gtin: '9783161484100' })], '978-3-16-148410-0 cover.jpg')).toBe('book')
  })

  it('is not found inside a longer number, nor in another kind of packaging', () => {
    expect(find([mug], '14006381333931.jpg')).toBe('unmatched')
    expect(find([mug], '40063813339310.jpg')).toBe('unmatched')
    expect(find([mug], '400638133393-1.jpg')).toBe('unmatched')
    expect(find([upc], '10012345678902.jpg')).toBe('unmatched')
  })

  it('of two products is a question, unless the SKU says which', () => {
    const both = [product('a', { gtin: '4006381333931', sku: 'A-1' }), product('b', { gtin: '04006381333931', sku: 'B-1' })]
    expect(find(both, '4006381333931.jpg')).toBe('same-text: a, b')
    expect(find(both, 'B-1_4006381333931.jpg')).toBe('b')
  })
})

describe('a name that more than twenty products have', () => {
  const variants = Array.from({ length: 30 }, (_, at) =>
    product(`v${at}`, {
      handle: 'linen-shirt',
      sku: `LS${100 + at}`,
      gtin: at === 5 || at === 25 ? '4006381333931' : null,
      name: 'Linen shirt',
    }),
  )

  it('leaves none of them out where another text says which', () => {
    expect(find(variants, 'linen-shirt_4006381333931.jpg')).toBe('same-text: v5, v25')
    for (const at of [2, 25, 29]) expect(find(variants, `linen-shirt_LS${100 + at}.jpg`)).toBe(`v${at}`)
    expect(find(variants, 'Linen shirt/LS125_2.jpg')).toBe('v25')
    expect(find(variants, 'linen-shirt_2.jpg')).toMatch(/^same-text: (v\d+, ){19}v\d+$/)
    const pattern: MatchRule = { by: 'pattern', pattern: '{handle}_{any}' }
    expect(find(variants, 'linen-shirt_LS125.jpg', [{ by: 'sku' }, pattern])).toBe('v25')
    const mapping: MatchRule = { by: 'mapping', files: [{ file: 'LS125.jpg', product: 'linen shirt' }] }
    expect(find(variants, 'LS125.jpg', [{ by: 'sku' }, mapping])).toBe('v25')
  })
})

describe('a folder', () => {
  it('names the product at any level', () => {
    expect(find(skus('SKU-1004'), 'Spring/SKU-1004/front/01.jpg')).toBe('SKU-1004')
    expect(find(skus('SKU-1004'), 'C:\\shoot\\sku 1004\\web/01.jpg')).toBe('SKU-1004')
    expect(find(skus('17'), 'shoot/17/a.jpg')).toBe('17')
    expect(find([product('p', { name: 'Linen shirt, blue' })], 'linen shirt blue/01.jpg')).toBe('p')
  })

  it('asks where it names another product than the file', () => {
    expect(find(skus('SKU-1', 'SKU-2'), 'SKU-1/SKU-2_1.jpg')).toBe('different-texts: SKU-1, SKU-2')
    expect(find(skus('SKU-1', 'SKU-2'), 'SKU-1/SKU-2/01.jpg')).toBe('different-texts: SKU-1, SKU-2')
    expect(find(skus('SKU-1', 'SKU-2'), 'SKU-1/SKU-2_1.jpg', [{ by: 'sku' }])).toBe('SKU-2')
    expect(find(skus('SKU-1', 'SKU-1-RED'), 'SKU-1/SKU-1-RED_1.jpg')).toBe('SKU-1-RED')
    expect(find(skus('SKU-1', 'SKU-1-RED'), 'SKU-1-RED/SKU-1_1.jpg')).toBe('SKU-1-RED')
  })

  it('suggests products where there is no list', () => {
    const files = ['drop/SKU-2/b.jpg', 'drop/SKU-1/img_10.jpg', 'drop/SKU-1/img_9.jpg', 'drop/SKU-1/web/main.jpg', 'drop/loose.jpg']
    expect(proposeProducts(files.map(pictureOf))).toEqual([
      { name: 'SKU-1', folder: 'drop/SKU-1', imageIds: ['drop/SKU-1/web/main.jpg', 'drop/SKU-1/img_9.jpg', 'drop/SKU-1/img_10.jpg'] },
      { name: 'SKU-2', folder: 'drop/SKU-2', imageIds: ['drop/SKU-2/b.jpg'] },
    ])
    expect(proposeProducts(['a/SKU-1/1.jpg'].map(pictureOf)).map(({ name }) => name)).toEqual(['SKU-1'])
  })
})

describe('a pattern', () => {
  const by = (pattern: string): MatchRule[] => [{ by: 'pattern', pattern }]
  const problemOf = (pattern: string): string => {
    const made = createMatcher([], by(pattern))
    return made.kind === 'refused' ? made.problem.kind : 'accepted'
  }

  it('reads product and position where it says', () => {
    const [found] = match(skus('AB-12', 'AB'), ['shoot/x/AB-12_3.jpg'], by('{sku}_{position}'))
    expect(found).toMatchObject({
      position: { numbers: [3], view: null },
      products: [{ productKey: 'AB-12', why: { by: 'pattern', text: 'AB-12' } }],
    })
    expect(find(skus('AB-12', 'AB'), 'blue/AB-12-anything.jpg', by('{folder}/{sku}-{any}'))).toBe('AB-12')
    expect(find(skus('AB-12', 'AB'), 'AB-12-anything.jpg', by('{folder}/{sku}-{any}'))).toBe('unmatched')
    expect(find(skus('AB-12'), 'AB-12/front.jpg', by('{sku}/{position}'))).toBe('AB-12')
    expect(find(skus('AB-12'), '7 - ab 12.jpg', by('{position} - {sku}'))).toBe('AB-12')
  })

  it('cuts no number and no word in two', () => {
    expect(find(skus('SKU-10'), 'SKU-100.jpg', by('{sku}{any}'))).toBe('unmatched')
    expect(find(skus('SKU-10'), 'SKU-100.jpg', by('{sku}{position}'))).toBe('unmatched')
    expect(find(skus('SKU-10'), 'SKU-1001.jpg', by('{sku}{position:2}'))).toBe('SKU-10')
    expect(find(skus('RED'), 'REDDISH.jpg', by('{sku}{any}'))).toBe('unmatched')
  })

  it('before other rules decides alone; after them it must agree', () => {
    const products = skus('SKU-1', 'SKU-2')
    const pattern: MatchRule = { by: 'pattern', pattern: '{any} of {sku}' }
    expect(find(products, 'SKU-1 of SKU-2.jpg', [pattern, { by: 'sku' }])).toBe('SKU-2')
    expect(find(products, 'SKU-1/x of SKU-2.jpg', [{ by: 'folder' }, pattern])).toBe('different-texts: SKU-1, SKU-2')
  })

  it('is refused with its reason where it is no pattern, or one for everything', () => {
    expect(problemOf(' ')).toBe('pattern-empty')
    expect(problemOf('x'.repeat(201))).toBe('pattern-too-long')
    expect(problemOf('{sku')).toBe('pattern-brace')
    expect(problemOf('sku}_1')).toBe('pattern-brace')
    expect(problemOf('{sku{any}}')).toBe('pattern-brace')
    expect(problemOf('{colour}_{sku}')).toBe('pattern-word-unknown')
    expect(problemOf('{constructor}')).toBe('pattern-word-unknown')
    expect(problemOf('{any}')).toBe('pattern-names-no-product')
    expect(problemOf('{position}')).toBe('pattern-names-no-product')
    expect(problemOf('{sku}_{id}')).toBe('pattern-names-two-products')
    expect(problemOf('{position}_{sku}_{position}')).toBe('pattern-two-positions')
    expect(problemOf('{any}{sku}{any}')).toBe('pattern-matches-everything')
    expect(problemOf('{any}{any}-{sku}')).toBe('pattern-unclear')
    expect(problemOf('{sku}-{any}{position}')).toBe('pattern-unclear')
    expect(problemOf('a//{sku}')).toBe('pattern-empty-folder')
    expect(problemOf('{ SKU }_{any}')).toBe('accepted')
  })

  it('ends, whatever it and the name are: trying each way to divide a name would not', () => {
    const pattern = by(`${'{any}a'.repeat(30)}{sku}`)
    const files = Array.from({ length: 60 }, (_, at) => `${'a'.repeat(240)}${at}b.jpg`)
    expect(match(skus('SKU-1', 'a'.repeat(200)), files, pattern)).toBeDefined()
  })
})

describe('a mapping', () => {
  const files = [
    { file: 'front.jpg', product: 'SKU-1' },
    { file: 'B/front.jpg', product: '4006381333931' },
    { file: 'noextension', product: 'sku 1' },
    { file: 'odd.jpg', product: 'SKU-9' },
    { file: 'two.jpg', product: 'SKU-1' },
    { file: 'TWO.jpg', product: 'mug' },
  ]
  const products = [...skus('SKU-1'), product('mug', { name: 'Mug', gtin: '4006381333931' })]

  it('names products by any field, the line with the most folders first', () => {
    const by: MatchRule[] = [{ by: 'mapping', files }]
    expect(find(products, 'A/Front.JPG', by)).toBe('SKU-1')
    expect(find(products, 'A/b/front.jpg', by)).toBe('mug')
    expect(find(products, 'noextension.png', by)).toBe('SKU-1')
    expect(find(products, 'two.jpg', by)).toBe('SKU-1 and mug')
    expect(find(products, 'other.jpg', by)).toBe('unmatched')
  })

  it('joins no numbers, and takes none apart', () => {
    const by = (product: string): MatchRule[] => [{ by: 'mapping', files: [{ file: 'a.jpg', product }] }]
    expect(find(skus('10', '100'), 'a.jpg', by('10.0'))).toBe('unmatched')
    expect(find(skus('SKU-100'), 'a.jpg', by('SKU-10-0'))).toBe('unmatched')
    expect(find(skus('SKU-10-0', 'SKU-100'), 'a.jpg', by('SKU-100'))).toBe('SKU-100')
    expect(find(skus('SKU-10-0', 'SKU-100'), 'a.jpg', by('sku 10 0'))).toBe('SKU-10-0')
    expect(find(skus('12.345.678'), 'a.jpg', by('12345678'))).toBe('12.345.678')
    expect(find([product('p', { name: 'Set 100' })], 'a.jpg', by('Set 10.0'))).toBe('unmatched')
  })

  it('has two columns, or names them', () => {
    expect(parseMapping('a.jpg;SKU-1\nb.jpg;SKU-2;')).toEqual([
      { file: 'a.jpg', product: 'SKU-1' },
      { file: 'b.jpg', product: 'SKU-2' },
    ])
    expect(parseMapping('File;Position;SKU\na.jpg;2;SKU-1')).toEqual([{ file: 'a.jpg', product: 'SKU-1', place: 2 }])
    expect(parseMapping('sku,file,note\nSKU-1,a.jpg,"x, y"')).toEqual([{ file: 'a.jpg', product: 'SKU-1' }])
    for (const [text, line] of [
      ['a.jpg;2;SKU-1', 1],
      ['a.jpg;SKU-1\nb.jpg;2;SKU-1', 2],
      ['file;position;colour\na.jpg;2;red', 1],
    ] as const)
      expect(() => parseMapping(text)).toThrow(`Line ${line} of the mapping`)
  })

  it('may name the product first, and several files, which are in this order', () => {
    const files = (...names: readonly string[]) => names.map((file, at) => ({ file, product: 'SKU-1', place: at + 1 }))
    expect(parseMapping('SKU-1;a.jpg\nSKU-2;b.jpg')).toEqual([
      { file: 'a.jpg', product: 'SKU-1' },
      { file: 'b.jpg', product: 'SKU-2' },
    ])
    expect(parseMapping('SKU-1\tb.jpg, a.jpg')).toEqual(files('b.jpg', 'a.jpg'))
    expect(parseMapping('SKU-1\tb.jpg|a.jpg')).toEqual(files('b.jpg', 'a.jpg'))
    expect(parseMapping('SKU-1\tmug, blue.jpg')).toEqual([{ file: 'mug, blue.jpg', product: 'SKU-1' }])
    expect(mappingOfRows([{ row: 4, cells: ['SKU-1', 'b.jpg\na.jpg'] }])).toEqual(files('b.jpg', 'a.jpg'))
    const columns = 'sku;title;image_1;Image 2;image_3;price\nSKU-1;Mug;z.jpg;;a.jpg;9,90\nSKU-2;Pen;;;;1'
    expect(parseMapping(columns)).toEqual(files('z.jpg', 'a.jpg'))
    const addresses = 'Handle,Image Src,Image Position\nmug,https://cdn.example/files/big%20mug.jpg?v=17,3'
    expect(parseMapping(addresses)).toEqual([{ file: 'big mug.jpg', product: 'mug', place: 3 }])
    expect(parseMapping('bild1;SKU-1\nbild2;SKU-2')).toHaveLength(2)
    const kept = files('"a"\tb.jpg', 'c;d.jpg')
    expect(parseMapping(writeMapping(kept))).toEqual([{ ...kept[0], file: '"a" b.jpg' }, kept[1]])
    const by: MatchRule[] = [{ by: 'mapping', files: files('z.jpg', 'SKU-1_1.jpg', 'a.jpg') }]
    expect(order(skus('SKU-1'), ['a.jpg', 'SKU-1_1.jpg', 'z.jpg'], by)).toEqual(['z.jpg', 'SKU-1_1.jpg', 'a.jpg'])
  })

  it('tells which of its products are unknown', () => {
    const made = createMatcher(products, [{ by: 'mapping', files }])
    expect(made.kind === 'ready' && made.matcher.unknownInMapping).toEqual([{ file: 'odd.jpg', product: 'SKU-9' }])
  })
})

describe('the order of a product’s pictures', () => {
  it('is main, numbers, words for views, then natural', () => {
    const wanted = ['S-1.jpg', 'S-1_1.jpg', 'S-1_2.jpg', 'S-1_10.jpg', 'S-1_front.jpg', 'S-1_back.jpg', 'S-1_blue sky.jpg', 'S-1_sun.jpg']
    expect(order(skus('S-1'), wanted.toReversed())).toEqual(wanted)
    const amazon = ['B000123456.MAIN.jpg', 'B000123456.PT01.jpg', 'B000123456.PT02.jpg', 'B000123456.BACK.jpg']
    expect(order([product('p', { productId: 'B000123456' })], amazon.toReversed())).toEqual(amazon)
    const folder = ['S-1/IMG_2.jpg', 'S-1/IMG_10.jpg', 'S-1/IMG_11.jpg']
    expect(order(skus('S-1'), folder.toReversed())).toEqual(folder)
  })
})
