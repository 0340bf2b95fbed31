import { findActions } from './activity/lists/find-actions.ts'
import { createAnswerPages } from './answers/questions/lists/page-answers.ts'
import type { Journal } from './base/database/journal.ts'
import type { Timers } from './base/platform/timers.ts'
import { createLibraryLists } from './pictures/library/lists/library-lists.ts'
import { createSimilarLists } from './pictures/similar/lists/similar-lists.ts'
import { createCatalogueStore } from './products/catalogue/catalogue-store.ts'
import { namesOfRecord } from './products/ledger/lists/name-records.ts'
import { createProductLists } from './products/ledger/lists/product-lists.ts'
import { createParkedProblems } from './products/problems/lists/parked-problems.ts'

type Ports = { readonly journal: Journal; readonly timers: Pick<Timers, 'after'> }

/** All lists that the reader's thread reads, by name; each is of one state of the library. */
export const makeReads = ({ journal, timers }: Ports) => {
  const library = createLibraryLists(journal, (ref) => namesOfRecord(journal, ref).sku)
  const similar = createSimilarLists(journal)
  const products = createProductLists(journal, timers)
  const problems = createParkedProblems({ journal, catalogue: createCatalogueStore(journal) })
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
    'problems.list': problems.list,
    'problems.jobs': problems.jobs,
    'problems.fitting': problems.fitting,
    'problems.mergedActions': problems.mergedActions,
    'questions.page': createAnswerPages(journal),
    'actions.found': (text: string) => findActions(journal, text),
    'similar.summary': similar.summary,
    'similar.groups': similar.groups,
    'similar.others': similar.others,
    'similar.apart': similar.apart,
  }
}
