import { z } from 'zod'
import { noAddressReason } from '../workspaces/publishing-settings.ts'

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
  /** The workspace was asked about an earlier file of the picture. Only where all answers are listed. */
  isAboutEarlier: z.literal(true).optional(),
})
export type Answer = z.infer<typeof answer>

/** Some of all answers, those about one picture never apart. `done` and `total`: pictures. */
export const answersPiece = z.object({
  answers: z.array(answer),
  /** The newest text in a brand voice of each that has one. */
  written: z.array(z.object({ jobId: z.string(), text: z.string(), voiceName: z.string() })),
  done: z.int(),
  total: z.int(),
  /** What came before doesn't count: all answers come once more. */
  isAgain: z.literal(true).optional(),
})
export type AnswersPiece = z.infer<typeof answersPiece>

/** What became of asking. */
export const asked = z.object({
  asked: z.number().int(),
  askedBefore: z.number().int(),
  /** Not asked again, since their answers are approved. */
  approved: z.number().int().default(0),
  pictures: z.number().int(),
  /** Pictures that the workspace can't fetch: their questions wait until a way to publish them is set up. */
  withoutAddress: z.number().int(),
  /** Why those have none; `null` where all have one. */
  why: noAddressReason.nullable(),
})

/** Longest accepted question, in characters (the sample workspace's own limit; a real one may differ). */
export const maxQuestionLength = 4_000
