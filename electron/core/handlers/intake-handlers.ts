import { sortNamed } from '../intake/intake.ts'
import type { HandlerContext } from './handler-context.ts'
import { implementer as os } from './implementer.ts'

/** Taking pictures in. */
export const createIntakeHandlers = ({ addPictures }: Pick<HandlerContext, 'addPictures'>) => ({
  add: os.intake.add.handler(({ input }) => addPictures({ ...sortNamed(input.named), recursive: input.recursive, upload: input.upload })),
})
