import type { MatchProduct, NamingField } from '../../../shared/matching.ts'
import { toGtin14 } from './gtin-forms.ts'
import { type ReadText, readText } from './read-text.ts'

/** Something that names a product. */
export type ProductName = {
  readonly product: MatchProduct
  readonly field: NamingField
  /** Its runs of letters and digits, with spaces between. */
  readonly spelled: string
  /** What is between these runs, such as `-`. */
  readonly joints: readonly string[]
  readonly strength: Strength
}

/**
 * How much a name says when it is found: `strong` is found anywhere, `number` (digits only) at the beginning of a file's name, `weak` (a short number,
 * or one word) only where nothing unknown is beside it.
 */
export type Strength = 'strong' | 'number' | 'weak'

export type ProductIndex = {
  /** By the name without case and separators. */
  readonly byFolded: ReadonlyMap<string, readonly ProductName[]>
  /** Beginnings of these: three characters, or all. Most texts are ruled out by them. */
  readonly beginnings: ReadonlySet<string>
  /** By 14 digits. */
  readonly byGtin: ReadonlyMap<string, readonly ProductName[]>
  /** By the whole name of the product, folded: for folders and mapping files. */
  readonly byTitle: ReadonlyMap<string, readonly MatchProduct[]>
  /** Characters of the longest. */
  readonly longest: number
}

export const beginningLength = 3

const shortNumber = 5

/** The strength of a name with these runs. */
export const judgeStrength = ({ atoms }: ReadText): Strength => {
  const digits = atoms.filter((atom) => atom.isDigits)
  if (digits.length === atoms.length) return digits.reduce((sum, atom) => sum + atom.text.length, 0) < shortNumber ? 'weak' : 'number'
  return digits.length === 0 && atoms.length < 2 ? 'weak' : 'strong'
}

/** What is between the runs of a text, from one to another of them. */
export const readJoints = ({ shown, atoms }: ReadText, first = 0, last = atoms.length - 1): readonly string[] =>
  atoms.slice(first, last).map((atom, at) => shown.slice(atom.end, atoms[first + at + 1]?.start))

const fold = ({ atoms }: ReadText): string => atoms.map((atom) => atom.text).join('')

export const spell = (atoms: ReadText['atoms']): string => atoms.map((atom) => atom.text).join(' ')

/** More products of the same name than this make the same question, so the rest is left out. */
const mostNamesakes = 20

const addTo = <T>(map: Map<string, T[]>, key: string, value: T): void => {
  const there = map.get(key)
  if (!there) map.set(key, [value])
  else if (there.length < mostNamesakes) there.push(value)
}

/** Makes the index once for all pictures, in pieces, in time linear in the products. `fields`: those that the rules ask for. */
export const openIndex = (fields: ReadonlySet<NamingField>) => {
  const byFolded = new Map<string, ProductName[]>()
  const byGtin = new Map<string, ProductName[]>()
  const byTitle = new Map<string, MatchProduct[]>()
  const beginnings = new Set<string>()
  let longest = 0
  const addName = (product: MatchProduct, field: NamingField, text: string | null): void => {
    if (text === null || !fields.has(field)) return
    const read = readText(text)
    const folded = fold(read)
    if (folded === '') return
    addTo(byFolded, folded, { product, field, spelled: spell(read.atoms), joints: readJoints(read), strength: judgeStrength(read) })
    beginnings.add(folded.slice(0, beginningLength))
    longest = Math.max(longest, folded.length)
  }
  return {
    add: (products: readonly MatchProduct[]): void => {
      for (const product of products) {
        addName(product, 'sku', product.sku)
        addName(product, 'id', product.productId)
        addName(product, 'handle', product.handle)
        const digits = fields.has('gtin') ? (product.gtin ?? '').replaceAll(/[\s.-]/g, '') : ''
        // A list may have lost the leading zeros.
        if (/^[0-9]{8,14}$/.test(digits))
          addTo(byGtin, digits.padStart(14, '0'), { product, field: 'gtin', spelled: digits, joints: [], strength: 'strong' })
        const title = product.name === null ? '' : fold(readText(product.name))
        if (title !== '') addTo(byTitle, title, product)
      }
    },
    finish: (): ProductIndex => ({ byFolded, byGtin, byTitle, beginnings, longest }),
  }
}

/** Names with these digits as their article’s number, in any form. */
export const findGtin = ({ byGtin }: ProductIndex, digits: string): readonly ProductName[] => {
  const full = toGtin14(digits)
  return full === null ? [] : (byGtin.get(full) ?? [])
}
