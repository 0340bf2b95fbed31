import type { MatchFamily, MatchProduct } from '../../../../../shared/products/matching.ts'
import { createOptionReader, type Members, type OptionValues } from './option-values.ts'
import { readText } from './read-text.ts'

/** A product with variants, ready to be asked. */
export type Family = {
  readonly id: string
  readonly options: OptionValues
  /** The product’s key, if it is one of the workspace. */
  readonly key: string | null
  /** The key of each variant; `null`: it is no product of the workspace. */
  readonly variants: readonly (string | null)[]
  readonly shared: MatchFamily['shared']
  /** The place of each variant’s color among all colors, from 0. */
  readonly colors: readonly number[]
}

/** What a key means: a whole product (`members`: `null`), or variants of it. */
export type Part = { readonly family: Family; readonly members: Members | null }

/** Keys that are only used here: of products and variants that aren’t products of the workspace, and of beginnings of SKUs. */
const ownKey = '\u0000'

/** Products with variants, by what is known of them. */
export type Kin = {
  /** By the keys of products and variants, and of beginnings of SKUs; absent: a product without variants. */
  readonly parts: ReadonlyMap<string, Part>
  /** By their own ids. */
  readonly families: ReadonlyMap<string, Family>
}

export type Families = Kin & {
  /** Everything that has a name: the workspace’s products, and what they are parts of. */
  readonly named: readonly MatchProduct[]
  /** Beginnings that SKUs of variants share, to be found as SKUs. */
  readonly beginnings: readonly MatchProduct[]
}

const listColors = ({ groups }: OptionValues): readonly number[] => {
  const places = new Map<string, number>()
  for (const color of groups) if (!places.has(color)) places.set(color, places.size)
  return groups.map((color) => places.get(color) ?? 0)
}

type Sku = { readonly sku: string; readonly family: Family | null; readonly member: number }
type Beginning = {
  readonly text: string
  readonly family: Family | null
  readonly members: Set<number>
  readonly isWord: boolean
  isShared: boolean
}

/** Not a season: 2024-SS, SS24. */
const isTelling = (text: string): boolean => {
  const { atoms } = readText(text)
  const length = atoms.reduce((sum, atom) => sum + atom.text.length, 0)
  return length >= 5 && atoms.some((atom) => atom.isDigits && !/^(?:19|20)\d\d$/.test(atom.text))
}

/**
 * Beginnings that two variants or more have, and nothing else: of `1001-RED-S` and `1001-RED-M` it is `1001-RED`. It ends before a separator, has a digit,
 * and ends with a word, or all variants of the product have it.
 */
const findBeginnings = (skus: readonly Sku[], families: readonly Family[]): { readonly text: string; readonly part: Part }[] => {
  const found = new Map<string, Beginning>()
  const whole = new Set<string>()
  for (const { sku, family, member } of skus) {
    const { shown, atoms } = readText(sku)
    let folded = ''
    for (const [at, { text, closes, isDigits, end }] of atoms.entries()) {
      folded += text
      if (at === atoms.length - 1) whole.add(folded)
      else if (closes) {
        const there = found.get(folded)
        if (!there) {
          const isWord = !isDigits && text.length > 1
          found.set(folded, { text: shown.slice(0, end), family, members: new Set([member]), isWord, isShared: family === null })
        } else if (there.family === family) there.members.add(member)
        else there.isShared = true
      }
    }
  }
  const counts = new Map<Family, number>(families.map((one) => [one, 0]))
  for (const { family } of skus) if (family) counts.set(family, (counts.get(family) ?? 0) + 1)
  return [...found].flatMap(([folded, { text, family, members, isWord, isShared }]) => {
    if (family === null || isShared || whole.has(folded) || members.size < 2 || !isTelling(text)) return []
    const isAll = members.size === family.variants.length && counts.get(family) === family.variants.length
    return isAll || isWord ? [{ text, part: { family, members: isAll ? null : members } }] : []
  })
}

/** Makes products with variants ready, in time linear in these. Keys that no product has count as none. */
export const prepareFamilies = (products: readonly MatchProduct[], families: readonly MatchFamily[]): Families => {
  const byKey = families.length === 0 ? new Map<string, MatchProduct>() : new Map(products.map((one) => [one.key, one]))
  const parts = new Map<string, Part>()
  const named: MatchProduct[] = [...products]
  const skus: Sku[] = []
  const all: Family[] = []
  const readOptions = createOptionReader()
  for (const [at, one] of families.entries()) {
    const options = readOptions(one)
    const known = (key: string | null): string | null => (key !== null && byKey.has(key) ? key : null)
    const variants = one.variants.map(({ key }) => known(key))
    const family: Family = { id: `${ownKey}${at}`, options, key: known(one.key), variants, shared: one.shared, colors: listColors(options) }
    all.push(family)
    const add = (key: string | null, names: MatchFamily['names'], members: Members | null): void => {
      const own = key ?? `${ownKey}${at}:${members === null ? '' : [...members].join()}`
      if (key === null) named.push({ ...names, key: own })
      parts.set(own, { family, members })
    }
    add(family.key, one.names, null)
    for (const [member, variant] of one.variants.entries()) {
      add(variants[member] ?? null, variant.names, new Set([member]))
      if (variant.names.sku !== null) skus.push({ sku: variant.names.sku, family, member })
    }
    if (one.names.sku !== null) skus.push({ sku: one.names.sku, family, member: -1 })
  }
  if (families.length > 0)
    for (const { key, sku } of products) if (sku !== null && !parts.has(key)) skus.push({ sku, family: null, member: 0 })
  const beginnings = findBeginnings(skus, all).map(({ text, part }, at): MatchProduct => {
    const key = `${ownKey}${at}=`
    parts.set(key, part)
    return { key, sku: text, productId: null, gtin: null, name: null, handle: null }
  })
  return { named, parts, families: new Map(all.map((one) => [one.id, one])), beginnings }
}

/** The products of the workspace that some variants, or the whole product, are. */
export const listTargets = ({ key, variants, shared }: Family, members: Members | null): readonly string[] => {
  if (key !== null) return [key]
  const keyed = variants.flatMap((one, at) => (one !== null && (members === null || members.has(at)) ? [one] : []))
  if (members !== null || shared === 'each') return keyed
  return shared === 'first' ? keyed.slice(0, 1) : []
}

/** Those that a person may choose from. */
export const listChoices = (family: Family, members: Members | null): readonly string[] =>
  listTargets({ ...family, shared: 'each' }, members)

/**
 * Where pictures of these variants come among those of one product: where it is the whole one, its own first, then color by color, those of a color before
 * those of each variant. Where it is a variant, its own first, then those of its color, of several colors, and of the whole product.
 */
export const rankMembers = ({ key, colors, variants }: Family, members: Members | null): number => {
  const [first, ...others] = [...(members ?? [])]
  const color = colors[first ?? 0] ?? 0
  const isOneColor = others.every((one) => colors[one] === color)
  if (key === null) return first === undefined ? 3 : !isOneColor ? 2 : others.length > 0 ? 1 : 0
  if (first === undefined || !isOneColor) return 0
  const base = 1 + color * (variants.length + 1)
  return others.length > 0 ? base : base + 1 + first
}
