import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../../shared/base/errors.ts'
import { findingWords } from '../../../../shared/workspaces/client-findings-words.ts'
import type { ClientDetails } from '../../../../shared/workspaces/workspaces.ts'
import { openTestCore, type TestCore, waitFor, writePng } from '../../../support/open-test-core.ts'
import { type ScriptedService, startScriptedService } from '../../../support/scripted-service.ts'
import { told } from '../../../support/told.ts'
import { startStrictServer } from '../../service/session/strict-authorization-server.ts'
import { findFreePorts, followAuthorize, visit } from '../../service/session/test-session.ts'

let folder: string
let server: Awaited<ReturnType<typeof startStrictServer>>
let front: ScriptedService
let open: TestCore
let details: ClientDetails
let discovery: Record<string, unknown>

const badOnes = async (change: Partial<ClientDetails> = {}): Promise<string[]> =>
  (await open.client.clients.check({ ...details, ...change })).findings.flatMap(({ verdict, found }) =>
    verdict === 'bad' ? findingWords(found) : [],
  )

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-making-'))
  const redirectUris = (await findFreePorts(2)).map((port) => `http://127.0.0.1:${port}/callback`)
  server = await startStrictServer({ redirectUris })
  server.control.sendsIss = false
  // The workspace and its sign-in have different addresses. Only the discovery document says so.
  front = await startScriptedService()
  discovery = {
    issuer: front.baseUrl,
    authorization_endpoint: `${server.baseUrl}/oauth2/authorize`,
    token_endpoint: `${server.baseUrl}/oauth2/token`,
    revocation_endpoint: `${server.baseUrl}/oauth2/revoke`,
    code_challenge_methods_supported: ['S256'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
    response_types_supported: ['code'],
    scopes_supported: ['user', 'user:read'],
  }
  front.answer = ({ path }) => (path.startsWith('/.well-known/') ? { status: 200, body: discovery } : undefined)
  open = await openTestCore(join(folder, 'data'), {
    openBrowser: async (url) => void followAuthorize(url).then((location) => visit(location)),
  })
  const { id: clientId, secret: clientSecret } = server.control.client
  details = {
    name: 'Blue',
    baseUrl: `${front.baseUrl}/v1/`,
    clientId,
    clientSecret,
    redirectUris,
    signInOrigin: server.baseUrl,
    scopes: ['user'],
    publishing: { kind: 'origin' },
  }
})
afterEach(async () => {
  await open.core.stop()
  await server.stop()
  await front.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('the values that an admin pasted', () => {
  it('are checked step by step, and become the file, with a normalised address', async () => {
    const { findings, file } = await open.client.clients.check(details)
    expect(findings.filter(({ verdict }) => verdict === 'bad')).toEqual([])
    expect(findings.filter(({ verdict }) => verdict === 'good').length).toBeGreaterThanOrEqual(5)
    expect(file).toMatchObject({ packshot: 1, baseUrl: front.baseUrl, clientSecret: details.clientSecret })
    expect(server.control.counts.exchange).toBe(0)
  })

  it('get a message for each problem', async () => {
    expect(await badOnes({ signInOrigin: undefined })).toEqual([expect.stringContaining(`sends its sign-in to ${server.baseUrl}`)])
    expect(await badOnes({ baseUrl: 'http://api.example.com' })).toEqual([expect.stringContaining('https')])
    expect(await badOnes({ clientSecret: 'wrong' })).toEqual([expect.stringContaining('secret')])
    expect(await badOnes({ redirectUris: [...details.redirectUris.slice(0, 1), 'http://127.0.0.1:1/callback'] })).toEqual([
      expect.stringContaining('http://127.0.0.1:1/callback'),
    ])
    expect(await badOnes({ scopes: ['user', 'admin'] })).toEqual([expect.stringContaining('“admin”')])
    discovery = { ...discovery, code_challenge_methods_supported: ['plain'], grant_types_supported: ['authorization_code'] }
    expect(await badOnes()).toEqual([expect.stringContaining('S256'), expect.stringContaining('refresh_token')])
  })

  it('are checked with the secret encoded as it will be sent', async () => {
    const { file } = await open.client.clients.check({ ...details, basicAuth: 'raw' })
    expect(file).toMatchObject({ basicAuth: 'raw' })
    // This server decodes, and the secret has a “+” in it.
    expect(await badOnes({ basicAuth: 'raw' })).toEqual([expect.stringContaining('secret')])
    expect(await badOnes({})).toEqual([])
  })

  it('report a workspace that can’t be reached', async () => {
    await front.stop()
    expect(await badOnes()).toEqual([expect.stringContaining('can’t be reached')])
    await front.start()
  })

  it('use the documented addresses without a discovery document, and say so', async () => {
    front.answer = ({ path }) => (path.startsWith('/.well-known/') ? { status: 404, body: {} } : undefined)
    const { findings } = await open.client.clients.check(details)
    expect(findings).toContainEqual({ verdict: 'note', found: { kind: 'sign-in-undescribed', why: 'absent (404)' } })
  })

  it('are never approved at an address without such a service', async () => {
    for (const answer of [
      { status: 404, body: '<html>Not found</html>' },
      { status: 200, body: '<html>Welcome</html>' },
    ]) {
      front.answer = () => answer
      const { findings } = await open.client.clients.check(details)
      const bad = findings.filter(({ verdict }) => verdict === 'bad')
      expect(bad.map(({ found }) => findingWords(found))).toEqual([expect.stringMatching(/Check the workspace’s address/)])
      expect(findings.map(({ found }) => findingWords(found)).join(' ')).not.toMatch(/status 404.*is not refused/)
    }
    front.answer = () => ({ status: 404, body: '<html>Not found</html>' })
    expect((await open.client.clients.check(details)).findings.filter(({ verdict }) => verdict === 'good')).toEqual([])
  })

  it('are tested by signing in; the access is revoked afterwards and nothing is kept', async () => {
    expect(await open.client.clients.try({ ...details, openBrowser: true })).toEqual({ scope: 'user', notGivenBack: null })
    expect(server.control.counts).toMatchObject({ exchange: 1, revoke: 1 })
    expect(await open.client.workspaces.list()).toEqual([])
    expect(await open.client.session.get()).toMatchObject({ connection: null, signIn: null })
    // Report a service that can't revoke. Otherwise an admin would only notice when somebody disconnects.
    discovery = { ...discovery, revocation_endpoint: `${front.baseUrl}/oauth2/revoke` }
    front.answer = ({ path }) => (path.startsWith('/.well-known/') ? { status: 200, body: discovery } : { status: 404, body: {} })
    expect(told(await open.client.clients.try({ ...details, openBrowser: true }))).toMatchObject({
      notGivenBack: { message: expect.stringMatching(/stays valid/) },
    })
  })
})

describe('an additional API key', () => {
  const refusesBearer = () => {
    front.answer = ({ path, headers }) => {
      if (path.startsWith('/.well-known/')) return { status: 200, body: discovery }
      const isRefused = path === '/v1/image/analysis' && headers['x-api-key'] !== 'key-1'
      return isRefused ? { status: 401, body: { statusCode: 401, message: 'an API key is needed', error: 'Unauthorized' } } : undefined
    }
  }

  it('is used for operations that refuse the bearer token, and for no other', async () => {
    refusesBearer()
    const rates = { 'analyse-image': null }
    await open.client.session.connect({
      kind: 'file',
      text: JSON.stringify({ packshot: 1, ...details, publishing: { kind: 'data' }, rates }),
    })
    await open.client.session.signIn({ openBrowser: true })
    front.answerTrial = ({ headers }) => (headers['x-api-key'] === 'key-1' ? undefined : { status: 401, body: { message: 'no' } })
    await expect(open.client.session.setApiKey({ apiKey: 'wrong' })).rejects.toMatchObject({ code: 'unauthorized' })
    expect(await open.client.session.setApiKey({ apiKey: 'key-1' })).toMatchObject({ hasApiKey: true, state: 'signed-in' })
    await writePng(join(folder, 'one.png'), 'one')
    await open.client.intake.add({ named: [join(folder, 'one.png')], recursive: false, upload: true })
    await open.client.questions.ask({ images: { kind: 'all' }, questions: ['First?', 'Second?'], again: false })
    await open.core.start()
    await waitFor(async () => (await open.client.queue.status()).counts.done === 3)
    const used = (path: string) =>
      front.received.filter((one) => one.path === path).map(({ headers }) => (headers['x-api-key'] === undefined ? 'bearer' : 'key'))
    expect(used('/v1/sources')).toEqual(['bearer'])
    expect(used('/v1/image/analysis').filter((one) => one === 'key')).toHaveLength(2)
    await open.client.questions.ask({ images: { kind: 'all' }, questions: ['Third?'], again: false })
    await waitFor(async () => (await open.client.queue.status()).counts.done === 4)
    expect(used('/v1/image/analysis').at(-1)).toBe('key')
    // The result is remembered for later requests, so the sign-in is not tried and refreshed each time.
    const before = { bearer: used('/v1/image/analysis').filter((one) => one === 'bearer').length, refresh: server.control.counts.refresh }
    for (const question of ['Fourth?', 'Fifth?']) {
      await open.client.workspaces.list()
      await open.client.connections.change({ name: question })
      const { done = 0 } = (await open.client.queue.status()).counts
      await open.client.questions.ask({ images: { kind: 'all' }, questions: [question], again: false })
      await waitFor(async () => (await open.client.queue.status()).counts.done === done + 1)
    }
    const after = { bearer: used('/v1/image/analysis').filter((one) => one === 'bearer').length, refresh: server.control.counts.refresh }
    expect(after).toEqual(before)

    const { connection } = await open.client.session.get()
    await open.client.workspaces.forget({ connectionId: connection?.id ?? '', queue: 'keep' })
    expect(await open.secrets.get(`${connection?.id}/api-key`)).toBeNull()
  })

  it('is found again once a keychain that was locked at the start is unlocked', async () => {
    await open.client.session.connect({ kind: 'file', text: JSON.stringify({ packshot: 1, ...details }) })
    await open.client.session.signIn({ openBrowser: true })
    await open.client.session.setApiKey({ apiKey: 'key-1' })
    const { secrets } = open
    await open.core.stop()
    let isLocked = true
    const get = (name: string) =>
      isLocked ? Promise.reject(new AppError('keychain-locked', { kind: 'keychain-refused', said: 'locked' })) : secrets.get(name)
    open = await openTestCore(join(folder, 'data'), { secrets: { ...secrets, get } })
    expect(await open.client.session.get()).toMatchObject({ state: 'ended', hasApiKey: false })
    isLocked = false
    await open.client.session.signIn({ openBrowser: true })
    await waitFor(async () => (await open.client.session.get()).hasApiKey)
  })
})
