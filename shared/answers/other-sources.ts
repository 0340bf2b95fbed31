import { z } from 'zod'
import { job } from '../queue/jobs.ts'
import { otherSourceKind } from '../queue/operations.ts'

/** Our own limits, checked before anything is queued. */
export const maxTextBytes = 1024 * 1024
export const maxUrlLength = 2_048
export const maxKnowledgeIdLength = 200

/** A source to add. `name`: the name of a knowledge item, if known. */
export const otherSourceForm = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('url'), url: z.string() }),
  z.object({ kind: z.literal('knowledge'), knowledgeId: z.string(), name: z.string().max(1_000).nullable().default(null) }),
])
export type OtherSourceForm = z.input<typeof otherSourceForm>
/** The same with its defaults filled in. */
export type ReadForm = z.output<typeof otherSourceForm>

/** An added source, with the job that creates it. The full value stays in the core, because a text may be long. */
export const otherSource = z.object({
  ref: z.string(),
  kind: otherSourceKind,
  /** Its title: the text's first words, the address, or the knowledge item's name or id. */
  title: z.string(),
  /** The value, or its beginning. */
  excerpt: z.string(),
  /** Size of the full value in UTF-8. */
  bytes: z.number().int(),
  /** The service's id, once it has been created. */
  sourceId: z.string().nullable(),
  job,
  createdAt: z.number(),
})
export type OtherSource = z.infer<typeof otherSource>

export const knowledgeItem = z.object({ id: z.string(), name: z.string() })
export type KnowledgeItem = z.infer<typeof knowledgeItem>
