import { sortNamed } from '../intake/take-in.ts'
import type { HandlerContext } from './handler-context.ts'
import { implementer as os } from './implementer.ts'

/** Taking pictures in. */
export const createIntakeHandlers = ({ takeIn }: Pick<HandlerContext, 'takeIn'>) => ({
  add: os.intake.add.handler(({ input }) => takeIn({ ...sortNamed(input.named), recursive: input.recursive, upload: input.upload })),
})
