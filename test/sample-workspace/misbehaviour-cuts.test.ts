import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { type Json, openTestWorkspace, type TestWorkspace } from './open-test-workspace.ts'

const tenths = Array.from({ length: 10 }, (_, index) => index / 10)

/** The part of an answer that arrives over a separate connection. */
const receive = (w: TestWorkspace, method: string, path: string, body?: Buffer, type = 'application/json', patienceMs = 2000) =>
  new Promise<{ status: number | undefined; announced: number; arrived: number; end: 'complete' | 'cut' | 'silent' }>((resolve) => {
    let status: number | undefined
    let announced = 0
    let arrived = 0
    const end = (how: 'complete' | 'cut' | 'silent') => {
      clearTimeout(timer)
      resolve({ status, announced, arrived, end: how })
      sent.destroy()
    }
    const headers = { ...w.keyHeaders, ...(body ? { 'content-type': type, 'content-length': body.length } : {}) }
    const sent = request(`${w.baseUrl}${path}`, { method, headers, agent: false }, (answer) => {
      status = answer.statusCode
      announced = Number(answer.headers['content-length'])
      answer.on('data', (chunk: Buffer) => {
        arrived += chunk.length
      })
      answer.on('end', () => end('complete'))
      answer.on('error', () => end('cut'))
    })
    const timer = setTimeout(() => end('silent'), patienceMs)
    sent.on('error', () => end('cut'))
    sent.end(body)
  })

const textSource = (bytes: number) => {
  const part = (name: string, value: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  return Buffer.from(`${part('type', 'TEXT')}${part('value', 'x'.repeat(bytes))}--b--\r\n`)
}
const multipart = 'multipart/form-data; boundary=b'
const sourceCount = async (w: TestWorkspace) => (await w.admin('GET', '/sources')).body.sources.length as number

describe('a connection that is cut', () => {
  it.each(tenths)('after %d of the answer’s body delivers that part, with the work done', async (share) => {
    const w = await openTestWorkspace()
    await w.admin('POST', '/misbehave', [
      { match: { path: '/v1/products' }, times: 1, effect: { kind: 'cut', at: { answerShare: share } } },
    ])
    const answer = await receive(w, 'POST', '/v1/products', Buffer.from('{"name":"Tea"}'))
    expect([answer.status, answer.end]).toEqual([201, 'cut'])
    expect(answer.announced).toBeGreaterThan(20)
    expect(answer.arrived).toBe(Math.ceil(answer.announced * share))
    expect((await w.admin('GET', '/products')).body.products).toHaveLength(1)
    expect((await w.requests()).at(-1)).toMatchObject({ outcome: 'committed', effects: 'cut' })
  })

  it.each(tenths)('after %d of the request’s body leaves the work undone', async (share) => {
    const w = await openTestWorkspace()
    await w.admin('POST', '/misbehave', [
      { match: { path: '/v1/sources' }, times: 1, effect: { kind: 'cut', at: { requestShare: share } } },
    ])
    expect(await receive(w, 'POST', '/v1/sources', textSource(900_000), multipart)).toMatchObject({ status: undefined, end: 'cut' })
    expect(await sourceCount(w)).toBe(0)
    expect((await w.requests()).at(-1)).toMatchObject({ outcome: 'cut', status: 0 })
    expect((await receive(w, 'POST', '/v1/sources', textSource(900_000), multipart)).status).toBe(201)
  })
})

describe('a half-open connection', () => {
  it('reads nothing, does nothing and never answers', async () => {
    const w = await openTestWorkspace()
    await w.admin('POST', '/misbehave', [
      { match: { path: '/v1/sources' }, times: 1, effect: { kind: 'half-open', at: 'request', forMs: 700 } },
    ])
    const answer = await receive(w, 'POST', '/v1/sources', textSource(900_000), multipart, 400)
    expect(answer).toMatchObject({ status: undefined, arrived: 0, end: 'silent' })
    await expect.poll(async () => (await w.requests()).at(-1)).toMatchObject({ outcome: 'cut', effects: 'half-open' })
    expect(await sourceCount(w)).toBe(0)
  })

  it('stops in the middle of the answer, with the work done', async () => {
    const w = await openTestWorkspace()
    const effect = { kind: 'half-open', at: { answerShare: 0.5 } }
    await w.admin('POST', '/misbehave', [{ match: { path: '/v1/sources' }, times: 1, effect }])
    const answer = await receive(w, 'POST', '/v1/sources', textSource(10), multipart, 400)
    expect([answer.status, answer.end, answer.arrived]).toEqual([201, 'silent', Math.ceil(answer.announced / 2)])
    expect(await sourceCount(w)).toBe(1)
  })
})

describe('other forms of an answer', () => {
  it('match the errors in descriptions', async () => {
    const w = await openTestWorkspace()
    const bodyWith = async (body: string) => {
      await w.admin('POST', '/misbehave', [
        { match: { path: '/v1/products' }, effect: { kind: 'status', status: 429, body, retryAfter: 'soon' } },
      ])
      const answer = await w.json('POST', '/v1/products', {})
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, 'soon'])
      return (await answer.json()) as Json
    }
    expect(await bodyWith('json')).toEqual({ statusCode: 429, message: expect.any(String), error: 'Too Many Requests' })
    expect((await bodyWith('json-list')).message).toEqual([expect.any(String), expect.any(String)])
    expect(await bodyWith('errors')).toEqual({
      requestId: expect.any(String),
      resource: 'error',
      errors: [{ message: expect.any(String) }],
    })
    expect(await bodyWith('error-only')).toEqual({ error: expect.any(String) })
  })

  it('are an object instead of a list, unknown fields, and null instead of a required field', async () => {
    const w = await openTestWorkspace()
    const tones = async (form: string) => {
      await w.admin('POST', '/misbehave', [{ match: { path: '/v1/' }, effect: { kind: 'envelope', form } }])
      return (await (await fetch(`${w.baseUrl}/v1/tones`, { headers: w.keyHeaders })).json()) as Json
    }
    expect((await tones('single')).data).toMatchObject({ name: 'Plain' })
    const extra = await tones('extra')
    expect([extra.unknownField, extra.data[0].name, extra.data[0].unknownField]).toEqual([expect.anything(), 'Plain', expect.anything()])
    expect(await tones('no-data')).toEqual({ requestId: expect.any(String), resource: 'tone' })
    expect(await tones('bare')).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'Plain' })]))
  })

  it('leave pages and empty answers unchanged', async () => {
    const w = await openTestWorkspace()
    await w.admin('POST', '/misbehave', [{ effect: { kind: 'envelope', form: 'array' } }])
    const page = await w.get(w.authorizeUrl())
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<form')])
    expect((await w.form('/oauth2/revoke', { token: 'unknown' })).status).toBe(200)
    expect(w.told).toEqual([])
  })

  it('can be delayed', async () => {
    const w = await openTestWorkspace()
    await w.admin('POST', '/misbehave', [{ match: { path: '/v1/tones' }, effect: { kind: 'latency', ms: 300 } }])
    const began = performance.now()
    expect((await fetch(`${w.baseUrl}/v1/tones`, { headers: w.keyHeaders })).status).toBe(200)
    expect(performance.now() - began).toBeGreaterThan(290)
  })
})
