import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'
import { sortNamed } from './intake.ts'

/** Taking pictures in. */
export const createIntakeHandlers = ({
  addPictures,
  arrivals,
  dropAsker,
}: Pick<HandlerContext, 'addPictures' | 'arrivals' | 'dropAsker'>) => ({
  add: os.intake.add.handler(async ({ input }) => {
    const summary = await addPictures({ ...sortNamed(input.named), recursive: input.recursive, upload: input.upload })
    // The command ends after this: what it added is asked about now.
    await dropAsker.ask()
    return summary
  }),
  arrived: os.intake.arrived.handler(({ input }) => {
    const { isDone, imageIds } = arrivals.find(input.drop)
    return { isDone, imageIds: isDone ? [...imageIds] : [] }
  }),
})
