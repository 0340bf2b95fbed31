import { sortNamed } from '../intake/intake.ts'
import type { HandlerContext } from './handler-context.ts'
import { implementer as os } from './implementer.ts'

/** Taking pictures in. */
export const createIntakeHandlers = ({ addPictures, arrivals }: Pick<HandlerContext, 'addPictures' | 'arrivals'>) => ({
  add: os.intake.add.handler(({ input }) => addPictures({ ...sortNamed(input.named), recursive: input.recursive, upload: input.upload })),
  arrived: os.intake.arrived.handler(({ input }) => {
    const { isDone, imageIds } = arrivals.find(input.drop)
    return { isDone, imageIds: [...imageIds] }
  }),
})
