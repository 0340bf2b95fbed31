import { z } from 'zod'

/** A set of a file, beside the known one of its name. */
export const offeredSet = z.object({
  name: z.string(),
  questions: z.array(z.object({ question: z.string(), column: z.string() })),
  runsOnDrop: z.boolean(),
  /** `new`: no set has this name. `same`: nothing would change. `changed`: it has other questions or checks than the known one. */
  relation: z.enum(['new', 'same', 'changed']),
  /** How many questions the known set has. */
  known: z.number().int().nullable(),
})
export type OfferedSet = z.infer<typeof offeredSet>
