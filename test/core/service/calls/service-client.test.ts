import { describe, expect, test } from 'vitest'
import { AppError } from '../../../../shared/base/errors.ts'
import { answerJson, clientFor, serve, serveRaw, token } from './loopback.ts'

const question = { imageUrl: 'https://pictures.example/1.png', question: 'alt text?' }
const asks = async (answer: unknown) => clientFor(await serve((_, response) => answerJson(response, 200, answer))).analyse(question)

describe('analysing', () => {
  test('sends the question as the interface defines it, below the path of the base URL', async () => {
    let seen: unknown
    const base = await serve((request, response, body) => {
      seen = {
        url: request.url,
        method: request.method,
        auth: request.headers.authorization,
        type: request.headers['content-type'],
        body: JSON.parse(String(body)),
      }
      answerJson(response, 200, { analysis: 'A red shoe.' })
    })
    expect(await clientFor(`${base}/relay`).analyse(question)).toEqual({ kind: 'done', value: { text: 'A red shoe.', kind: 'answer' } })
    expect(seen).toEqual({
      url: '/relay/v1/image/analysis',
      method: 'POST',
      auth: `Bearer ${token}`,
      type: 'application/json',
      body: question,
    })
  })

  test.each([
    ['bare', { analysis: 'Red' }],
    ['in an envelope', { requestId: 'r', resource: 'analysis', data: { analysis: 'Red' } }],
    ['in an array of envelopes', [{ requestId: 'r', resource: 'analysis', data: { analysis: 'Red' } }]],
    ['in an envelope with a list', { requestId: 'r', resource: 'analysis', data: [{ analysis: ' Red ' }] }],
  ])('reads an answer that comes %s', async (_, answer) => {
    expect(await asks(answer)).toEqual({ kind: 'done', value: { text: 'Red', kind: 'answer' } })
  })

  test.each(['Cannot tell: no vision model is set.', 'cannot tell'])('never accepts “%s” as a description', async (analysis) => {
    expect(await asks({ analysis })).toEqual({ kind: 'done', value: { text: analysis, kind: 'cannot-tell' } })
  })

  test('rejects a 200 without an analysis', async () => {
    expect(await asks({ data: [] })).toMatchObject({ kind: 'failed', uncertain: true, error: { code: 'odd-answer' } })
  })
})

describe('products', () => {
  test.each([
    ['data.id', { requestId: 'req_1', resource: 'product', data: { id: 'prd_1' } }],
    ['id', { id: 'prd_1', requestId: 'req_1' }],
    ['an array of envelopes', [{ requestId: 'req_1', resource: 'product', data: [{ id: 'prd_1' }] }]],
  ])('are created and their id is found at %s', async (_, answer) => {
    let body: unknown
    const base = await serve((_request, response, bytes) => {
      body = JSON.parse(String(bytes))
      answerJson(response, 201, answer)
    })
    expect(await clientFor(base).createProduct({ name: 'Shoe', attributes: { images: ['src_1'] } })).toEqual({
      kind: 'done',
      value: { productId: 'prd_1' },
    })
    expect(body).toEqual({ name: 'Shoe', attributes: { images: ['src_1'] } })
  })

  test.each([
    ['no id', '{"ok":true}', 'application/json', 'odd-answer'],
    ['nothing', '', 'application/json', 'odd-answer'],
    ['a page', '<!doctype html><title>Welcome to the hotel</title>', 'text/html', 'bad-answer'],
  ])('may have been created when a 2xx carries %s', async (_, body, type, code) => {
    const base = await serve((_request, response) => answerJson(response, 200, body, { 'content-type': type }))
    expect(await clientFor(base).createProduct({ name: 'Shoe' })).toMatchObject({
      kind: 'failed',
      uncertain: true,
      error: { code },
    })
  })

  test('an unreadable answer is quoted briefly and without the credentials', async () => {
    const base = await serve((request, response) => answerJson(response, 200, `echo ${request.headers.authorization} ${'x'.repeat(900)}`))
    const outcome = await clientFor(base).createProduct({ name: 'Shoe' })
    if (outcome.kind !== 'failed') throw new Error('expected a failure')
    expect(outcome.error.message).toContain('echo')
    expect(outcome.error.message).not.toContain(token)
    expect(outcome.error.message.length).toBeLessThan(320)
  })

  test.each([
    [
      'an object of lists',
      { data: { id: 'p', attributes: { images: ['a', 'b'], title: 'Shoe' } } },
      { lists: { images: ['a', 'b'] }, texts: { title: 'Shoe' } },
    ],
    ['lists of sources', { attributes: { images: [{ id: 'a' }, { id: 'b' }] } }, { lists: { images: ['a', 'b'] } }],
    ['lists below value', [{ data: { attributes: { images: { value: ['a'] } } } }], { lists: { images: ['a'] } }],
    ['named attributes', { data: [{ attributes: [{ name: 'images', values: ['a'] }] }] }, { lists: { images: ['a'] } }],
    ['an empty list', { attributes: { images: [] } }, { lists: { images: [] } }],
    ['no lists', { data: { id: 'p' } }, {}],
    ['a product with a title', { id: 'p', title: 'Shoe' }, {}],
    ['a word that it worked', { message: 'Product updated', statusCode: 200, errors: [], error: null }, {}],
    ['nothing', undefined, {}],
  ])('an update succeeds, and its lists are read from %s', async (_, answer, value) => {
    let url: string | undefined
    const base = await serve((request, response) => {
      url = `${request.method} ${request.url}`
      answerJson(response, 200, answer)
    })
    expect(await clientFor(base).updateProduct({ productId: 'p/1 ü', attributes: { images: ['a'] } })).toEqual({ kind: 'done', value })
    expect(url).toBe('PATCH /v1/products/p%2F1%20%C3%BC')
  })

  test('an update that is answered with a web page or an error does not count as done', async () => {
    for (const [body, code] of [
      ['<html><body>Log in</body></html>', 'bad-answer'],
      ['{"errors":["nope"]}', 'odd-answer'],
      ['{"error":"nope"}', 'odd-answer'],
      ['[{"statusCode":500,"message":"nope"}]', 'odd-answer'],
    ]) {
      const base = await serve((_request, response) => answerJson(response, 200, body))
      const outcome = await clientFor(base).updateProduct({ productId: 'p', attributes: {} })
      expect(outcome).toMatchObject({ kind: 'failed', uncertain: true, error: { code } })
    }
  })

  test('an id that would lead to another address is never sent', async () => {
    const client = clientFor('http://127.0.0.1:9')
    for (const productId of ['', '.', '..']) {
      expect(await client.updateProduct({ productId, attributes: {} })).toMatchObject({
        kind: 'failed',
        uncertain: false,
        error: { code: 'not-found' },
      })
    }
  })

  test('a redirect is not followed, and only its origin is reported', async () => {
    const base = await serve((_request, response) => answerJson(response, 308, '', { location: 'https://login.example/?code=secret' }))
    const outcome = await clientFor(base).createProduct({ name: 'Shoe' })
    expect(outcome).toMatchObject({ kind: 'failed', uncertain: false, error: { code: 'bad-answer', status: 308 } })
    expect(outcome.kind === 'failed' && outcome.error.message).toMatch(/https:\/\/login\.example\)/)
  })
})

describe('a 401', () => {
  const lock = (accepts: string | undefined) => {
    const seen: string[] = []
    const base = serveRaw((request, response) => {
      seen.push(request.headers.authorization ?? '')
      request.resume()
      request.on('end', () =>
        request.headers.authorization === `Bearer ${accepts}`
          ? answerJson(response, 201, { id: 'p' })
          : answerJson(response, 401, { error: 'expired' }),
      )
    })
    return { base, seen }
  }
  const credentialsOf = (tokens: string[]) => {
    const rejected: string[] = []
    const toCredential = (value = '') => ({ headers: { authorization: `Bearer ${value}` }, token: value })
    return {
      rejected,
      credentials: {
        credential: async () => toCredential(tokens[0]),
        replaceRejected: async (old: string) => {
          rejected.push(old)
          return toCredential(tokens[1])
        },
      },
    }
  }

  test('is retried once with a new credential', async () => {
    const { base, seen } = lock('new')
    const { credentials, rejected } = credentialsOf(['old', 'new'])
    expect(await clientFor(await base, { credentials }).createProduct({ name: 'x' })).toEqual({ kind: 'done', value: { productId: 'p' } })
    expect([seen, rejected]).toEqual([['Bearer old', 'Bearer new'], ['old']])
  })

  test('twice is unauthorized, with the service’s words', async () => {
    const { base, seen } = lock(undefined)
    const { credentials, rejected } = credentialsOf(['old', 'new'])
    const outcome = await clientFor(await base, { credentials }).createProduct({ name: 'x' })
    expect(outcome).toMatchObject({ kind: 'failed', uncertain: false, error: { code: 'unauthorized', status: 401 } })
    expect(outcome.kind === 'failed' && outcome.error.message).toContain('expired')
    expect([seen.length, rejected]).toEqual([2, ['old']])
  })

  test('of 50 parallel requests asks to replace the same token each time, and all succeed', async () => {
    const { base } = lock('new')
    const { credentials, rejected } = credentialsOf(['old', 'new'])
    const client = clientFor(await base, { credentials })
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => client.createProduct({ name: 'x' })))
    expect(outcomes.every(({ kind }) => kind === 'done')).toBe(true)
    expect(rejected).toEqual(Array.from({ length: 50 }, () => 'old'))
  })

  test.each(['signed-out', 'session-ended', 'offline'] as const)('fails with %s if its token can’t be replaced', async (code) => {
    const { base } = lock(undefined)
    const fail = async (): Promise<never> => {
      throw new AppError(code, { kind: 'not-signed-in' })
    }
    const good = async () => ({ headers: { authorization: 'Bearer old' }, token: 'old' })
    const client = clientFor(await base, { credentials: { credential: good, replaceRejected: fail } })
    expect(await client.createProduct({ name: 'x' })).toMatchObject({ kind: 'failed', uncertain: false, error: { code } })
    const early = clientFor(await base, { credentials: { credential: fail, replaceRejected: fail } })
    expect(await early.createProduct({ name: 'x' })).toMatchObject({ kind: 'failed', uncertain: false, error: { code } })
  })
})
