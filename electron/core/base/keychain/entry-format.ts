import { createHash } from 'node:crypto'
import { z } from 'zod'

/**
 * How one value is kept in the keychain. Inside its head entry; a long one on Windows is split over part entries
 * of one of two generations, and the head names the generation, the number of parts and their checksum.
 * Everything written is ASCII, so that units, bytes and what the systems' C strings hold are the same.
 */
const head = z.union([
  z.object({ packshot: z.literal(1), value: z.string() }),
  z.object({
    packshot: z.literal(1),
    generation: z.enum(['a', 'b']),
    parts: z.number().int().positive().max(10_000),
    sha256: z.string(),
  }),
])
export type Head = z.infer<typeof head>
export type Generation = 'a' | 'b'

/** Windows holds 2,560 bytes an entry, in UTF-16 by some readings; this fits either way. */
export const entryUnits = 1_200

const toAscii = (json: string): string => json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const checksum = (text: string): string => createHash('sha256').update(text).digest('hex')

export const partName = (name: string, generation: Generation, index: number): string => `${name}#${generation}${index}`

export const formatHead = (content: Head): string => toAscii(JSON.stringify(content))

/** The head in an entry's text, or null when it is not one of ours. */
export const parseHead = (text: string): Head | null => {
  try {
    return head.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** A value as its head and its parts; no parts when it fits into a head of at most `longest` characters. */
export const splitValue = (value: string, generation: Generation, longest: number): { head: string; parts: readonly string[] } => {
  const whole = formatHead({ packshot: 1, value })
  if (whole.length <= longest) return { head: whole, parts: [] }
  const text = toAscii(JSON.stringify(value))
  const parts = Array.from({ length: Math.ceil(text.length / entryUnits) }, (_, i) => text.slice(i * entryUnits, (i + 1) * entryUnits))
  return { head: formatHead({ packshot: 1, generation, parts: parts.length, sha256: checksum(text) }), parts }
}

/** The value that parts hold, or null when the checksum says that something is missing or changed. */
export const joinParts = (parts: readonly string[], sha256: string): string | null => {
  const text = parts.join('')
  if (checksum(text) !== sha256) return null
  return z.string().parse(JSON.parse(text))
}
