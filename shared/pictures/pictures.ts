import { z } from 'zod'
import { errorRecord } from '../base/error-record.ts'
import { idList } from '../base/id-list.ts'
import { pictureFixes } from '../checks/picture-fixes-shapes.ts'
import { imageFormat, type SentFormat, sentFormat } from './picture-formats.ts'

/** The file that is sent instead of a picture. */
export interface SentFileFacts {
  readonly format: SentFormat
  readonly bytes: number
  readonly width: number
  readonly height: number
  /** Of a JPEG that was made, 1 to 100; `null`: it is a PNG, or has the picture's own pixels. */
  readonly quality: number | null
  /** Names the settings that it was made with. */
  readonly settings: string
  /** The workspace has it. */
  readonly isUploaded: boolean
}

export const sentFileFacts: z.ZodType<SentFileFacts> = z.object({
  format: sentFormat,
  bytes: z.number(),
  width: z.number(),
  height: z.number(),
  quality: z.number().nullable(),
  settings: z.string(),
  isUploaded: z.boolean(),
})

/** Facts about a file that its sent file does not show; absent if ordinary. All but `personal`, `colors` and `profile` are about pictures of formats that are converted. */
export const pictureReading = z.strictObject({
  /** Pages or frames, if there are several: the first is used. */
  pages: z.int().min(2).max(1_000_000).optional(),
  /** Of a format that doesn't say how many frames it has: the first is used. */
  isAnimation: z.literal(true).optional(),
  /** Colors that are not RGB. */
  colors: z.enum(['cmyk', 'lab', 'gray']).optional(),
  /** Bits per channel, if more than 8. */
  bits: z.int().min(9).max(64).optional(),
  /** Of a camera’s raw file: the JPEG in it that is shown and sent, in pixels as stored. */
  embedded: z.strictObject({ width: z.int().positive(), height: z.int().positive() }).optional(),
  /** The name of its color profile, if that is not sRGB. */
  profile: z.string().min(1).max(120).optional(),
  /** Personal data in its metadata (core/formats/metadata/personal.ts). */
  personal: z
    .array(z.enum(['location', 'device', 'people']))
    .min(1)
    .max(3)
    .optional(),
})
export type PictureReading = z.infer<typeof pictureReading>

/** The origin of a picture: a local file, or an address that a service may be able to fetch. */
export const imageOrigin = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), path: z.string() }),
  z.object({ kind: z.literal('url'), url: z.string() }),
])
export type ImageOrigin = z.infer<typeof imageOrigin>

/** The facts about a picture that the image process found by decoding it. */
export const imageFacts = z.object({
  format: imageFormat,
  /** Pixels as displayed, EXIF orientation applied. */
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  /** EXIF orientation as stored, 1–8; 1 when absent. */
  orientation: z.number().int(),
  hasAlpha: z.boolean(),
  /** True if the EXIF data carries a GPS position. */
  hasGps: z.boolean(),
  /** Absent: there is nothing to say. */
  reading: pictureReading.optional(),
})
export type ImageFacts = z.infer<typeof imageFacts>

/** A picture in the library, with the version of its original that counts. The same bytes are the same picture. */
export const image = imageFacts.extend({
  /** `img_` + the first 24 hex digits of the SHA-256 of its first original. */
  id: z.string(),
  /** Which of its originals counts, from 1. */
  version: z.number().int().positive(),
  /** Lowercase hex SHA-256 of that original. */
  sha256: z.string(),
  /** File name as the person knows it. */
  name: z.string(),
  bytes: z.number().int().nonnegative(),
  origin: imageOrigin,
  /** Milliseconds since 1970. */
  addedAt: z.number(),
  /** Changes of its sent file that a person chose for this version; absent: none. */
  fixes: pictureFixes.optional(),
})
export type Image = z.infer<typeof image>

/** A file that was not added: a visible row with its reason. */
export const refusal = z.object({
  name: z.string(),
  path: z.string(),
  problem: errorRecord,
  at: z.number(),
})
export type Refusal = z.infer<typeof refusal>

/** Pictures as a person names them. */
export const chosenImages = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  /** Ids, unambiguous id prefixes, or file names. */
  z.object({ kind: z.literal('some'), images: z.array(z.string()).min(1) }),
  /** A window's selection, by ids; those that left the library since are left out. */
  z.object({ kind: z.literal('selected'), ids: idList }),
])
export type ChosenImages = z.infer<typeof chosenImages>
