import type { ListColumns, ValueOrigin } from '../../../../shared/products/catalogue.ts'
import { namingRoles } from '../../../../shared/products/column-roles.ts'
import { isTarget, type ProductIs, productIsChoices } from '../../../../shared/products/variants.ts'
import { foldName } from '../../base/database/fold-name.ts'
import type { CatalogueStore, CurrentList } from './catalogue-store.ts'
import { importOf } from './entry-place.ts'
import { contentOf, differs, type Known } from './find-like.ts'
import { foldSku, mostSearched, type RefusedNames, type StoredNode } from './read-entry.ts'
import { keepOrigins } from './value-origins.ts'

/**
 * An entry with what the earlier list said of this product in columns that the new list lacks: a list of SKUs and stock does not take the
 * product ids away. An empty cell does.
 */
const keepValues = (entry: StoredNode, known: Known, columns: ListColumns, earlier: ValueOrigin): StoredNode => {
  const names = namingRoles.filter((role) => columns[role] === undefined && known[role] !== null)
  const keepsShows = columns.shows === undefined && known.shows !== null
  if (names.length === 0 && !keepsShows) return entry
  const kept = Object.fromEntries(names.map((role) => [role, known[role]]))
  const sku = names.includes('sku') ? known.sku : entry.sku
  const searched = foldName(names.map((role) => known[role]).join('\n'))
  return {
    ...entry,
    ...kept,
    ...(keepsShows ? { shows: known.shows, showsAt: known.showsAt } : {}),
    skuKey: sku === null ? null : foldSku(sku),
    searched: `${searched}\n${entry.searched}`.slice(0, mostSearched),
    origins: keepOrigins(known.origins, [...names, ...(keepsShows ? ['shows'] : [])], earlier),
  }
}

type Became = 'added' | 'changed' | 'unchanged'

/** A product with variants of the new list. `seq`: its number there. */
type Parent = { readonly seq: number; became: Became }

const noCounts = () => ({ added: 0, changed: 0, unchanged: 0, missing: 0, kept: 0 })

/**
 * An entry beside that of the earlier list, or the number of one there that this list lacks. `isTarget`: it is a product of the workspace.
 */
export type Compared = { readonly isTarget: boolean } & (
  | { readonly entry: StoredNode; readonly known: Known | undefined }
  | { readonly missing: number }
)

type Ports = {
  readonly catalogue: Pick<CatalogueStore, 'add' | 'carryOver' | 'entry' | 'findLike' | 'findOption'>
  readonly earlier: CurrentList | undefined
  /** Of the new list; `null`: nothing is written. */
  readonly number: number | null
  readonly columns: ListColumns
  readonly productIs: ProductIs
  readonly now: number
  readonly onCompared?: ((one: Compared) => void) | undefined
}

/** Variants by which their product is found again. */
const telling = 3

/**
 * Writes the entries of a list: each as the one that it was in the earlier list, product by product with their variants. Counts are of products of the
 * workspace, for both readings of that: a product changes with its variants. Call its changes inside `journal.write`.
 */
export const createTreeWriter = ({ catalogue, earlier, number, columns, productIs, now, onCompared }: Ports) => {
  /** Entries of the earlier list that this one has, too: as sold ones, and as products with variants. */
  const sold = new Set<number>()
  const parents = new Set<number>()
  /** Of those, products of whose variants this list says nothing. */
  const whole = new Set<number>()
  /** Entries of the earlier list that only refused rows of this one name, with the products of these. */
  const held = new Set<number>()
  const counts: Record<ProductIs, ReturnType<typeof noCounts>> = { product: noCounts(), variant: noCounts() }
  const written = { parents: 0, variants: 0, missingVariants: 0 }
  /** By the number of the earlier one. */
  const newParents = new Map<number, Parent>()
  let open: { readonly parent: Parent; readonly earlier: number | null } | undefined

  const origin: ValueOrigin = { by: 'list', name: earlier?.name ?? '', at: earlier?.importedAt ?? 0 }
  const count = (kind: StoredNode['kind'], became: keyof ReturnType<typeof noCounts>): void => {
    for (const one of productIsChoices) if (isTarget(kind, one)) counts[one][became]++
    if (kind === 'parent') written.parents++
    if (kind === 'variant') written.variants++
  }
  const put = (entry: StoredNode, parent: number | null): number =>
    number === null
      ? 0
      : catalogue.add(number, entry, null, {
          import: importOf(number, entry.kind, productIs),
          ...{ kind: entry.kind, options: entry.options, parent, origins: entry.origins ?? null },
        })
  const carry = ({ seq, kind }: Pick<Known, 'seq' | 'kind'>, parent: number | null, since: number | null | 'kept'): number =>
    number === null
      ? 0
      : catalogue.carryOver(seq, { import: importOf(number, kind, productIs), parent }, since, since === 'kept' ? undefined : origin)
  const compare = (entry: StoredNode, known: Known | undefined): Became => {
    onCompared?.({ isTarget: isTarget(entry.kind, productIs), entry, known })
    if (!known) return 'added'
    return contentOf(known) === contentOf(entry) && known.options === entry.options ? 'unchanged' : 'changed'
  }
  const touch = (parent: Parent, became: Became): void => {
    if (parent.became !== 'unchanged' || became === 'unchanged') return
    parent.became = 'changed'
    counts.product.unchanged--
    counts.product.changed++
  }
  /** The product of a variant that stays with it, although this list doesn’t name it. */
  const bringParent = (seq: number): Parent => {
    const there = newParents.get(seq)
    if (there) return there
    const parent: Parent = { seq: carry({ seq, kind: 'parent' }, null, null), became: 'unchanged' }
    newParents.set(seq, parent)
    parents.add(seq)
    count('parent', 'unchanged')
    return parent
  }

  const findSold = (entry: StoredNode): Known | undefined => {
    // A list without variants has all that it has among its products.
    const like = earlier && catalogue.findLike(earlier.import, entry, earlier.variants > 0 ? 'sold' : 'targets')
    return like && !sold.has(like.seq) ? like : undefined
  }
  const findOption = (entry: StoredNode, product: number | null): Known | undefined => {
    const option = product === null ? undefined : catalogue.findOption(product, entry)
    return option && !sold.has(option.seq) ? option : undefined
  }
  /** By its own names, else by those of its variants: its handle may be another one now. */
  const findParent = (entry: StoredNode, variants: readonly StoredNode[]): Known | undefined => {
    if (!earlier) return undefined
    if (earlier.parents === 0) {
      // None had variants yet.
      const single = catalogue.findLike(earlier.import, entry)
      return single && (single.skuKey === entry.skuKey || entry.handle !== null) && !sold.has(single.seq) ? single : undefined
    }
    const isFree = (known: Known | undefined): known is Known =>
      known !== undefined && !parents.has(known.seq) && !newParents.has(known.seq)
    const like = catalogue.findLike(earlier.import, entry, 'parents')
    if (isFree(like)) return like
    for (const variant of variants.slice(0, telling)) {
      const one = catalogue.findLike(earlier.import, variant, 'sold')
      const parent = one?.parent == null ? undefined : catalogue.entry(one.parent)
      if (isFree(parent) && !differs({ ...entry, handle: null }, parent)) return parent
    }
    // A product that had no variants yet.
    const single = catalogue.findLike(earlier.import, entry, 'sold')
    const isSame = single?.kind === 'single' && (single.skuKey === entry.skuKey || entry.handle !== null) && !sold.has(single.seq)
    return isSame && isFree(single) ? single : undefined
  }

  const takeParent = (entry: StoredNode, variants: readonly StoredNode[]): void => {
    const known = findParent(entry, variants)
    const now = known ? keepValues(entry, known, columns, origin) : entry
    const became = compare(now, known)
    const parent: Parent = { seq: put(now, null), became }
    count('parent', became)
    if (known) {
      parents.add(known.seq)
      newParents.set(known.seq, parent)
    }
    open = { parent, earlier: known?.kind === 'parent' ? known.seq : null }
  }
  const takeVariant = (entry: StoredNode): void => {
    if (!open) return
    const known = findSold(entry) ?? findOption(entry, open.earlier)
    const now = known ? keepValues(entry, known, columns, origin) : entry
    const became = compare(now, known)
    put(now, open.parent.seq)
    count('variant', became)
    touch(open.parent, became)
    if (known) sold.add(known.seq)
  }
  /** A row that is all of a product here, and was a variant of this one, or names it. */
  const takeOfProduct = (entry: StoredNode, product: Known, known: Known | undefined): void => {
    const variant = { ...entry, handle: null, kind: 'variant', options: known?.options ?? '[]' } as const
    const there = newParents.get(product.seq)
    if (there) open = { parent: there, earlier: product.seq }
    else if (entry.handle === null) open = { parent: bringParent(product.seq), earlier: product.seq }
    else {
      const productId = entry.productId === product.productId ? entry.productId : null
      const { sku, skuKey, gtin } = product
      takeParent({ ...entry, productId, sku, skuKey, gtin, kind: 'parent', options: null }, [])
    }
    const isProducts = known !== undefined && (entry.name === null || entry.name === product.name)
    takeVariant(isProducts ? { ...variant, name: known.name } : variant)
  }
  /** A product without variants here, which may be a variant, or a product with variants, of the earlier list: this one may not say more. */
  const takeSingle = (entry: StoredNode): void => {
    const known = findSold(entry)
    const named = known || !earlier || earlier.parents === 0 ? undefined : catalogue.findLike(earlier.import, entry, 'parents')
    const product = known?.parent == null ? named : catalogue.entry(known.parent)
    const isOwn = (one: string | null, other: string | null): boolean => one !== null && one !== other
    if (product && !known && !isOwn(entry.skuKey, product.skuKey) && !isOwn(entry.gtin, product.gtin) && !parents.has(product.seq)) {
      whole.add(product.seq)
      takeParent({ ...entry, kind: 'parent' }, [])
    } else if (product && (entry.handle === product.handle || (known && entry.handle === null))) takeOfProduct(entry, product, known)
    else {
      const now = known ? keepValues(entry, known, columns, origin) : entry
      count('single', compare({ ...now, options: known?.options ?? null }, known))
      put(now, null)
      if (known) sold.add(known.seq)
    }
  }

  /** What the new list lacks stays, marked. What only its refused rows name stays as it was. */
  const keep = ({ seq, kind, parent }: Pick<Known, 'seq' | 'kind' | 'parent'>): void => {
    if (sold.has(seq) || parents.has(seq) || newParents.has(seq)) return
    const became = held.has(seq) ? 'kept' : 'missing'
    const since = held.has(seq) ? null : now
    if (became === 'missing' && (kind !== 'variant' || (parent !== null && !whole.has(parent))))
      onCompared?.({ isTarget: isTarget(kind, productIs), missing: seq })
    if (kind !== 'variant') {
      const carried = carry({ seq, kind }, null, since)
      count(kind, became)
      if (kind === 'parent') newParents.set(seq, { seq: carried, became: 'unchanged' })
      return
    }
    if (parent === null) return
    if (whole.has(parent)) {
      carry({ seq, kind }, newParents.get(parent)?.seq ?? null, 'kept')
      count('variant', 'unchanged')
      return
    }
    const isOfThere = parents.has(parent)
    if (!newParents.has(parent)) {
      keep({ seq: parent, kind: 'parent', parent: null })
    }
    carry({ seq, kind }, newParents.get(parent)?.seq ?? null, since)
    count('variant', became)
    if (isOfThere && became === 'missing') written.missingVariants++
  }

  return {
    /** `variants`: those that come after a product. */
    take: (entry: StoredNode, variants: readonly StoredNode[]): void => {
      if (entry.kind !== 'variant') open = undefined
      if (entry.kind === 'variant') takeVariant(entry)
      else if (entry.kind === 'parent') takeParent(entry, variants)
      else takeSingle(entry)
    },
    hold: (names: RefusedNames): void => {
      if (!earlier) return
      const known = catalogue.findLike(earlier.import, names, 'sold') ?? catalogue.findLike(earlier.import, names, 'parents')
      if (!known) return
      held.add(known.seq)
      if (known.parent !== null) held.add(known.parent)
    },
    keep,
    isThere: (seq: number): boolean => sold.has(seq) || parents.has(seq),
    counts: (reading: ProductIs) => counts[reading],
    written,
  }
}
