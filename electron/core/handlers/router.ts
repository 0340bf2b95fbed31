import { AppError } from '../../../shared/errors.ts'
import { changedByCall } from '../views/changed-by-call.ts'
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

/** Calls after which another sign-in, or another key, may be allowed what the one before was not. */
const signIns: ReadonlySet<string> = new Set([
  'connect',
  'signIn',
  'completeSignIn',
  'acceptOffer',
  'confirmOffer',
  'setApiKey',
  'disconnect',
])
const endedBySignIn = ['signed-out', 'refused', 'not-allowed'] as const

/**
 * Tells every window what a call changed; a workspace that was connected is worked for at once. A step that a full disk could not flush is
 * taken all the same: what it asks for is looked at, and held by name while there is no room.
 */
const announceChanges = ({ feed, scheduler }: Pick<HandlerContext, 'feed' | 'scheduler'>) =>
  implementer.middleware(async ({ next, path }) => {
    const subjects = changedByCall(path)
    try {
      const result = await next()
      if (path[0] === 'session' && signIns.has(path[1] ?? '')) for (const kind of endedBySignIn) scheduler.liftHolds(kind)
      if (subjects.length > 0) feed.announce(subjects)
      return result
    } catch (error) {
      if (error instanceof AppError && error.code === 'disk-full') {
        scheduler.wake()
        feed.announce(subjects)
      }
      throw error
    }
  })

/** The contract's handlers, gathered from the features' folders. */
export const createRouter = (context: HandlerContext) =>
  implementer.use(announceChanges(context)).router({
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
