import { z } from 'zod'

export type Seen =
  | { readonly kind: 'answer'; readonly text: string }
  /** The model looked and does not know. */
  | { readonly kind: 'cannot-tell' }
  /** There is no answer; the reason is a clause without full stop, and never holds the key. */
  | { readonly kind: 'failed'; readonly reason: string }

const part = z.object({ type: z.string(), text: z.string().nullish() })
const choice = z.object({
  message: z.object({ content: z.union([z.string(), z.array(part), z.null()]).optional(), refusal: z.string().nullish() }),
})
/** The first choice is the answer; others are none of our business. */
const completion = z.object({ choices: z.tuple([choice]).rest(z.unknown()) })

const longest = 2000
const unreadable: Seen = { kind: 'failed', reason: 'the vision endpoint answered something that is no chat completion' }

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

/** The text of a chat completion; `body` is undefined if it was too long. Printed reasoning of models is left out. */
export const readCompletion = (body: string | undefined): Seen => {
  const parsed = completion.safeParse(parse(body ?? ''))
  if (!parsed.success) return unreadable
  const { content, refusal } = parsed.data.choices[0].message
  const written = typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join(' ')
  const text = written
    .replace(/<think(ing)?>[\s\S]*?(<\/think(ing)?>|$)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  if (text === '' && refusal) return { kind: 'failed', reason: 'the vision model declined to answer' }
  if (text === '') return { kind: 'failed', reason: 'the vision endpoint gave an empty answer' }
  if (/^["“*_]*(i )?(cannot|can['’]t) tell\b/i.test(text) && !/\bbut\b/i.test(text)) return { kind: 'cannot-tell' }
  return { kind: 'answer', text: text.length > longest ? `${text.slice(0, longest - 1)}…` : text }
}
