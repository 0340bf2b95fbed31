import { namingRoles } from '../../../../shared/products/column-roles.ts'
import { type EntryKind, isTarget } from '../../../../shared/products/variants.ts'
import { createPause } from '../../base/database/create-pause.ts'
import { createTurnsWritten } from '../../base/database/turns-written.ts'
import type { CatalogueStore, CurrentList, Targets } from './catalogue-store.ts'
import { importOf } from './entry-place.ts'
import { type Among, contentOf, type Known } from './find-like.ts'
import type { ImportPorts } from './import-list.ts'
import { foldSku, type RefusedNames, type StoredEntry, toStored } from './read-entry.ts'

/** A product of another library's list. */
export type HandedProduct = {
  readonly productId: string | null
  readonly sku: string | null
  readonly gtin: string | null
  readonly name: string | null
  readonly handle: string | null
  readonly shows: readonly string[] | null
  readonly showsAt: number | null
  readonly further: readonly (readonly [string, string])[]
  readonly missingSince: number | null
  readonly node?: HandedNode | undefined
}

/** Its place in a list with variants. `parent`: the number of a variant’s product, which comes before it. */
export type HandedNode = {
  readonly seq: number
  readonly kind: EntryKind
  readonly parent: number | null
  readonly options: readonly (readonly [name: string, value: string])[]
}

/** A field that both have, with different values: a role of a column, or `+` and the header of a further one. */
export type ProductDifference = { readonly field: string; readonly mine: string; readonly theirs: string }

const pieceSize = 20

/** By what a product is found in a list. */
export const namesOf = ({
  productId,
  sku,
  gtin,
  name,
  handle,
}: Pick<HandedProduct, 'productId' | 'sku' | 'gtin' | 'name' | 'handle'>): RefusedNames => ({
  row: 0,
  productId,
  sku,
  skuKey: sku === null ? null : foldSku(sku),
  gtin,
  name,
  handle,
})

const parse = <T>(text: string | null, otherwise: T): T => {
  try {
    return text === null ? otherwise : (JSON.parse(text) as T)
  } catch {
    return otherwise
  }
}

/** A product as a hand-over has it. */
export const toHanded = (known: Known & { readonly missingSince: number | null }): HandedProduct => ({
  productId: known.productId,
  sku: known.sku,
  gtin: known.gtin,
  name: known.name,
  handle: known.handle,
  shows: parse<string[] | null>(known.shows, null),
  showsAt: known.showsAt,
  further: parse<[string, string][]>(known.further, []),
  missingSince: known.missingSince,
})

export const toHandedNode = (known: Parameters<typeof toHanded>[0]): HandedProduct => ({
  ...toHanded(known),
  node: { seq: known.seq, kind: known.kind, parent: known.parent, options: parse<[string, string][]>(known.options, []) },
})

/** Products before their variants. */
export const inTheirOrder = (all: readonly HandedProduct[]): readonly HandedProduct[] =>
  all.toSorted((one, other) => (one.node?.seq ?? 0) - (other.node?.seq ?? 0))

export const toStoredEntry = (product: HandedProduct): StoredEntry => {
  const { missingSince: _, ...entry } = product
  return toStored({ row: 0, ...entry })
}

/**
 * A product of both lists as one: a value that only one side has stays, of two different ones mine, except for the fields in `taken`, as long as
 * mine is what it has there. The others are the differences.
 */
export const joinProduct = (
  mine: HandedProduct,
  theirs: HandedProduct,
  taken: ReadonlyMap<string, string>,
): { readonly joined: HandedProduct; readonly differences: readonly ProductDifference[] } => {
  const differences: ProductDifference[] = []
  const join = (field: string, here: string | null, there: string | null): 'mine' | 'theirs' => {
    if (there === null || here === there) return 'mine'
    if (here === null || taken.get(field) === here) return 'theirs'
    differences.push({ field, mine: here, theirs: there })
    return 'mine'
  }
  const named = namingRoles.map((role) => [role, join(role, mine[role], theirs[role]) === 'theirs' ? theirs[role] : mine[role]] as const)
  const shown = (one: HandedProduct): string | null => (one.shows === null ? null : one.shows.join(', '))
  const showing = join('shows', shown(mine), shown(theirs)) === 'theirs' ? theirs : mine
  const further = new Map(mine.further)
  for (const [header, value] of theirs.further)
    if (join(`+${header}`, further.get(header) ?? null, value) === 'theirs') further.set(header, value)
  const joined = {
    ...mine,
    ...(Object.fromEntries(named) as Pick<HandedProduct, 'productId' | 'sku' | 'gtin' | 'name' | 'handle'>),
    shows: showing.shows,
    showsAt: showing.showsAt,
    further: [...further],
  }
  return { joined, differences }
}

type Ports = Pick<ImportPorts, 'journal' | 'catalogue' | 'clock' | 'followSwitch'>

export type ProductToMerge = { readonly product: HandedProduct; readonly taken: ReadonlyMap<string, string> }

/** `targets`: what their list says of products with variants; `null`: it has none. */
export type ListToMerge = { readonly name: string; readonly products: readonly ProductToMerge[]; readonly targets: Targets | null }

const usualTargets: Targets = { productIs: 'product', sharedPictures: 'each' }

/** Among which entries each is looked for, the likeliest first. */
const lookedFor: Readonly<Record<EntryKind, readonly Among[]>> = {
  single: ['targets', 'sold', 'parents'],
  parent: ['parents', 'sold'],
  variant: ['sold'],
}

/**
 * Joins products with those of a list, one after the other: two of theirs may be one of mine. A list with variants stays as it is read; another one is read as
 * theirs.
 */
export const createJoiner = (catalogue: CatalogueStore, mine: CurrentList | undefined, theirs: Targets | null) => {
  const targets = mine && mine.variants > 0 ? mine : (theirs ?? mine ?? usualTargets)
  const joinedBefore = new Map<number, HandedProduct>()
  /** By their numbers of products with variants: the entry here. */
  const parents = new Map<number, Known>()

  const find = (product: HandedProduct): Known | undefined => {
    if (!mine) return undefined
    const { node } = product
    for (const among of lookedFor[node?.kind ?? 'single']) {
      const like = catalogue.findLike(mine.import, namesOf(product), among)
      if (like && (node?.kind !== 'parent' || like.kind !== 'variant')) return like
    }
    const parent = parents.get(node?.parent ?? -1)
    if (!node || parent?.kind !== 'parent') return undefined
    return catalogue.findOption(parent.seq, { ...toStoredEntry(product), kind: 'variant', options: JSON.stringify(node.options) })
  }

  return {
    targets,
    /**
     * `like`: the entry here; `undefined`: the list lacks it. `brings`: both as one are more than the list has. `countsAs`: the product of the workspace that this
     * changes, or adds; `null`: none.
     */
    join: ({ product, taken }: ProductToMerge) => {
      const { node } = product
      const like = find(product)
      if (like && node?.kind === 'parent') parents.set(node.seq, like)
      const kind = like?.kind ?? node?.kind ?? 'single'
      const parent = like ? like.parent : (parents.get(node?.parent ?? -1)?.seq ?? null)
      const own = like ? `here ${like.seq}` : `there ${node?.seq ?? JSON.stringify(namesOf(product))}`
      const ofProduct = parent === null ? `there ${node?.parent}` : `here ${parent}`
      const countsAs = isTarget(kind, targets.productIs) ? own : kind === 'variant' ? ofProduct : null
      if (!like) return { like, joined: product, differences: [], brings: true, countsAs }
      const { joined, differences } = joinProduct(joinedBefore.get(like.seq) ?? toHanded({ ...like, missingSince: null }), product, taken)
      joinedBefore.set(like.seq, joined)
      return { like, joined, differences, brings: contentOf(toStoredEntry(joined)) !== contentOf(like), countsAs }
    },
    /** The entry here that their product with variants is. */
    parentOf: (node: HandedNode | undefined): Known | undefined => parents.get(node?.parent ?? -1),
  }
}

/**
 * Merges another library's products into the list of a workspace. As with an import, the new list is written in pieces beside the current one, and counts
 * from one transaction on; until then the current one is untouched. If a person changes a product meanwhile, it begins again. Returns how many were added or
 * changed; with none, nothing is written.
 */
export const mergeProducts = async (
  ports: Ports,
  connectionId: string | null,
  ...what: [list: ListToMerge, signal: AbortSignal]
): Promise<number> => {
  for (let owner = connectionId; ; ) {
    const merged = await mergeOnce(ports, owner, ...what)
    if (typeof merged === 'number') return merged
    owner = merged.connectionId
  }
}

/** Returns whose list is to be merged with again, where that is another one by now. */
const mergeOnce = async (
  { journal, catalogue, clock, followSwitch }: Ports,
  connectionId: string | null,
  { name, products, targets: theirs }: ListToMerge,
  signal: AbortSignal,
): Promise<number | { readonly connectionId: string | null }> => {
  const edits = catalogue.edits()
  const earlier = catalogue.current(connectionId)
  const { targets, join, parentOf } = createJoiner(catalogue, earlier, theirs)
  const changed = new Map<number, StoredEntry>()
  const added: HandedProduct[] = []
  /** Their numbers of products with variants that come, and mine that get variants. */
  const [withVariants, growing] = [new Set<number>(), new Set<number>()]
  /** By their numbers of products with variants: the number here. */
  const places = new Map<number, number>()
  const brought = new Set<string>()
  const pause = createPause(journal)
  const rest = async (): Promise<void> => {
    await pause()
    signal.throwIfAborted()
  }
  for (const one of products) {
    await rest()
    const { node } = one.product
    const { like, joined, brings, countsAs } = join(one)
    if (like && node?.kind === 'parent') places.set(node.seq, like.seq)
    if (!brings) continue
    if (countsAs !== null) brought.add(countsAs)
    if (like) changed.set(like.seq, toStoredEntry(joined))
    else {
      added.push(one.product)
      if (node?.parent != null) withVariants.add(node.parent)
      const parent = parentOf(node)
      if (parent) growing.add(parent.seq)
    }
  }
  if (added.length + changed.size === 0) return 0
  const number = journal.write(() => catalogue.begin(connectionId, earlier?.name ?? name, clock.now()))
  await journal.durable()
  const written = createTurnsWritten(journal)
  const write = async (act: () => void): Promise<void> => {
    journal.write(act)
    written.add()
    await rest()
  }
  try {
    const newParents = new Map<number | null, number>()
    for (let seq = 0; earlier; ) {
      const piece = catalogue.nodesAfter(earlier.import, seq, pieceSize)
      await write(() => {
        for (const { seq: was, kind: before, parent } of piece) {
          const kind = growing.has(was) ? 'parent' : before
          const into = { import: importOf(number, kind, targets.productIs), parent: newParents.get(parent) ?? null }
          const other = changed.get(was)
          const known = other || kind !== before ? catalogue.entry(was) : undefined
          const is = known
            ? catalogue.add(number, other ?? toStoredEntry(toHanded(known)), known.missingSince, { ...known, ...into, kind })
            : catalogue.carryOver(was, into, 'kept')
          if (kind === 'parent') newParents.set(was, is)
        }
      })
      if (piece.length < pieceSize) break
      seq = piece.at(-1)?.seq ?? seq
    }
    for (const [there, here] of places) places.set(there, newParents.get(here) ?? 0)
    const add = (one: HandedProduct): void => {
      const { node } = one
      const parent = node?.kind === 'variant' ? places.get(node.parent ?? -1) : undefined
      const kind: EntryKind = parent ? 'variant' : node && withVariants.has(node.seq) ? 'parent' : 'single'
      // Its variants are products of the list already.
      if (kind === 'single' && node?.kind === 'parent' && targets.productIs === 'variant') return
      const options = parent && node ? JSON.stringify(node.options) : null
      const place = { import: importOf(number, kind, targets.productIs), kind, parent: parent ?? null, options, origins: null }
      const is = catalogue.add(number, toStoredEntry(one), one.missingSince, place)
      if (node && kind === 'parent') places.set(node.seq, is)
    }
    for (let at = 0; at < added.length; at += pieceSize) await write(() => added.slice(at, at + pieceSize).forEach(add))
    await written.durable()
    const again = journal.write(() => {
      const owner = catalogue.writtenFor(number)
      if (owner && (catalogue.edits() !== edits || catalogue.current(owner.connectionId)?.import !== earlier?.import)) {
        catalogue.giveUp(number)
        return owner
      }
      // The refused rows are known of the list that was read, not of this one.
      catalogue.complete(number, { ...targets, ...catalogue.count(number), refused: 0, noted: 0 })
      if (owner && withVariants.size > 0) followSwitch?.(owner.connectionId, earlier && earlier.variants > 0 ? earlier : undefined, targets)
      return undefined
    })
    await journal.durable()
    if (again) return again
  } catch (error) {
    try {
      journal.write(() => catalogue.giveUp(number))
    } catch {
      // On a full disk the next start does it.
    }
    throw error
  }
  return Math.max(1, brought.size)
}
