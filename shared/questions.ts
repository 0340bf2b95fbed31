import { z } from 'zod'

/**
 * `cannot-tell`: the service says that it cannot answer; never mistaken for a description. `own`: a person's words in a cell of the sheet where nothing
 * was answered; its `text` is empty.
 */
export const answer = z.object({
  imageId: z.string(),
  imageName: z.string(),
  question: z.string(),
  kind: z.enum(['answer', 'cannot-tell', 'own']),
  text: z.string(),
  /** A person's edit, which replaces `text`. */
  editedText: z.string().nullable(),
  /** Milliseconds since 1970. */
  answeredAt: z.number(),
  connectionId: z.string(),
  jobId: z.string(),
})
export type Answer = z.infer<typeof answer>

/** Longest accepted question, in characters (the sample workspace's own limit; a real one may differ). */
export const maxQuestionLength = 4_000
