import type { OtherSourceStore } from './answers/other-sources/other-source-store.ts'
import type { DueAsks } from './answers/question-sets/due-asks.ts'
import { findTwins } from './answers/questions/adopt-questions.ts'
import type { SheetStore } from './answers/sheet/sheet-store.ts'
import type { Journal } from './base/database/journal.ts'
import { adoptPictureWork, releasePictureWork } from './pictures/library/picture-work.ts'
import type { SourceStore } from './pictures/library/source-store.ts'
import type { CatalogueStore } from './products/catalogue/catalogue-store.ts'
import { adoptProducts } from './products/ledger/adopt-products.ts'
import type { ProductStore } from './products/ledger/product-store.ts'
import type { MatchStore } from './products/matching/match-store.ts'
import type { RemovedProducts } from './products/matching/removed-products.ts'
import type { PlanStore } from './products/plans/plan-store.ts'
import type { JobStore } from './queue/job-store.ts'
import { adoptJobs, releaseJobs } from './queue/move-jobs.ts'
import type { FollowedStore } from './watching/followed-store.ts'
import type { ConnectionFollowers } from './workspaces/connections/connection-store.ts'

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly sheet: Pick<SheetStore, 'adopt' | 'release'>
  readonly products: ProductStore
  readonly removedProducts: Pick<RemovedProducts, 'adopt' | 'release'>
  readonly matches: Pick<MatchStore, 'adopt' | 'release'>
  readonly plans: Pick<PlanStore, 'adopt' | 'release'>
  readonly sources: SourceStore
  readonly otherSources: OtherSourceStore
  readonly catalogue: CatalogueStore
  readonly followedLists: Pick<FollowedStore, 'adopt' | 'release'>
  readonly dueAsks: Pick<DueAsks, 'adopt' | 'release'>
}

/** What changes with a connection, in its transaction: the rows that each part of the library keeps by connection. */
export const followConnections = ({
  journal,
  jobs,
  sheet,
  products,
  removedProducts,
  matches,
  plans,
  sources,
  otherSources,
  catalogue,
  followedLists,
  dueAsks,
}: Ports): ConnectionFollowers => ({
  // Jobs first, and before them what is counted of them: adopting questions and products may cancel some of them.
  adopt: (connectionId, now) => {
    adoptPictureWork(journal, connectionId)
    const cancelTwins = findTwins({ journal, jobs }, connectionId, now)
    adoptJobs(journal, connectionId)
    cancelTwins()
    adoptProducts({ journal, jobs, products }, connectionId, now)
    removedProducts.adopt(connectionId)
    sheet.adopt(connectionId)
    matches.adopt(connectionId)
    plans.adopt(connectionId)
    otherSources.adopt(connectionId)
    catalogue.adopt(connectionId)
    followedLists.adopt(connectionId)
    dueAsks.adopt(connectionId)
  },
  release: (connectionId) => {
    releaseJobs(journal, connectionId)
    products.release(connectionId)
    sheet.release(connectionId)
    removedProducts.release(connectionId)
    matches.release(connectionId)
    plans.release(connectionId)
    otherSources.release(connectionId)
    catalogue.release(connectionId)
    followedLists.release(connectionId)
    dueAsks.release(connectionId)
    releasePictureWork(journal, connectionId)
  },
  doubtLists: (connectionId) => products.facts.doubt({ connectionId }, 'appends-switched'),
  hasSources: sources.hasAny,
})
