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

/** Names fixes in a few characters, also in file names; `''`: none. */
export const toFixesKey = (fixes: PictureFixes | null | undefined): string => {
  if (!fixes) return ''
  const { whitePoint, pad, longestEdge, largestBytes, convert } = fixes
  const hex = (value: number): string => value.toString(16).padStart(2, '0')
  return [
    ...(whitePoint ? [`w${whitePoint.map(hex).join('')}`] : []),
    ...(pad ? [`p${pad.width}x${pad.height}x${pad.color === null ? 'none' : pad.color.slice(1)}`] : []),
    ...(longestEdge === undefined ? [] : [`s${longestEdge}`]),
    ...(largestBytes === undefined ? [] : [`f${largestBytes}`]),
    ...(convert === undefined ? [] : [convert === 'jpeg' ? 'j' : 'r']),
  ].join('-')
}

const keyPattern =
  /^(?:w([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2}))?-?(?:p(\d{1,6})x(\d{1,6})x(none|[0-9a-f]{6}))?-?(?:s(\d{1,6}))?-?(?:f(\d{1,12}))?-?([jr])?$/

/** The fixes of a key; `null`: it names none. */
export const readFixesKey = (key: string): PictureFixes | null => {
  const match = key === '' ? null : keyPattern.exec(key)
  if (!match) return null
  const [, red, green, blue, across, down, color, edge, bytes, converted] = match
  const number = (said: string | undefined): number => Number.parseInt(said ?? '', 16)
  const read = pictureFixes.safeParse({
    ...(red === undefined ? {} : { whitePoint: [number(red), number(green), number(blue)] }),
    ...(across === undefined
      ? {}
      : { pad: { width: Number(across), height: Number(down), color: color === 'none' ? null : `#${color ?? ''}` } }),
    ...(edge === undefined ? {} : { longestEdge: Number(edge) }),
    ...(bytes === undefined ? {} : { largestBytes: Number(bytes) }),
    ...(converted === undefined ? {} : { convert: converted === 'j' ? 'jpeg' : 'srgb' }),
  })
  return read.success && toFixesKey(read.data) === key ? read.data : null
}
