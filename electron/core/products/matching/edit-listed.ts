import { namingRoles } from '../../../../shared/products/column-roles.ts'
import type { CatalogueStore } from '../catalogue/catalogue-store.ts'
import { type HandedProduct, toHanded, toStoredEntry } from '../catalogue/merge-products.ts'
import { productKeyOf } from '../catalogue/product-key.ts'
import { addOrigins } from '../catalogue/value-origins.ts'
import type { FollowedProduct } from './match-keys.ts'
import type { MatchStore } from './match-store.ts'

/** What a person can change of a product in the list. */
export type ListedNames = Pick<HandedProduct, 'productId' | 'sku' | 'gtin' | 'name'>

type Ports = {
  readonly catalogue: Pick<CatalogueStore, 'entry' | 'rewrite' | 'setOrigins'>
  readonly matches: Pick<MatchStore, 'follow'>
  readonly clock: { readonly now: () => number }
}

type ListedChange = { readonly seq: number; readonly from: HandedProduct; readonly to: HandedProduct }

/** Writes entries of the list again. Returns what their matches have to follow. Called inside `journal.write`. */
export const rewriteListed = (catalogue: Pick<CatalogueStore, 'rewrite'>, changes: readonly ListedChange[]): FollowedProduct[] => {
  catalogue.rewrite(changes.map(({ seq, to }) => ({ seq, entry: toStoredEntry(to) })))
  return changes.flatMap(({ from, to }) => {
    const [was, is] = [productKeyOf(from), productKeyOf(to)]
    if (was === null || is === null) return []
    const { productId, sku, gtin, name, handle } = to
    return { was, product: { key: is, productId, sku, gtin, name, handle } }
  })
}

/**
 * Changes a product of the list; the pictures that are matched to it stay with it. Returns how to undo that; `undefined`: the list does not have it any
 * more. Called inside `journal.write`.
 */
export const editListed = (
  { catalogue, matches, clock }: Ports,
  connectionId: string | null,
  seq: number,
  change: Partial<ListedNames>,
): (() => void) | undefined => {
  const known = catalogue.entry(seq)
  if (!known) return undefined
  const before = toHanded(known)
  const after = { ...before, ...change }
  const write = (from: HandedProduct, to: HandedProduct, origins: string | null): void => {
    matches.follow(connectionId, rewriteListed(catalogue, [{ seq, from, to }]))
    catalogue.setOrigins(seq, origins)
  }
  const changed = namingRoles.filter((role) => before[role] !== after[role])
  write(before, after, addOrigins(known.origins, changed, { by: 'person', at: Math.round(clock.now()) }))
  return () => write(after, before, known.origins ?? null)
}
