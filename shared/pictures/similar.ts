import { z } from 'zod'
import { imageFormat } from './picture-formats.ts'

/** One of several pictures that show the same. */
export interface SimilarPicture {
  readonly imageId: string
  readonly name: string
  /** The folder that its file came from; `null`: it came from an address or a browser. */
  readonly folder: string | null
  readonly format: z.infer<typeof imageFormat>
  readonly width: number
  readonly height: number
  readonly bytes: number
}

/** Pictures that show the same, the one to keep first. */
export interface SimilarGroup {
  /** Its key as a group of the library (`LibraryGroup`). */
  readonly key: string
  readonly pictures: readonly SimilarPicture[]
}

const similarPicture: z.ZodType<SimilarPicture> = z.object({
  imageId: z.string(),
  name: z.string(),
  folder: z.string().nullable(),
  format: imageFormat,
  width: z.number().int(),
  height: z.number().int(),
  bytes: z.number().int(),
})

export const similarGroup: z.ZodType<SimilarGroup> = z.object({ key: z.string(), pictures: z.array(similarPicture) })

/** How much is found. */
export interface SimilarSummary {
  readonly groups: number
  /** Pictures in them, but for the one to keep of each. */
  readonly others: number
  /** Pictures that are still to be looked at or compared. */
  readonly left: number
}

export const similarSummary: z.ZodType<SimilarSummary> = z.object({
  groups: z.number().int(),
  others: z.number().int(),
  left: z.number().int(),
})

/** Pictures that a person called different at one time, so that they are in no group together. */
export interface ApartPictures {
  /** Milliseconds since 1970; it names them. */
  readonly at: number
  /** Those that are in the library, which are at least two; the first ones. */
  readonly pictures: readonly SimilarPicture[]
  readonly total: number
}

export const apartPictures: z.ZodType<ApartPictures> = z.object({
  at: z.number(),
  pictures: z.array(similarPicture),
  total: z.number().int(),
})
