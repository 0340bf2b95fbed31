import { z } from 'zod'
import type { MeasuredPixels, PictureMeasurement, PictureText } from './measurements.ts'

const share = z.number().min(0).max(1)
const length = z.int().nonnegative()
const channel = z.int().min(0).max(255)

const pixels = {
  measuredBy: z.int(),
  width: z.int().positive(),
  height: z.int().positive(),
  transparent: z.boolean(),
  background: z.strictObject({ color: z.tuple([channel, channel, channel]).nullable(), even: z.boolean(), pureWhiteShare: share }),
  subject: z.strictObject({ left: length, top: length, width: length, height: length }).nullable(),
  sharpness: z.strictObject({ value: z.number().nonnegative(), verdict: z.enum(['sharp', 'soft', 'blurred', 'unknown']) }),
}

/** Strict: no fact but the declared ones gets through. */
export const measuredPixels: z.ZodType<MeasuredPixels> = z.strictObject(pixels)

/** Words and letters that are kept; the rest of a page of print changes no result. */
export const mostWords = 200
export const mostLetters = 60

export const pictureText: z.ZodType<PictureText> = z.strictObject({
  words: z.array(z.string().max(mostLetters)).max(mostWords),
  areaShare: share,
  isUnreadable: z.literal(true).exactOptional(),
})

export const pictureMeasurement = z.strictObject({
  ...pixels,
  text: pictureText.nullable(),
  textUnread: z.enum(['not-yet', 'failed', 'off']).exactOptional(),
}) satisfies z.ZodType<PictureMeasurement>

/** What is known of a picture: `measured`, or `failed`: it can’t be measured. */
export interface MeasuredImage {
  readonly imageId: string
  readonly measurement: PictureMeasurement | 'failed'
}
export const measuredImage: z.ZodType<MeasuredImage> = z.object({
  imageId: z.string(),
  measurement: z.union([pictureMeasurement, z.literal('failed')]),
})
