import { AppError } from '../../shared/base/errors.ts'
import { createActionsHandlers } from './activity/api.ts'
import { createEventsHandlers } from './activity/events-api.ts'
import { createJobsHandlers } from './activity/jobs-api.ts'
import { createQueueHandlers } from './activity/queue-api.ts'
import { createBrandVoicesHandlers } from './answers/brand-voices/api.ts'
import { createOtherSourcesHandlers } from './answers/other-sources/api.ts'
import { createQuestionSetsHandlers } from './answers/question-sets/api.ts'
import { createQuestionsHandlers } from './answers/questions/api.ts'
import { createSheetHandlers } from './answers/sheet/api.ts'
import { createRecoveryHandlers } from './base/database/api.ts'
import { createProxyHandlers } from './base/network/api.ts'
import { createSettingsHandlers } from './base/settings/api.ts'
import type { HandlerContext } from './call-context.ts'
import { createChecksHandlers } from './checks/api.ts'
import { createExportsHandlers } from './exchange/exports/api.ts'
import { createHandoverHandlers } from './exchange/handover/api.ts'
import { type CoreRouter, implementer } from './implementer.ts'
import { createIntakeHandlers } from './pictures/intake/api.ts'
import { createLibraryHandlers } from './pictures/library/api.ts'
import { createPicturesHandlers } from './pictures/library/pictures-api.ts'
import { createVersionsHandlers } from './pictures/library/versions-api.ts'
import { createPublishingHandlers } from './pictures/publishing/api.ts'
import { createSimilarHandlers } from './pictures/similar/api.ts'
import { createCatalogueHandlers } from './products/catalogue/api.ts'
import { createProductsHandlers } from './products/ledger/api.ts'
import { createMatchingHandlers } from './products/matching/api.ts'
import { createPlansHandlers } from './products/plans/api.ts'
import { createProblemsHandlers } from './products/problems/api.ts'
import { createSendAgainHandlers } from './products/send-again/api.ts'
import { createTextsHandlers } from './products/texts/api.ts'
import { createRemovedHandlers } from './removed/api.ts'
import { createSessionHandlers } from './service/session/api.ts'
import { createWatchingHandlers } from './watching/api.ts'
import { createFollowedListsHandlers } from './watching/followed-lists-api.ts'
import { createClientsHandlers } from './workspaces/clients-api.ts'
import { createConnectionsHandlers } from './workspaces/connections/api.ts'
import { createWorkspacesHandlers } from './workspaces/connections/workspaces-api.ts'
import { createOffersHandlers } from './workspaces/offers/api.ts'
import { createVisionHandlers } from './workspaces/sample/api.ts'

/**
 * Applies a call's metadata in the contract (shared/base/call.ts): ends holds whose reason no longer applies, and notifies every window of its
 * changes, and what is derived from them in the background. A step that a full disk could not flush still counts: its work is checked, and held by name while there is no
 * room.
 */
const actOnMeta = ({ feed, scheduler, shopChecks, measuring }: Pick<HandlerContext, 'feed' | 'scheduler' | 'shopChecks' | 'measuring'>) =>
  implementer.middleware(async ({ next, procedure }) => {
    const { changes = [], ends = [] } = procedure['~orpc'].meta
    const tell = (): void => {
      feed.announce(changes)
      shopChecks.noticed()
      measuring.noticed()
    }
    try {
      const result = await next()
      for (const kind of ends) scheduler.liftHolds(kind)
      if (changes.length > 0) tell()
      return result
    } catch (error) {
      if (error instanceof AppError && error.code === 'disk-full') {
        scheduler.wake()
        tell()
      }
      throw error
    }
  })

/** The contract's handlers. The type is written down: the compiler doesn't write out an inferred one this long. */
export const createRouter = (context: HandlerContext): CoreRouter => {
  return implementer.use(actOnMeta(context)).router({
    events: createEventsHandlers(context),
    library: createLibraryHandlers(context),
    settings: createSettingsHandlers(context),
    session: createSessionHandlers(context),
    workspaces: createWorkspacesHandlers(context),
    offers: createOffersHandlers(context),
    clients: createClientsHandlers(context),
    proxy: createProxyHandlers(context),
    otherSources: createOtherSourcesHandlers(context),
    connections: createConnectionsHandlers(context),
    vision: createVisionHandlers(context),
    publishing: createPublishingHandlers(context),
    intake: createIntakeHandlers(context),
    pictures: createPicturesHandlers(context),
    versions: createVersionsHandlers(context),
    similar: createSimilarHandlers(context),
    watching: createWatchingHandlers(context),
    followedLists: createFollowedListsHandlers(context),
    sendAgain: createSendAgainHandlers(context),
    questions: createQuestionsHandlers(context),
    sheet: createSheetHandlers(context),
    questionSets: createQuestionSetsHandlers(context),
    checks: createChecksHandlers(context),
    brandVoices: createBrandVoicesHandlers(context),
    products: createProductsHandlers(context),
    texts: createTextsHandlers(context),
    matching: createMatchingHandlers(context),
    catalogue: createCatalogueHandlers(context),
    exports: createExportsHandlers(context),
    handover: createHandoverHandlers(context),
    plans: createPlansHandlers(context),
    removed: createRemovedHandlers(context),
    recovery: createRecoveryHandlers(context),
    actions: createActionsHandlers(context),
    jobs: createJobsHandlers(context),
    problems: createProblemsHandlers(context),
    queue: createQueueHandlers(context),
  })
}
