import type { IncomingMessage } from 'node:http'
import { HTTPException } from 'hono/http-exception'
import { mediaType, readBody } from '../request-body.ts'
import { type OAuthRefusal, oauthError } from './oauth-error.ts'

export type Form = ReadonlyMap<string, string>

/** Parameters by name, or the name of one that came twice (RFC 6749, 3.1 and 3.2: never more than once). An empty value counts as absent. */
export const readParameters = (search: URLSearchParams): { readonly form: Form; readonly repeated: readonly string[] } => {
  const form = new Map<string, string>()
  const seen = new Set<string>()
  const repeated: string[] = []
  for (const [name, value] of search) {
    if (seen.has(name)) repeated.push(name)
    seen.add(name)
    if (value !== '' && !form.has(name)) form.set(name, value)
  }
  return { form, repeated }
}

const readWhole = async (incoming: IncomingMessage): Promise<Buffer | undefined> => {
  try {
    return await readBody(incoming, { bytes: 64 * 1024, text: '' })
  } catch (error) {
    if (error instanceof HTTPException) return undefined
    throw error
  }
}

/** The form body of a token or revocation request; an `invalid_request` when it isn't one. */
export const readForm = async (incoming: IncomingMessage): Promise<{ readonly form: Form } | { readonly refusal: OAuthRefusal }> => {
  if (mediaType(incoming) !== 'application/x-www-form-urlencoded') {
    return { refusal: oauthError('invalid_request', 'The body must be application/x-www-form-urlencoded.') }
  }
  const body = await readWhole(incoming)
  if (body === undefined) return { refusal: oauthError('invalid_request', 'The form is limited to 64 KB.') }
  const { form, repeated } = readParameters(new URLSearchParams(body.toString('utf8')))
  if (repeated.length > 0) return { refusal: oauthError('invalid_request', `Sent more than once: ${repeated.join(', ')}.`) }
  return { form }
}
