import { z } from 'zod'
import { answer } from '../answers/questions.ts'
import { errorRecord } from '../base/error-record.ts'
import { rowChecks } from '../checks/requirement-checks.ts'
import { productNames } from '../products/products.ts'
import { job } from '../queue/jobs.ts'
import { sendingChange } from '../service/sending-shapes.ts'
import { imageFormat } from './picture-formats.ts'
import { image, sentFileFacts } from './pictures.ts'

/** A picture's state at a glance; the most urgent one wins, parked first. */
export const pictureState = z.enum(['parked', 'uploading', 'waiting', 'attached', 'answered', 'uploaded', 'kept'])
export type PictureState = z.infer<typeof pictureState>

/** What a list can be narrowed to. `waiting`: work is under way; `missing-answer`: something was asked that has no answer yet. */
export const pictureCondition = z.enum([
  'parked',
  'missing-answer',
  'not-attached',
  'uploading',
  'waiting',
  'uploaded',
  'not-uploaded',
  'answered',
  'attached',
])
export type PictureCondition = z.infer<typeof pictureCondition>

/** One cell of the library. */
export const libraryRow = image.omit({ origin: true, sha256: true }).extend({
  /** Of its file; `null`: it came from an address or without a path. */
  folder: z.string().nullable(),
  state: pictureState,
  /** Sent share of a running upload, 0–1. */
  progress: z.number().nullable(),
  /** Why it is parked. */
  reason: errorRecord.nullable(),
  /** Its workspace has the version that counts. */
  uploaded: z.boolean(),
  /** A product shows it. */
  attached: z.boolean(),
  /** How many products do; absent: not more than one. */
  products: z.number().int().optional(),
  questions: z.number().int(),
  answers: z.number().int(),
  /** Rules of requirement profiles that fail, or are not checked; absent: no profile is in use, or its results are still being made. */
  checks: rowChecks.optional(),
})
export type LibraryRow = z.infer<typeof libraryRow>

/** What a list of pictures shows of one. `id`: as it was asked for, of the picture or of its source. */
export const pictureName = z.object({
  id: z.string(),
  imageId: z.string(),
  name: z.string(),
  /** The folder that its file came from; `null`: it came from an address or a browser. */
  folder: z.string().nullable(),
  /** Compared as text, it puts pictures in the library's natural order: by folder, then by name. */
  placeKey: z.string(),
  /** Its name says that it isn’t the first picture of its product: `cup_2.jpg`, `cup back.jpg`. */
  isNotFirst: z.boolean(),
})
export type PictureName = z.infer<typeof pictureName>

export const libraryFilter = z.object({
  /** Words that are each in its place, in the name or id of one of its products, in a question or an answer. */
  text: z.string().default(''),
  state: pictureCondition.nullable().default(null),
  format: imageFormat.nullable().default(null),
  /** Attached to this product (products.list, `ref`). */
  productRef: z.string().nullable().default(null),
  /** In this folder itself. */
  folder: z.string().nullable().default(null),
  /** Fails a rule of the requirement profile with this id; `*`: of any that is in use. */
  failing: z.string().optional(),
})
export type LibraryFilter = z.infer<typeof libraryFilter>

/** A folder that pictures came from. */
export const folderRow = z.object({ folder: z.string(), pictures: z.number().int() })
export type FolderRow = z.infer<typeof folderRow>

export const librarySort = z.object({ by: z.enum(['added', 'name', 'bytes', 'pixels']), descending: z.boolean() })
export type LibrarySort = z.infer<typeof librarySort>

/**
 * What pictures are shown together by. `product`: one that shows the picture, the first by name. `similar`: only pictures that show the same as
 * another one.
 */
export const libraryGrouping = z.enum(['nothing', 'folder', 'product', 'drop', 'similar'])
export type LibraryGrouping = z.infer<typeof libraryGrouping>

/** The header of a group of pictures. */
export const libraryGroup = z.object({
  /** A folder's path, a product's reference, a drop's number, or the id of the picture to keep of several; `null`: pictures that have none. */
  key: z.string().nullable(),
  /** A folder's path, a product's name, or the file name of the picture to keep; `null`: it has none. */
  name: z.string().nullable(),
  /** A product's id in the workspace. */
  productId: z.string().nullable(),
  /** A product's SKU in the imported list; absent: it is no product. */
  sku: z.string().nullable().optional(),
  /** When a drop began; milliseconds since 1970. `null`: unknown. */
  at: z.number().nullable(),
  pictures: z.number().int(),
})
export type LibraryGroup = z.infer<typeof libraryGroup>

/** All facts about one picture. */
export const pictureDetails = z.object({
  row: libraryRow,
  origin: z.string(),
  sourceId: z.string().nullable(),
  /** Changes before it is sent; empty: sent unchanged. */
  changes: z.array(sendingChange),
  /** The changed file that is sent; `null`: the picture is sent as it came, or the file wasn't made so far. */
  sent: sentFileFacts.nullable(),
  /** One per question, newest first; a person's edit wins over a newer answer of the service. */
  answers: z.array(answer),
  /** Replaced answers, newest first. */
  earlierAnswers: z.array(answer),
  /** Of answers about a JPEG with another quality than the one of `sent`: job → that quality. */
  otherQualities: z.record(z.string(), z.number()),
  /** Jobs of answers about a file that the workspace had before: of other settings, or of an earlier version. */
  aboutEarlierFile: z.array(z.string()),
  attachments: z.array(productNames.extend({ productRef: z.string(), attribute: z.string() })),
  /** Its jobs, the newest first. */
  history: z.array(job.extend({ productName: z.string().nullable() })),
})
export type PictureDetails = z.infer<typeof pictureDetails>
