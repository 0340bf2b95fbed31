import { z } from 'zod'

/** One object from an answer, in any envelope. */
type Candidate = Readonly<Record<string, unknown>>

const candidate = z.record(z.string(), z.unknown())
export const identifier = z.union([z.string().trim().min(1), z.number().int().transform(String)])
const analysisOf = z.looseObject({ analysis: z.string() })

/** An object from JSON; by hand, as every answer of an upload is looked at. */
const isCandidate = (value: unknown): value is Candidate => typeof value === 'object' && value !== null && !Array.isArray(value)

/** As `identifier`; by hand, since a list may have a hundred thousand of them. */
const readPlainIdentifier = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value.trim() || undefined
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : undefined
}

/** The same, or an object that has one. */
const readIdentifier = (value: unknown): string | undefined => {
  if (typeof value !== 'object') return readPlainIdentifier(value)
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id !== 'object' ? readIdentifier(value.id) : undefined
}

const readIds = (value: unknown): string[] | undefined => {
  if (!Array.isArray(value)) return undefined
  const ids: string[] = []
  for (const one of value as unknown[]) {
    const id = readIdentifier(one)
    if (id === undefined) return undefined
    ids.push(id)
  }
  return ids
}

/** A list attribute: source ids, or the sources with their ids; possibly below `value` or `values`. */
const readList = (value: unknown): string[] | undefined => {
  const parsed = candidate.safeParse(value)
  return readIds(value) ?? (parsed.success ? (readIds(parsed.data.values) ?? readIds(parsed.data.value)) : undefined)
}
const namedAttribute = z.union([
  z.looseObject({ name: z.string() }).transform((a) => [a.name, a] as const),
  z.looseObject({ key: z.string() }).transform((a) => [a.key, a] as const),
])

/** The JSON of an answer; `undefined` if it is not JSON (empty, HTML, plain text, truncated). */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text) as unknown
  } catch {
    return undefined
  }
}

/**
 * Every object that may be meant, the innermost first: an envelope `{requestId, resource, data}`, an array of envelopes, a single object
 * where a list is meant or the reverse, or the bare object (not-shown.md, "success envelope"). `most`: items of one list.
 */
export const unwrap = (answer: unknown, most = 100, depth = 0): readonly Candidate[] => {
  if (depth > 4) return []
  if (Array.isArray(answer)) return answer.slice(0, most).flatMap((item: unknown) => unwrap(item, most, depth + 1))
  if (!isCandidate(answer)) return []
  return 'data' in answer ? [...unwrap(answer.data, most, depth + 1), answer] : [answer]
}

/** The id of the created object: at `data.id`, else `id`; `undefined` if missing. */
export const readId = (answer: unknown): string | undefined => {
  for (const item of unwrap(answer)) {
    const id = readPlainIdentifier(item.id)
    if (id !== undefined) return id
  }
  return undefined
}

/** The text of an image analysis: `analysis`, bare or in an envelope. */
export const readAnalysis = (answer: unknown): string | undefined => {
  for (const item of unwrap(answer)) {
    const parsed = analysisOf.safeParse(item)
    if (parsed.success) return parsed.data.analysis.trim()
  }
  return undefined
}

const readAttributeEntries = (attributes: unknown): readonly (readonly [string, unknown])[] => {
  if (Array.isArray(attributes)) {
    return attributes.flatMap((item: unknown) => {
      const parsed = namedAttribute.safeParse(item)
      return parsed.success ? [parsed.data] : []
    })
  }
  const parsed = candidate.safeParse(attributes)
  return parsed.success ? Object.entries(parsed.data) : []
}

/** The texts that an answer about a product shows, by attribute; `undefined` if it shows none. */
export const readTexts = (answer: unknown): Record<string, string> | undefined => {
  for (const item of unwrap(answer)) {
    const texts = readAttributeEntries(item.attributes).filter((entry): entry is readonly [string, string] => typeof entry[1] === 'string')
    if (texts.length > 0) return Object.fromEntries(texts)
  }
  return undefined
}

/**
 * The lists of source ids that an answer about a product shows, by attribute; `undefined` if it shows none.
 * Only an unmistakable list of ids counts, as a misread one would end up in the ledger.
 */
export const readLists = (answer: unknown): Record<string, string[]> | undefined => {
  for (const item of unwrap(answer)) {
    const lists = readAttributeEntries(item.attributes).flatMap(([name, value]) => {
      const list = readList(value)
      return list === undefined ? [] : [[name, list] as const]
    })
    if (lists.length > 0) return Object.fromEntries(lists)
  }
  return undefined
}
