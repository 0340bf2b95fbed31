import type { MatchFamily, MatchPicture, NamingFields } from '../../shared/products/matching.ts'
import { createRandom, pick, type Random } from './generate-picture-names.ts'

/**
 * Makes products with variants, and pictures of them as people name them. Shares no code with the matcher: each name is put together from a color and a
 * size, so the variants that it shows are known. Some colors are not in the list.
 */
export type VariantPicture = {
  readonly picture: MatchPicture
  readonly product: number
  /** Places of the variants that it shows; `null`: of one that the list lacks. */
  readonly variants: readonly number[] | null
}

const colors = [
  'Red',
  'Navy Blue',
  'Blue',
  'Forest Green',
  'Black',
  'Off White',
  'Sand',
  'Light Grey',
  'Rose Gold',
  'Grün',
  'Natural',
  'Red/White',
  'Crème',
]
const sizeSets = [
  ['S', 'M', 'L', 'XL'],
  ['36', '38', '40', '42'],
  ['Small', 'Medium', 'Large'],
  ['250 ml', '500 ml'],
  ['One Size'],
  ['2', '4', '6'],
  ['2XL', '3XL'],
]
const nouns = ['shirt', 'mug', 'lamp', 'scarf', 'bottle', 'chair', 'boots']
const adjectives = ['linen', 'cotton', 'steel', 'oak', 'merino', 'ceramic']
const codes: Readonly<Record<string, string>> = {
  'Navy Blue': 'NVY',
  'Forest Green': 'FGR',
  'Off White': 'OFW',
  'Light Grey': 'LGR',
  'Rose Gold': 'RGD',
  'Red/White': 'RDW',
  Crème: 'CRM',
  Grün: 'GRN',
}

const shuffle = <T>(random: Random, all: readonly T[]): T[] =>
  all
    .map((one) => [random(1_000_000), one] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, one]) => one)

type Made = {
  readonly listed: readonly string[]
  readonly lacking: readonly string[]
  readonly sizes: readonly string[]
  readonly hasCodes: boolean
  readonly names: NamingFields
}

const none: NamingFields = { productId: null, sku: null, gtin: null, name: null, handle: null }

export const generateFamilies = (seed: number, count: number, of: 'product' | 'variant') => {
  const random = createRandom(seed)
  const made = Array.from({ length: count }, (_, at): Made => {
    const order = shuffle(random, colors)
    const listed = order.slice(0, 2 + random(4))
    // A SKU that ends like a position would be one.
    const sizes = pick(random, sizeSets)
    const hasCodes = random(2) === 0 && !sizes.includes('2')
    const name = `${pick(random, adjectives)} ${pick(random, nouns)}${random(3) === 0 ? '' : ` ${100 + at}`}`
    const isTaken = !/\d/.test(name)
    const names = {
      ...none,
      name: isTaken ? `${name} no. ${at}` : name,
      handle: `${name.replaceAll(' ', '-')}${isTaken ? `-n${at}` : ''}`,
      sku: random(2) === 0 ? `LS-${1000 + at}` : null,
    }
    return { listed, lacking: order.slice(6), sizes, hasCodes, names }
  })
  const codeOf = (color: string): string => codes[color] ?? color.toUpperCase()
  const families = made.map(({ listed, sizes, hasCodes, names }, at): MatchFamily => {
    const variants = listed.flatMap((color) => sizes.map((size) => ({ color, size })))
    return {
      key: of === 'product' ? `f${at}` : null,
      names,
      shared: 'each',
      variants: variants.map(({ color, size }, place) => ({
        key: of === 'product' ? null : `f${at}v${place}`,
        names: { ...none, sku: hasCodes ? `${names.sku ?? `V${5000 + at}`}-${codeOf(color)}-${size.replaceAll(' ', '')}` : null },
        options: [['Color', color] as const, ['Size', size] as const],
      })),
    }
  })
  return { made, families }
}

const respell = (random: Random, text: string): string => {
  const mark = pick(random, ['-', '_', ' '])
  const cased = pick(random, [text, text.toLowerCase(), text.toUpperCase()])
  return pick(random, [cased, cased.normalize('NFD')]).replaceAll(/[ /]/g, mark)
}

const views = ['front', 'back', 'detail', '1', '2', '03', 'lifestyle', 'PT02', '(2)']

export const generateVariantNames = (seed: number, count: number, made: readonly Made[]): VariantPicture[] => {
  const random = createRandom(seed)
  return Array.from({ length: count }, (_, at): VariantPicture => {
    const product = random(made.length)
    const { listed, lacking, sizes, names } = made[product]!
    const isListed = random(6) > 0 || lacking.length === 0
    const color = pick(random, isListed ? listed : lacking)
    const size = random(3) === 0 ? pick(random, sizes) : null
    const name = pick(random, [names.sku ?? names.handle ?? '', names.handle ?? '']).replaceAll('-', pick(random, ['-', '_']))
    const said = respell(random, color)
    const sized = size === null ? '' : pick(random, ['_', '-size-']) + size.replaceAll(' ', pick(random, ['', '-']))
    const end = pick(random, views)
    const word = size !== null && /[A-Z]/.test(size) ? size.replaceAll(' ', '') : null
    const [folder, file, saidSize] = pick(random, [
      ['', `${name}_${said}${sized}_${end}`, size],
      ['2024 spring', `${name}-${said}${sized}-${end}`, size],
      [name, `${said}${sized}_${end}`, size],
      [`${name}/${said}`, word ?? end, word === null ? null : size],
      [`shoot/${names.name}/${said}`, `IMG_${1000 + random(9000)}`, null],
      [`shoot/${names.name}`, `${name}_${said}${sized}`, size],
      [`${name} ${said}`, end, null],
      [said, `${name}_${end}`, null],
    ] as const)
    const all = listed.flatMap((one) => sizes.map((other) => ({ one, other })))
    const variants = all.flatMap(({ one, other }, place) => (one === color && (saidSize === null || other === saidSize) ? [place] : []))
    return { picture: { id: `i${at}`, folder, name: `${file}.jpg` }, product, variants: isListed ? variants : null }
  })
}
