import { AppError } from '../../../shared/errors.ts'
import { createParkedProblems } from '../views/parked-problems.ts'
import { createProductSearch } from '../views/search-products.ts'
import { createActionsHandlers } from './actions-handlers.ts'
import { createCatalogueHandlers } from './catalogue-handlers.ts'
import { createChecksHandlers } from './checks-handlers.ts'
import { createClientsHandlers } from './clients-handlers.ts'
import { createConnectionsHandlers } from './connections-handlers.ts'
import { createContentHandlers } from './content-handlers.ts'
import { createEventsHandlers } from './events-handlers.ts'
import type { HandlerContext } from './handler-context.ts'
import { createHandoverHandlers } from './handover-handlers.ts'
import { createImagesHandlers } from './images-handlers.ts'
import { type CoreRouter, implementer } from './implementer.ts'
import { createIntakeHandlers } from './intake-handlers.ts'
import { createJobsHandlers } from './jobs-handlers.ts'
import { createLibraryHandlers } from './library-handlers.ts'
import { createMatchingHandlers } from './matching-handlers.ts'
import { createOffersHandlers } from './offers-handlers.ts'
import { createOutHandlers } from './out-handlers.ts'
import { createPlansHandlers } from './plans-handlers.ts'
import { createProblemsHandlers } from './problems-handlers.ts'
import { createProductsHandlers } from './products-handlers.ts'
import { createProxyHandlers } from './proxy-handlers.ts'
import { createPublishingHandlers } from './publishing-handlers.ts'
import { createQuestionsHandlers } from './questions-handlers.ts'
import { createQueueHandlers } from './queue-handlers.ts'
import { createRecoveryHandlers } from './recovery-handlers.ts'
import { createSendAgainHandlers } from './send-again-handlers.ts'
import { createSessionHandlers } from './session-handlers.ts'
import { createSetsHandlers } from './sets-handlers.ts'
import { createSettingsHandlers } from './settings-handlers.ts'
import { createSheetHandlers } from './sheet-handlers.ts'
import { createSimilarHandlers } from './similar-handlers.ts'
import { createSourcesHandlers } from './sources-handlers.ts'
import { createTextsHandlers } from './texts-handlers.ts'
import { createVersionsHandlers } from './versions-handlers.ts'
import { createVisionHandlers } from './vision-handlers.ts'
import { createWatchingHandlers } from './watching-handlers.ts'
import { createWorkspacesHandlers } from './workspaces-handlers.ts'

/**
 * Applies a call's metadata in the contract (shared/call.ts): ends holds whose reason no longer applies, and notifies every window of its
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
  const productSearch = createProductSearch({ ...context, timers: context.ports.timers })
  const problems = createParkedProblems(context)
  return implementer.use(actOnMeta(context)).router({
    events: createEventsHandlers(context),
    library: createLibraryHandlers(context),
    settings: createSettingsHandlers(context),
    session: createSessionHandlers(context),
    workspaces: createWorkspacesHandlers(context),
    offers: createOffersHandlers(context),
    clients: createClientsHandlers(context),
    proxy: createProxyHandlers(context),
    sources: createSourcesHandlers(context),
    connections: createConnectionsHandlers(context),
    vision: createVisionHandlers(context),
    publishing: createPublishingHandlers(context),
    intake: createIntakeHandlers(context),
    images: createImagesHandlers(context),
    versions: createVersionsHandlers(context),
    similar: createSimilarHandlers(context),
    watching: createWatchingHandlers(context),
    sendAgain: createSendAgainHandlers(context),
    questions: createQuestionsHandlers(context),
    sheet: createSheetHandlers(context),
    sets: createSetsHandlers(context),
    checks: createChecksHandlers(context),
    content: createContentHandlers(context),
    products: createProductsHandlers(context, productSearch),
    texts: createTextsHandlers(context),
    matching: createMatchingHandlers(context, productSearch),
    catalogue: createCatalogueHandlers(context),
    out: createOutHandlers(context),
    handover: createHandoverHandlers(context),
    plans: createPlansHandlers(context),
    recovery: createRecoveryHandlers(context),
    actions: createActionsHandlers(context, problems),
    jobs: createJobsHandlers(context, problems),
    problems: createProblemsHandlers(context, problems),
    queue: createQueueHandlers(context),
  })
}
