import { namingRoles } from '../../../../shared/products/column-roles.ts'
import { createPause } from '../../base/database/create-pause.ts'
import type { Journal } from '../../base/database/journal.ts'
import { createTurnsWritten } from '../../base/database/turns-written.ts'
import type { Clock } from '../../base/platform/clock.ts'
import type { CatalogueStore } from './catalogue-store.ts'
import { importOf } from './entry-place.ts'
import { contentOf, type Known } from './find-like.ts'
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

type Ports = { readonly journal: Journal; readonly catalogue: CatalogueStore; readonly clock: Clock }

export type ProductToMerge = { readonly product: HandedProduct; readonly taken: ReadonlyMap<string, string> }

/**
 * Joins products with those of a list, one after the other: two of theirs may be one of mine. `brings`: both as one are more than the list has.
 * `undefined`: the list lacks it.
 */
export const createJoiner = (catalogue: CatalogueStore, number: number) => {
  const joinedBefore = new Map<number, HandedProduct>()
  return ({ product, taken }: ProductToMerge) => {
    const like = catalogue.findLike(number, namesOf(product))
    if (!like) return undefined
    const { joined, differences } = joinProduct(joinedBefore.get(like.seq) ?? toHanded({ ...like, missingSince: null }), product, taken)
    joinedBefore.set(like.seq, joined)
    return { seq: like.seq, joined, differences, brings: contentOf(toStoredEntry(joined)) !== contentOf(like) }
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
  ...what: [name: string, products: readonly ProductToMerge[], signal: AbortSignal]
): Promise<number> => {
  for (let owner = connectionId; ; ) {
    const merged = await mergeOnce(ports, owner, ...what)
    if (typeof merged === 'number') return merged
    owner = merged.connectionId
  }
}

/** Returns whose list is to be merged with again, where that is another one by now. */
const mergeOnce = async (
  { journal, catalogue, clock }: Ports,
  connectionId: string | null,
  name: string,
  products: readonly ProductToMerge[],
  signal: AbortSignal,
): Promise<number | { readonly connectionId: string | null }> => {
  const edits = catalogue.edits()
  const earlier = catalogue.current(connectionId)
  const changed = new Map<number, StoredEntry>()
  const added: HandedProduct[] = []
  const join = earlier && createJoiner(catalogue, earlier.import)
  const pause = createPause(journal)
  const rest = async (): Promise<void> => {
    await pause()
    signal.throwIfAborted()
  }
  for (const one of products) {
    await rest()
    const both = join?.(one)
    if (!both) added.push(one.product)
    else if (both.brings) changed.set(both.seq, toStoredEntry(both.joined))
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
        for (const { seq: was, kind, parent } of piece) {
          const into = { import: importOf(number, kind, earlier.productIs), parent: newParents.get(parent) ?? null }
          const other = changed.get(was)
          const known = other && catalogue.entry(was)
          const is = known
            ? catalogue.add(number, other, known.missingSince, { ...into, kind, options: known.options })
            : catalogue.carryOver(was, into, 'kept')
          if (kind === 'parent') newParents.set(was, is)
        }
      })
      if (piece.length < pieceSize) break
      seq = piece.at(-1)?.seq ?? seq
    }
    for (let at = 0; at < added.length; at += pieceSize)
      await write(() => {
        for (const one of added.slice(at, at + pieceSize)) catalogue.add(number, toStoredEntry(one), one.missingSince)
      })
    await written.durable()
    const again = journal.write(() => {
      const owner = catalogue.writtenFor(number)
      if (owner && (catalogue.edits() !== edits || catalogue.current(owner.connectionId)?.import !== earlier?.import)) {
        catalogue.giveUp(number)
        return owner
      }
      catalogue.complete(number, {
        products: (earlier?.products ?? 0) + added.length,
        missing: (earlier?.missing ?? 0) + added.filter(({ missingSince }) => missingSince !== null).length,
        // The refused rows are known of the list that was read, not of this one.
        refused: 0,
        noted: 0,
        ...(earlier && {
          parents: earlier.parents,
          variants: earlier.variants,
          productIs: earlier.productIs,
          sharedPictures: earlier.sharedPictures,
        }),
      })
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
  return added.length + changed.size
}
