import { countOf } from '../base/number-words.ts'
import { showGtin } from './gtin.ts'
import type { FoundIn, ProductNames, ProductRow } from './products.ts'

/** `gtin`: 14 digits. */
type Names = ProductNames & { readonly gtin?: string | null; readonly handle?: string | null }

/** What a product is called: its name, or else the surest thing that people know it by. Its ID only if nothing else is known. */
export const titleOfProduct = ({ name, sku, gtin = null, handle = null, productId }: Names): string =>
  name ?? sku ?? (gtin === null ? null : showGtin(gtin)) ?? handle ?? productId ?? 'New product'

/** `Olive oil 500 ml (SKU-10)`. */
export const callProduct = (names: Names): string => {
  const title = titleOfProduct(names)
  return names.sku === null || names.sku === title ? title : `${title} (${names.sku})`
}

/** The product of a picture that is in further ones: `Olive oil 500 ml (SKU-10), also in 2 other products`. */
export const callProductAmong = (names: Names, further: number): string =>
  further === 0 ? callProduct(names) : `${callProduct(names)}, also in ${countOf(further, 'other product')}`

/** `Olive oil 500 ml (SKU-10), ID prd_5`: where only the ID tells several apart. */
export const nameAndId = (row: Pick<ProductRow, 'name' | 'productId' | 'listed'>): string =>
  [callProduct(namesOfRow(row)), ...(row.productId === null ? [] : [`ID ${row.productId}`])].join(', ')

/** The names of a product among many. */
export const namesOfRow = ({ name, productId, listed }: Pick<ProductRow, 'name' | 'productId' | 'listed'>): Names => ({
  name,
  productId,
  sku: listed?.sku ?? null,
  gtin: listed?.gtin ?? null,
})

const fieldNames = { name: 'Name', sku: 'SKU', gtin: 'GTIN', id: 'ID', handle: 'Handle', column: 'Column' } as const

/** The field that a search found, if the product's title and SKU don't show it: `GTIN 4006381333931`. */
export const describeFound = (found: FoundIn | undefined, names: Names): string | null => {
  if (!found || isSeen(found, names)) return null
  return `${found.header ?? fieldNames[found.field]} ${found.text}`
}

const isSeen = ({ field, text }: FoundIn, names: Names): boolean =>
  (field !== 'column' && text === titleOfProduct(names)) || (field === 'sku' && text === names.sku)

/**
 * A search that means this product: a field that a row shows is the text or begins with it, or it is another number in full.
 */
export const isMeant = (found: FoundIn | undefined, names: Names): boolean =>
  found !== undefined && (found.how === 'exact' || (found.how === 'prefix' && isSeen(found, names)))

/** What stands beside a product's title: its SKU, or its ID if it has none, and the field that a search found. */
export const factsOfProduct = (names: Names, found?: FoundIn): readonly string[] => {
  const title = titleOfProduct(names)
  const elsewhere = describeFound(found, names)
  const code = names.sku ?? (elsewhere !== null && found?.field === 'id' ? null : names.productId)
  return [code === title ? null : code, elsewhere].filter((one) => one !== null)
}

export const productFieldWords = {
  created: 'A new product is created.',
  isNew: 'Not created yet',
  idIsNew: 'Not used here before',
  checkId: 'Not used here before: check the ID.',
  /** `similar`: as `callProduct` calls them. */
  similar: (similar: readonly string[]): string => `Similar: ${similar.join(', ')}`,
} as const
