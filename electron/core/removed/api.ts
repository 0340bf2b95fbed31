import type { z } from 'zod'
import type { RemovedThing, removedChoice } from '../../../shared/removed/removed.ts'
import type { HandlerContext } from '../call-context.ts'
import { implementer as os } from '../implementer.ts'
import { listRemoved, pageRemoved } from './lists/list-removed.ts'

type Ports = Pick<HandlerContext, 'checkPictures' | 'journal' | 'removedThings' | 'scheduler'>

/** What was removed, until it is removed for good. */
export const createRemovedHandlers = ({ journal, removedThings, scheduler, checkPictures }: Ports) => {
  const read = (chosen: z.infer<typeof removedChoice>): readonly RemovedThing[] => (chosen === 'all' ? listRemoved(journal) : chosen)
  return {
    page: os.removed.page.handler(({ input }) => pageRemoved(journal, input.offset, input.limit)),
    restore: os.removed.restore.handler(async ({ input }) => {
      const restored = await removedThings.restore(read(input.things))
      checkPictures()
      scheduler.wake()
      return { restored }
    }),
    removeForGood: os.removed.removeForGood.handler(async ({ input }) => ({
      removed: await removedThings.removeForGood(read(input.things)),
    })),
  }
}
