import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect } from 'vitest'
import { randomBytesOf } from '../fixtures/random.ts'
import { seed } from '../support/seed.ts'
import { dataUrl, makePng } from './make-pictures.ts'
import { type Json, makePkce, type TestWorkspace } from './open-test-workspace.ts'
import { visitAs } from './visit-as.ts'

type Operation = { readonly method: string; readonly path: string; readonly spec: Json }
type Credential = 'api-key' | 'user' | 'reader' | 'none' | 'wrong'
type Sent = { readonly operation: Operation; readonly credential: Credential; readonly input: Input }
type Input = { readonly path: string; readonly query: Json; readonly body: unknown }

/** Ids, pictures and texts that exist in the workspace. With purely random ones most requests would be rejected early. */
type Known = Readonly<Record<string, readonly string[]>>

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.constantFrom('', ' ', '0', '-1', 'null', "' OR 1=1 --", '../..', '𝕏\u0000'),
)
const junk = fc.oneof(
  fc.anything({ maxDepth: 2, withNullPrototype: false, values: [fc.string(), fc.integer(), fc.constant(null)] }),
  anyText,
)

const fromSchema = (schema: Json, name: string, known: Known): fc.Arbitrary<unknown> => {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  const options = schema.anyOf ?? schema.oneOf
  if (options) return fc.oneof(...options.map((one: Json) => fromSchema(one, name, known)))
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'integer':
    case 'number':
      return fc.integer({ min: schema.minimum ?? -5, max: Math.min(schema.maximum ?? 1000, 1_000_000) })
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(fromSchema(schema.items ?? {}, name, known), { maxLength: Math.min(schema.maxItems ?? 4, 4) })
    case 'object': {
      if (schema.properties === undefined) {
        const keys = fc.oneof(fc.constantFrom(...(known[name] ?? ['x'])), fc.string())
        return fc.dictionary(keys, fromSchema(schema.additionalProperties ?? {}, name, known), { maxKeys: 3 })
      }
      const fields = Object.entries(schema.properties as Json).map(([key, inner]) => [key, fromSchema(inner, key, known)])
      return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] })
    }
    case 'string':
      return known[name] === undefined ? anyText : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known[name]) }, anyText)
    default:
      return junk
  }
}

/** Values that follow the schema, and values that violate it in one field, in all, or completely. */
const spoilt = (schema: Json, known: Known): fc.Arbitrary<unknown> => {
  const good = fromSchema(schema, '', known)
  const broken = fc
    .tuple(good, fc.constantFrom(...Object.keys(schema.properties ?? { x: 0 }), 'more'), junk)
    .map(([value, key, other]) => (typeof value === 'object' && value !== null ? { ...value, [key]: other } : other))
  return fc.oneof({ weight: 5, arbitrary: good }, { weight: 3, arbitrary: broken }, { weight: 1, arbitrary: junk })
}

const inputOf = ({ path, spec }: Operation, known: Known): fc.Arbitrary<Input> => {
  const parameters = (spec.parameters ?? []) as Json[]
  const query = Object.fromEntries(
    parameters.filter((one) => one.in === 'query').map((one) => [one.name, fc.oneof(fromSchema(one.schema, one.name, known), anyText)]),
  )
  const ids = fc.oneof(fc.constantFrom(...(known.productId ?? ['x'])), anyText)
  const schema = Object.values((spec.requestBody?.content ?? {}) as Json)[0]?.schema
  return fc.record({
    path: ids.map((id) => path.replace('{productId}', encodeURIComponent(id))),
    query: fc.record(query, { requiredKeys: [] }),
    body: schema === undefined ? fc.constant(undefined) : spoilt(schema, known),
  })
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
const fieldsOf = (body: unknown): [string, unknown][] => (typeof body === 'object' && body !== null ? Object.entries(body) : [['x', body]])

const bodyOf = ({ spec }: Operation, body: unknown): { body?: BodyInit; type?: string } => {
  const type = Object.keys(spec.requestBody?.content ?? {})[0]
  if (type === 'application/json') return { type, body: toText(JSON.stringify(body)) }
  if (type === 'application/x-www-form-urlencoded')
    return { body: new URLSearchParams(fieldsOf(body).map(([key, value]) => [key, toText(value)])) }
  if (type !== 'multipart/form-data') return {}
  const form = new FormData()
  for (const [key, value] of fieldsOf(body)) {
    const text = toText(value)
    // About half of the files are sent as one.
    if (key === 'value' && text.length % 2 === 0) form.set(key, new Blob([text]), 'a.bin')
    else form.set(key, text)
  }
  return { body: form }
}

const signInAs = async (w: TestWorkspace, role: string, scope: string): Promise<string> => {
  const { cookie } = await visitAs(w, role)
  const { verifier, challenge } = makePkce()
  const page = await fetch(w.authorizeUrl({ scope, code_challenge: challenge }), { headers: { cookie } })
  const answer = await w.decide(w.requestIdOf(await page.text()), 'allow', { cookie })
  const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
  return ((await (await w.exchange(code, verifier)).json()) as Json).access_token
}

const findKnown = async (w: TestWorkspace): Promise<Known> => {
  const ids = async (name: string) => {
    const { data } = (await (await fetch(`${w.baseUrl}/v1/${name}`, { headers: w.keyHeaders })).json()) as Json
    return (data as Json[]).map(({ id }) => id as string)
  }
  const png = await makePng()
  const product = (await (await w.json('POST', '/v1/products', { name: 'Tea' })).json()) as Json
  const attributes = ['Images', 'Manuals', 'Description', await w.upload(png), await w.upload(Buffer.from('x'), 'x.txt')]
  return {
    ...{ attributes, productId: [product.data.id], imageUrl: [dataUrl(png), dataUrl(png.subarray(0, 60)), 'data:,x', 'file:///x'] },
    ...{ question: ['What size is it?', 'Is the background white?'], command: ['Rewrite', 'Shorten'], toneId: await ids('tones') },
    ...{ audienceId: await ids('audiences'), styleId: await ids('style-guides'), knowledgeIds: await ids('knowledge') },
    ...{ value: await ids('knowledge'), client_id: [w.connection.clientId], redirect_uri: [w.redirectUri] },
    code_challenge: [makePkce().challenge],
    code_verifier: [randomBytesOf(seed, 32).toString('base64url')],
  }
}

/** A client that sends random requests, generated from the workspace's own OpenAPI document, and checks each answer against it. */
export const openRandomClient = async (w: TestWorkspace) => {
  const document = (await (await fetch(`${w.baseUrl}/openapi.json`)).json()) as Json
  const operations: Operation[] = Object.entries(document.paths as Json).flatMap(([path, methods]) =>
    Object.entries(methods as Json).map(([method, spec]) => ({ path, method: method.toUpperCase(), spec: spec as Json })),
  )
  const known = await findKnown(w)
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const checks = new Map<Json, ValidateFunction>()
  const checkOf = (schema: Json): ValidateFunction => {
    const check = checks.get(schema) ?? ajv.compile(schema)
    checks.set(schema, check)
    return check
  }
  const headers: Record<Credential, Record<string, string>> = {
    'api-key': w.keyHeaders,
    user: { authorization: `Bearer ${await signInAs(w, 'Admin', 'user')}` },
    reader: { authorization: `Bearer ${await signInAs(w, 'Member', 'user:read')}` },
    none: {},
    wrong: { authorization: 'Bearer wrong' },
  }
  const requests: fc.Arbitrary<Sent> = fc.constantFrom(...operations).chain((operation) =>
    fc.record({
      operation: fc.constant(operation),
      credential: fc.constantFrom<Credential>('api-key', 'api-key', 'user', 'user', 'reader', 'none', 'wrong'),
      input: inputOf(operation, known),
    }),
  )
  const seen = new Map<string, number>()

  /** Throws if the answer is a 5xx, is not in the document, or grants access that the security declaration forbids. */
  const send = async ({ operation, credential, input }: Sent): Promise<void> => {
    const { method, spec } = operation
    const isApi = operation.path.startsWith('/v1/')
    const { body, type } = bodyOf(operation, input.body)
    const query = new URLSearchParams(Object.entries(input.query).map(([key, value]) => [key, toText(value)]))
    const answer = await fetch(`${w.baseUrl}${input.path}?${query}`, {
      ...{ method, body, redirect: 'manual' },
      headers: { ...(type ? { 'content-type': type } : {}), ...(isApi ? headers[credential] : { authorization: w.basic() }) },
    })
    const text = await answer.text()
    const key = `${method} ${operation.path} ${answer.status}`
    seen.set(key, (seen.get(key) ?? 0) + 1)
    const told = `${key}: ${text.slice(0, 300)}`
    expect(answer.status, told).toBeLessThan(500)
    const declared = spec.responses[String(answer.status)]
    expect(declared, `${told} is not declared`).toBeDefined()
    const schema = declared.content?.['application/json']?.schema
    if (schema) {
      const check = checkOf(schema)
      expect(check(JSON.parse(text)), `${told} ${JSON.stringify(check.errors)}`).toBe(true)
    }
    // A random id can turn the path into another one that is not an operation. Then there is no access rule to check.
    if (!isApi || (operation.path.includes('{') && answer.status === 404)) return
    if (credential === 'none' || credential === 'wrong') expect(answer.status, told).toBe(401)
    else if (credential === 'reader' && method !== 'GET') expect(answer.status, told).toBe(403)
    else expect([401, 403], told).not.toContain(answer.status)
  }
  return { document, operations, requests, send, seen }
}
