import { z } from '@hono/zod-openapi'

export const errorBody = z.strictObject({
  statusCode: z.number().int(),
  message: z.union([z.string(), z.array(z.string())]),
  error: z.string(),
})

export const json = (schema: z.ZodType, description: string) => ({ description, content: { 'application/json': { schema } } })
export const failure = (description: string) => json(errorBody, description)
export const envelope = (resource: string, data: z.ZodType, more: z.ZodRawShape = {}) =>
  z.strictObject({ requestId: z.string(), resource: z.literal(resource), data, ...more })
export const jsonBody = (schema: z.ZodType) => ({ required: true, content: { 'application/json': { schema } } })
export const form = (schema: z.ZodObject) => ({ required: true, content: { 'application/x-www-form-urlencoded': { schema } } })

/** Error answers of any operation (spec, "Errors"; not-shown, "further statuses"). */
export const refusals = {
  400: failure('Required inputs missing, or inputs badly formatted'),
  401: failure('No valid credential'),
  403: failure('Not allowed: scope, product feature or API access'),
  429: failure('Requests per minute exceeded; Retry-After says when to come again'),
  500: failure('Internal server error'),
}

/** Who may call (spec, "Scopes"): an API key, or a token with one of these scopes. */
export const toWrite: Record<string, string[]>[] = [{ apiKey: [] }, { oauth: ['user'] }]
export const toRead: Record<string, string[]>[] = [...toWrite, { oauth: ['user:read'] }]
