import { beforeAll, describe, expect, it } from 'vitest'
import { type GeneratedList, generateList } from '../../../support/generate-lists.ts'
import { readWholeList, type WholeList } from '../../../support/read-whole-list.ts'

// 200 lists of dialects × shapes × damage, each with what must come of it (test/support/generate-lists.ts).

const count = 200
const lists: { readonly list: GeneratedList; readonly read: WholeList }[] = []

beforeAll(async () => {
  for (let number = 1; number <= count; number++) {
    const list = generateList(number)
    lists.push({ list, read: await readWholeList(list.bytes) })
  }
})

const gtinOf = (gtin: string): string => gtin.padStart(14, '0')

/** What is wrong with how a list was read; nothing where all of it is as it must be. */
const faultsOf = ({ list, read }: (typeof lists)[number]): string[] => {
  const { expected } = list
  const faults: string[] = []
  const bySku = new Map(read.entries.map((entry) => [entry.sku ?? '', entry]))
  for (const [sku, truth] of expected.variants) {
    if (expected.refusedSkus.includes(sku)) {
      if (!read.said.some(({ isIn }) => !isIn)) faults.push(`${sku} was not refused`)
      continue
    }
    const entry = bySku.get(sku)
    if (!entry) {
      faults.push(`${sku} is lost`)
      continue
    }
    const name = entry.name?.replace(/^"/, '')
    // A variant without a name of its own is called like its product, with its options.
    if (name !== truth.name && !name?.startsWith(`${truth.name} – `)) faults.push(`${sku} is called ${entry.name}, not ${truth.name}`)
    if (entry.gtin !== gtinOf(truth.gtin)) faults.push(`${sku} has the GTIN ${entry.gtin}, not ${truth.gtin}`)
    const text = truth.text?.trim()
    const isWithoutText = expected.refusedSkus.length > 0 || text === undefined
    // A variant’s row has its product’s text, which is its product’s only where it is long.
    const further = read.nodes.flatMap((node) => (node.sku === sku || node.kind === 'parent' ? node.further : []))
    if (!isWithoutText && !further.some(([, value]) => value === text)) faults.push(`${sku} has another text than ${JSON.stringify(text)}`)
    if (entry.productId !== null) faults.push(`${sku} has the id ${entry.productId}`)
    if (entry.shows !== null) faults.push(`${sku} shows ${entry.shows}`)
  }
  const more = read.entries.filter(({ sku }) => !expected.variants.has(sku ?? ''))
  if (more.length > 0) faults.push(`also read: ${more.map(({ sku, name }) => sku ?? name).join(', ')}`)
  return faults
}

const withOptions = ['shopify', 'matrixify', 'woocommerce', 'amazon', 'google', 'akeneo']

/** The SKUs of each product, in the order of the list. */
const familiesOf = ({ list, read }: (typeof lists)[number]): { readonly found: unknown; readonly expected: unknown } => {
  const found: string[][] = []
  for (const { kind, sku } of read.nodes) {
    if (kind !== 'variant') found.push([])
    if (kind !== 'parent') found.at(-1)?.push(sku ?? '')
  }
  const expected = new Map<string, string[]>()
  for (const [sku, { of }] of list.expected.variants) expected.set(of, [...(expected.get(of) ?? []), sku])
  // A product whose rows are not beside each other comes with its last one.
  const sorted = (families: readonly string[][]) => families.toSorted(([a = ''], [b = '']) => a.localeCompare(b))
  return { found: sorted(found), expected: sorted([...expected.values()]) }
}

const isUnderstood = ({ read }: (typeof lists)[number]): boolean => read.head.unclear.length === 0

describe('200 lists as shops write them', () => {
  it('loses no row: each is one of the sum', () => {
    const lost = lists.filter(({ list, read }) => {
      const { rows, headers, empty, products, variants, pictures, refused } = read.sum
      return rows !== headers + empty + products + variants + pictures + refused || rows < list.expected.variants.size
    })
    expect(lost.map(({ list }) => list.name)).toEqual([])
  })

  it('changes nothing silently: every name, number and text is as it is in the file', () => {
    const wrong = lists.filter(isUnderstood).flatMap((one) => faultsOf(one).map((fault) => `${one.list.name}: ${fault}`))
    expect(wrong).toEqual([])
  })

  it('understands at least 99 of 100 without a word, and asks for the others', () => {
    const asked = lists.filter((one) => !isUnderstood(one))
    expect(asked.length).toBeLessThanOrEqual(count / 100)
  })

  it('says how each is written, what it is an export of, and which cells are damaged', () => {
    const wrong = lists.filter(isUnderstood).flatMap(({ list, read }) => {
      const { form, shape } = read.head
      const expected = list.shape === 'flat' || list.shape === 'repeated' ? null : list.shape
      const isSame = form.kind === 'text' && form.separator === list.dialect.separator && shape === expected
      const said = new Set(read.damage.map(({ kind }) => kind))
      const isSaid = list.expected.damages.every((kind) => said.has(kind))
      return isSame && isSaid ? [] : [`${list.name}: ${JSON.stringify([form, shape, [...said]])}`]
    })
    expect(wrong).toEqual([])
  })

  it('counts products, their variants and picture rows', () => {
    const wrong = lists.filter(isUnderstood).flatMap(({ list, read }) => {
      const { variants, products, pictureRows, parentRows, refusedSkus } = list.expected
      // There, a name with a quote is no longer that of its other variants.
      if (refusedSkus.length > 0 || list.damage === 'unclosed') return []
      const { sum } = read
      const counted = [sum.products, sum.products + sum.variants, sum.pictures, sum.refused]
      const expected = [products, variants.size + parentRows, pictureRows, 0]
      return JSON.stringify(counted) === JSON.stringify(expected) ? [] : [`${list.name}: ${counted}, not ${expected}`]
    })
    expect(wrong).toEqual([])
  })

  it('makes of each the products with their variants in order, each with its options, so that both readings have all of it', () => {
    const wrong = lists.filter(isUnderstood).flatMap((one) => {
      const { list, read } = one
      if (list.expected.refusedSkus.length > 0 || list.damage === 'unclosed') return []
      const faults: string[] = []
      const { found, expected } = familiesOf(one)
      // Nothing in a plain list says what belongs together, unless it is written in a language of which the options are known.
      const isPlain = list.shape === 'flat' && read.tree.variants === 0
      if (!isPlain && JSON.stringify(found) !== JSON.stringify(expected)) faults.push(`${JSON.stringify(found)}`)
      for (const { kind, sku, options } of read.nodes) {
        if (kind !== 'variant') continue
        const truth = list.expected.variants.get(sku ?? '')?.options
        const values = options?.map(([, value]) => value) ?? []
        const isSame = JSON.stringify(values) === JSON.stringify(truth)
        if (!isSame && (values.length > 0 || withOptions.includes(list.shape))) faults.push(`${sku} is ${values}, not ${truth}`)
      }
      const { products, sold } = read.tree
      const parents = read.nodes.filter(({ kind }) => kind === 'parent').length
      const singles = read.nodes.filter(({ kind }) => kind === 'single').length
      if (products !== parents + singles || sold !== read.entries.length) faults.push(`counts ${products} and ${sold}`)
      if (sold !== list.expected.variants.size || (!isPlain && products !== list.expected.products))
        faults.push(`has ${products} and ${sold}`)
      return faults.map((fault) => `${list.name}: ${fault}`)
    })
    expect(wrong).toEqual([])
  })
})
