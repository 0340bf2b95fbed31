import type { Journal } from './base/database/journal.ts'
import { createLibraryLists } from './pictures/library/lists/library-lists.ts'
import { createSimilarLists } from './pictures/similar/lists/similar-lists.ts'
import { namesOfRecord } from './products/ledger/lists/name-records.ts'

/** All lists that the reader's thread reads, by name; each is of one state of the library. */
export const makeReads = (journal: Journal) => {
  const library = createLibraryLists(journal, (ref) => namesOfRecord(journal, ref).sku)
  const similar = createSimilarLists(journal)
  return {
    'library.page': library.page,
    'library.ids': library.ids,
    'library.place': library.place,
    'library.groups': library.groups,
    'library.groupPage': library.groupPage,
    'similar.summary': similar.summary,
    'similar.groups': similar.groups,
    'similar.others': similar.others,
    'similar.apart': similar.apart,
  }
}
