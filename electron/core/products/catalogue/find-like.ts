import type { Journal, Row } from '../../base/database/journal.ts'
import { readKind } from './entry-place.ts'
import type { RefusedNames, StoredNode } from './read-entry.ts'

const textOrNull = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))
const numberOrNull = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value))

/** An entry of the earlier list, for comparing. */
export type Known = Omit<StoredNode, 'row' | 'searched'> & {
  readonly seq: number
  /** Of a variant: its product’s `seq`. */
  readonly parent: number | null
}

export const compared = 'seq, product_id, sku, sku_key, gtin, name, handle, shows, shows_at, further, kind, parent, options, origins'

export const toKnown = (row: Row): Known => ({
  seq: Number(row.seq),
  productId: textOrNull(row.product_id),
  sku: textOrNull(row.sku),
  skuKey: textOrNull(row.sku_key),
  gtin: textOrNull(row.gtin),
  name: textOrNull(row.name),
  handle: textOrNull(row.handle),
  shows: textOrNull(row.shows),
  showsAt: numberOrNull(row.shows_at),
  further: String(row.further),
  kind: readKind(row.kind),
  parent: numberOrNull(row.parent),
  options: textOrNull(row.options),
  origins: textOrNull(row.origins),
})

/** The same text for the same content. */
export const contentOf = ({
  productId,
  sku,
  gtin,
  name,
  handle,
  shows,
  showsAt,
  further,
}: Pick<Known, 'productId' | 'sku' | 'gtin' | 'name' | 'handle' | 'shows' | 'showsAt' | 'further'>): string =>
  JSON.stringify([productId, sku, gtin, name, handle, shows, showsAt, further])

/** What names a product, the surest first. */
const namedBy = [
  ['product_id', 'productId'],
  ['sku_key', 'skuKey'],
  ['gtin', 'gtin'],
  ['handle', 'handle'],
] as const

/** Whether something says that these are two. */
export const differs = (one: RefusedNames, other: RefusedNames | Known): boolean =>
  namedBy.some(([, key]) => one[key] !== null && other[key] !== null && one[key] !== other[key])

/**
 * Which entries of a list are compared: `targets`, those that are products of the workspace. `sold`: variants, and products that have none. `parents`:
 * products that have variants.
 */
export type Among = 'targets' | 'sold' | 'parents'

const conditions: Readonly<Record<Among, string>> = {
  targets: 'import = ?1',
  sold: "import IN (?1, -?1) AND kind <> 'parent'",
  parents: "import IN (?1, -?1) AND kind = 'parent'",
}

/** Finds what a row of a list is in another one. */
export const createLikeFinder = ({ all }: Pick<Journal, 'all'>) => {
  const findBy = (number: number, among: Among, condition: string, value: string, limit: 1 | 2): Row[] =>
    all(`SELECT ${compared} FROM catalogue_entries WHERE ${conditions[among]} AND ${condition} LIMIT ${limit}`, number, value)

  /** The entry with this value that nothing surer tells apart from what is looked for; of several, the one with nothing surer at all. */
  const findNamed = (number: number, names: RefusedNames, at: number, among: Among): Row | undefined => {
    const [column, key] = namedBy[at] ?? namedBy[0]
    const value = names[key]
    if (value === null) return undefined
    const surer = namedBy.slice(0, at)
    const without = (columns: typeof surer): string => [`${column} = ?2`, ...columns.map(([one]) => `${one} IS NULL`)].join(' AND ')
    const [plain] = findBy(number, among, without(surer), value, 1)
    if (plain) return plain
    // An entry with the same surer value was found by it.
    const [one, another] = findBy(number, among, without(surer.filter(([, name]) => names[name] !== null)), value, 2)
    return another ? undefined : one
  }

  /** The entry of an import that is this product: by the surest of what both have, and nothing surer says otherwise. */
  const findLike = (number: number, names: RefusedNames, among: Among = 'targets'): Known | undefined => {
    for (const at of namedBy.keys()) {
      const row = findNamed(number, names, at, among)
      if (row) return toKnown(row)
    }
    if (names.name === null || namedBy.some(([, key]) => names[key] !== null)) return undefined
    const nothingElse = namedBy.map(([column]) => `${column} IS NULL`).join(' AND ')
    const [row] = findBy(number, among, `name = ?2 AND ${nothingElse}`, names.name, 1)
    return row && toKnown(row)
  }

  /** The variant of a product that has these options, where only one does and nothing says otherwise. */
  const findOption = (parent: number, node: StoredNode): Known | undefined => {
    const rows = all(
      `SELECT ${compared} FROM catalogue_entries WHERE parent = ? AND options = ? AND (options <> '[]' OR name IS ?) LIMIT 2`,
      parent,
      node.options,
      node.name,
    ).map(toKnown)
    const [only] = rows
    return only && rows.length === 1 && !differs(node, only) ? only : undefined
  }

  return { findLike, findOption }
}
