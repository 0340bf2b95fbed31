import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { answerJson, clientFor, now, serve, serveRaw, serveSocket, token } from './loopback.ts'

const create = { name: 'Shoe' }
const failing = async (status: number, body: unknown, headers: Record<string, string> = {}) => {
  const base = await serve((_, response) => answerJson(response, status, body, headers))
  const outcome = await clientFor(base).createProduct(create)
  if (outcome.kind !== 'failed') throw new Error('expected a failure')
  return outcome
}

describe('a status becomes', () => {
  test.each([
    [400, 'rejected', false],
    [402, 'payment-required', false],
    [403, 'not-allowed', false],
    [404, 'not-found', false],
    [408, 'timeout', false],
    [409, 'rejected', false],
    [413, 'too-large', false],
    [422, 'rejected', false],
    [429, 'rate-limited', false],
    [500, 'service-failed', true],
    [502, 'service-failed', true],
    [503, 'service-failed', true],
  ])('%i: %s', async (status, code, uncertain) => {
    const outcome = await failing(status, { statusCode: status, message: 'Because.', error: 'Error' })
    expect(outcome).toMatchObject({ uncertain, error: { code, status } })
    expect(outcome.error.message).toMatch(/Because”\. The work is kept\.$/)
  })

  test.each([
    ['30', 30_000],
    ['0', 0],
    [new Date(now + 90_000).toUTCString(), 90_000],
    ['soon', undefined],
  ])('a wait when Retry-After is “%s”', async (header, ms) => {
    const headers = { 'retry-after': header, date: new Date(now).toUTCString() }
    for (const status of [429, 503]) expect((await failing(status, '', headers)).error.retryAfterMs).toBe(ms)
    expect((await failing(400, '', headers)).error.retryAfterMs).toBe(undefined)
  })
})

describe('the service’s own words are found in', () => {
  test.each([
    [
      '{statusCode, message, error}',
      { statusCode: 400, message: 'imageUrl must be a URL', error: 'Bad Request' },
      '“imageUrl must be a URL”',
    ],
    ['a list of messages', { statusCode: 400, message: ['a is bad', 'b is bad'], error: 'Bad Request' }, '“a is bad; b is bad”'],
    ['the next field where the message is empty', { statusCode: 400, message: [], error: 'Bad Request' }, '“Bad Request”'],
    ['the errors where the message is blank', { message: ' ', errors: ['a is bad'] }, '“a is bad”'],
    ['errors as sentences', { requestId: 'r', resource: 'x', errors: ['a is bad'] }, '“a is bad”'],
    [
      'errors as objects',
      { requestId: 'r', resource: 'x', errors: [{ code: 'E1', message: 'a is bad' }, { detail: 'b' }] },
      '“a is bad; b”',
    ],
    ['errors by field', { errors: { imageUrl: ['must be a URL'] } }, '“imageUrl: must be a URL”'],
    ['{error: string}', { error: 'No feature' }, '“No feature”'],
    ['{error: {message}}', { error: { message: 'No feature' } }, '“No feature”'],
    ['an array of envelopes', [{ errors: ['a is bad'] }], '“a is bad”'],
    ['plain text', 'upstream\tis  down\u001b[31m', '“upstream is down [31m”'],
    ['a page’s title', '<html><head><title>413 &amp; Request Too Large</title></head><body>nginx</body>', '“413 & Request Too Large”'],
    ['a page without title', '<html><body><style>p{}</style><p>Go away</p></body></html>', '“Go away”'],
  ])('%s', async (_, body, words) => {
    expect((await failing(400, body)).error.message).toBe(`The service refused this (400): ${words}. The work is kept.`)
  })

  test.each(['', '{}', 'null', '[]'])('no message in “%s”', async (body) => {
    expect((await failing(400, body)).error.message).toBe('The service refused this (400). The work is kept.')
  })

  test('long messages are shortened, and credentials and picture bytes are redacted', async () => {
    const { message } = (
      await failing(400, { message: `Bearer ${token} data:image/png;base64,${'QUJD'.repeat(99)} ${'long '.repeat(200)}` })
    ).error
    expect(message).toContain('“Bearer … data:image/png;… long')
    expect(message.length).toBeLessThan(380)
  })

  test('a 404 for a product names the product, any other the address', async () => {
    const base = await serve((_, response) => answerJson(response, 404, { message: 'Not Found' }))
    const update = await clientFor(base).updateProduct({ productId: 'nope', attributes: {} })
    expect(update.kind === 'failed' && update.error.message).toContain('does not know this product')
    expect((await failing(404, '')).error.action).toContain('address')
  })
})

describe('a request without a complete answer', () => {
  const fails = async (base: string, timeouts = { headersMs: 150, bodyMs: 150 }) => {
    const outcome = await clientFor(base, timeouts).createProduct(create)
    if (outcome.kind !== 'failed') throw new Error('expected a failure')
    return { uncertain: outcome.uncertain, code: outcome.error.code, message: outcome.error.message }
  }

  test('a refused connection is certainly not done', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    expect(await fails(`http://127.0.0.1:${port}`)).toMatchObject({ uncertain: false, code: 'offline' })
  })

  test('an unknown host is certainly not done', async () => {
    expect(await fails('http://nowhere.invalid')).toMatchObject({ uncertain: false, code: 'offline' })
  })

  test('an untrusted certificate is certainly not done, and named', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'packshot-tls-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1']
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-keyout', key, '-out', cert, ...subject], {
      stdio: 'ignore',
    })
    const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const failure = await fails(`https://127.0.0.1:${(server.address() as AddressInfo).port}`)
    expect(failure).toMatchObject({ uncertain: false, code: 'offline' })
    expect(failure.message).toContain('certificate')
  })

  test('a plain server behind https leaves no doubt: no byte of the request was sent', async () => {
    const base = await serve((_, response) => answerJson(response, 200, {}))
    expect(await fails(base.replace('http:', 'https:'))).toMatchObject({ uncertain: false, code: 'offline' })
  })

  test.each([
    ['at once', ''],
    ['within the head', 'HTTP/1.1 201 Created\r\ncontent-le'],
    ['before the body', 'HTTP/1.1 201 Created\r\ncontent-length: 20\r\n\r\n'],
    ['within the body', 'HTTP/1.1 201 Created\r\ncontent-length: 20\r\n\r\n{"id":'],
    ['within a chunk', 'HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"id"'],
    ['within the last body', 'HTTP/1.1 201 Created\r\nconnection: close\r\ncontent-length: 20\r\n\r\n{"id":'],
    ['within the last chunk', 'HTTP/1.1 201 Created\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"id"'],
  ])('a connection cut %s is uncertain', async (_, bytes) => {
    const base = await serveSocket((socket) => socket.once('data', () => socket.end(bytes, () => socket.destroy())))
    expect(await fails(base)).toMatchObject({ uncertain: true, code: 'offline' })
  })

  test('a reset connection is uncertain', async () => {
    const base = await serveSocket((socket) => socket.once('data', () => socket.resetAndDestroy()))
    expect(await fails(base)).toMatchObject({ uncertain: true, code: 'offline' })
  })

  test('a connection that never answers is a timeout, and uncertain', async () => {
    expect(await fails(await serveSocket((socket) => socket.resume()))).toMatchObject({ uncertain: true, code: 'timeout' })
  })

  test('an answer that stops midway is a timeout, and uncertain', async () => {
    const base = await serveSocket((socket) =>
      socket.once('data', () => socket.write('HTTP/1.1 201 Created\r\ncontent-length: 20\r\n\r\n{"id"')),
    )
    expect(await fails(base)).toMatchObject({ uncertain: true, code: 'timeout' })
  })

  test('an answer that keeps dripping is a timeout, and uncertain', async () => {
    const base = await serveRaw((request, response) => {
      request.resume()
      const drip = setInterval(() => response.write(' '), 20)
      onTestFinished(() => clearInterval(drip))
    })
    expect(await fails(base)).toMatchObject({ uncertain: true, code: 'timeout' })
  })

  test('an endless answer is cut off', async () => {
    const base = await serveRaw((request, response) => {
      request.resume()
      const pour = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(256 * 1024, 32)));
        if (!response.destroyed) response.once('drain', pour)
      }
      pour()
    })
    expect(await fails(base, { headersMs: 5_000, bodyMs: 5_000 })).toMatchObject({ uncertain: true, code: 'bad-answer' })
  })

  test.each(['220 smtp.example ESMTP\r\n', '<html>Hello</html>', 'HTTP/1.1 2x0 OK\r\n\r\n'])(
    'a host that answers %j is not the service',
    async (bytes) => {
      const base = await serveSocket((socket) => socket.once('data', () => socket.end(bytes)))
      expect(await fails(base)).toMatchObject({ uncertain: true, code: 'bad-answer' })
    },
  )
})

describe('cancelling', () => {
  test('before the request is certain, during it uncertain, and both end at once', async () => {
    const cancel = new AbortController()
    // It never answers.
    const base = await serveSocket((socket) => socket.once('data', () => cancel.abort()).resume())
    const client = clientFor(base)
    expect(await client.createProduct(create, { signal: AbortSignal.abort() })).toMatchObject({
      uncertain: false,
      error: { code: 'cancelled' },
    })
    expect(await client.createProduct(create, { signal: cancel.signal })).toMatchObject({ uncertain: true, error: { code: 'cancelled' } })
  })
})

describe('a refusal without an explanation lists its likely causes', () => {
  const analysing = async (status: number, body: unknown, headers: Record<string, string> = {}) => {
    const base = await serve((_, response) => answerJson(response, status, body, headers))
    const outcome = await clientFor(base).analyse({ imageUrl: 'https://example.com/a.png', question: 'q' })
    if (outcome.kind !== 'failed') throw new Error('expected a failure')
    return outcome.error
  }

  test('402: the subscription', async () => {
    expect((await analysing(402, '')).action).toMatch(/no API subscription.*Ask the workspace’s admin/)
  })

  test('403: API access, plan or scope for a question, the product feature for a source or product', async () => {
    expect((await analysing(403, {})).action).toMatch(/no API access.*no API subscription.*scope “user”/)
    expect((await failing(403, {})).error.action).toMatch(/product feature is not enabled.*no API access.*scope “user”/)
  })

  test('a missing scope, where the service names it in the header or in the body', async () => {
    for (const error of [
      await analysing(403, '', { 'www-authenticate': 'Bearer error="insufficient_scope", scope="user"' }),
      await analysing(403, { error: 'insufficient_scope' }),
    ]) {
      expect(error.action).toMatch(/^The sign-in lacks a scope\..*then sign in again/)
      expect(error.action).not.toMatch(/Likely/)
    }
  })

  test('401 after a successful refresh: the sign-in is valid, but this operation is not allowed', async () => {
    const error = await analysing(401, { message: 'no' })
    expect(error).toMatchObject({
      code: 'unauthorized',
      action: expect.stringMatching(/sign-in works for other actions\. This one may require an API key/),
    })
  })
})
