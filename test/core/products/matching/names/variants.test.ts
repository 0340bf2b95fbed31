import { describe, expect, it } from 'vitest'
import { createSuggester } from '../../../../../electron/core/products/matching/names/suggest-products.ts'
import {
  defaultMatchRules,
  type MatchFamily,
  type MatchProduct,
  type MatchRule,
  type NamingFields,
} from '../../../../../shared/products/matching.ts'
import { createMatcher, placeFindings } from '../../../../support/make-matcher.ts'

const none: NamingFields = { productId: null, sku: null, gtin: null, name: null, handle: null }

type Of = 'product' | 'each' | 'first' | 'none'
type Given = {
  readonly names: Partial<NamingFields>
  readonly options: readonly string[]
  readonly variants: readonly (readonly [values: string, names?: Partial<NamingFields>])[]
}

/** `of`: products are those of the workspace, or variants, and which of them pictures of the whole product go to. Keys are names and values. */
const make = (given: readonly Given[], of: Of): MatchFamily[] =>
  given.map(({ names, options, variants }) => {
    const key = names.handle ?? names.sku ?? names.name ?? ''
    return {
      key: of === 'product' ? key : null,
      names: { ...none, ...names },
      shared: of === 'product' ? 'each' : of,
      variants: variants.map(([values, own]) => ({
        key: of === 'product' ? null : `${key}:${values}`,
        names: { ...none, ...own },
        options: values.split('/').map((value, at) => [options[at] ?? '', value] as const),
      })),
    }
  })

const targetsOf = (families: readonly MatchFamily[]): MatchProduct[] =>
  families.flatMap(({ key, names, variants }) =>
    [{ key, names }, ...variants].flatMap((one) => (one.key === null ? [] : [{ ...one.names, key: one.key }])),
  )

const match = (
  families: readonly MatchFamily[],
  files: readonly string[],
  rules: readonly MatchRule[],
  others: readonly MatchProduct[],
) => {
  const made = createMatcher([...targetsOf(families), ...others], rules, families)
  if (made.kind === 'refused') throw new Error(made.problem.kind)
  const pictures = files.map((file) => {
    const cut = file.lastIndexOf('/')
    const codes = file.includes('#') ? [{ format: 'ean-13' as const, text: file.split('#')[1]!.replace(/\D/g, '') }] : []
    return { id: file, folder: file.slice(0, Math.max(0, cut)), name: file.slice(cut + 1).split('#')[0]!, codes }
  })
  return placeFindings(pictures.map(made.matcher.find))
}

const sku = (key: string): MatchProduct => ({ ...none, key, sku: key })
const handle = (key: string): MatchProduct => ({ ...none, key, handle: key })

/** What one picture is matched to, without the product’s own name, or the question. */
const find = (
  families: readonly MatchFamily[],
  file: string,
  rules: readonly MatchRule[] = defaultMatchRules,
  others: MatchProduct[] = [],
): string => {
  const [one] = match(families, [file], rules, others)
  if (one?.kind === 'matched') return one.products.map(({ productKey }) => productKey.replace(/^[^:]*:/, '')).join(' ')
  return one?.kind === 'question' ? `? ${one.question}` : '-'
}

/** The product’s files in their order. */
const order = (families: readonly MatchFamily[], key: string, files: readonly string[], rules = defaultMatchRules): string[] =>
  match(families, files, rules, [])
    .flatMap((one) =>
      one.kind === 'matched' ? one.products.flatMap((at) => (at.productKey === key ? [{ file: one.pictureId, place: at.place }] : [])) : [],
    )
    .toSorted((one, other) => one.place - other.place)
    .map(({ file }) => file)

const shirt: Given = {
  names: { handle: 'shirt', name: 'Shirt' },
  options: ['Color', 'Size'],
  variants: [
    ['Red/S', { sku: 'SH-R-S', gtin: '4006381333931' }],
    ['Red/M', { sku: 'SH-R-M', gtin: '4006381333948' }],
    ['Navy Blue/S', { sku: 'SH-N-S' }],
    ['Navy Blue/M', { sku: 'SH-N-M' }],
    ['Crème/M', { sku: 'SH-C-M' }],
  ],
}
const reds = 'Red/S Red/M'
const all = 'Red/S Red/M Navy Blue/S Navy Blue/M Crème/M'

const boots: Given = {
  names: { handle: 'rain-boots', name: 'Rain boots' },
  options: ['Color', 'Size'],
  variants: [
    ['Black/2', {}],
    ['Black/38', {}],
    ['Black/42', {}],
    ['Green/38', {}],
  ],
}

describe('values of options in names', () => {
  const is = (given: Given, expected: Readonly<Record<string, string>>, of: Of = 'each', others: MatchProduct[] = []): void => {
    for (const [file, variants] of Object.entries(expected))
      expect({ file, variants: find(make([given], of), file, defaultMatchRules, others) }).toEqual({ file, variants })
  }

  it('mean all variants that have them, in the file’s name or in folders', () => {
    is(shirt, {
      'shirt-red_2.jpg': reds,
      'Shirt_RED_m_front.jpg': 'Red/M',
      'shirt/red/2.jpg': reds,
      'shirt/red/M/2.jpg': 'Red/M',
      'shirt/red_M/2.jpg': 'Red/M',
      'shirt/navy blue/IMG_1234.jpg': 'Navy Blue/S Navy Blue/M',
      'shirt-navy-blue_back.jpg': 'Navy Blue/S Navy Blue/M',
      'shirt-navyblue-1.jpg': 'Navy Blue/S Navy Blue/M',
      'shirt-creme-1.jpg': 'Crème/M',
      'shirt-cre\u0300me-1.jpg': 'Crème/M',
      'shirt-red2.jpg': reds,
      'shirt_size-m_1.jpg': 'Red/M Navy Blue/M Crème/M',
      'red/shirt_1.jpg': reds,
      'Shirt – Red/1.jpg': reds,
      'shirt_red_lifestyle on the beach.jpg': reds,
    })
  })

  it('are whole words, never a part of one, and never half of a value', () => {
    const linen = { ...shirt, names: { handle: 'linen-shirt' } }
    is(linen, {
      'linen-shirt-redish_1.jpg': '? variant-unclear',
      'linen-shirt-bored_1.jpg': '? variant-unclear',
      'linen-shirt-navy_1.jpg': '? variant-unclear',
      'linen-shirt-light-red_1.jpg': '? variant-unclear',
      'linen-shirt-red-marine_1.jpg': '? variant-unclear',
      'linen-shirt-green_1.jpg': '? variant-unclear',
      'linen-shirt/crimson/1.jpg': '? variant-unclear',
      'linen-shirt-red-navy-blue.jpg': '? variant-unclear',
      // No variant has both.
      'linen-shirt-creme-S.jpg': '? variant-unclear',
    })
  })

  it('that may be something else are a question, unless a color or the option’s name is before them', () => {
    is(boots, {
      'rain-boots-black-38_1.jpg': 'Black/38',
      'rain-boots-black-42_2.jpg': 'Black/42',
      'rain-boots-black_2.jpg': '? variant-unclear',
      'rain-boots-green_2.jpg': '? variant-unclear',
      'rain-boots-black_02.jpg': 'Black/2 Black/38 Black/42',
      'rain-boots-black_1.jpg': 'Black/2 Black/38 Black/42',
      'rain-boots-38.jpg': '? variant-unclear',
      'rain-boots-size-2.jpg': 'Black/2',
      'rain-boots/black/42/1.jpg': 'Black/42',
      'rain-boots/38/1.jpg': '? variant-unclear',
      'rain-boots/black/2.jpg': 'Black/2 Black/38 Black/42',
      'rain-boots (2).jpg': 'Black/2 Black/38 Black/42 Green/38',
      'rain-boots_1.jpg': 'Black/2 Black/38 Black/42 Green/38',
      'rain-boots-IMG_42.jpg': 'Black/2 Black/38 Black/42 Green/38',
    })
    const tops: Given = {
      names: { sku: 'PJ-100' },
      options: ['Part', 'Size'],
      variants: ['Top/S', 'Top/L', 'Bottom/S', 'Bottom/L', 'New/One', 'Front/M'].map((values) => [values] as const),
    }
    is(tops, {
      'PJ-100_top.jpg': '? variant-unclear',
      'PJ-100/top/1.jpg': '? variant-unclear',
      'PJ-100_front.jpg': '? variant-unclear',
      'PJ-100_new.jpg': '? variant-unclear',
      'new/PJ-100_1.jpg': 'Top/S Top/L Bottom/S Bottom/L New/One Front/M',
      'PJ-100_one.jpg': '? variant-unclear',
      'PJ-100_part-top.jpg': 'Top/S Top/L',
      'PJ-100_M.jpg': '? variant-unclear',
      'PJ-100_L_2.jpg': '? variant-unclear',
      'M/PJ-100_2.jpg': 'Top/S Top/L Bottom/S Bottom/L New/One Front/M',
    })
    const sized: Given = { names: { sku: 'TS-5' }, options: ['Color', 'Size'], variants: [['Red/Large'], ['Red/Small'], ['Blue/Large']] }
    is(sized, { 'TS-5_red_large.jpg': 'Red/Large', 'TS-5_large.jpg': '? variant-unclear', 'TS-5_Blue_Large_1.jpg': 'Blue/Large' })
    const twos: Given = { names: { sku: 'MUG-7' }, options: ['Color'], variants: [['Red'], ['Red 2'], ['Red-White']] }
    is(twos, { 'MUG-7_red_2.jpg': '? variant-unclear', 'MUG-7_red_1.jpg': 'Red', 'MUG-7_red2.jpg': 'Red 2' })
  })

  it('may be codes, in any script, and follow a number', () => {
    const coded: Given = {
      names: { sku: '4711' },
      options: ['Color', 'Größe'],
      variants: [['NV/S'], ['BK/S'], ['红色/S'], ['Dark Olive/S'], ['Olive/S']],
    }
    is(coded, {
      '4711_NV_1.jpg': '-',
      '4711_olive_1.jpg': 'Olive/S',
      '4711_dark-olive_1.jpg': 'Dark Olive/S',
      '4711_红色_1.jpg': '红色/S',
      '2024_olive_1.jpg': '-',
    })
    is(
      { ...coded, names: { sku: 'TS-4711' } },
      {
        'TS-4711_NV_1.jpg': 'NV/S',
        'TS-4711_BK_1.jpg': '? variant-unclear',
        'TS-4711/NV/1.jpg': 'NV/S',
        'TS-4711_front_NV.jpg': '? variant-unclear',
        'TS-4711_dark_1.jpg': '? variant-unclear',
      },
    )
  })

  it('of a single variant, such as “Default Title”, say nothing', () => {
    const only: Given = { names: { handle: 'oak-lamp' }, options: ['Title'], variants: [['Default Title', { sku: 'OL-1' }]] }
    is(only, { 'oak-lamp_default_1.jpg': 'Default Title', 'oak-lamp-title.jpg': 'Default Title', 'OL-1_2.jpg': 'Default Title' })
  })

  it('that are in the name of the product, or in its SKU, are not values', () => {
    const red: Given = { names: { handle: 'red-shirt', sku: 'TS-RED-1' }, options: ['Color'], variants: [['Red'], ['Blue']] }
    is(red, {
      'red-shirt_1.jpg': 'Red Blue',
      'red-shirt-blue_1.jpg': 'Blue',
      'red-shirt-red_1.jpg': 'Red',
      'TS-RED-1_2.jpg': 'Red Blue',
      'TS-RED-1_blue.jpg': 'Blue',
    })
  })

  it('make no variant of another product’s name', () => {
    const dress: Given = { names: { handle: 'shirt-dress' }, options: ['Color'], variants: [['Red'], ['Blue']] }
    const families = make([shirt, dress], 'each')
    expect(find(families, 'shirt-dress-red_1.jpg')).toBe('Red')
    // A product that is called like a variant of another one.
    expect(find(make([shirt], 'each'), 'shirt-red_2.jpg', defaultMatchRules, [handle('shirt-red')])).toBe('? same-text')
    expect(find(make([shirt], 'product'), 'shirt-red_2.jpg', defaultMatchRules, [handle('shirt-red')])).toBe('? same-text')
    expect(find(make([shirt], 'each'), 'shirt/shirt-red_2.jpg', defaultMatchRules, [handle('shirt-red')])).toBe('? same-text')
    const [blueShirt, redShirt]: Given[] = ['shirt-blue', 'shirt-red'].map((name) => ({
      names: { handle: name },
      options: ['Size'],
      variants: [['S'], ['M']],
    }))
    expect(
      match(make([blueShirt!, redShirt!], 'product'), ['shirt-red_M_1.jpg', 'shirt-blue_1.jpg', 'shirt_1.jpg'], defaultMatchRules, []).map(
        (one) => (one.kind === 'matched' ? one.products[0]?.productKey : one.kind),
      ),
    ).toEqual(['shirt-red', 'shirt-blue', 'unmatched'])
  })

  it('decide for none, if another text names a different product', () => {
    expect(find(make([shirt], 'each'), 'shirt-red_MUG-12_1.jpg', defaultMatchRules, [sku('MUG-12')])).toBe('? different-texts')
    expect(find(make([shirt], 'each'), 'SH-R-M_MUG-12_beach.jpg', defaultMatchRules, [sku('MUG-12')])).toBe('? different-texts')
    expect(
      find(make([{ ...shirt, names: { handle: 'linen-shirt' } }], 'each'), 'linen-shirt/MUG-12_handle.jpg', defaultMatchRules, [
        sku('MUG-12'),
      ]),
    ).toBe('? different-texts')
  })
})

describe('names of variants', () => {
  it('narrow the product that a folder names, and contradict another variant only where variants are products', () => {
    for (const [file, each, product] of [
      ['shirt/SH-R-M_1.jpg', 'Red/M', 'shirt'],
      ['shirt/SH-R-M_white_1.jpg', 'Red/M', 'shirt'],
      ['SH-R-M/SH-N-M_1.jpg', '? different-texts', 'shirt'],
      ['SH-R-M/shirt-navy-blue_1.jpg', '? variant-unclear', 'shirt'],
      ['shirt-red/SH-N-M.jpg', '? variant-unclear', 'shirt'],
      ['beach #4006381333948.jpg', 'Red/M', 'shirt'],
      ['shirt-red #4006381333948.jpg', 'Red/M', 'shirt'],
      ['shirt-navy-blue #4006381333948.jpg', '? variant-unclear', 'shirt'],
      ['SH-R-M_4006381333931.jpg', '? different-texts', 'shirt'],
    ] as const) {
      expect({ file, each: find(make([shirt], 'each'), file) }).toEqual({ file, each })
      expect({ file, product: find(make([shirt], 'product'), file) }).toEqual({ file, product })
    }
  })

  it('that several variants share mean all of these', () => {
    const style: Given = {
      names: { name: 'Polo' },
      options: ['Size'],
      variants: [
        ['S', { sku: 'PO-77' }],
        ['M', { sku: 'PO-77' }],
        ['L', { sku: 'PO-78' }],
      ],
    }
    expect(find(make([style], 'each'), 'PO-77_1.jpg')).toBe('S M')
    // Of two products, it is a question as before.
    const other: Given = { ...style, names: { name: 'Polo long' }, variants: [['S', { sku: 'PO-77' }]] }
    expect(find(make([style, other], 'each'), 'PO-77_1.jpg')).toBe('? same-text')
  })

  it('are found by the beginning that they share, if nothing else begins so', () => {
    const polo = (name: string, ...skus: string[]): Given => ({
      names: { name },
      options: ['Size'],
      variants: skus.map((one) => [one, { sku: one }] as const),
    })
    const given = [polo('Polo', '1001-RED-S', '1001-RED-M', '1001-BLK-S', '1001-BLK-M'), polo('Tee', '2002-RED-S', '2002-RED-M')]
    expect(find(make(given, 'each'), '1001-RED-01.jpg')).toBe('1001-RED-S 1001-RED-M')
    expect(find(make(given, 'product'), '1001-BLK_front.jpg')).toBe('Polo')
    expect(find(make(given, 'each'), '1001-RED-M_1.jpg')).toBe('1001-RED-M')
    expect(find(make(given, 'each'), '1001_1.jpg')).toBe('-')
    expect(find(make(given, 'each'), '1001-REDISH_1.jpg')).toBe('-')
    expect(find(make(given, 'each'), '1001-RED-01.jpg', defaultMatchRules, [sku('1001-RED-XXL')])).toBe('-')
    expect(find(make(given, 'each'), '1001-RED-01.jpg', defaultMatchRules, [sku('1001-RED')])).toBe('1001-RED')
  })

  it('that end like a position are a question beside the product’s own', () => {
    const cup: Given = {
      names: { sku: 'SW1001' },
      options: ['Farbe'],
      variants: [
        ['Rot', { sku: 'SW1001.1' }],
        ['Blau', { sku: 'SW1001.2' }],
      ],
    }
    expect(find(make([cup], 'each'), 'SW1001.2_1.jpg')).toBe('Blau')
    expect(find(make([cup], 'each'), 'SW1001_2.jpg')).toBe('? variant-unclear')
    expect(find(make([cup], 'product'), 'SW1001_2.jpg')).toBe('SW1001')
  })
})

describe('pictures of a whole product, where its variants are the workspace’s products', () => {
  it('go to each of them, the first, or none', () => {
    expect(find(make([shirt], 'each'), 'shirt_1.jpg')).toBe(all)
    expect(find(make([shirt], 'first'), 'shirt_1.jpg')).toBe('Red/S')
    expect(find(make([shirt], 'none'), 'shirt_1.jpg')).toBe('-')
    expect(find(make([shirt], 'none'), 'shirt-red_1.jpg')).toBe(reds)
    expect(find(make([shirt], 'first'), 'shirt-red_1.jpg')).toBe(reds)
  })

  it('may be in a folder for all of them', () => {
    for (const file of ['shirt/all/1.jpg', 'shirt/Alle/1.jpg', 'shirt/shared/1.jpg'])
      expect([file, find(make([shirt], 'each'), file)]).toEqual([file, all])
    expect(find(make([shirt], 'product'), 'shirt/all/1.jpg')).toBe('shirt')
  })

  it('come after those of the variant, of its color and of its size', () => {
    const files = [
      ...['shirt-red-m_1.jpg', 'SH-R-M_3.jpg', 'shirt-red_1.jpg', 'shirt-red_2.jpg', 'shirt-size-m_1.jpg', 'shirt.jpg', 'shirt_1.jpg'],
      ...['shirt-navy-blue.jpg', 'SH-R-S_1.jpg'],
    ]
    expect(order(make([shirt], 'each'), 'shirt:Red/M', files)).toEqual(files.slice(0, 7))
    expect(order(make([shirt], 'each'), 'shirt:Red/M', files.toReversed())).toEqual(files.slice(0, 7))
  })

  it('are asked about where something else is said, unless only sizes differ', () => {
    const sizes: Given = { names: { handle: 'oak-frame' }, options: ['Size'], variants: [['13 x 18 cm'], ['30 x 40 cm']] }
    expect(find(make([sizes], 'each'), 'oak-frame-in-a-kitchen.jpg')).toBe('13 x 18 cm 30 x 40 cm')
    expect(find(make([sizes], 'each'), 'oak-frame-30x40cm.jpg')).toBe('30 x 40 cm')
    expect(find(make([boots], 'each'), 'rain-boots-in-a-kitchen.jpg')).toBe('? variant-unclear')
    expect(find(make([boots], 'product'), 'rain-boots-in-a-kitchen.jpg')).toBe('rain-boots')
  })
})

describe('the order in a product with variants', () => {
  it('is the product’s own, then color by color, those of all sizes before those of one', () => {
    const files = [
      'SH-C-M_1.jpg',
      'SH-N-M_2.jpg',
      'shirt-navy-blue_back.jpg',
      'shirt-navy-blue_1.jpg',
      'SH-R-M.jpg',
      'SH-R-S_front.jpg',
      'shirt-red_M_3.jpg',
      'shirt-red_2.jpg',
      'shirt-red.jpg',
      'shirt_group.jpg',
      'shirt.jpg',
      'shirt-red-navy-blue.jpg',
    ]
    const expected = [
      'shirt.jpg',
      'shirt_group.jpg',
      'shirt-red-navy-blue.jpg',
      'shirt-red.jpg',
      'shirt-red_2.jpg',
      'SH-R-S_front.jpg',
      'SH-R-M.jpg',
      'shirt-red_M_3.jpg',
      'shirt-navy-blue_1.jpg',
      'shirt-navy-blue_back.jpg',
      'SH-N-M_2.jpg',
      'SH-C-M_1.jpg',
    ]
    expect(order(make([shirt], 'product'), 'shirt', files).toSorted()).toEqual(expected.toSorted())
    expect(order(make([shirt], 'product'), 'shirt', files.toReversed())).toEqual(order(make([shirt], 'product'), 'shirt', files))
    const got = order(make([shirt], 'product'), 'shirt', files)
    expect(got.slice(3)).toEqual(expected.slice(3))
  })

  it('goes by the color, if the list has sizes first', () => {
    const tee: Given = { names: { sku: 'T-9' }, options: ['Size', 'Color'], variants: [['S/Red'], ['M/Red'], ['S/Blue'], ['M/Blue']] }
    const files = ['T-9_blue_1.jpg', 'T-9_red_2.jpg', 'T-9_red_1.jpg', 'T-9_S_red.jpg', 'T-9_2.jpg']
    expect(order(make([tee], 'product'), 'T-9', files)).toEqual([
      'T-9_2.jpg',
      'T-9_red_1.jpg',
      'T-9_red_2.jpg',
      'T-9_S_red.jpg',
      'T-9_blue_1.jpg',
    ])
  })

  it('reads no position in a value', () => {
    const files = ['rain-boots-black-42_2.jpg', 'rain-boots-black-42_1.jpg', 'rain-boots-black-42.jpg', 'rain-boots-black-38_9.jpg']
    expect(order(make([boots], 'product'), 'rain-boots', files)).toEqual([files[3], files[2], files[1], files[0]])
  })
})

describe('one picture of several products', () => {
  const mapping = (...lines: readonly (readonly [string, string])[]): MatchRule[] => [
    { by: 'mapping', files: lines.map(([file, product], at) => ({ file, product, place: at + 1 })) },
    ...defaultMatchRules,
  ]

  it('is in each product that a mapping names for it, with its place there', () => {
    const rules = mapping(['group.jpg', 'MUG-12'], ['group.jpg', 'SH-R-M'], ['group.jpg', 'MUG-12'])
    const [one] = match(make([shirt], 'each'), ['group.jpg'], rules, [sku('MUG-12')])
    expect(one).toMatchObject({ kind: 'matched', products: [{ productKey: 'MUG-12' }, { productKey: 'shirt:Red/M' }] })
    expect(find(make([shirt], 'product'), 'group.jpg', rules, [sku('MUG-12')])).toBe('MUG-12 shirt')
    expect(find(make([shirt], 'first'), 'group.jpg', mapping(['group.jpg', 'shirt']))).toBe('Red/S')
    expect(find(make([shirt], 'each'), 'shirt-red.jpg', mapping(['shirt-red.jpg', 'shirt']))).toBe(all)
  })

  it('is a question, if a line of the mapping could mean several products', () => {
    const twins = [sku('a'), sku('b')].map((one) => ({ ...one, sku: 'TWIN-1' }))
    expect(find([], 'group.jpg', mapping(['group.jpg', 'MUG-12'], ['group.jpg', 'TWIN-1']), [sku('MUG-12'), ...twins])).toBe('? same-text')
  })

  it('keeps what a later mapping says, if the name agrees', () => {
    const later = mapping(['MUG-12_group.jpg', 'MUG-12'], ['MUG-12_group.jpg', 'MUG-13']).toReversed()
    expect(find([], 'MUG-12_group.jpg', later, [sku('MUG-12'), sku('MUG-13')])).toBe('MUG-12 MUG-13')
    expect(
      find(
        [],
        'MUG-12_group.jpg',
        mapping(['MUG-12_group.jpg', 'MUG-13'], ['MUG-12_group.jpg', 'MUG-14']).toReversed(),
        ['MUG-12', 'MUG-13', 'MUG-14'].map(sku),
      ),
    ).toBe('? different-texts')
  })
})

describe('patterns', () => {
  it('name the product, and values narrow it', () => {
    const rules: MatchRule[] = [{ by: 'pattern', pattern: '{handle}-{any}_{position}' }]
    expect(find(make([shirt], 'each'), 'shirt-red_2.jpg', rules)).toBe(reds)
    expect(find(make([shirt], 'product'), 'shirt-red_2.jpg', rules)).toBe('shirt')
    const red: Given = { names: { handle: 'red-shirt' }, options: ['Color'], variants: [['Red'], ['Blue']] }
    expect(find(make([red], 'each'), 'red-shirt-blue_2.jpg', rules)).toBe('Blue')
  })
})

describe('suggestions by answers', () => {
  it('name the product of a variant whose GTIN or SKU an answer has', () => {
    const suggest = (of: Of, text: string) => {
      const families = make([shirt], of)
      return createSuggester(targetsOf(families), families)
        .suggest([text])
        .map(({ product, suggestion }) => [product.key, suggestion.field, suggestion.text])
    }
    expect(suggest('product', 'EAN 4 006381 333948')).toEqual([['shirt', 'gtin', '4 006381 333948']])
    expect(suggest('product', 'Item SH-N-M.')).toEqual([['shirt', 'sku', 'SH-N-M']])
    expect(suggest('each', 'Item SH-N-M.')).toEqual([['shirt:Navy Blue/M', 'sku', 'SH-N-M']])
  })
})
