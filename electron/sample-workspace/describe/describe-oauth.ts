import type { OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { form, json } from './parts.ts'

const tokenForm = z.object({
  grant_type: z.enum(['authorization_code', 'refresh_token']),
  code: z.string().optional(),
  redirect_uri: z.string().optional(),
  code_verifier: z.string().min(43).max(128).optional(),
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
})
const tokenData = z.strictObject({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number().int(),
  refresh_token: z.string(),
  scope: z.string(),
})
const authorizeQuery = z.object({
  response_type: z.literal('code'),
  client_id: z.string(),
  redirect_uri: z.string(),
  scope: z.string(),
  state: z.string(),
  code_challenge: z.string().length(43),
  code_challenge_method: z.literal('S256'),
})
const page = (description: string) => ({ description, content: { 'text/html': { schema: z.string() } } })
const failure = (description: string) => json(z.strictObject({ error: z.string(), error_description: z.string() }), description)
const byClient: Record<string, string[]>[] = [{ client: [] }]
const texts = z.array(z.string())
const discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  revocation_endpoint: z.string(),
  grant_types_supported: texts,
  response_types_supported: texts,
  scopes_supported: texts,
  code_challenge_methods_supported: texts,
  token_endpoint_auth_methods_supported: texts,
})

/** The OAuth endpoints (spec, "OAuth endpoints"). */
export const describeOAuth = (registry: OpenAPIHono['openAPIRegistry']): void => {
  const tags = ['OAuth']
  registry.registerPath({
    ...{ method: 'get', path: '/.well-known/oauth-authorization-server', operationId: 'discover', tags, security: [] },
    summary: 'Discovery document',
    responses: { 200: json(discovery, 'RFC 8414') },
  })
  registry.registerPath({
    ...{ method: 'get', path: '/oauth2/authorize', operationId: 'authorize', tags, security: [] },
    summary: 'Ask a person for access, in a browser',
    request: { query: authorizeQuery },
    responses: { 200: page('The consent page'), 302: { description: 'Back to the client' }, 400: page('Nowhere to go back to') },
  })
  registry.registerPath({
    ...{ method: 'post', path: '/oauth2/token', operationId: 'token', tags, security: byClient },
    summary: 'Exchange a code, or refresh',
    request: { body: form(tokenForm) },
    responses: { 200: json(tokenData, 'A pair of tokens'), 400: failure('Refused'), 401: failure('invalid_client') },
  })
  registry.registerPath({
    ...{ method: 'post', path: '/oauth2/revoke', operationId: 'revoke', tags, security: byClient },
    summary: 'End a session',
    request: { body: form(z.object({ token: z.string(), token_type_hint: z.string().optional() })) },
    responses: { 200: { description: 'Revoked, or unknown' }, 400: failure('Refused'), 401: failure('invalid_client') },
  })
}
