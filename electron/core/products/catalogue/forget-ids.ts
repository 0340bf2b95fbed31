import type { Journal } from '../../base/database/journal.ts'
import type { ProductStore } from '../ledger/product-store.ts'
import { rewriteListed } from '../matching/edit-listed.ts'
import type { MatchStore } from '../matching/match-store.ts'
import type { CatalogueStore } from './catalogue-store.ts'
import { toHanded } from './merge-products.ts'
import { nameEntry } from './name-entry.ts'

type Ports = {
  readonly journal: Journal
  readonly catalogue: CatalogueStore
  readonly products: Pick<ProductStore, 'keepNames'>
  readonly matches: Pick<MatchStore, 'follow'>
}

/**
 * Forgets the ids of a list, as long as it counts; products that nothing else names keep theirs. `find`: which list. Returns how many it forgot, once that
 * is on disk.
 */
export const forgetIds = async (find: () => number | undefined, { journal, catalogue, products, matches }: Ports): Promise<number> => {
  const forgotten = journal.write(() => {
    const number = find()
    const owner = number === undefined ? undefined : catalogue.ownerOf(number)
    if (number === undefined || owner === undefined) return 0
    const named = catalogue
      .entriesWithId(number)
      .filter(({ name, sku, gtin, handle }) => [name, sku, gtin, handle].some((one) => one !== null))
    // Of several entries with one id, the first names it.
    products.keepNames(owner.connectionId, new Map(named.toReversed().map((known) => [known.productId ?? '', nameEntry(known)])))
    const changes = named.map((known) => ({ seq: known.seq, from: toHanded(known), to: { ...toHanded(known), productId: null } }))
    matches.follow(owner.connectionId, rewriteListed(catalogue, changes))
    return named.length
  })
  await journal.durable()
  return forgotten
}
