import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { dataUrl, makePng, sha256 } from './make-pictures.ts'
import { type Json, openTestWorkspace } from './open-test-workspace.ts'

const bodyOf = async (answer: Response) => (await answer.json()) as Json

/** A workspace told to misbehave in one way. */
const openMisbehaving = async (...rules: readonly Json[]) => {
  const w = await openTestWorkspace()
  expect((await w.admin('POST', '/misbehave', rules)).status).toBe(200)
  const create = () => w.createSource('TEXT', 'x')
  const sources = async () => (await w.admin('GET', '/sources')).body.sources.length as number
  const lastRequest = async () => (await w.requests()).at(-1) ?? {}
  return { ...w, create, sources, lastRequest }
}

describe('a workspace told to misbehave', () => {
  it('answers a status as JSON, HTML or nothing, with Retry-After, and does nothing', async () => {
    const w = await openMisbehaving(
      { match: { path: '/v1/sources', nth: 1 }, effect: { kind: 'status', status: 500 } },
      { match: { path: '/v1/sources', nth: 2 }, effect: { kind: 'status', status: 503, body: 'html', retryAfter: '7' } },
      { match: { path: '/v1/sources', nth: 3 }, effect: { kind: 'status', status: 502, body: 'empty' } },
    )
    expect(await bodyOf(await w.create())).toMatchObject({ statusCode: 500, error: 'Internal Server Error' })
    const second = await w.create()
    expect([second.status, second.headers.get('retry-after'), second.headers.get('content-type')]).toEqual([
      503,
      '7',
      'text/html; charset=utf-8',
    ])
    const third = await w.create()
    expect([third.status, await third.text()]).toEqual([502, ''])
    expect((await w.create()).status).toBe(201)
    expect(await w.sources()).toBe(1)
    expect((await w.requests()).map(({ status, outcome, effects }) => [status, outcome, effects])).toEqual([
      [500, 'refused', 'status'],
      [503, 'refused', 'status'],
      [502, 'refused', 'status'],
      [201, 'committed', null],
    ])
  })

  it('applies a rule a given number of times, from the nth request on, to its method and path', async () => {
    const w = await openMisbehaving({
      match: { method: 'POST', path: '/v1/sources', nth: 2 },
      times: 2,
      effect: { kind: 'status', status: 500 },
    })
    const statuses: number[] = []
    for (let count = 0; count < 5; count += 1) statuses.push((await w.create()).status)
    expect(statuses).toEqual([201, 500, 500, 201, 201])
    expect((await w.json('POST', '/v1/products', {})).status).toBe(201)
    expect((await w.admin('GET', '/misbehave')).body.rules).toMatchObject([{ matched: 5, applied: 2 }])
    await w.admin('DELETE', '/misbehave')
    expect((await w.admin('GET', '/misbehave')).body.rules).toEqual([])
  })

  it('applies a rule permanently to one file by its hash, one picture or question', async () => {
    const png = await makePng()
    const w = await openMisbehaving(
      { match: { path: '/v1/sources', sha256: sha256(png) }, effect: { kind: 'status', status: 500 } },
      { match: { questionContains: 'size' }, effect: { kind: 'status', status: 500 } },
    )
    const upload = async (bytes: Uint8Array) => (await w.createSource('FILE', new Blob([Uint8Array.from(bytes)]), 'a.png')).status
    expect([await upload(png), await upload(png.subarray(1)), await upload(png)]).toEqual([500, 201, 500])
    const status = async (question: string) => (await w.ask(dataUrl(png), question)).status
    expect([await status('size?'), await status('format?')]).toEqual([500, 200])
    expect(await w.sources()).toBe(1)
  })

  it('drops an answer after the work was committed', async () => {
    const w = await openMisbehaving({ match: { path: '/v1/sources' }, times: 1, effect: { kind: 'lose-answer' } })
    await expect(w.create()).rejects.toThrow('fetch failed')
    expect(await w.sources()).toBe(1)
    expect(await w.lastRequest()).toMatchObject({
      status: 201,
      outcome: 'committed',
      effects: 'lose-answer',
      facts: { id: expect.any(String) },
    })
  })

  it('cuts the connection before the work, or in the middle of the answer', async () => {
    const w = await openMisbehaving(
      { match: { path: '/v1/sources', nth: 1 }, effect: { kind: 'cut', at: 100 } },
      { match: { path: '/v1/sources', nth: 2 }, effect: { kind: 'cut', at: 'before-answer' } },
      { match: { path: '/v1/sources', nth: 3 }, effect: { kind: 'cut', at: 'midway' } },
    )
    await expect(w.create()).rejects.toThrow('fetch failed')
    await expect(w.create()).rejects.toThrow('fetch failed')
    expect(await w.sources()).toBe(0)
    expect(await w.lastRequest()).toMatchObject({ status: 0, outcome: 'cut' })
    const third = await w.create()
    expect(third.status).toBe(201)
    await expect(third.text()).rejects.toThrow()
    expect(await w.sources()).toBe(1)
    expect((await w.requests()).map(({ outcome }) => outcome)).toEqual(['cut', 'cut', 'committed'])
  })

  it('accepts and never answers', async () => {
    const w = await openMisbehaving({ match: { path: '/v1/sources' }, times: 1, effect: { kind: 'black-hole' } })
    const request = fetch(`${w.baseUrl}/v1/sources`, { method: 'POST', headers: w.keyHeaders, body: 'x', signal: AbortSignal.timeout(300) })
    await expect(request).rejects.toThrow('timeout')
    await expect.poll(() => w.lastRequest()).toMatchObject({ status: 0, outcome: 'cut', effects: 'black-hole' })
  })

  it('delays the work, or the answer', async () => {
    const w = await openMisbehaving(
      { match: { path: '/v1/sources', nth: 1 }, effect: { kind: 'latency', ms: 400 } },
      { match: { path: '/v1/sources', nth: 2 }, effect: { kind: 'latency', ms: 400, when: 'after' } },
    )
    const timed = async () => {
      const began = performance.now()
      const answer = w.create()
      // In the middle of its 400 ms. The test is about time, so it has to wait.
      await wait(75)
      const sources = await w.sources()
      expect((await answer).status).toBe(201)
      return { sources, ms: performance.now() - began }
    }
    const [before, after] = [await timed(), await timed()]
    expect(before.ms).toBeGreaterThan(395)
    expect(before.sources).toBe(0)
    expect(after.ms).toBeGreaterThan(395)
    expect(after.sources).toBe(2)
  })

  it('answers in the other envelopes that descriptions show', async () => {
    const forms = ['array', 'bare', 'data-array', 'id-only']
    const w = await openMisbehaving(
      ...forms.map((form, index) => ({ match: { path: '/v1/sources', nth: index + 1 }, effect: { kind: 'envelope', form } })),
      { match: { path: '/v1/image' }, effect: { kind: 'envelope', form: 'wrapped' } },
      { match: { path: '/v1/products' }, effect: { kind: 'html-answer' } },
    )
    const data = { id: expect.any(String), type: 'TEXT' }
    const envelope = { requestId: expect.any(String), resource: 'source', data }
    expect(await bodyOf(await w.create())).toEqual([envelope])
    expect(await bodyOf(await w.create())).toEqual(data)
    expect(await bodyOf(await w.create())).toEqual({ ...envelope, data: [data] })
    const last = await w.create()
    expect([last.status, await bodyOf(last)]).toEqual([201, { id: data.id }])
    expect(await bodyOf(await w.ask(dataUrl(await makePng()), 'format?'))).toMatchObject({ data: { analysis: 'The file is a PNG.' } })
    expect((await (await w.json('POST', '/v1/products', {})).text()).startsWith('<!doctype html>')).toBe(true)
  })

  it('rejects a rule that it does not understand', async () => {
    const { admin } = await openTestWorkspace()
    expect((await admin('POST', '/misbehave', [{ effect: { kind: 'explode' } }])).status).toBe(400)
    expect((await admin('POST', '/switches', { gravity: false })).status).toBe(400)
  })
})

describe('the request log', () => {
  it('records who requested what, and contains no secret', async () => {
    const w = await openTestWorkspace()
    const { access_token } = await w.signIn()
    const png = await makePng()
    const id = await w.upload(png)
    await w.ask(dataUrl(png), 'format?')
    await w.json('POST', '/v1/products', { name: 'Tea', attributes: { Images: [id] } }, { authorization: `Bearer ${access_token}` })
    await w.json('POST', '/v1/products', { name: 1 })
    const rows = await w.requests()
    expect(rows.map(({ method, path, status, credential }) => [method, path, status, credential])).toEqual([
      ['GET', '/oauth2/authorize', 200, 'none'],
      ['POST', '/oauth2/authorize/decision', 302, 'none'],
      ['POST', '/oauth2/token', 200, 'basic'],
      ['POST', '/v1/sources', 201, 'api-key'],
      ['POST', '/v1/image/analysis', 200, 'api-key'],
      ['POST', '/v1/products', 201, 'bearer'],
      ['POST', '/v1/products', 400, 'api-key'],
    ])
    expect(rows[3]?.facts).toEqual({ id, type: 'FILE', name: 'picture.png', bytes: png.length, sha256: sha256(png) })
    expect(rows[4]?.facts).toEqual({ sha256: sha256(png), question: 'format?', kind: 'answer' })
    expect(rows[5]?.facts).toMatchObject({ id: expect.any(String), name: 'Tea', body: { attributes: { Images: [id] } } })
    const text = JSON.stringify(rows)
    for (const secret of [access_token, w.apiKey, w.connection.clientSecret, 'wac_', 'wat_', 'wrt_']) expect(text).not.toContain(secret)
    expect((await w.admin('GET', `/requests?after=${rows[4]?.id}`)).body.requests).toHaveLength(2)
  })

  it('records an upload that its client cut off', async () => {
    const w = await openTestWorkspace()
    const { request } = await import('node:http')
    await new Promise<void>((resolve) => {
      const headers = { ...w.keyHeaders, 'content-type': 'multipart/form-data; boundary=b', 'content-length': 5000, expect: '100-continue' }
      const post = request(`${w.baseUrl}/v1/sources`, { method: 'POST', headers })
      post.on('error', () => undefined).on('close', () => resolve())
      post.on('continue', () => post.write('--b\r\n', () => post.destroy()))
    })
    await expect.poll(async () => (await w.requests()).at(-1)).toMatchObject({ path: '/v1/sources', status: 0, outcome: 'cut' })
    expect(w.told).toEqual([])
  })

  it('requires the admin token, like everything under /admin', async () => {
    const { baseUrl } = await openTestWorkspace()
    for (const path of ['requests', 'products', 'sources', 'misbehave', 'switches']) {
      expect((await fetch(`${baseUrl}/admin/${path}`)).status).toBe(401)
      expect((await fetch(`${baseUrl}/admin/${path}`, { headers: { 'x-admin-token': 'wrong' } })).status).toBe(401)
    }
  })
})

it('an admin’s request ends every session at once', async () => {
  const w = await openTestWorkspace()
  const tokens = await w.signIn()
  expect((await w.admin('POST', '/revoke-all')).body).toEqual({ ended: 1 })
  expect((await w.json('POST', '/v1/products', {}, { authorization: `Bearer ${tokens.access_token}` })).status).toBe(401)
  expect((await bodyOf(await w.refresh(tokens.refresh_token))).error).toBe('invalid_grant')
})

it('a start reports that the saved port is taken by another program', async () => {
  const w = await openTestWorkspace()
  await w.stop()
  const other = createServer().listen(Number(new URL(w.baseUrl).port), '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  onTestFinished(() => void other.close())
  await expect(openTestWorkspace(w.dataDir)).rejects.toThrow(/^Port \d+ of this workspace is taken by another program/)
})
