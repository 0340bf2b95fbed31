import { createSessionHandlers, type SessionContext } from './connections/session-handlers.ts'
import { implementer } from './implementer.ts'
import { createIntakeHandlers } from './intake/intake-handlers.ts'
import type { IntakeRequest, IntakeSummary } from './intake/take-in.ts'
import { createImageHandlers } from './library/image-handlers.ts'
import { createProductHandlers } from './products/product-handlers.ts'
import { createQuestionHandlers } from './questions/question-handlers.ts'
import { createQueueHandlers } from './queue/queue-handlers.ts'
import type { Scheduler } from './queue/scheduler.ts'

/** What handlers work with: the parts of the core, made once in create-core.ts. */
export type HandlerContext = SessionContext & {
  readonly scheduler: Scheduler
  readonly takeIn: (request: IntakeRequest, upload: boolean) => Promise<IntakeSummary>
}

/** The contract's handlers, gathered from the features' folders. */
export const createRouter = (context: HandlerContext) =>
  implementer.router({
    session: createSessionHandlers(context),
    intake: createIntakeHandlers(context),
    images: createImageHandlers(context),
    questions: createQuestionHandlers(context),
    products: createProductHandlers(context),
    ...createQueueHandlers(context),
  })
