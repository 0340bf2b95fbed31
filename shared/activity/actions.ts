import { z } from 'zod'
import { errorRecord } from '../base/error-record.ts'
import { imageFormat } from '../pictures/picture-formats.ts'
import { jobState } from '../queue/job-states.ts'
import { jobRow } from '../queue/jobs.ts'
import { operationName, otherSourceKind } from '../queue/operations.ts'

/**
 * What a person asked for at once: all jobs that come of it belong to it, also those that are queued later or by a retry. The sentences are in
 * actions-words.ts.
 */
export const actionFacts = z.discriminatedUnion('kind', [
  /** Pictures were added: their uploads. */
  z.object({ kind: z.literal('add') }),
  /** `set`: the name of the question set that they were asked with. */
  z.object({ kind: z.literal('ask'), questions: z.array(z.string()), set: z.string().optional() }),
  /** `product`: its name or id, as the person said it. */
  z.object({ kind: z.literal('attach'), product: z.string(), attribute: z.string() }),
  /** The list of a product was changed. */
  z.object({ kind: z.literal('replace'), product: z.string(), attribute: z.string() }),
  /** Texts for attributes of products. */
  z.object({ kind: z.literal('set-text'), texts: z.number().int(), attributes: z.array(z.string()) }),
  /** Texts that others took the place of. */
  z.object({ kind: z.literal('restore-text'), texts: z.number().int() }),
  /** Texts in a brand voice. */
  z.object({ kind: z.literal('write'), voice: z.string(), instruction: z.string().nullable() }),
  /** A source that is not a file. */
  z.object({ kind: z.literal('create-source'), source: otherSourceKind, title: z.string() }),
  /** Changed files became new versions of their pictures, or pictures of their own again. */
  z.object({ kind: z.literal('version') }),
  /** Pictures whose file would be another one now were sent again, and took the place of the earlier ones in products. */
  z.object({ kind: z.literal('send-again') }),
  /** That was undone: the earlier files took their places again. */
  z.object({ kind: z.literal('put-back') }),
  /** Pictures of many products were attached together. */
  z.object({ kind: z.literal('plan'), planId: z.string(), products: z.number().int() }),
])
export type ActionFacts = z.infer<typeof actionFacts>
export type ActionKind = ActionFacts['kind']

/** How pressing an action is, the most pressing first: a job needs a person · one waits or runs · all are done or cancelled. */
export const actionStanding = z.enum(['attention', 'open', 'over'])
export type ActionStanding = z.infer<typeof actionStanding>

/** An action as Activity shows it. All times in milliseconds since 1970. */
export const actionRow = z.object({
  /** Its number, which `jobs.page` takes. */
  action: z.number().int(),
  connectionId: z.string().nullable(),
  /** `null`: damage took its row. Then its jobs alone tell what it was. */
  facts: actionFacts.nullable(),
  /** Of its jobs, where there are no facts. */
  operations: z.array(operationName),
  /** The product that its pictures go to now; `null`: several or none. */
  productName: z.string().nullable(),
  /** How many pictures it is about; of texts in a brand voice, how many texts. */
  pictures: z.number().int(),
  standing: actionStanding,
  counts: z.record(jobState, z.number().int()),
  /** Of several uploads, how many are of pictures that are sent as JPEG or PNG; absent: none, or too many to count. */
  converted: z.array(z.object({ format: imageFormat, pictures: z.number().int() })).optional(),
  /** Its only job, or the only one that needs attention. */
  job: jobRow.nullable(),
  /** The newest problem, if all jobs that need attention have the same. `isEach`: word for word, for all of them. */
  problem: z.object({ reason: errorRecord, isEach: z.boolean() }).nullable(),
  beganAt: z.number(),
  /** `null`: not all of it is over. */
  endedAt: z.number().nullable(),
})
export type ActionRow = z.infer<typeof actionRow>
