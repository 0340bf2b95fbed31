import { z } from 'zod'
import { trimEndOf } from '../../../../shared/base/trim-end.ts'

/** An endpoint of the OpenAI form: OpenAI itself, Ollama, llama.cpp, vLLM, … The key is held in memory only. */
export type VisionEndpoint = {
  /** The base address, e.g. `http://127.0.0.1:11434/v1`; `/chat/completions` is added. */
  readonly url: string
  readonly model: string
  readonly key?: string
  /** Longest side, in pixels, of the pictures that are sent. */
  readonly longEdge: number
  /** For one answer, in milliseconds. */
  readonly timeoutMs: number
}

const address = z
  .string()
  .refine((text) => /^https?:/i.test(text) && URL.canParse(text), '--vision-url is an http or https address.')
  .refine(
    (text) => URL.parse(text)?.username === '' && URL.parse(text)?.search === '',
    '--vision-url holds neither a name nor a query; give a key with --vision-key-stdin.',
  )
  .transform((text) => trimEndOf(text, '/').replace(/\/chat\/completions$/, ''))

const schema = z.object({
  url: address,
  model: z.string('--vision-model is needed with --vision-url.').min(1, '--vision-model is needed with --vision-url.'),
  key: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]*$/, 'The vision key has characters that no key has.')
    .transform((text) => (text === '' ? undefined : text))
    .optional(),
  longEdge: z.coerce
    .number()
    .int()
    .min(64, '--vision-long-edge is at least 64.')
    .max(8192, '--vision-long-edge is at most 8192.')
    .default(1024),
  timeoutMs: z.number().int().positive().default(60_000),
})

export type VisionOptions = {
  readonly url: string | undefined
  readonly model?: string | undefined
  readonly key?: string | undefined
  readonly longEdge?: string | number | undefined
  readonly timeoutMs?: number | undefined
}

/** Reads the given options; undefined without an address. Throws an Error with a plain sentence. */
export const readVisionEndpoint = (options: VisionOptions): VisionEndpoint | undefined => {
  if (options.url === undefined || options.url === '') {
    if (options.model !== undefined) throw new Error('--vision-url is needed with --vision-model.')
    return undefined
  }
  const parsed = schema.safeParse(options)
  if (!parsed.success) throw new Error(parsed.error.issues[0]?.message ?? 'The vision endpoint is not understood.')
  const { key, ...rest } = parsed.data
  if (key !== undefined && isKeyInTheClear({ ...rest, key }))
    throw new Error('A key is sent over https only, or to this computer: --vision-url must begin with https://.')
  return key === undefined ? rest : { ...rest, key }
}

/** A key that goes over a network in the clear can be read by others on it. */
const isKeyInTheClear = ({ url, key }: VisionEndpoint): boolean => {
  const { protocol, hostname } = new URL(url)
  return key !== undefined && protocol === 'http:' && !/^(127\.|localhost$|\[::1\]$)/.test(hostname)
}
