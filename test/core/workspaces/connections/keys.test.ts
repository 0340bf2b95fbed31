import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'
import { type ScriptedService, startScriptedService } from '../../../support/scripted-service.ts'

const library = prepareTestLibrary()
let other: ScriptedService

beforeEach(async () => {
  other = await startScriptedService()
})
afterEach(() => other.stop())

const withKey = (baseUrl: string, apiKey = 'key') => library.client().session.connect({ kind: 'api-key', baseUrl, apiKey })
const unauthorised = { status: 401, body: { statusCode: 401, message: 'no', error: 'Unauthorized' } }

describe('an API key is tested before it counts as connected', () => {
  it.each([
    ['a refused key', unauthorised, 'unauthorized'],
    ['another site’s page', { status: 200, body: '<html>Welcome</html>' }, 'bad-answer'],
    ['a failing service', { status: 502, body: '<html>Bad gateway</html>' }, 'service-failed'],
    ['nothing', 'cut', 'offline'],
  ] as const)('%s adopts no job and changes nothing', async (_, reply, code) => {
    await library.add(['one.png'])
    library.service().answerTrial = () => reply
    library.service().answer = () => reply
    await expect(withKey(library.service().baseUrl)).rejects.toMatchObject({ code })
    expect(await library.client().session.get()).toMatchObject({ connection: null, state: 'none' })
    expect(await library.client().workspaces.list()).toEqual([])
    expect(await library.client().jobs.list({})).toMatchObject([{ connectionId: null, status: { state: 'waiting' } }])
    await withKey(other.baseUrl)
    await library.start()
    await library.settled()
    expect(other.received).toHaveLength(1)
  })

  it('a workspace without tones is recognized by how it rejects an empty analysis', async () => {
    library.service().answerTrial = () => ({ status: 404, body: { statusCode: 404, message: 'Not found', error: 'Not Found' } })
    library.service().answer = ({ path }) =>
      path === '/v1/image/analysis'
        ? { status: 400, body: { statusCode: 400, message: ['imageUrl is missing'], error: 'Bad Request' } }
        : undefined
    expect(await withKey(library.service().baseUrl)).toMatchObject({ state: 'signed-in' })
    expect(library.service().received.map(({ method, path, body }) => [method, path, String(body)])).toEqual([
      ['POST', '/v1/image/analysis', '{}'],
    ])
  })

  it('a known key keeps working while its service is down, but not when the service rejects it', async () => {
    const { service, client } = library
    await withKey(service().baseUrl)
    service().answerTrial = () => 'cut'
    expect(await withKey(service().baseUrl, 'another')).toMatchObject({ state: 'signed-in' })
    service().answerTrial = () => unauthorised
    await expect(withKey(service().baseUrl, 'wrong')).rejects.toMatchObject({ code: 'unauthorized' })
    expect(await client().session.get()).toMatchObject({ state: 'signed-in', connection: { baseUrl: service().baseUrl } })
    await library.add(['one.png'])
    await library.start()
    await library.settled()
    expect(service().received.map((one) => one.headers['x-api-key'])).toEqual(['another'])
  })

  it('the earlier workspace stays connected when a new one is rejected', async () => {
    await withKey(other.baseUrl)
    library.service().answerTrial = () => unauthorised
    await expect(withKey(library.service().baseUrl)).rejects.toMatchObject({ code: 'unauthorized' })
    expect((await library.client().session.get()).connection?.baseUrl).toBe(other.baseUrl)
  })
})

describe('a relay', () => {
  const relay = (header: { name: string; value: string } | null) =>
    library.client().session.connect({ kind: 'relay', baseUrl: library.service().baseUrl, header })

  it('needs no key', async () => {
    expect(await relay(null)).toMatchObject({ state: 'signed-in', connection: { credentials: { kind: 'relay', header: null } } })
    await library.add(['one.png'])
    await library.start()
    await library.settled()
    const [sent] = library.service().received
    expect([sent?.headers['x-api-key'], sent?.headers.authorization]).toEqual([undefined, undefined])
  })

  it('can require one extra header, whose value is only in the keychain', async () => {
    const tried: unknown[] = []
    library.service().answerTrial = ({ headers }) => {
      tried.push(headers['x-team'])
      return undefined
    }
    const view = await relay({ name: 'X-Team', value: 'hush hush' })
    expect(tried).toEqual(['hush hush'])
    expect(JSON.stringify(view)).not.toContain('hush')
    await library.reopen()
    await library.add(['one.png'])
    await library.start()
    await library.settled()
    expect(library.service().received.map((one) => one.headers['x-team'])).toEqual(['hush hush'])
  })

  it('that changes its header gets the new one from then on', async () => {
    await relay({ name: 'X-Team', value: 'hush hush' })
    expect(await relay({ name: 'X-Other', value: 'hush hush' })).toMatchObject({ connection: { credentials: { header: 'X-Other' } } })
    await library.add(['one.png'])
    await library.start()
    await library.settled()
    const [sent] = library.service().received
    expect([sent?.headers['x-team'], sent?.headers['x-other']]).toEqual([undefined, 'hush hush'])
  })

  it.each(['Host', 'content-length', 'no good', ''])('can’t use the header “%s”', async (name) => {
    await expect(relay({ name, value: 'v' })).rejects.toMatchObject({ code: 'usage' })
  })
})
