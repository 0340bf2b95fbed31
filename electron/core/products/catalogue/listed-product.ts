import type { ReadEntry } from './read-entry.ts'

// What reading a list yields. `import-list.ts` still writes an entry for each variant (`toEntries`), until the library knows variants.

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
 * `null`: it has one row. `fields`: what is said of the product itself; where only rows of variants say it, of the first of them.
 * `options`: names of its options. `variants`: none where the product is sold as it is. `hasOwnRow`: `fields` are not a variant’s.
 */
export type ListedProduct = {
  readonly row: number
  readonly group: string | null
  readonly fields: ReadEntry
  readonly hasOwnRow: boolean
  readonly options: readonly string[]
  readonly variants: readonly ListedVariant[]
  readonly pictures: readonly ListedPicture[]
}

/** Longer values of a product are not repeated for each of its variants. */
const repeatedCell = 200

const isNamed = ({ fields }: ListedVariant): boolean => fields.sku !== null || fields.gtin !== null

/** A variant with what its product says: the first with all of it, the others without long texts. */
const withProduct = ({ fields, options }: ListedVariant, product: ListedProduct, isFirst: boolean): ReadEntry => {
  const own = new Set(fields.further.map(([header]) => header))
  const inherited = product.fields.further.filter(([header, value]) => !own.has(header) && (isFirst || value.length <= repeatedCell))
  const named = options.filter(([name]) => !own.has(name))
  return {
    ...fields,
    name: fields.name ?? product.fields.name,
    handle: fields.handle ?? product.fields.handle,
    shows: fields.shows ?? product.fields.shows,
    showsAt: fields.showsAt ?? product.fields.showsAt,
    further: [...fields.further, ...named, ...(fields === product.fields ? [] : inherited)],
  }
}

/**
 * The entries of a product, until variants are known: one for each variant with an SKU or a GTIN, with its product’s name and handle and
 * with its options as further columns; else one for the product.
 */
export const toEntries = (product: ListedProduct): readonly ReadEntry[] => {
  const variants = product.variants.filter(isNamed)
  if (variants.length === 0) return [product.fields]
  return variants.map((variant, at) => withProduct(variant, product, at === 0))
}
