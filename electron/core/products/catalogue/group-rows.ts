import type { RowSum } from '../../../../shared/products/list-form.ts'
import { type Cells, type ListLayout, type RowGrouping, textAt } from './lay-out-columns.ts'
import type { ListedPicture, ListedProduct, ListedVariant } from './listed-product.ts'
import { foldSku, type ReadEntry, type RefusedNames } from './read-entry.ts'
import type { RawRow } from './reading/raw-rows.ts'
import { readCombined, readListed, withoutSample } from './shapes/find-options.ts'
import type { ListedChild } from './shapes/listed-variants.ts'

/** A value as rows are grouped by it: without case, as shops compare handles and SKUs. */
const foldKey = ({ isExact }: RowGrouping, value: string): string => (isExact ? value : foldSku(value))

const ownKeys = (cells: Cells, grouping: RowGrouping): string[] =>
  grouping.keys.flatMap(({ column, prefix }) => {
    const value = textAt(cells, column)
    return value === '' ? [] : [foldKey(grouping, `${prefix}${value}`)]
  })

const namedBy = (grouping: RowGrouping, cells: Cells): string => foldKey(grouping, textAt(cells, grouping.column))

/** Counted before anything is read, so that a group is whole wherever its rows are. `keyOf`: a value that names a group, as its first name. */
export type Groups = {
  readonly sizes: ReadonlyMap<string, number>
  readonly keyOf: (value: string) => string
  /** By the SKU of a variant: what its product says of it, and the key of that. */
  readonly listed: ReadonlyMap<string, ListedChild & { readonly parent: string }>
}

/** Whether a product begins in this row, where the rows below belong to the one above. */
const beginsProduct = ({ column, kinds }: RowGrouping, cells: Cells): boolean =>
  kinds ? kinds.kindOf(cells) === 'product' : textAt(cells, column) !== ''

/** Whether a row says a product once more, for another view of the shop: a row above it has its SKU. */
export const createViewFinder = ({ views }: Pick<ListLayout, 'views'>): ((cells: Cells) => boolean) => {
  if (!views) return () => false
  const seen = new Set<string>()
  return (cells) => {
    const sku = foldSku(textAt(cells, views.sku))
    if (sku === '') return false
    if (textAt(cells, views.column) !== '' && seen.has(sku)) return true
    seen.add(sku)
    return false
  }
}

/** Counts the rows of groups in a first pass over a list. */
export const createGroupCounter = (grouping: RowGrouping, views: ListLayout['views'] = null) => {
  const isView = createViewFinder({ views })
  const { by } = grouping
  const sizes = new Map<string, number>()
  const parents: (readonly string[])[] = []
  const aliases = new Map<string, string>()
  const listed = new Map<string, ListedChild & { readonly parent: string }>()
  let above = ''
  const add = (key: string, by: number): void => void sizes.set(key, (sizes.get(key) ?? 0) + by)
  return {
    take: ({ row, cells }: Pick<RawRow, 'row' | 'cells'>): void => {
      if (isView(cells)) return
      const key = namedBy(grouping, cells)
      if (by === 'above') {
        if (beginsProduct(grouping, cells)) above = String(row)
        if (above !== '') add(above, 1)
        return
      }
      const own = ownKeys(cells, grouping)
      if (grouping.listed) {
        const [parent] = own
        const children = parent === undefined ? [] : grouping.listed.read(cells)
        if (parent === undefined || children.length === 0) return void (parent && parents.push(own))
        if (grouping.listed.hasRows)
          for (const child of children) {
            const sku = foldKey(grouping, child.sku)
            if (sku !== parent && !listed.has(sku)) listed.set(sku, { ...child, parent })
          }
        return void add(parent, 1)
      }
      if (key !== '') return void add(key, 1)
      if (own.length > 0) parents.push(own)
    },
    end: (): Groups => {
      for (const own of parents) {
        const [first, ...others] = own.map((key) => listed.get(key)?.parent ?? key).filter((key) => sizes.has(key))
        if (first === undefined) continue
        add(first, 1)
        for (const key of others) {
          if (aliases.has(key) || key === first) continue
          aliases.set(key, first)
          add(first, sizes.get(key) ?? 0)
        }
      }
      return { sizes, keyOf: (value) => listed.get(value)?.parent ?? aliases.get(value) ?? value, listed }
    },
  }
}

/** Shopify’s option of a product that has none. */
const isNoOption = (name: string, value: string): boolean => name === 'Title' && value === 'Default Title'

const isNumbered = ({ fields }: ListedVariant): boolean => fields.sku !== null || fields.gtin !== null

/** The first of these rows is the product’s own, with all values of its options: it alone has a name, and no number. */
const isOfProduct = ([first, ...others]: readonly ListedVariant[]): boolean =>
  first !== undefined &&
  others.length > 0 &&
  first.fields.name !== null &&
  !isNumbered(first) &&
  others.every((one) => isNumbered(one) && one.fields.name === null)

type Group = {
  readonly row: number
  readonly key: string | null
  /** What its first row that names a parent calls it. */
  code: string | null
  left: number
  own: ReadEntry | undefined
  /** Of a refused row. */
  names: RefusedNames | undefined
  productId: { readonly id: string; readonly row: number } | undefined
  optionNames: (string | undefined)[]
  readonly variants: ListedVariant[]
  /** Rows and options of its variants, as soon as two of them have one number. */
  told: { readonly rows: Set<number>; readonly options: Set<string> } | undefined
  readonly pictures: ListedPicture[]
  pictureRows: number
  /** Variants that its row names. */
  listed: readonly ListedChild[]
}

export type RowKind = 'product' | 'variant' | 'pictures' | 'again'

export const emptyEntry = ({ row, productId, sku, gtin, name, handle }: RefusedNames): ReadEntry => ({
  ...{ row, productId, sku, gtin, name, handle, shows: null, showsAt: null, further: [] },
})

/** Makes products of rows. */
export const createGrouper = (
  { grouping, options, pictures }: ListLayout,
  groups: Groups | undefined,
  finish: (product: ListedProduct) => void,
) => {
  const open = new Map<string, Group>()
  const counts = { products: 0, variants: 0, pictures: 0 }

  /** The row in which the product begins that the rows below it belong to. */
  let above = ''
  const findKey = ({ row, cells }: RawRow): string | null => {
    if (!grouping || !groups) return null
    const value = namedBy(grouping, cells)
    if (grouping.by === 'above') {
      if (beginsProduct(grouping, cells)) above = String(row)
      return (groups.sizes.get(above) ?? 1) === 1 ? null : above
    }
    const keys = value === '' || grouping.by === 'listed' ? ownKeys(cells, grouping) : [value]
    const key = keys.map(groups.keyOf).find((one) => groups.sizes.has(one))
    return key === undefined || (grouping.by !== 'parent' && grouping.by !== 'listed' && groups.sizes.get(key) === 1) ? null : key
  }
  let found: { readonly row: number; readonly key: string | null } | undefined
  /** Each row is asked about several times. */
  const keyOf = (raw: RawRow): string | null => {
    if (found?.row !== raw.row) found = { row: raw.row, key: findKey(raw) }
    return found.key
  }
  /** What its product’s row says of it. */
  const childOf = ({ cells }: RawRow): ListedChild | undefined => {
    const [own] = grouping?.listed ? ownKeys(cells, grouping) : []
    return own === undefined ? undefined : groups?.listed.get(own)
  }
  /** With the variants that have no row of their own, in the order of its product’s row. */
  const withListed = ({ row, key, listed, variants }: Group): readonly ListedVariant[] => {
    if (listed.length === 0) return variants
    const bySku = new Map(variants.map((one) => [foldSku(one.fields.sku ?? ''), one]))
    return listed.flatMap(({ sku, options: said }): ListedVariant[] => {
      const there = bySku.get(foldSku(sku))
      if (there) return [there]
      // Another product may have named it before.
      if (grouping?.listed?.hasRows && groups?.listed.get(foldSku(sku))?.parent !== key) return []
      return [{ row, fields: emptyEntry({ row, productId: null, sku, skuKey: null, gtin: null, name: null, handle: null }), options: said }]
    })
  }
  const hasOption = (cells: Cells): boolean => options.some(({ value }) => textAt(cells, value) !== '')
  /** It names no parent, or its own SKU and no option. */
  const isParent = (grouping: RowGrouping, cells: Cells, { sku }: ReadEntry): boolean => {
    const named = namedBy(grouping, cells)
    return named === '' || (grouping.keys.length > 0 && sku !== null && foldSku(sku) === named && !hasOption(cells))
  }
  const groupOf = (raw: RawRow): Group => {
    const { row } = raw
    const key = keyOf(raw)
    const known = key === null ? undefined : open.get(key)
    if (known) return known
    const left = key === null ? 1 : (groups?.sizes.get(key) ?? 1)
    const group: Group = {
      ...{ row, key, code: null, left, own: undefined, names: undefined, productId: undefined },
      ...{ optionNames: [], variants: [], told: undefined, pictures: [], pictureRows: 0, listed: [] },
    }
    if (key !== null) open.set(key, group)
    return group
  }
  /** Only a group’s first row may have the names of its options. */
  const optionsOf = (group: Group, cells: Cells): [string, string][] =>
    readOptions(group, cells).filter(([name, value]) => !isNoOption(name, value))
  const readOptions = (group: Group, cells: Cells): [string, string][] =>
    options.flatMap(({ name, value, isCombined }, at): [string, string][] => {
      const text = textAt(cells, value)
      if (isCombined) return readCombined(text).map(([one, other]) => [one, other])
      const said = typeof name === 'string' ? name : textAt(cells, name)
      const listed = readListed(said, text)
      if (listed) return listed.map(([one, other]) => [one, other])
      if (said !== '') group.optionNames[at] ??= said
      return text === '' ? [] : [[group.optionNames[at] ?? `Option ${at + 1}`, withoutSample(text)]]
    })
  const endRow = (group: Group): void => {
    group.left--
    if (group.left > 0) return
    if (group.key !== null) open.delete(group.key)
    end(group)
  }
  const end = (group: Group): void => {
    const { row, key, code, own: ownRow, names, optionNames, variants: rows, pictures: shown, pictureRows } = group
    counts.pictures += pictureRows
    const own = ownRow ?? (isOfProduct(rows) ? rows[0]?.fields : undefined)
    const variants = own !== undefined && own === rows[0]?.fields ? rows.slice(1) : rows
    const [first] = variants
    if (!own && !first) return
    counts.products++
    counts.variants += own ? variants.length : variants.length - 1
    const named = names && own === undefined ? { ...emptyEntry(names), ...(first ? { further: first.fields.further } : {}) } : undefined
    const fields = own ?? named ?? (first as ListedVariant).fields
    // Its SKU is the product’s; a variant that names a parent is one of several, which may be in another list.
    const isSoldAsItIs = !own && variants.length === 1 && (grouping?.by !== 'parent' || key === null)
    const isRefused = names && own === undefined
    const soldFields = first && { ...first.fields, ...(isRefused ? { name: first.fields.name ?? names.name } : {}) }
    finish({
      ...{ row, group: key, fields: isSoldAsItIs && soldFields ? soldFields : fields, hasOwnRow: own !== undefined },
      code,
      options: optionNames.filter((name) => name !== undefined && name !== 'Title') as string[],
      variants: isSoldAsItIs ? [] : group.listed.length > 0 ? withListed(group) : variants,
      pictures: shown,
    })
  }
  const picturesOf = (raw: RawRow, isVariant: boolean): ListedPicture[] =>
    pictures.flatMap(({ column, isOfVariant }) => {
      const address = textAt(raw.cells, column)
      return address === '' ? [] : [{ row: raw.row, address, variant: isVariant && isOfVariant ? raw.row : null }]
    })

  return {
    /** What a row is. `again`: its product is there already. */
    kindOf: (raw: RawRow, entry: ReadEntry): RowKind => {
      const key = keyOf(raw)
      if (key === null || !grouping) return 'product'
      if (grouping.kinds) return grouping.kinds.kindOf(raw.cells)
      if (grouping.listed) return childOf(raw) ? 'variant' : 'product'
      if (grouping.by === 'parent') return isParent(grouping, raw.cells, entry) ? 'product' : 'variant'
      const group = open.get(key)
      if (entry.sku !== null || entry.gtin !== null || hasOption(raw.cells)) return 'variant'
      const product = group?.own ?? group?.variants[0]?.fields ?? group?.names
      if (!product) return entry.name === null && group ? 'pictures' : 'product'
      return entry.name === null || (entry.name === product.name && picturesOf(raw, false).length > 0) ? 'pictures' : 'again'
    },
    /** A row that names nothing, and has a picture of the product above it. */
    addsPictures: (raw: RawRow): boolean => {
      if (grouping?.by !== 'above' || (grouping.kinds && grouping.kinds.kindOf(raw.cells) !== 'pictures')) return false
      const key = keyOf(raw)
      return key !== null && open.has(key) && picturesOf(raw, false).length > 0
    },
    /** SKUs of variants that only its product’s row has. */
    listedIn: ({ cells }: RawRow): readonly ListedChild[] => (grouping?.listed?.hasRows === false ? grouping.listed.read(cells) : []),
    /** Where its product begins. */
    firstRow: (raw: RawRow): number | undefined => {
      const key = keyOf(raw)
      return key === null ? undefined : open.get(key)?.row
    },
    /** The row of its product that has its id already. */
    idInRow: (raw: RawRow, { productId }: ReadEntry): number | undefined => {
      const key = keyOf(raw)
      const known = key === null ? undefined : open.get(key)?.productId
      return known && known.id === productId ? known.row : undefined
    },
    /** Whether another row has the same number as a variant of the same product, and no variant of it has these options. */
    isOtherVariant: (raw: RawRow, other: number): boolean => {
      const key = keyOf(raw)
      const group = key === null ? undefined : open.get(key)
      if (!group) return false
      group.told ??= {
        rows: new Set(group.variants.map(({ row }) => row)),
        options: new Set(group.variants.map((one) => JSON.stringify(one.options))),
      }
      return group.told.rows.has(other) && !group.told.options.has(JSON.stringify(optionsOf(group, raw.cells)))
    },
    take: (raw: RawRow, entry: ReadEntry, kind: Exclude<RowKind, 'again'>): void => {
      const group = groupOf(raw)
      if (grouping?.by === 'parent' && group.key !== null) group.code ??= textAt(raw.cells, grouping.column) || null
      if (entry.productId !== null) group.productId ??= { id: entry.productId, row: raw.row }
      if (grouping?.listed && kind === 'product') group.listed = grouping.listed.read(raw.cells)
      const hasSkus = group.listed.length > 0 && grouping?.listed?.hasRows === false
      const said = optionsOf(group, raw.cells)
      group.pictures.push(...picturesOf(raw, kind === 'variant'))
      if (kind === 'pictures') group.pictureRows++
      else if (kind === 'variant') {
        const options = said.length > 0 ? said : (childOf(raw)?.options ?? [])
        group.variants.push({ row: raw.row, fields: entry, options })
        group.told?.rows.add(raw.row)
        group.told?.options.add(JSON.stringify(options))
      } else if (group.key === null && said.length > 0) group.variants.push({ row: raw.row, fields: entry, options: said })
      else group.own = hasSkus ? { ...entry, sku: null } : entry
      endRow(group)
    },
    refuse: (raw: RawRow, names: RefusedNames): void => {
      const group = groupOf(raw)
      if (names.name !== null || names.handle !== null) group.names ??= names
      endRow(group)
    },
    /** Ends what a wrong count left open. */
    flush: (): void => {
      for (const group of open.values()) end(group)
      open.clear()
    },
    counts: (): Pick<RowSum, 'products' | 'variants' | 'pictures'> => counts,
  }
}
