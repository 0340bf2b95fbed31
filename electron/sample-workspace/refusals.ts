import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { z } from 'zod'

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Content Too Large',
  421: 'Misdirected Request',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

type RefusalDetail = { readonly messages: string | readonly string[]; readonly headers: Readonly<Record<string, string>> }

/** The body of every refused operation: `{statusCode, message, error}`; `message` is a sentence or a list of them (not-shown, "error body"). */
export const errorBody = (status: number, message: string | readonly string[]) => ({
  statusCode: status,
  message,
  error: titles[status] ?? 'Error',
})

/** To be thrown by a handler; `answerRefusal` turns it into the answer. */
export const refuse = (
  status: ContentfulStatusCode,
  messages: string | readonly string[],
  headers: Readonly<Record<string, string>> = {},
) =>
  new HTTPException(status, {
    message: typeof messages === 'string' ? messages : messages.join(' '),
    cause: { messages, headers } satisfies RefusalDetail,
  })

export const answerRefusal = (refusal: HTTPException): Response => {
  if (refusal.res) return refusal.res
  const detail = refusal.cause as RefusalDetail | undefined
  return new Response(JSON.stringify(errorBody(refusal.status, detail?.messages ?? refusal.message)), {
    status: refusal.status,
    headers: { 'content-type': 'application/json', ...detail?.headers },
  })
}

/** One sentence per thing that is wrong with a body, each beginning with the field's name. */
export const describeIssues = (error: z.ZodError): string[] =>
  error.issues.map((issue) => {
    const field = issue.path.join('.')
    if (issue.code === 'unrecognized_keys') return `${issue.keys.join(', ')}: unknown field`
    const isMissing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined')
    const words = isMissing ? 'is missing' : issue.message
    return field === '' ? words : `${field}: ${words}`
  })
