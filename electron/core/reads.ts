import { findActions } from './activity/lists/find-actions.ts'
import { createEstimates } from './answers/questions/lists/estimate-asking.ts'
import { createAnswerPages } from './answers/questions/lists/page-answers.ts'
import { createSuggestions } from './answers/questions/lists/suggest-by-answers.ts'
import { createSheetLists } from './answers/sheet/lists/sheet-lists.ts'
import type { Journal } from './base/database/journal.ts'
import type { Clock } from './base/platform/clock.ts'
import type { Timers } from './base/platform/timers.ts'
import { countFailing } from './checks/lists/count-failing.ts'
import { createFindAboutEarlier } from './pictures/library/lists/about-earlier.ts'
import { createLibraryLists } from './pictures/library/lists/library-lists.ts'
import { listFolders } from './pictures/library/lists/list-folders.ts'
import { planSending } from './pictures/library/lists/plan-sending.ts'
import { createImageStore } from './pictures/library/picture-store.ts'
import { createSourceStore } from './pictures/library/source-store.ts'
import { createSimilarLists } from './pictures/similar/lists/similar-lists.ts'
import { createCatalogueStore } from './products/catalogue/catalogue-store.ts'
import { namePictures, orderUsually } from './products/ledger/lists/name-pictures.ts'
import { namesOfRecord } from './products/ledger/lists/name-records.ts'
import { createProductLists } from './products/ledger/lists/product-lists.ts'
import { createProductStore } from './products/ledger/product-store.ts'
import { createMatchingLists } from './products/matching/lists/matching-lists.ts'
import { createPlanLists } from './products/plans/lists/page-plans.ts'
import { createPlanPreviews } from './products/plans/lists/preview-plan.ts'
import { createParkedProblems } from './products/problems/lists/parked-problems.ts'
import { createConnectionReader } from './workspaces/connections/connection-store.ts'

type Ports = { readonly journal: Journal; readonly timers: Pick<Timers, 'after'>; readonly clock: Clock }

/** All lists that the reader's thread reads, by name; each is of one state of the library. */
export const makeReads = ({ journal, timers, clock }: Ports) => {
  const library = createLibraryLists(journal, (ref) => namesOfRecord(journal, ref).sku)
  const [images, sources] = [createImageStore(journal), createSourceStore(journal)]
  const similar = createSimilarLists(journal)
  const products = createProductLists(journal, timers)
  const matching = createMatchingLists({ journal, timers, clock, suggestions: createSuggestions({ journal, timers }) })
  const plans = createPlanLists(journal)
  const planPreviews = createPlanPreviews({ journal, products: createProductStore(journal, clock), sources: createSourceStore(journal) })
  const problems = createParkedProblems({ journal, catalogue: createCatalogueStore(journal) })
  return {
    'library.page': library.page,
    'library.ids': library.ids,
    'library.shown': library.shown,
    'library.folders': (asked: Parameters<typeof listFolders>[1]) => listFolders(journal, asked),
    'library.place': library.place,
    'library.groups': library.groups,
    'library.groupPage': library.groupPage,
    'library.names': (asked: Parameters<typeof namePictures>[1]) => namePictures(journal, asked),
    'library.usualOrder': (ids: readonly string[]) => orderUsually(journal, ids),
    'library.sendingPlan': (asked: Parameters<typeof planSending>[1]) => planSending(journal, asked),
    'checks.failing': (asked: Parameters<typeof countFailing>[1]) => countFailing(journal, asked),
    'products.page': products.page,
    'products.similar': products.similar,
    'matching.products': products.toMatch,
    'matching.preview': matching.preview,
    'matching.found': matching.found,
    'matching.summary': matching.summary,
    'matching.page': matching.page,
    'matching.wholePage': matching.wholePage,
    'matching.tray': matching.tray,
    'matching.folders': matching.folders,
    'matching.foldersOutline': matching.foldersOutline,
    'matching.known': matching.known,
    'matching.outdated': matching.outdated,
    'plans.preview': planPreviews,
    'plans.counted': plans.counted,
    'plans.page': plans.page,
    'plans.list': plans.list,
    'catalogue.page': products.entries,
    'problems.list': problems.list,
    'problems.jobs': problems.jobs,
    'problems.fitting': problems.fitting,
    'problems.mergedActions': problems.mergedActions,
    'questions.page': createAnswerPages(journal),
    ...createSheetLists(journal, createFindAboutEarlier({ journal, images, sources, connections: createConnectionReader(journal) })),
    'questions.estimate': createEstimates(journal),
    'actions.found': (text: string) => findActions(journal, text),
    'similar.summary': similar.summary,
    'similar.groups': similar.groups,
    'similar.others': similar.others,
    'similar.apart': similar.apart,
  }
}
