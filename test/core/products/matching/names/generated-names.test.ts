import { describe, expect, it } from 'vitest'
import { defaultMatchRules, type MatchPicture, type MatchProduct } from '../../../../../shared/products/matching.ts'
import { conventions } from '../../../../fixtures/file-name-conventions.ts'
import { generateNames, generateProducts, type NamedPicture } from '../../../../support/generate-picture-names.ts'
import { createMatcher, placeFindings } from '../../../../support/make-matcher.ts'

const match = (products: readonly MatchProduct[], pictures: readonly MatchPicture[]) => {
  const made = createMatcher(products, defaultMatchRules)
  if (made.kind === 'refused') throw new Error(made.problem.kind)
  return placeFindings(pictures.map(made.matcher.find))
}

const judge = (products: readonly MatchProduct[], names: readonly NamedPicture[]) => {
  const found = match(
    products,
    names.map(({ picture }) => picture),
  )
  const judged = names.map(({ picture, product }, at) => {
    const one = found[at]
    return {
      file: `${picture.folder}/${picture.name}`,
      product,
      found: one?.kind === 'matched' ? one.products.map(({ productKey }) => productKey).join(' and ') : null,
    }
  })
  const wanted = judged.filter(({ product }) => product !== null)
  return {
    wrong: judged.filter((one) => one.found !== null && one.found !== one.product),
    missed: wanted.filter((one) => one.found === null),
    recall: wanted.filter((one) => one.found === one.product).length / wanted.length,
  }
}

/** Everything that the pages print, in one list with all their products. */
const verbatim = (): { readonly products: MatchProduct[]; readonly names: NamedPicture[] } => {
  const products = new Map<string, MatchProduct>()
  const names: NamedPicture[] = []
  for (const { field, products: values, examples, rules, isVerbatim } of conventions) {
    if (!isVerbatim || rules) continue
    for (const value of values) {
      const rest = { productId: null, sku: null, gtin: null, name: null, handle: null }
      products.set(value, { ...rest, key: value, [field === 'id' ? 'productId' : field]: value })
    }
    for (const { file, product } of examples) {
      const cut = Math.max(0, file.lastIndexOf('/'))
      const picture = { id: `${names.length}`, folder: file.slice(0, cut), name: cut > 0 ? file.slice(cut + 1) : file }
      names.push({ picture, product: product === '?' ? null : product })
    }
  }
  return { products: [...products.values()], names }
}

describe('1,000 names by a generator that knows nothing of the matcher, with near misses', () => {
  for (const seed of [1, 20, 333]) {
    it(`are never matched wrongly, and at least 95 % are matched (seed ${seed})`, () => {
      const products = generateProducts(seed, 300)
      const { wrong, missed, recall } = judge(products.listed, generateNames(seed + 1, 1_000, products))
      expect(wrong).toEqual([])
      expect({ missed: recall >= 0.95 ? [] : missed, recall: recall >= 0.95 }).toEqual({ missed: [], recall: true })
    })
  }

  it('are never matched wrongly beside everything that the public pages print', () => {
    const products = generateProducts(4, 300)
    const printed = verbatim()
    const names = [...generateNames(5, 1_000, products), ...printed.names].map((one, at) => ({
      ...one,
      picture: { ...one.picture, id: String(at) },
    }))
    const { wrong, missed, recall } = judge([...products.listed, ...printed.products], names)
    expect(wrong).toEqual([])
    expect({ missed: recall >= 0.95 ? [] : missed, recall: recall >= 0.95 }).toEqual({ missed: [], recall: true })
  })
})

describe('the time it takes', () => {
  const timeOf = (products: number, pictures: number): number => {
    const made = generateProducts(7, products)
    const names = generateNames(8, pictures, made).map(({ picture }) => picture)
    const began = performance.now()
    match(made.listed, names)
    return performance.now() - began
  }

  it('is about the same for ten times the products, and grows with the pictures', () => {
    timeOf(200, 1_000)
    const few = timeOf(200, 5_000)
    const many = timeOf(2_000, 10_000)
    // Measured: 0.2 s. A loop over the products for each picture would take a hundred times as long.
    expect(many).toBeLessThan(Math.max(5_000, few * 20))
  })

  it('does not explode with thousands of products of one name', () => {
    const same = Array.from({ length: 5_000 }, (_, at) => ({ ...generateProducts(1, 1).listed[0]!, key: String(at) }))
    const files = Array.from({ length: 1_000 }, (_, at) => ({ id: String(at), folder: '', name: `${same[0]?.sku}_${at}.jpg` }))
    const [first] = match(same, files)
    expect(first).toMatchObject({ kind: 'question', question: 'same-text' })
  })
})
