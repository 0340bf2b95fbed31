import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { call, changing } from '../base/call.ts'
import { chosenImages } from '../pictures/pictures.ts'
import { noAddressReason } from '../workspaces/publishing-settings.ts'
import { answer, answersPiece, asked } from './questions.ts'

/** Asking, and reading the answers. */
export const questionsContract = {
  ask: changing('jobs', 'library', 'answers')
    .input(z.object({ images: chosenImages, questions: z.array(z.string()).min(1), again: z.boolean() }))
    .output(asked),
  /**
   * All of the active workspace in pieces, as they are at one moment, by picture in the order they were added. One per picture and question: the newest,
   * or the one a person edited.
   */
  answers: call.output(eventIterator(answersPiece)),
  /** One page of these, newest first; `text` is part of the answer, the question or the file name. */
  page: call
    .input(
      z.object({
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
        text: z.string().default(''),
        question: z.string().nullable().default(null),
        kind: z.enum(['answer', 'cannot-tell']).nullable().default(null),
      }),
    )
    .output(z.object({ total: z.number().int(), rows: z.array(answer) })),
  /** A preview of asking. `withoutAddress`: pictures that have no address the service can fetch. */
  estimate: call.input(z.object({ images: chosenImages, questions: z.array(z.string()) })).output(
    z.object({
      /** Without what was asked before or is approved. */
      requests: z.number().int(),
      askedBefore: z.number().int(),
      /** Pairs of picture and question that have an approved text and were never asked: they aren't asked either. */
      approved: z.number().int(),
      pictures: z.number().int(),
      /** Questions that wait or run already, and come first. */
      ahead: z.number().int(),
      /** How many may be sent before the work stops until a person resumes it; `null`: all. */
      left: z.number().int().nullable(),
      /** Until all of them are answered. `leastMs` and `mostMs` differ where nobody knows the workspace's limit. `null`: without a workspace. */
      time: z.object({ leastMs: z.number(), mostMs: z.number(), perMinute: z.number().nullable() }).nullable(),
      withoutAddress: z.number().int(),
      /** Why those have none; `null` where all have one. */
      why: noAddressReason.nullable(),
    }),
  ),
  /**
   * Saves a person's edit of an answer; asking again never overwrites it. `seen`: the text that was shown; where it is another one by now, nothing
   * is changed. `null`: whatever is there.
   */
  edit: changing('answers', 'library', 'content')
    .input(z.object({ jobId: z.string(), text: z.string(), seen: z.string().nullable().default(null) }))
    .output(answer),
}
