import { OpenAPIHono, z } from '@hono/zod-openapi'
import { analysisRequest, analysisResponse } from './analyse.ts'
import { productBody } from './products.ts'
import { sourceTypes } from './source-table.ts'

const errorSchema = z.object({ statusCode: z.number().int(), message: z.union([z.string(), z.array(z.string())]), error: z.string() })
const json = (schema: z.ZodType, description: string) => ({ description, content: { 'application/json': { schema } } })
const failure = (description: string) => json(errorSchema, description)
const envelope = (resource: string, data: z.ZodType) => z.object({ requestId: z.string(), resource: z.literal(resource), data })

const sourceForm = z.object({
  type: z.enum(sourceTypes),
  value: z.string().openapi({ format: 'binary', description: 'A file part for FILE; a form field for the other types.' }),
})
const sourceData = z.object({
  id: z.string(),
  type: z.enum(sourceTypes),
  name: z.string().optional(),
  bytes: z.number().int().optional(),
  sha256: z.string().optional(),
})
const productData = z.object({
  id: z.string(),
  name: z.string().nullable(),
  attributes: z.record(z.string(), z.union([z.array(z.string()), z.string()])),
})
const tokenForm = z.object({
  grant_type: z.enum(['authorization_code', 'refresh_token']),
  code: z.string().optional(),
  redirect_uri: z.string().optional(),
  code_verifier: z.string().min(43).max(128).optional(),
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
})
const tokenData = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number().int(),
  refresh_token: z.string(),
  scope: z.string(),
})
const oauthFailure = (description: string) => json(z.object({ error: z.string(), error_description: z.string() }), description)
const form = (schema: z.ZodObject) => ({ required: true, content: { 'application/x-www-form-urlencoded': { schema } } })

/** The OpenAPI 3.1.0 description, version 1.0 (spec, "Versioning"), of what this workspace serves. */
export const describeApi = (baseUrl: string, workspaceName: string) => {
  const { openAPIRegistry: registry, getOpenAPI31Document: generate } = new OpenAPIHono()
  const anyCredential: Record<string, string[]>[] = [{ apiKey: [] }, { oauth: ['user'] }]
  const refusals = {
    400: failure('Required inputs missing, or inputs badly formatted'),
    401: failure('No valid credential'),
    403: failure('Not allowed: scope, product feature or API access'),
    429: failure('Requests per minute exceeded'),
    500: failure('Internal server error'),
  }
  registry.registerComponent('securitySchemes', 'apiKey', { type: 'apiKey', in: 'header', name: 'X-API-Key' })
  registry.registerComponent('securitySchemes', 'oauth', {
    type: 'oauth2',
    flows: {
      authorizationCode: {
        authorizationUrl: `${baseUrl}/oauth2/authorize`,
        tokenUrl: `${baseUrl}/oauth2/token`,
        refreshUrl: `${baseUrl}/oauth2/token`,
        scopes: { user: 'View, create and change content', 'user:read': 'Read content' },
      },
    },
  })
  registry.registerComponent('securitySchemes', 'client', { type: 'http', scheme: 'basic' })
  registry.registerPath({
    method: 'post',
    path: '/v1/image/analysis',
    operationId: 'analyse',
    tags: ['Images'],
    summary: 'Analyze an image',
    security: anyCredential,
    request: { body: { required: true, content: { 'application/json': { schema: analysisRequest } } } },
    responses: { 200: json(analysisResponse, 'The answer'), 402: failure('No API subscription'), ...refusals },
  })
  registry.registerPath({
    method: 'post',
    path: '/v1/sources',
    operationId: 'createSource',
    tags: ['Sources'],
    summary: 'Create a source',
    security: anyCredential,
    request: { body: { required: true, content: { 'multipart/form-data': { schema: sourceForm } } } },
    responses: { 201: json(envelope('source', sourceData), 'The source'), ...refusals },
  })
  const productRequest = { required: true, content: { 'application/json': { schema: productBody } } }
  registry.registerPath({
    method: 'post',
    path: '/v1/products',
    operationId: 'createProduct',
    tags: ['Products'],
    summary: 'Create a product',
    security: anyCredential,
    request: { body: productRequest },
    responses: { 201: json(envelope('product', productData), 'The product'), ...refusals },
  })
  registry.registerPath({
    method: 'patch',
    path: '/v1/products/{productId}',
    operationId: 'updateProduct',
    tags: ['Products'],
    summary: 'Update a product: lists are replaced, what is left out stays',
    security: anyCredential,
    request: { params: z.object({ productId: z.string() }), body: productRequest },
    responses: { 200: json(envelope('product', productData), 'The product'), 404: failure('No such product'), ...refusals },
  })
  registry.registerPath({
    method: 'post',
    path: '/oauth2/token',
    operationId: 'token',
    tags: ['OAuth'],
    summary: 'Exchange a code, or refresh',
    security: [{ client: [] }],
    request: { body: form(tokenForm) },
    responses: { 200: json(tokenData, 'A pair of tokens'), 400: oauthFailure('Refused'), 401: oauthFailure('invalid_client') },
  })
  registry.registerPath({
    method: 'post',
    path: '/oauth2/revoke',
    operationId: 'revoke',
    tags: ['OAuth'],
    summary: 'End a session',
    security: [{ client: [] }],
    request: { body: form(z.object({ token: z.string(), token_type_hint: z.string().optional() })) },
    responses: { 200: { description: 'Revoked, or unknown' }, 400: oauthFailure('Refused'), 401: oauthFailure('invalid_client') },
  })
  return generate({ openapi: '3.1.0', info: { title: workspaceName, version: '1.0' }, servers: [{ url: baseUrl }] })
}
