import { z } from 'zod'
import { looksLikeHtml, quoteWords } from './quote-words.ts'
import { parseJson } from './read-answer.ts'
import { readHtmlWords } from './read-html-words.ts'

const wordsLimit = 300

/** One complaint: a sentence, or an object that holds one under some name. */
const complaint = z.union([
  z.string(),
  z.looseObject({ message: z.string() }).transform((e) => e.message),
  z.looseObject({ detail: z.string() }).transform((e) => e.detail),
  z.looseObject({ title: z.string() }).transform((e) => e.title),
  z.looseObject({ code: z.string() }).transform((e) => e.code),
])
const complaints = z.union([z.array(complaint), complaint.transform((one) => [one])])
/** `errors` by field: `{"imageUrl": ["must be a URL"]}`. */
const complaintsByField = z
  .record(z.string(), complaints)
  .transform((fields) => Object.entries(fields).flatMap(([field, list]) => list.map((one) => `${field}: ${one}`)))

/** An empty message says less than the next field may. */
const saysSomething = (list: readonly string[]): boolean => list.some((one) => one.trim() !== '')

/** The published forms in the order of how much they say (not-shown.md, "error body"), then RFC 9457. */
const errorBody = z.union([
  z
    .looseObject({ message: complaints })
    .transform((body) => body.message)
    .refine(saysSomething),
  z
    .looseObject({ errors: z.union([complaints, complaintsByField]) })
    .transform((body) => body.errors)
    .refine(saysSomething),
  z
    .looseObject({ error_description: z.string() })
    .transform((body) => [body.error_description])
    .refine(saysSomething),
  z
    .looseObject({ error: complaints })
    .transform((body) => body.error)
    .refine(saysSomething),
  z
    .looseObject({ detail: complaints })
    .transform((body) => body.detail)
    .refine(saysSomething),
  z.looseObject({ title: z.string() }).transform((body) => [body.title]),
])

/** The complaints in parsed JSON; empty if it has none. An array of envelopes is read too. */
const readComplaints = (body: unknown): readonly string[] => {
  const items: readonly unknown[] = Array.isArray(body) ? body.slice(0, 20) : [body]
  return items.flatMap((item) => {
    const parsed = errorBody.safeParse(item)
    return parsed.success ? parsed.data.map((one) => one.trim()).filter((one) => one !== '') : []
  })
}

const fields = z.record(z.string(), z.unknown())

/** True for a success status with an error body: it has errors, or an error status. A `message` or a `title` may be anything there. */
export const saysItFailed = (answer: unknown): boolean =>
  (Array.isArray(answer) ? answer.slice(0, 20) : [answer]).some((item: unknown) => {
    const { statusCode, errors, error } = fields.safeParse(item).data ?? {}
    return Number(statusCode) >= 400 || readComplaints({ errors, error }).length > 0
  })

/**
 * An error body as one line of the service's own words, at most 300 characters, without `secrets`; empty if it says nothing.
 * Reads the three published forms, HTML (its title, else its first words) and plain text.
 */
export const readErrorWords = (text: string, secrets: readonly string[] = []): string => {
  if (looksLikeHtml(text)) return quoteWords(readHtmlWords(text), wordsLimit, secrets)
  const json = parseJson(text)
  const said = typeof json === 'string' ? [json] : readComplaints(json)
  if (said.length > 0) return quoteWords(said.join('; '), wordsLimit, secrets)
  // Something else: `{}` and `null` say nothing; anything longer is quoted as it is.
  return text.trim().length <= 4 ? '' : quoteWords(text, wordsLimit, secrets)
}
