import { toGtin14 } from '../../../../../shared/products/gtin.ts'
import type { MatchProduct, NamingField } from '../../../../../shared/products/matching.ts'
import type { Families, Kin } from './families.ts'
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
  /** Keys of all products with this field’s text, if there are too many to list; `null`: the index lists them all. */
  readonly namesakes: ReadonlySet<string> | null
}

/**
 * How much a name says when it is found: `strong` is found anywhere, `number` (digits only) at the beginning of a file's name, `weak` (a short number,
 * or one word) only where nothing unknown is beside it.
 */
export type Strength = 'strong' | 'number' | 'weak'

/** A product called so as a whole. */
export type ProductTitle = Pick<ProductName, 'product' | 'spelled' | 'namesakes'>

export type ProductIndex = Kin & {
  /** By the name without case and separators. */
  readonly byFolded: ReadonlyMap<string, readonly ProductName[]>
  /** Beginnings of these: three characters, or all. Most texts are ruled out by them. */
  readonly beginnings: ReadonlySet<string>
  /** By 14 digits. */
  readonly byGtin: ReadonlyMap<string, readonly ProductName[]>
  /** By the whole name of the product, folded: for folders and mapping files. */
  readonly byTitle: ReadonlyMap<string, readonly ProductTitle[]>
  /** Characters of the longest. */
  readonly longest: number
}

export const beginningLength = 3

/** A number with fewer digits is weak. */
export const shortNumber = 5

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

/** Products of one name that are listed, for a person to see. Of the others only the keys are kept, since another text may say which one it is. */
const mostNamesakes = 20

type Entry = { readonly product: MatchProduct; namesakes: Set<string> | null }

/** Names by a text, listed up to a number. `isAlike`: names of the same field. */
const addTo = <T extends Entry>(map: Map<string, T[]>, key: string, value: T, isAlike: (other: T) => boolean): void => {
  const there = map.get(key)
  if (!there) {
    map.set(key, [value])
    return
  }
  const alike = there.filter(isAlike)
  const [first] = alike
  if (!first || alike.length < mostNamesakes) {
    there.push(value)
    return
  }
  const all = first.namesakes ?? new Set(alike.map(({ product }) => product.key))
  all.add(value.product.key)
  for (const one of alike) one.namesakes = all
}

/** Keys of all products that these names mean, if some of them are not listed; `null`: they are all listed. */
export const keysOfAll = (names: readonly Pick<ProductName, 'product' | 'namesakes'>[]): ReadonlySet<string> | null => {
  const sets = [...new Set(names.flatMap(({ namesakes }) => namesakes ?? []))]
  const [first] = sets
  if (!first) return null
  if (sets.length === 1 && names.every(({ product }) => first.has(product.key))) return first
  return new Set([...sets.flatMap((one) => [...one]), ...names.map(({ product }) => product.key)])
}

/** Makes the index once for all pictures, in time linear in the products. `fields`: those that the rules ask for. */
export const indexProducts = ({ named, beginnings: shared, parts, families }: Families, fields: ReadonlySet<NamingField>): ProductIndex => {
  type Name = Omit<ProductName, 'namesakes'> & Entry
  type Title = Omit<ProductTitle, 'namesakes'> & Entry
  const byFolded = new Map<string, Name[]>()
  const byGtin = new Map<string, Name[]>()
  const byTitle = new Map<string, Title[]>()
  const beginnings = new Set<string>()
  let longest = 0
  const addName = (product: MatchProduct, field: NamingField, text: string | null): void => {
    if (text === null || !fields.has(field)) return
    const read = readText(text)
    const folded = fold(read)
    if (folded === '') return
    const name = { product, field, spelled: spell(read.atoms), joints: readJoints(read), strength: judgeStrength(read), namesakes: null }
    addTo(byFolded, folded, name, (other) => other.field === field)
    beginnings.add(folded.slice(0, beginningLength))
    longest = Math.max(longest, folded.length)
  }
  for (const product of named) {
    addName(product, 'sku', product.sku)
    addName(product, 'id', product.productId)
    addName(product, 'handle', product.handle)
    const digits = fields.has('gtin') ? (product.gtin ?? '').replaceAll(/[\s.-]/g, '') : ''
    // A list may have lost the leading zeros.
    if (/^[0-9]{8,14}$/.test(digits))
      addTo(
        byGtin,
        digits.padStart(14, '0'),
        { product, field: 'gtin', spelled: digits, joints: [], strength: 'strong', namesakes: null },
        () => true,
      )
    const title = readText(product.name ?? '')
    if (title.atoms.length > 0) addTo(byTitle, fold(title), { product, spelled: spell(title.atoms), namesakes: null }, () => true)
  }
  for (const one of shared) if (judgeStrength(readText(one.sku ?? '')) !== 'weak') addName(one, 'sku', one.sku)
  return { byFolded, byGtin, byTitle, beginnings, longest, parts, families }
}

/** Names with these digits as their article’s number, in any form. */
export const findGtin = ({ byGtin }: ProductIndex, digits: string): readonly ProductName[] => {
  const full = toGtin14(digits)
  return full === null ? [] : (byGtin.get(full) ?? [])
}
