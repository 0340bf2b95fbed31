import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { dataUrl, makePng } from './make-pictures.ts'
import { type Json, openTestWorkspace } from './open-test-workspace.ts'

const documentOf = async (baseUrl: string) => (await (await fetch(`${baseUrl}/openapi.json`)).json()) as Json

describe('image analysis', () => {
  it('accepts an API key, or a token with the scope user, and answers 200 with the analysis alone', async () => {
    const w = await openTestWorkspace()
    const body = { imageUrl: dataUrl(await makePng()), question: 'What format is it?' }
    const ask = (headers: Record<string, string>) => w.json('POST', '/v1/image/analysis', body, headers)
    for (const headers of [w.keyHeaders, { authorization: `Bearer ${(await w.signIn('user')).access_token}` }]) {
      const answer = await ask(headers)
      expect([answer.status, answer.headers.get('content-type'), await answer.json()]).toEqual([
        200,
        expect.stringMatching(/^application\/json/),
        { analysis: 'The file is a PNG.' },
      ])
    }
    expect((await ask({ authorization: `Bearer ${(await w.signIn('user:read')).access_token}` })).status).toBe(403)
    expect((await ask({})).status).toBe(401)
  })

  it('declares 200, 400 and 500, and answers 500 after an internal error', async () => {
    const w = await openTestWorkspace()
    const { responses } = (await documentOf(w.baseUrl)).paths['/v1/image/analysis'].post
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '400', '500']))
    const database = new DatabaseSync(join(dirname(w.running.connectionFile), 'workspace.sqlite'))
    onTestFinished(() => database.close())
    database.exec('ALTER TABLE request_log RENAME TO lost')
    const answer = await w.ask(dataUrl(await makePng()), 'size?')
    const body = { statusCode: 500, message: 'Internal server error.', error: 'Internal Server Error' }
    expect([answer.status, await answer.json()]).toEqual([500, body])
    expect(w.told.join()).toContain('no such table')
  })
})

describe('the API as a whole', () => {
  it('has its operations under /v1, OAuth under /oauth2, and nothing deprecated', async () => {
    const w = await openTestWorkspace()
    const { paths } = await documentOf(w.baseUrl)
    for (const path of Object.keys(paths)) expect(path).toMatch(/^\/(v1|oauth2|\.well-known)\//)
    expect((await w.json('POST', '/image/analysis', {})).status).toBe(404)
    expect((await w.json('POST', '/v2/products', {})).status).toBe(404)
    expect(JSON.stringify(paths)).not.toContain('"deprecated"')
  })

  it('announces no events, and no resource with states', async () => {
    const { baseUrl } = await openTestWorkspace()
    const document = await documentOf(baseUrl)
    expect(document.webhooks ?? {}).toEqual({})
    const text = JSON.stringify(document.paths)
    expect(text).not.toContain('"callbacks"')
    expect(text).not.toMatch(/"(state|status)":\{"type"/)
  })

  it('states no rate limit, and applies none until one is set', async () => {
    const w = await openTestWorkspace()
    expect((await w.admin('GET', '/switches')).body.requestsPerMinute).toEqual({
      ...{ analysis: null, sources: null, products: null, command: null, content: null },
    })
    expect(w.connection.rates['upload-source']).toBeNull()
    for (let count = 0; count < 150; count += 1) expect((await fetch(`${w.baseUrl}/v1/tones`, { headers: w.keyHeaders })).status).toBe(200)
  })

  it('has client secrets that do not expire', async () => {
    const w = await openTestWorkspace()
    const tokens = await w.signIn()
    w.clock.now += 29 * 86_400_000
    const next = (await (await w.refresh(tokens.refresh_token)).json()) as Json
    w.clock.now += 29 * 86_400_000
    expect((await w.refresh(next.refresh_token)).status).toBe(200)
    expect(w.readConnection().clientSecret).toBe(w.connection.clientSecret)
  })
})
