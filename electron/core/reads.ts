import type { Journal } from './base/database/journal.ts'
import type { Timers } from './base/platform/timers.ts'
import { createLibraryLists } from './pictures/library/lists/library-lists.ts'
import { createSimilarLists } from './pictures/similar/lists/similar-lists.ts'
import { namesOfRecord } from './products/ledger/lists/name-records.ts'
import { createProductLists } from './products/ledger/lists/product-lists.ts'

type Ports = { readonly journal: Journal; readonly timers: Pick<Timers, 'after'> }

/** All lists that the reader's thread reads, by name; each is of one state of the library. */
export const makeReads = ({ journal, timers }: Ports) => {
  const library = createLibraryLists(journal, (ref) => namesOfRecord(journal, ref).sku)
  const similar = createSimilarLists(journal)
  const products = createProductLists(journal, timers)
  return {
    'library.page': library.page,
    'library.ids': library.ids,
    'library.place': library.place,
    'library.groups': library.groups,
    'library.groupPage': library.groupPage,
    'products.page': products.page,
    'products.similar': products.similar,
    'matching.products': products.toMatch,
    'catalogue.page': products.entries,
    'similar.summary': similar.summary,
    'similar.groups': similar.groups,
    'similar.others': similar.others,
    'similar.apart': similar.apart,
  }
}
