import { Validator } from '@seriousme/openapi-schema-validator'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openTestWorkspace } from './open-test-workspace.ts'
import { openRandomClient } from './random-requests.ts'

const isFull = process.env.PACKSHOT_FAULTS === 'full'
const runs = isFull ? 10_000 : 500
console.info(`Random requests: ${runs}${isFull ? '' : '; “npm run faults” sends 10,000'}.`)

describe('the OpenAPI document', () => {
  it('is a valid OpenAPI 3.1.0 document, version 1.0', async () => {
    const { baseUrl } = await openTestWorkspace()
    const document = await (await fetch(`${baseUrl}/openapi.json`)).json()
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.0' }, servers: [{ url: baseUrl }] })
    const validator = new Validator()
    expect(await validator.validate(document as Record<string, unknown>)).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
    // Proof that the validator works: without its title the document is invalid.
    const wrong = structuredClone(document) as { info: { title?: string } }
    delete wrong.info.title
    expect((await new Validator().validate(wrong as Record<string, unknown>)).valid).toBe(false)
  })

  it('declares the operation analyse of the group Images, and both credentials with their scopes', async () => {
    const w = await openTestWorkspace()
    const { document, operations } = await openRandomClient(w)
    const analyse = document.paths['/v1/image/analysis'].post
    expect([analyse.operationId, analyse.tags, analyse.security]).toEqual(['analyse', ['Images'], [{ apiKey: [] }, { oauth: ['user'] }]])
    expect(analyse.requestBody.required).toBe(true)
    // The description, too, declares an empty value invalid.
    expect(analyse.requestBody.content['application/json'].schema.properties.question).toEqual({
      type: 'string',
      maxLength: 4000,
      pattern: '\\S',
    })
    expect(document.components.securitySchemes).toMatchObject({
      apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      oauth: {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: `${w.baseUrl}/oauth2/authorize`,
            tokenUrl: `${w.baseUrl}/oauth2/token`,
            refreshUrl: `${w.baseUrl}/oauth2/token`,
            scopes: { user: expect.any(String), 'user:read': expect.any(String) },
          },
        },
      },
    })
    for (const { path, method, spec } of operations.filter((one) => one.path.startsWith('/v1/'))) {
      const scopes = spec.security.flatMap(({ oauth }: { oauth?: string[] }) => oauth ?? [])
      expect([path, method, scopes]).toEqual([path, method, method === 'GET' ? ['user', 'user:read'] : ['user']])
    }
    expect(new Set(operations.map(({ spec }) => spec.operationId)).size).toBe(operations.length)
  })

  it(
    'describes the answers to random requests: no 5xx, no undocumented answer, no unauthorized access',
    async () => {
      const w = await openTestWorkspace()
      const { requests, send, seen, operations } = await openRandomClient(w)
      await fc.assert(fc.asyncProperty(requests, send), { numRuns: runs, endOnFailure: true })
      // Some requests passed validation, so not only rejections were tested.
      for (const { method, path } of operations) {
        const statuses = [...seen.keys()].filter((key) => key.startsWith(`${method} ${path} `))
        expect(statuses, `${method} ${path} was never asked for`).not.toEqual([])
      }
      const done = [...seen.keys()].filter((key) => / 20[01]$/.test(key))
      expect(done.length).toBeGreaterThan(10)
      expect(w.told).toEqual([])
    },
    isFull ? 900_000 : 120_000,
  )
})
