import type { FoundMatchProduct } from '../../../../../shared/products/matching.ts'
import type { ProductRow } from '../../../../../shared/products/products.ts'
import type { Journal } from '../../../base/database/journal.ts'
import type { Timers } from '../../../base/platform/timers.ts'
import { createCatalogueStore } from '../../catalogue/catalogue-store.ts'
import { pageEntries } from '../../catalogue/page-entries.ts'
import { findMatchProducts } from '../../matching/lists/find-match-products.ts'
import { createBothFinder } from './find-both.ts'
import { pageProducts } from './page-products.ts'
import { createProductSearch } from './search-products.ts'

/** Of the workspace with this id; `null`: of none yet. */
type Of = { readonly connectionId: string | null }
type Stretch = { readonly offset: number; readonly limit: number }

/** Products as windows list and find them. */
export const createProductLists = (journal: Journal, timers: Pick<Timers, 'after'>) => {
  const catalogue = createCatalogueStore(journal)
  const findBoth = createBothFinder(journal)
  const search = createProductSearch({ journal, timers, catalogue })
  return {
    page: ({ connectionId, ...asked }: Of & Parameters<typeof pageProducts>[2]): Promise<{ total: number; rows: ProductRow[] }> =>
      pageProducts({ journal, catalogue, findBoth, search }, connectionId, asked),
    /** What products with a similar name are called. */
    similar: async ({ connectionId, name, limit }: Of & { readonly name: string; readonly limit: number }) => {
      const found = await search.findSimilar(connectionId, name, limit)
      return found.map(({ product: { name, sku, productId } }) => ({ name, sku, productId }))
    },
    /** Those that pictures can be matched to. */
    toMatch: ({ connectionId, ...asked }: Of & { readonly text: string; readonly limit: number }): Promise<FoundMatchProduct[]> =>
      findMatchProducts({ journal, search }, connectionId, asked),
    /** A page of the imported list. */
    entries: ({ connectionId, ...asked }: Of & Stretch & { readonly text: string }) =>
      pageEntries(journal, catalogue.current(connectionId), asked),
  }
}
