import { OpenAPIHono, z } from '@hono/zod-openapi'
import { analysisRequest, analysisResponse } from '../api/analyse.ts'
import { productBody } from '../api/products.ts'
import { sourceTypes } from '../api/source-table.ts'
import { describeContent } from './describe-content.ts'
import { describeOAuth } from './describe-oauth.ts'
import { envelope, failure, json, jsonBody, refusals, toRead, toWrite } from './parts.ts'

const sourceForm = z.object({
  type: z.enum(sourceTypes),
  value: z.string().openapi({ format: 'binary', description: 'A file part for FILE; a form field for the other types.' }),
})
const sourceData = z.strictObject({
  id: z.string(),
  type: z.enum(sourceTypes),
  name: z.string().optional(),
  bytes: z.number().int().optional(),
  sha256: z.string().optional(),
})
const productData = z.strictObject({
  id: z.string(),
  name: z.string().nullable(),
  attributes: z.record(z.string(), z.union([z.array(z.string()), z.string()])),
})

const registerSecurity = (registry: OpenAPIHono['openAPIRegistry'], baseUrl: string): void => {
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
}

/** Only while the switch is on: the specification has no such operation. */
const describeReading = (registry: OpenAPIHono['openAPIRegistry']): void =>
  registry.registerPath({
    method: 'get',
    path: '/v1/products/{productId}',
    operationId: 'getProduct',
    tags: ['Products'],
    summary: 'Read a product (this sample workspace only, while “Reading products” is on)',
    security: toRead,
    request: { params: z.object({ productId: z.string() }) },
    responses: { 200: json(envelope('product', productData), 'The product'), 404: failure('No such product'), ...refusals },
  })

/**
 * The OpenAPI 3.1.0 description, version 1.0 (spec, "Versioning"), of this workspace's API; bodies and queries are the schemas
 * that the operations check with.
 */
export const describeApi = (baseUrl: string, workspaceName: string, readsProducts = false) => {
  const { openAPIRegistry: registry, getOpenAPI31Document: generate } = new OpenAPIHono()
  registerSecurity(registry, baseUrl)
  registry.registerPath({
    method: 'post',
    path: '/v1/image/analysis',
    operationId: 'analyse',
    tags: ['Images'],
    summary: 'Analyze an image',
    security: toWrite,
    request: { body: jsonBody(analysisRequest) },
    responses: { 200: json(analysisResponse, 'The answer'), 402: failure('No API subscription'), ...refusals },
  })
  registry.registerPath({
    method: 'post',
    path: '/v1/sources',
    operationId: 'createSource',
    tags: ['Sources'],
    summary: 'Create a source',
    security: toWrite,
    request: { body: { required: true, content: { 'multipart/form-data': { schema: sourceForm } } } },
    responses: { 201: json(envelope('source', sourceData), 'The source'), ...refusals },
  })
  registry.registerPath({
    method: 'post',
    path: '/v1/products',
    operationId: 'createProduct',
    tags: ['Products'],
    summary: 'Create a product',
    security: toWrite,
    request: { body: jsonBody(productBody) },
    responses: { 201: json(envelope('product', productData), 'The product'), ...refusals },
  })
  registry.registerPath({
    method: 'patch',
    path: '/v1/products/{productId}',
    operationId: 'updateProduct',
    tags: ['Products'],
    summary: 'Update a product: lists are replaced, omitted attributes stay',
    security: toWrite,
    request: { params: z.object({ productId: z.string() }), body: jsonBody(productBody) },
    responses: { 200: json(envelope('product', productData), 'The product'), 404: failure('No such product'), ...refusals },
  })
  if (readsProducts) describeReading(registry)
  describeContent(registry)
  describeOAuth(registry)
  return generate({ openapi: '3.1.0', info: { title: workspaceName, version: '1.0' }, servers: [{ url: baseUrl }] })
}
