import { z } from 'zod'
import { call, withPaths } from '../base/call.ts'
import { image, refusal } from './pictures.ts'

/** Taking pictures in. */
export const intakeContract = {
  add: withPaths('address')
    .input(z.object({ named: z.array(z.string()).min(1), recursive: z.boolean(), upload: z.boolean() }))
    .output(z.object({ added: z.array(image), known: z.array(image), refused: z.array(refusal) })),
  /** The pictures of a drop that this window sent under this number, once it is done; those that were already in the library among them. */
  arrived: call
    .input(z.object({ drop: z.string().regex(/^[0-9a-f]{32}$/) }))
    .output(z.object({ isDone: z.boolean(), imageIds: z.array(z.string()) })),
}
