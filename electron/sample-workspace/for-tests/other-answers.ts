import { errorBody } from '../refusals.ts'
import type { Effect, EnvelopeForm } from './misbehaviour-rules.ts'

const text = 'Told to misbehave.'

/** The error forms that descriptions of such services show (not-shown, "error body"). */
const errorForm = (form: 'json' | 'json-list' | 'errors' | 'error-only', status: number): unknown => {
  if (form === 'json') return errorBody(status, text)
  if (form === 'json-list') return errorBody(status, [text, 'And once more.'])
  if (form === 'errors') return { requestId: 'req_misbehaving', resource: 'error', errors: [{ message: text }] }
  return { error: text }
}

export const statusAnswer = ({ status, body, retryAfter }: Extract<Effect, { kind: 'status' }>): Response => {
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
  if (body === 'empty') return new Response(null, { status, headers })
  if (body === 'html') {
    const html = `<!doctype html><html><head><title>${status}</title></head><body><h1>${status}</h1><p>${text}</p></body></html>`
    return new Response(html, { status, headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } })
  }
  return new Response(JSON.stringify(errorForm(body, status)), { status, headers: { ...headers, 'content-type': 'application/json' } })
}

export type Envelope = { readonly requestId?: string; readonly resource?: string; readonly data?: unknown }

const withUnknownFields = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withUnknownFields)
  if (typeof value !== 'object' || value === null) return value
  const known = Object.entries(value).map(([key, inner]) => [key, withUnknownFields(inner)])
  return { ...Object.fromEntries(known), unknownField: { kind: 'unknown', list: [1, null] } }
}

/** The answer's body in another form (not-shown, "success envelope"). */
export const reshape = (form: EnvelopeForm, body: Envelope, requestId: string): unknown => {
  const data = body.data ?? body
  switch (form) {
    case 'array':
      return [body]
    case 'bare':
      return data
    case 'data-array':
      return { ...body, data: Array.isArray(data) ? data : [data] }
    case 'id-only':
      return { id: (data as { id?: unknown }).id }
    case 'single':
      return { ...body, data: Array.isArray(data) ? (data[0] ?? null) : data }
    case 'extra':
      return withUnknownFields(body)
    case 'no-data':
      return { requestId, resource: body.resource ?? 'analysis' }
    case 'wrapped':
      return body.data === undefined ? { requestId, resource: 'analysis', data } : body
  }
}
