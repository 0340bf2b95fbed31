import { z } from 'zod'
import { errorRecord } from './error-record.ts'
import { image, imageFormat } from './images.ts'
import { job } from './jobs.ts'
import { answer } from './questions.ts'

/** A picture's state at a glance; the most urgent one wins, parked first. */
export const pictureState = z.enum(['parked', 'uploading', 'waiting', 'attached', 'answered', 'uploaded', 'kept'])
export type PictureState = z.infer<typeof pictureState>

/** One cell of the library. */
export const libraryRow = image.omit({ origin: true, sha256: true }).extend({
  state: pictureState,
  /** Sent share of a running upload, 0–1. */
  progress: z.number().nullable(),
  /** Why it is parked. */
  reason: errorRecord.nullable(),
  questions: z.number().int(),
  answers: z.number().int(),
})
export type LibraryRow = z.infer<typeof libraryRow>

export const libraryFilter = z.object({
  /** Part of the file name. */
  text: z.string().default(''),
  state: pictureState.nullable().default(null),
  format: imageFormat.nullable().default(null),
  /** Attached to this product (products.list, `ref`). */
  productRef: z.string().nullable().default(null),
})
export type LibraryFilter = z.infer<typeof libraryFilter>

export const librarySort = z.object({ by: z.enum(['added', 'name', 'bytes', 'pixels']), descending: z.boolean() })
export type LibrarySort = z.infer<typeof librarySort>

/** All facts about one picture. */
export const pictureDetails = z.object({
  row: libraryRow,
  origin: z.string(),
  sourceId: z.string().nullable(),
  /** One per question, newest first; a person's edit wins over a newer answer of the service. */
  answers: z.array(answer),
  /** Replaced answers, newest first. */
  earlierAnswers: z.array(answer),
  attachments: z.array(
    z.object({ productRef: z.string(), productId: z.string().nullable(), name: z.string().nullable(), attribute: z.string() }),
  ),
  /** Its jobs, the newest first. */
  history: z.array(job),
})
export type PictureDetails = z.infer<typeof pictureDetails>
