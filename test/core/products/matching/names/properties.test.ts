import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compilePattern } from '../../../../../electron/core/products/matching/names/compile-pattern.ts'
import {
  defaultMatchRules,
  type MatchPicture,
  type MatchProduct,
  type MatchRule,
  type PictureMatch,
} from '../../../../../shared/products/matching.ts'
import { generateNames, generateProducts } from '../../../../support/generate-picture-names.ts'
import { createMatcher, placeFindings } from '../../../../support/make-matcher.ts'

const match = (products: readonly MatchProduct[], pictures: readonly MatchPicture[], rules = defaultMatchRules): PictureMatch[] => {
  const made = createMatcher(products, rules)
  if (made.kind === 'refused') throw new Error(made.problem.kind)
  return placeFindings(pictures.map(made.matcher.find))
}

const part = fc.constantFrom('SKU', 'sku', 'AB', '1', '10', '100', '1001', 'RED', 'front', '4006381333931', '2', 'A', 'ß', '０')
const glue = fc.constantFrom('-', '_', ' ', '.', '', '/', '(')
const text = fc.array(fc.tuple(part, glue), { minLength: 1, maxLength: 5 }).map((all) => all.flat().join(''))
const value = fc.option(text, { nil: null })
const product = fc.record({ sku: value, productId: value, gtin: value, handle: value, name: value })
const products = fc.array(product, { maxLength: 12 }).map((all) => all.map((one, at): MatchProduct => ({ ...one, key: `p${at}` })))
const pictures = fc
  .array(fc.record({ folder: fc.oneof(fc.constant(''), text), name: fc.oneof(text, fc.string({ maxLength: 40 })) }), { maxLength: 12 })
  .map((all) => all.map((one, at): MatchPicture => ({ ...one, id: `i${at}` })))
const rules = fc.shuffledSubarray([...defaultMatchRules], { minLength: 1 })

const productOf = (one: PictureMatch): string | null =>
  one.kind === 'matched' ? one.products.map(({ productKey }) => productKey).join(' and ') : null

describe('matching', () => {
  it('gives each picture one answer, of known products, and each place of a product to one picture', () => {
    fc.assert(
      fc.property(products, pictures, rules, (all, named, by) => {
        const found = match(all, named, by)
        expect(found.map(({ pictureId }) => pictureId)).toEqual(named.map(({ id }) => id))
        const keys = new Set(all.map(({ key }) => key))
        const places = new Set<string>()
        for (const one of found) {
          if (one.kind === 'question') {
            expect(one.candidates.length).toBeGreaterThan(0)
            expect(new Set(one.candidates.map(({ productKey }) => productKey)).size).toBe(one.candidates.length)
          }
          if (one.kind !== 'matched') continue
          expect(new Set(one.products.map(({ productKey }) => productKey)).size).toBe(one.products.length)
          for (const { productKey, place, why } of one.products) {
            expect(keys.has(productKey)).toBe(true)
            expect(by.some((rule) => rule.by === why.by)).toBe(true)
            expect(places.has(`${productKey} ${place}`)).toBe(false)
            places.add(`${productKey} ${place}`)
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  it('does not depend on the order of products or pictures', () => {
    fc.assert(
      fc.property(products, pictures, (all, named) => {
        const found = new Map(match(all, named).map((one) => [one.pictureId, one]))
        for (const one of match(all.toReversed(), named.toReversed())) {
          const other = found.get(one.pictureId)
          expect(one.kind).toBe(other?.kind)
          if (one.kind === 'matched') expect(one).toEqual(other)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('never gives a picture to a product whose longer namesake its name begins with', () => {
    const base = fc.constantFrom('TS-100', 'AB12', 'K 7 9', 'SHIRT-L', '4711-22')
    // Glued to another kind of character, so that the longer one is a name of its own: REDISH is another word.
    const more = fc.oneof(
      fc.tuple(fc.constantFrom('-RED', '_XL', '-7A'), fc.constantFrom('2', '420', '9x')),
      fc.tuple(fc.constantFrom('-42', '-1145', '-B7'), fc.constantFrom('b', 'x9', 'ish')),
    )
    const folder = fc.constantFrom('', 'base', 'shoot/base')
    fc.assert(
      fc.property(base, more, folder, fc.constantFrom('', '_1', '-front', ' (3)'), products, (short, [end, tail], at, rest, all) => {
        const sku = (key: string): MatchProduct => ({ key, sku: key, productId: null, gtin: null, name: null, handle: null })
        const listed = [sku(short), sku(`${short}${end}`), ...all]
        const picture = { id: 'i', folder: at.replace('base', short), name: `${short}${end}${tail}${rest}.jpg` }
        expect(match(listed, [picture]).map(productOf)).not.toEqual([short])
      }),
      { numRuns: 500 },
    )
  })

  it('says which of many namesakes it is, however many there are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 60 }), fc.nat({ max: 59 }), fc.boolean(), (count, chosen, isTurned) => {
        const at = chosen % count
        const all = Array.from({ length: count }, (_, number): MatchProduct => {
          const sku = `LS-${1000 + number}`
          return { key: sku, sku, productId: null, gtin: null, name: 'Shirt of linen', handle: 'shirt-of-linen' }
        })
        const named = [{ id: 'i', folder: 'Shirt of linen', name: `shirt-of-linen_LS-${1000 + at}_2.jpg` }]
        expect(match(isTurned ? all.toReversed() : all, named).map(productOf)).toEqual([`LS-${1000 + at}`])
      }),
      { numRuns: 200 },
    )
  })

  it('is not changed by a product that nothing names', () => {
    fc.assert(
      fc.property(products, pictures, (all, named) => {
        const stranger = {
          key: 'stranger',
          sku: 'QQQ-98765-Z',
          productId: 'zzz_77',
          gtin: '9999999999994',
          handle: 'qqq-zzz',
          name: 'Qqq zzz',
        }
        expect(match([...all, stranger], named)).toEqual(match(all, named))
      }),
      { numRuns: 300 },
    )
  })

  it('never makes another product of one by the order of simple rules', () => {
    fc.assert(
      fc.property(
        products,
        pictures,
        fc.shuffledSubarray([...defaultMatchRules], { minLength: defaultMatchRules.length }),
        (all, named, by) => {
          expect(match(all, named, by).map(productOf)).toEqual(match(all, named).map(productOf))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('gives the reason of the first rule in the person’s order that names the product', () => {
    const { listed } = generateProducts(3, 60)
    const named = generateNames(4, 200, { listed, unlisted: listed }).map(({ picture }) => picture)
    fc.assert(
      fc.property(fc.shuffledSubarray([...defaultMatchRules], { minLength: defaultMatchRules.length }), (by) => {
        for (const [at, one] of match(listed, named, by).entries()) {
          const picture = named[at]
          if (one.kind !== 'matched' || !picture) continue
          const first = by.find((rule) => productOf(match(listed, [picture], [rule])[0]!) === productOf(one))
          expect(one.products.map(({ why }) => why.by)).toEqual([first?.by])
        }
      }),
      { numRuns: 10 },
    )
  })

  it('lets a pattern that comes first decide alone', () => {
    const pattern: MatchRule = { by: 'pattern', pattern: '{sku}_{position}' }
    fc.assert(
      fc.property(products, pictures, fc.array(fc.tuple(fc.nat(11), fc.integer({ min: 1, max: 4 }))), (all, others, fitting) => {
        // Names at random hardly ever fit.
        const files = fitting.map(([at, place]) => `${all[at % all.length]?.sku ?? 'none'}_${place}.jpg`)
        const named = [...others, ...files.map((name, at): MatchPicture => ({ folder: '', name, id: `f${at}` }))]
        const alone = match(all, named, [pattern])
        const first = match(all, named, [pattern, ...defaultMatchRules])
        for (const [at, one] of alone.entries()) if (one.kind === 'matched') expect(productOf(first[at]!)).toBe(productOf(one))
      }),
      { numRuns: 300 },
    )
  })

  it('reads or refuses any text as a pattern, and never throws', () => {
    const piece = fc.constantFrom('{sku}', '{any}', '{position}', '{position:2}', '{', '}', '/', '_', 'a', '{folder}', '{x}', ' ')
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 60 }),
          fc.array(piece, { maxLength: 8 }).map((all) => all.join('')),
        ),
        pictures,
        (source, named) => {
          const compiled = compilePattern(source)
          const read = () => match(generateProducts(1, 5).listed, named, [{ by: 'pattern', pattern: source }])
          if (compiled.kind === 'pattern') expect(read()).toHaveLength(named.length)
          else expect(read).toThrow()
        },
      ),
      { numRuns: 500 },
    )
  })
})
