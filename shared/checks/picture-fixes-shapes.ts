import { z } from 'zod'

const channel = z.int().min(1).max(255)
const side = z.int().min(1).max(100_000)

/** The ground that is added around a picture: `#rrggbb`, or `null`: transparent. */
const padding = z
  .string()
  .regex(/^#[0-9a-f]{6}$/)
  .nullable()

/**
 * Changes of a picture’s sent file that a person chose, in the order in which they are made. Its original stays. Each is absent if it isn’t chosen; at
 * least one is there.
 */
export const pictureFixes = z.strictObject({
  /** Becomes 255, 255, 255, and lighter colors, too; darker ones get lighter by the same factor. */
  whitePoint: z.tuple([channel, channel, channel]).readonly().optional(),
  /** Ground is added evenly on two sides until width to height is this. */
  pad: z.strictObject({ width: side, height: side, color: padding }).optional(),
  /** Pixels; scaled down, never up. */
  longestEdge: side.optional(),
  /** Bytes of the file; a JPEG’s quality is lowered until it fits. */
  largestBytes: z.int().min(1).max(999_999_999_999).optional(),
  /** Converted to sRGB; `jpeg`: to a JPEG, too, with white in place of transparency. */
  convert: z.enum(['srgb', 'jpeg']).optional(),
})
export interface PictureFixes extends z.infer<typeof pictureFixes> {}
