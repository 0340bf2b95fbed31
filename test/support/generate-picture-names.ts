import type { MatchPicture, MatchProduct } from '../../shared/products/matching.ts'

/**
 * Makes products with near misses, and pictures of them as people name them. Shares no code with the matcher: each name is put together from a product's
 * fields, so its product is known. `null`: the picture is of a product that is not in the list, or of none.
 */
export type NamedPicture = { readonly picture: MatchPicture; readonly product: string | null }

export type Random = (below: number) => number

/** Numerical Recipes' generator: the same names for the same seed. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

export const pick = <T>(random: Random, all: readonly T[]): T => all[random(all.length)]!

const checkDigit = (digits: string): string => {
  let sum = 0
  for (let at = 0; at < digits.length; at += 1) sum += Number(digits[digits.length - 1 - at]) * (at % 2 === 0 ? 3 : 1)
  return String((10 - (sum % 10)) % 10)
}

const colours = ['RED', 'BLUE', 'BLACK', 'OLIVE']
const adjectives = ['linen', 'cotton', 'steel', 'oak', 'merino', 'ceramic']
const nouns = ['shirt', 'mug', 'table', 'lamp', 'scarf', 'bottle', 'chair']

const makeSku = (random: Random, at: number): string => {
  const letters = pick(random, ['SKU', 'AB', 'TLG', 'KN', 'X', 'LAMP', 'HD.W'])
  switch (at % 6) {
    case 0:
      return `${letters}-${100 + at}`
    case 1:
      return `${letters}${1000 + at}`
    case 2:
      return String(500_000 + at * 7)
    case 3:
      return `${letters}-${100 + at}-${pick(random, colours)}`
    case 4:
      return `${letters}_${10 + at}/${20 + at}`
    default:
      return `${100 + at}${letters.toLowerCase()}${at}`
  }
}

/** SKUs that differ by one character, or begin like another. */
const makeNearMiss = (random: Random, sku: string): string => {
  switch (random(5)) {
    case 0:
      return `${sku}${random(10)}`
    case 1:
      return sku.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10))
    case 2:
      return `${sku}A`
    case 3:
      return `Z${sku}`
    default:
      return sku.length > 4 ? sku.replace(/\d(?=\D*$)/, '') : `${sku}B`
  }
}

const plain = (sku: string | null): string => (sku ?? '').toLowerCase().replaceAll(/[^a-z0-9]/g, '')

export const generateProducts = (seed: number, count: number): { readonly listed: MatchProduct[]; readonly unlisted: MatchProduct[] } => {
  const random = createRandom(seed)
  const listed: MatchProduct[] = []
  const unlisted: MatchProduct[] = []
  const taken = new Set<string>()
  const add = (to: MatchProduct[], sku: string, at: number): void => {
    const bare = plain(sku)
    if (taken.has(bare) || bare.length < 4) return
    taken.add(bare)
    const digits = `40${String(1_000_000_000 + at * 7_919 + to.length).slice(0, 10)}`
    const name = `${pick(random, adjectives)} ${pick(random, nouns)} ${1000 + at}`
    to.push({
      key: sku,
      sku,
      productId: `prd_${(at * 7919 + 100_003).toString(16)}x${to === listed ? 'a' : 'b'}`,
      gtin: `${digits}${checkDigit(digits)}`,
      name,
      handle: name.replaceAll(' ', '-'),
    })
  }
  for (let at = 0; listed.length < count; at += 1) {
    const sku = makeSku(random, at)
    add(listed, sku, at * 3)
    add(at % 2 === 0 ? unlisted : listed, makeNearMiss(random, sku), at * 3 + 1)
    add(unlisted, makeNearMiss(random, sku), at * 3 + 2)
  }
  // Where a list has SKU-100 only, a picture SKU-100-RED is taken for one of it, as most systems do.
  const variants = new Set(listed.flatMap(({ sku }) => colours.map((colour) => plain(`${sku}${colour}`))))
  return { listed, unlisted: unlisted.filter(({ sku }) => !variants.has(plain(sku))) }
}

const views = ['front', 'back', 'side', 'detail', 'main', 'Left', 'TOP']

const respell = (random: Random, sku: string): string => {
  const cased = pick(random, [sku, sku.toLowerCase(), sku.toUpperCase()])
  return cased.replaceAll(/[-_./ ]/g, () => pick(random, ['-', '_', ' ', '.']))
}

/** A file of a product, and its folder. */
const nameFor = (random: Random, { sku, gtin, handle, productId }: MatchProduct): readonly [folder: string, name: string] => {
  const number = 1 + random(12)
  const view = pick(random, views)
  const spelled = respell(random, sku ?? '')
  const gtin13 = gtin ?? ''
  switch (random(16)) {
    case 0:
      return ['', `${spelled}_${number}.jpg`]
    case 1:
      return ['', `${spelled}.${view}.jpg`]
    case 2:
      return ['', `${spelled} (${number}).jpg`]
    case 3:
      return ['', `${spelled}_${view}_${number}.PNG`]
    case 4:
      return ['', `${spelled}.jpg`]
    case 5:
      return [`spring/${spelled}`, `IMG_${1000 + random(9000)}.jpg`]
    case 6:
      return [`shoot\\${spelled}\\web`, `${view}.jpg`]
    case 7:
      return [spelled, `${spelled}-0${number % 10}.jpg`]
    case 8:
      return ['', `${gtin13}.${view}.jpg`]
    case 9:
      return ['', `0${gtin13}_A1C1.jpg`]
    case 10:
      return ['final', `${gtin13}_${number}.jpg`]
    case 11:
      return ['', `${handle}-${number}.jpg`]
    case 12:
      return ['', `${productId}.PT0${number % 10}.jpg`]
    case 13:
      return [`0${gtin13}`, `${number}.jpg`]
    case 14:
      return ['', `${spelled}_${gtin13}_${number}.jpg`]
    default:
      return ['2024-05 drop', `${spelled}_${pick(random, ['lifestyle', 'on white', 'cutout', 'model wears M'])}.jpg`]
  }
}

const camera = (random: Random): string =>
  pick(random, [
    `IMG_${1000 + random(9000)}.jpg`,
    `DSC0${1000 + random(9000)}.JPG`,
    `PXL_20240${1 + random(9)}1${random(10)}_1${10_000_000 + random(9_000_000)}.jpg`,
    `Screenshot 2024-0${1 + random(9)}-11 at 10.${10 + random(50)}.12.png`,
    `final_final_${random(100)}.jpg`,
  ])

/** Of ten names eight are of listed products, one of an unlisted near miss, one a camera’s. */
export const generateNames = (seed: number, count: number, products: ReturnType<typeof generateProducts>): NamedPicture[] => {
  const random = createRandom(seed)
  return Array.from({ length: count }, (_, at) => {
    const kind = at % 10
    const isListed = kind < 8
    const product = kind === 9 ? null : pick(random, isListed ? products.listed : products.unlisted)
    const [folder, name] = product ? nameFor(random, product) : ['', camera(random)]
    return { picture: { id: `img_${at}`, folder, name }, product: isListed && product ? product.key : null }
  })
}
