import { z } from 'zod'
import { setQuestion } from './question-sets.ts'

/** A set of a file, beside the known one of its name. */
export const offeredSet = z.object({
  name: z.string(),
  questions: z.array(setQuestion),
  runsOnDrop: z.boolean(),
  /** `new`: no set has this name. `same`: nothing would change. `changed`: it has other questions or checks than the known one. */
  relation: z.enum(['new', 'same', 'changed']),
  /** The questions of the known set. */
  known: z.array(setQuestion).nullable(),
})
export type OfferedSet = z.infer<typeof offeredSet>
