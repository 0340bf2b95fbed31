import { z } from 'zod'

/** Tasks of the thread for long work on the library's file; the answer has the same `id`. `end` has none. */
export const databaseTask = z.discriminatedUnion('kind', [
  z.object({ id: z.number(), kind: z.literal('checkpoint') }),
  z.object({ id: z.number(), kind: z.literal('snapshot'), now: z.number() }),
  z.object({ id: z.number(), kind: z.literal('find-damage') }),
  z.object({ id: z.number(), kind: z.literal('end') }),
])

/** `pages`: pages in the log. `left`: how many of them are not in the library file yet. */
export const databaseAnswer = z.discriminatedUnion('kind', [
  z.object({ id: z.number(), kind: z.literal('checkpointed'), pages: z.number(), left: z.number() }),
  z.object({ id: z.number(), kind: z.literal('saved') }),
  z.object({ id: z.number(), kind: z.literal('looked'), damage: z.string().nullable() }),
  /** `isDiskFailed`: a write or flush failed for another reason than a full disk. */
  z.object({ id: z.number(), kind: z.literal('failed'), message: z.string(), isDiskFailed: z.boolean() }),
])
export type DatabaseAnswer = z.infer<typeof databaseAnswer>
