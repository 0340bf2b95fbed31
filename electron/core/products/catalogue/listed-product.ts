import type { EntryKind } from '../../../../shared/products/variants.ts'
import { foldSku, type ReadEntry } from './read-entry.ts'

// What reading a list yields: products with their variants and pictures, and the entries that come of them.

/** A picture that a list names. `address`: as in its cell, an address or a file. `variant`: the row of the variant it shows; `null`: the product. */
export type ListedPicture = { readonly row: number; readonly address: string; readonly variant: number | null }

/** Something that is sold: a color in a size. `fields`: of its row. `options`: names and values in order, such as Color and red. */
export type ListedVariant = {
  readonly row: number
  readonly fields: ReadEntry
  readonly options: readonly (readonly [name: string, value: string])[]
}

/**
 * A product of a list. `row`: its first. `group`: how the list’s rows say that they belong together, such as a handle or a parent’s SKU;
 * `null`: it has one row. `code`: that of the product itself, where its variants name it and it has no row. `fields`: what is said of the product itself; where only rows of variants say it, of the first of them.
 * `options`: names of its options. `variants`: none where the product is sold as it is. `hasOwnRow`: `fields` are not a variant’s.
 */
export type ListedProduct = {
  readonly row: number
  readonly group: string | null
  readonly code: string | null
  readonly fields: ReadEntry
  readonly hasOwnRow: boolean
  readonly options: readonly string[]
  readonly variants: readonly ListedVariant[]
  readonly pictures: readonly ListedPicture[]
}

/** An entry of a list. A product’s variants come after it, in order. `options`: `null` of what is no variant. */
export type TreeEntry = ReadEntry & { readonly kind: EntryKind; readonly options: ListedVariant['options'] | null }

/** Longer values of a product are not repeated for each of its variants. */
const repeatedCell = 200

const signs: ReadonlySet<string> = new Set(['', '-', '–', '—', ',', ';', ':', '/', '|', '('])

/** What all of these begin with, in whole words. */
const commonWords = (names: readonly string[]): string => {
  const [first = [], ...others] = names.map((name) => name.split(' '))
  let count = first.length
  for (const words of others) while (first.slice(0, count).join(' ') !== words.slice(0, count).join(' ')) count--
  const words = first.slice(0, count)
  // “Shirt - red” and “Shirt - blue” are shirts.
  while (words.length > 0 && signs.has(words.at(-1) ?? '')) words.pop()
  const text = words.join(' ')
  return signs.has(text.slice(-1)) ? text.slice(0, -1) : text
}

/** The name of a product whose rows are those of its variants. */
const nameOf = ({ fields, code, variants }: ListedProduct): string | null => {
  if (fields !== variants[0]?.fields && fields.name !== null) return fields.name
  const names = [...new Set(variants.flatMap((one) => one.fields.name ?? []))]
  const [only = null] = names
  return names.length < 2 ? only : commonWords(names) || (code ?? only)
}

/** Whose ids the list has: of a product whose variants share one, or of which only the first row is whole, or of its variants. */
const idOf = ({ variants }: ListedProduct): string | null => {
  const [first, ...others] = variants
  const ids = new Set(variants.flatMap(({ fields }) => fields.productId ?? []))
  if (ids.size !== 1 || first?.fields.productId == null) return null
  return others.every(({ fields }) => fields.sharesId === true || fields.name === null) ? first.fields.productId : null
}

/** Cells that are no variant’s own: the others have the same, or none. Pictures have their own order. */
const commonCells = ({ variants: [first, ...others], pictures }: ListedProduct): ReadEntry['further'] => {
  const addresses = new Set(pictures.map(({ address }) => address))
  const cells = others.map(({ fields }) => new Map(fields.further))
  return (first?.fields.further ?? []).filter(
    ([header, value]) => !addresses.has(value) && cells.every((one) => (one.get(header) ?? value) === value),
  )
}

/** What two of these have, folded. */
const repeated = (all: readonly (string | null)[]): ReadonlySet<string> => {
  const [once, more] = [new Set<string>(), new Set<string>()]
  for (const one of all) {
    if (one === null) continue
    const key = foldSku(one)
    if (once.has(key)) more.add(key)
    once.add(key)
  }
  return more
}

type Numbers = Pick<ReadEntry, 'sku' | 'gtin'>

/** SKUs that several variants have name none of them, and neither do such GTINs of those without an SKU: they are the product’s. */
const divideNumbers = ({ variants }: ListedProduct): { readonly variants: readonly ListedVariant[]; readonly shared: Numbers } => {
  const skus = repeated(variants.map(({ fields }) => fields.sku))
  const ownSku = ({ sku }: Numbers): string | null => (sku !== null && skus.has(foldSku(sku)) ? null : sku)
  const gtins = repeated(variants.map(({ fields }) => (ownSku(fields) === null ? fields.gtin : null)))
  const own = ({ fields }: ListedVariant): Numbers => {
    const sku = ownSku(fields)
    return { sku, gtin: sku === null && gtins.has(fields.gtin ?? '') ? null : fields.gtin }
  }
  const first = (role: 'sku' | 'gtin', all: ReadonlySet<string>): string | null =>
    all.size === 1 ? (variants.find(({ fields }) => all.has(foldSku(fields[role] ?? '')))?.fields[role] ?? null) : null
  const shared = { sku: first('sku', skus), gtin: first('gtin', gtins) }
  if (skus.size + gtins.size === 0) return { variants, shared }
  return { variants: variants.map((one) => ({ ...one, fields: { ...one.fields, ...own(one) } })), shared }
}

/** What is said of a product itself. */
const ownFields = (product: ListedProduct, shared: Numbers): ReadEntry => {
  const { row, fields, code, hasOwnRow } = product
  if (hasOwnRow) return { ...fields, sku: fields.sku ?? shared.sku, gtin: fields.gtin ?? shared.gtin }
  const { handle, shows, showsAt } = fields
  const name = nameOf(product)
  const named = { name, handle: handle ?? code }
  return { row, productId: idOf(product), ...shared, ...named, shows, showsAt, further: commonCells(product) }
}

const isSameHandle = (one: string | null, other: string | null): boolean => one === other || foldSku(one ?? '') === foldSku(other ?? '')

/** A variant with what its product says. Long texts are its product’s only. */
const toVariant = ({ fields, options }: ListedVariant, product: ReadEntry): TreeEntry => {
  const ofProduct = new Map(product.further)
  const own = fields.further.filter(([header, value]) => value.length <= repeatedCell || ofProduct.get(header) !== value)
  const there = new Set(fields.further.map(([header]) => header))
  const inherited = product.further.filter(([header, value]) => value.length <= repeatedCell && !there.has(header))
  const values = options.map(([, value]) => value).join(', ')
  const called = product.name ?? product.handle
  const composed = called === null || values === '' ? product.name : `${called} – ${values}`
  return {
    ...fields,
    kind: 'variant',
    options,
    productId: product.productId === fields.productId ? null : fields.productId,
    name: fields.name === null || fields.name === product.name ? composed : fields.name,
    // Its product is known by it.
    handle: isSameHandle(fields.handle, product.handle) ? null : fields.handle,
    further: [...own, ...inherited],
  }
}

/** The entries of a product: itself, then its variants. */
export const toTree = (product: ListedProduct): readonly TreeEntry[] => {
  if (product.variants.length === 0) return [{ ...product.fields, kind: 'single', options: null }]
  const { variants, shared } = divideNumbers(product)
  const fields = ownFields(product, shared)
  return [{ ...fields, kind: 'parent', options: null }, ...variants.map((variant) => toVariant(variant, fields))]
}
