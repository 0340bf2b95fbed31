import type { ListColumns } from '../../../../shared/products/catalogue.ts'
import { columnRoles } from '../../../../shared/products/column-roles.ts'
import { recogniseColumns } from './recognise-columns.ts'
import { foldHeader, type Shape } from './shapes/shape.ts'

/** Numbers, UUIDs, hexadecimal keys and Shopify’s addresses of things: what shops number their products with. */
const ofShop = /^(?:\d+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|gid:\/\/.+)$/i
/** Addresses and files of pictures. */
const ofPicture = /:\/\/|^\/\/|^files\/|\.(?:jpe?g|png|webp|gif|tiff?|avif|heic|svg)(?:[?#\s,;|]|$)/i

/** What ids of one kind have in common: what is before their first digit, and their length where more than digits follows. */
const patternOf = (id: string): string => {
  const digit = id.search(/\d/)
  const [before, after] = digit < 0 ? ['', id] : [id.slice(0, digit), id.slice(digit)]
  return `${before} ${/^\d+$/.test(after) ? 'number' : id.length}`
}

const isCalledProductId = (header: string): boolean => /^(?:product|produkt|prd)id(?:entifier)?$/.test(foldHeader(header))

export type ProposedColumns = {
  readonly columns: ListColumns
  /** Columns with ids of the shop, which are kept and are no ids of a workspace. */
  readonly shopIds: readonly number[]
}

/**
 * Which column is what: as the recognised export says, else by the headers. A shop’s id is no id of a workspace: a column of ids counts only
 * where its first values look like ids that this workspace gave (`given`); where it gave none yet, a column that is called “Product ID” with values
 * unlike any shop’s. Addresses of pictures are no sources.
 */
export const proposeColumns = (
  headers: readonly string[],
  shape: Shape | undefined,
  rows: readonly (readonly string[])[],
  given: readonly string[],
): ProposedColumns => {
  const folded = headers.map(foldHeader)
  const columns: ListColumns = {}
  const shopIds = folded.flatMap((header, at) => (shape?.shopIds.includes(header) ? [at] : []))
  const kept = new Set(shape ? [...shape.pictures.product, ...shape.pictures.variant] : [])
  const general = recogniseColumns(headers.map((header, at) => (shopIds.includes(at) || kept.has(folded[at] ?? '') ? '' : header)))
  for (const role of columnRoles) {
    const named = shape?.columns[role]
    const found = named?.map((one) => folded.indexOf(one)).find((at) => at >= 0)
    const column = named ? found : general[role]
    if (column !== undefined && !Object.values(columns).includes(column)) columns[role] = column
  }
  const valuesOf = (column: number): string[] => rows.map((cells) => (cells[column] ?? '').trim()).filter((value) => value !== '')
  if (columns.shows !== undefined && valuesOf(columns.shows).some((value) => ofPicture.test(value))) delete columns.shows
  const patterns = new Set(given.map(patternOf))
  const { productId } = columns
  if (productId !== undefined) {
    const values = valuesOf(productId)
    const isGiven = values.some((value) => patterns.has(patternOf(value)))
    const looksGiven = patterns.size === 0 && isCalledProductId(headers[productId] ?? '') && !values.every((value) => ofShop.test(value))
    if (values.length > 0 && !isGiven && !looksGiven) {
      delete columns.productId
      return { columns, shopIds: [...shopIds, productId] }
    }
  }
  return { columns, shopIds }
}
