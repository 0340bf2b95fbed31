import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  defaultMatchRules,
  type MatchFamily,
  type MatchPicture,
  type MatchProduct,
  type NamingFields,
  type PictureMatch,
} from '../../../../../shared/products/matching.ts'
import { generateFamilies, generateVariantNames } from '../../../../support/generate-variant-names.ts'
import { createMatcher, placeFindings } from '../../../../support/make-matcher.ts'

const none: NamingFields = { productId: null, sku: null, gtin: null, name: null, handle: null }

const match = (products: readonly MatchProduct[], families: readonly MatchFamily[], pictures: readonly MatchPicture[]): PictureMatch[] => {
  const made = createMatcher(products, defaultMatchRules, families)
  if (made.kind === 'refused') throw new Error(made.problem.kind)
  return placeFindings(pictures.map(made.matcher.find))
}

const glue = fc.constantFrom('-', '_', ' ', '/', '')
const joinedOf = (parts: readonly string[]) =>
  fc.array(fc.tuple(fc.constantFrom(...parts), glue), { minLength: 1, maxLength: 6 }).map((all) => all.flat().join(''))

const values = [
  'Red',
  'Navy Blue',
  'Blue',
  'Red 2',
  'S',
  'M',
  'XL',
  '2',
  '38',
  'New',
  'Top',
  'One',
  'Front',
  'Default Title',
  'Light Blue',
  '2XL',
]
const names = ['shirt', 'linen', 'SH', '100', 'RED', 'mug', 'Blue', '38', '4006381333931']
const text = joinedOf([...names, ...values, 'IMG', '1', '02', 'front', 'back', 'light', 'beach', 'color', 'size'])
const field = fc.option(joinedOf(names), { nil: null })
const naming = fc.record({ productId: fc.constant(null), sku: field, gtin: field, name: field, handle: field })
const variant = fc.record({ names: naming, options: fc.tuple(fc.constantFrom(...values), fc.constantFrom(...values)) })
const product = fc.record({ names: naming, variants: fc.array(variant, { minLength: 1, maxLength: 5 }) })

type Given = { readonly of: 'product' | 'each' | 'first' | 'none'; readonly families: MatchFamily[]; readonly products: MatchProduct[] }

const given: fc.Arbitrary<Given> = fc
  .tuple(
    fc.constantFrom('product' as const, 'each' as const, 'first' as const, 'none' as const),
    fc.array(product, { maxLength: 4 }),
    fc.array(naming, { maxLength: 4 }),
  )
  .map(([of, all, plain]) => {
    const families = all.map(
      (one, at): MatchFamily => ({
        key: of === 'product' ? `f${at}` : null,
        names: one.names,
        shared: of === 'product' ? 'each' : of,
        variants: one.variants.map((own, place) => ({
          key: of === 'product' ? null : `f${at}v${place}`,
          names: own.names,
          options: [
            ['Color', own.options[0]],
            ['Size', own.options[1]],
          ],
        })),
      }),
    )
    const targets = families.flatMap(({ key, names: own, variants }) =>
      [{ key, names: own }, ...variants].flatMap((one) => (one.key === null ? [] : [{ ...one.names, key: one.key }])),
    )
    return { of, families, products: [...targets, ...plain.map((own, at) => ({ ...own, key: `p${at}` }))] }
  })

const pictures = fc
  .array(fc.record({ folder: fc.oneof(fc.constant(''), text), name: text }), { maxLength: 12 })
  .map((all) => all.map((one, at): MatchPicture => ({ id: `i${at}`, folder: one.folder, name: `${one.name.replaceAll('/', '-')}.jpg` })))

const productsOf = (one: PictureMatch | undefined): readonly string[] =>
  one?.kind === 'matched' ? one.products.map(({ productKey }) => productKey) : []

const fold = (text: string | null): string =>
  (text ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Beginnings that SKUs of variants may share. */
const beginningsOf = (sku: string | null): readonly string[] =>
  [...(sku ?? '').matchAll(/[-_ /]/g)].map(({ index }) => (sku ?? '').slice(0, index)).filter((text) => /\d/.test(text))

describe('matching with variants', () => {
  it('gives known products only, each once, and each place of a product to one picture', () => {
    fc.assert(
      fc.property(given, pictures, ({ products, families }, named) => {
        const keys = new Set(products.map(({ key }) => key))
        const places = new Set<string>()
        for (const one of match(products, families, named)) {
          if (one.kind === 'question') {
            expect(one.candidates.length).toBeGreaterThan(0)
            expect(new Set(one.candidates.map(({ productKey }) => productKey)).size).toBe(one.candidates.length)
            expect(one.candidates.every(({ productKey }) => keys.has(productKey))).toBe(true)
          }
          if (one.kind !== 'matched') continue
          expect(new Set(productsOf(one)).size).toBe(one.products.length)
          for (const { productKey, place } of one.products) {
            expect(keys.has(productKey)).toBe(true)
            expect(places.has(`${productKey} ${place}`)).toBe(false)
            places.add(`${productKey} ${place}`)
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  it('does not depend on the order of products, lists of variants, or pictures', () => {
    fc.assert(
      fc.property(given, pictures, ({ products, families }, named) => {
        const found = new Map(match(products, families, named).map((one) => [one.pictureId, one]))
        for (const one of match(products.toReversed(), families.toReversed(), named.toReversed())) {
          const other = found.get(one.pictureId)
          expect(one.kind).toBe(other?.kind)
          if (one.kind === 'matched') expect(one).toEqual(other)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('names no product that nothing in the names of a picture names', () => {
    fc.assert(
      fc.property(given, pictures, ({ products, families }, named) => {
        const ownOf = new Map<string, NamingFields[]>(products.map((one) => [one.key, [one]]))
        for (const { key, names: own, variants } of families)
          for (const one of [key, ...variants.map((each) => each.key)])
            if (one !== null) ownOf.get(one)?.push(...(key === null ? [own] : variants.map((each) => each.names)))
        for (const [at, one] of match(products, families, named).entries()) {
          const picture = named[at]
          const path = `${fold(picture?.folder ?? '')} ${fold(picture?.name ?? '')}`
          const keys = one.kind === 'question' ? one.candidates.map(({ productKey }) => productKey) : productsOf(one)
          for (const key of keys) {
            const texts = (ownOf.get(key) ?? []).flatMap(({ sku, gtin, name, handle }) =>
              [sku, gtin, name, handle, ...beginningsOf(sku)].map(fold),
            )
            const said = texts.some((each) => each !== '' && path.includes(each))
            expect({ path, key, said }).toEqual({ path, key, said: true })
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  it('gives a picture to variants only that have the one color its name says', () => {
    const colors = ['Red', 'Navy Blue', 'Blue', 'Forest Green', 'Grün']
    const written = fc
      .constantFrom(...colors)
      .chain((color) =>
        fc.tuple(
          fc.constant(color),
          fc.constantFrom(
            ...[' ', '-', '_', ''].map((mark) => color.replaceAll(' ', mark)),
            color.toUpperCase().replaceAll(' ', '-'),
            color.toLowerCase().replaceAll(' ', '_'),
          ),
        ),
      )
    const rest = fc.constantFrom('', '_1', '-front', ' back', '_02', '-lifestyle')
    const size = fc.constantFrom('', '_M', '-size-S')
    const path = fc.constantFrom(
      'linen-shirt-@',
      'Linen Shirt/@',
      'LS-100_@',
      'LS-100/@',
      '@/linen-shirt',
      'linen-shirt/@/x',
      'x/linen-shirt_@',
    )
    const family: MatchFamily = {
      key: null,
      names: { ...none, handle: 'linen-shirt', sku: 'LS-100', name: 'Linen Shirt' },
      shared: 'each',
      variants: colors.flatMap((color) =>
        ['S', 'M'].map((one) => ({ key: `${color}/${one}`, names: none, options: [['Color', color] as const, ['Size', one] as const] })),
      ),
    }
    const products = family.variants.map(({ key, names: own }): MatchProduct => ({ ...own, key: key ?? '' }))
    fc.assert(
      fc.property(written, rest, size, path, ([color, as], end, more, where) => {
        const whole = `${where.replace('@', `${as}${more}`)}${end}.jpg`
        const cut = whole.lastIndexOf('/')
        const [one] = match(products, [family], [{ id: 'i', folder: whole.slice(0, Math.max(0, cut)), name: whole.slice(cut + 1) }])
        const wanted = more === '' ? [`${color}/S`, `${color}/M`] : [`${color}/${more === '_M' ? 'M' : 'S'}`]
        expect({ whole, to: productsOf(one) }).toEqual({ whole, to: wanted })
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('the time it takes with variants', () => {
  const colors = ['Red', 'Blue', 'Forest Green', 'Black']
  const make = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...none,
      key: `p${at}`,
      sku: `LS-${10_000 + at}`,
      handle: `linen-shirt-${10_000 + at}`,
      name: `Linen shirt ${10_000 + at}`,
    }))
  const familiesOf = (products: readonly MatchProduct[]): MatchFamily[] =>
    products.map(({ key, ...own }) => ({
      key,
      names: own,
      shared: 'each',
      variants: colors.map((color) => ({
        key: null,
        names: { ...none, sku: `${own.sku}-${color.toUpperCase().replace(' ', '')}` },
        options: [['Color', color] as const],
      })),
    }))
  const picturesOf = (count: number, products: number): MatchPicture[] =>
    Array.from({ length: count }, (_, at) => ({
      id: `i${at}`,
      folder: '',
      name: `linen-shirt-${10_000 + (at % products)}_${colors[at % 4]?.toLowerCase().replace(' ', '-')}_${at % 7}.jpg`,
    }))
  const timeOf = (products: number, pictures: number, has: boolean): number => {
    const made = make(products)
    const families = has ? familiesOf(made) : []
    const named = picturesOf(pictures, products)
    const began = process.cpuUsage()
    const found = match(made, families, named)
    const { user, system } = process.cpuUsage(began)
    expect(found.every(({ kind }) => kind === 'matched')).toBe(true)
    return (user + system) / 1_000
  }

  it('is a few times that without variants, and grows with the products and the pictures', () => {
    timeOf(200, 2_000, true)
    const without = timeOf(2_000, 10_000, false)
    const few = timeOf(500, 2_500, true)
    const many = timeOf(2_000, 10_000, true)
    if (process.env.PACKSHOT_SAY_TIMES) console.log({ without, few, many })
    // A walk over products or variants for each picture would take hundreds of times as long.
    expect(many).toBeLessThan(Math.max(without * 15, 2_000))
    expect(many).toBeLessThan(Math.max(few * 12, 2_000))
  })

  it('does not explode with a thousand variants of one product', () => {
    const variants = Array.from({ length: 1_000 }, (_, at) => ({
      key: `v${at}`,
      names: { ...none, sku: `LS-1-C${at}-S` },
      options: [['Color', `Shade ${at}`] as const],
    }))
    const family: MatchFamily = { key: null, names: { ...none, handle: 'linen-shirt' }, shared: 'each', variants }
    const named = Array.from({ length: 500 }, (_, at) => ({ id: `i${at}`, folder: '', name: `linen-shirt-shade-${at}_1.jpg` }))
    const products = variants.map(({ key, names: own }): MatchProduct => ({ ...own, key }))
    expect(match(products, [family], named).map(productsOf)).toEqual(named.map((_, at) => [`v${at}`]))
  })
})

describe('names by a generator that knows nothing of the matcher, with colors that the list lacks', () => {
  const judge = (seed: number, of: 'product' | 'variant') => {
    const { made, families } = generateFamilies(seed, 150, of)
    const products = families.flatMap(({ key, names: own, variants }) =>
      [{ key, names: own }, ...variants].flatMap((one) => (one.key === null ? [] : [{ ...one.names, key: one.key }])),
    )
    const named = generateVariantNames(seed + 1, 1_500, made)
    const found = match(
      products,
      families,
      named.map(({ picture }) => picture),
    )
    const judged = named.map(({ picture, product, variants }, at) => {
      const wanted = of === 'product' ? [`f${product}`] : (variants ?? []).map((place) => `f${product}v${place}`)
      return { file: `${picture.folder}/${picture.name}`, wanted, found: productsOf(found[at]), isListed: variants !== null }
    })
    const isRight = (one: (typeof judged)[number]): boolean =>
      one.found.length === one.wanted.length && one.found.every((key) => one.wanted.includes(key))
    const listed = judged.filter(({ isListed }) => isListed)
    return {
      wrong: judged.filter((one) => one.found.length > 0 && !isRight(one)),
      missed: listed.filter(({ found: keys }) => keys.length === 0),
      recall: listed.filter(isRight).length / listed.length,
    }
  }

  for (const seed of [1, 20, 333])
    for (const of of ['product', 'variant'] as const)
      it(`are never matched wrongly, and at least 85 % are matched (${of}s, seed ${seed})`, () => {
        const { wrong, missed, recall } = judge(seed, of)
        expect(wrong).toEqual([])
        expect(recall > 0.85 ? [] : missed).toEqual([])
      })
})
