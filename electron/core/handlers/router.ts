import { AppError } from '../../../shared/errors.ts'
import { createConnectionHandlers } from './connection-handlers.ts'
import { createContentHandlers } from './content-handlers.ts'
import { createEventHandlers } from './event-handlers.ts'
import type { HandlerContext } from './handler-context.ts'
import { createImageHandlers } from './image-handlers.ts'
import { implementer } from './implementer.ts'
import { createIntakeHandlers } from './intake-handlers.ts'
import { createLibraryHandlers } from './library-handlers.ts'
import { createProductHandlers } from './product-handlers.ts'
import { createPublishingHandlers } from './publishing-handlers.ts'
import { createQuestionHandlers } from './question-handlers.ts'
import { createQueueHandlers } from './queue-handlers.ts'
import { createRecoveryHandlers } from './recovery-handlers.ts'
import { createSessionHandlers } from './session-handlers.ts'
import { createSettingsHandlers } from './settings-handlers.ts'
import { createSourceHandlers } from './source-handlers.ts'
import { createVisionHandlers } from './vision-handlers.ts'

/**
 * Does what the contract says of a call (shared/call.ts): ends the holds that have lost their reason, and tells every window what it
 * changed. A step that a full disk could not flush is taken all the same: what it asks for is looked at, and held by name while there is no
 * room.
 */
const actOnMeta = ({ feed, scheduler }: Pick<HandlerContext, 'feed' | 'scheduler'>) =>
  implementer.middleware(async ({ next, procedure }) => {
    const { changes = [], ends = [] } = procedure['~orpc'].meta
    try {
      const result = await next()
      for (const kind of ends) scheduler.liftHolds(kind)
      if (changes.length > 0) feed.announce(changes)
      return result
    } catch (error) {
      if (error instanceof AppError && error.code === 'disk-full') {
        scheduler.wake()
        feed.announce(changes)
      }
      throw error
    }
  })

/** The contract's handlers. */
export const createRouter = (context: HandlerContext) =>
  implementer.use(actOnMeta(context)).router({
    events: createEventHandlers(context),
    library: createLibraryHandlers(context),
    settings: createSettingsHandlers(context),
    session: createSessionHandlers(context),
    sources: createSourceHandlers(context),
    connections: createConnectionHandlers(context),
    vision: createVisionHandlers(context),
    publishing: createPublishingHandlers(context),
    intake: createIntakeHandlers(context),
    images: createImageHandlers(context),
    questions: createQuestionHandlers(context),
    content: createContentHandlers(context),
    products: createProductHandlers(context),
    recovery: createRecoveryHandlers(context),
    ...createQueueHandlers(context),
  })
