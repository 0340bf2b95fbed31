import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { enterWorkspace } from '../../electron/cli/demo/allow-in-workspace.ts'
import { systemFiles } from '../../electron/core/base/platform/system-files.ts'
import { withEntrance } from '../../electron/core/workspaces/sample/sample-owner.ts'
import { type StartOptions, startWorkspace } from '../../electron/sample-workspace/start-workspace.ts'
import { type ConnectionFile, connectionFile } from '../../shared/workspaces/connection-file.ts'

export type TokenBody = { access_token: string; refresh_token: string; expires_in: number; token_type: string; scope: string }
// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
export type Json = Record<string, any>

/** A folder that is removed when the test ends. */
export const makeFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'sample-workspace-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

export const makePkce = (verifier = randomBytes(32).toString('base64url')) => ({
  verifier,
  challenge: createHash('sha256').update(verifier).digest('base64url'),
})

/** A workspace in this process over real HTTP, with a clock that the test controls. */
export const openTestWorkspace = async (folder?: string, options: Partial<StartOptions> = {}) => {
  const dataDir = folder ?? (await makeFolder())
  const clock = { now: 1_800_000_000_000 }
  const told: string[] = []
  const running = await startWorkspace({
    dataDir,
    files: systemFiles,
    port: 0,
    now: () => clock.now,
    tell: (line) => told.push(line),
    ownsProcess: true,
    ...options,
  })
  let isStopped = false
  const stop = async () => {
    if (isStopped) return
    isStopped = true
    await running.stop()
    // Gives this process's own fetch time to notice that its pooled connections are closed.
    await wait(10)
  }
  onTestFinished(stop)
  const { baseUrl } = running
  const readConnection = (): ConnectionFile => connectionFile.parse(JSON.parse(readFileSync(running.connectionFile, 'utf8')))
  const connection = readConnection()
  const redirectUri = connection.redirectUris[0] ?? ''
  const basic = (id = connection.clientId, secret = readConnection().clientSecret) =>
    `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`

  const authorizeUrl = (changes: Record<string, string | undefined> = {}) => {
    const url = new URL(`${baseUrl}/oauth2/authorize`)
    const parameters = {
      response_type: 'code',
      client_id: connection.clientId,
      redirect_uri: redirectUri,
      scope: 'user',
      state: 'state-1',
      code_challenge: makePkce().challenge,
      code_challenge_method: 'S256',
      ...changes,
    }
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
    return url
  }
  /** An address that lets a browser in, as Packshot opens it. */
  const enter = (address: URL | string): Promise<string> => withEntrance(dataDir, String(address))
  const { cookie } = await enterWorkspace(await enter(`${baseUrl}/settings`))
  /** As a browser that was let in, whose user has not said who it is. */
  const get = (url: URL | string) => fetch(url, { redirect: 'manual', headers: { cookie } })
  const requestIdOf = (html: string) => /name="request" value="([^"]+)"/.exec(html)?.[1] ?? ''
  /** The id of the workspace's first person, an Admin. */
  const findAdmin = async () => /<option value="([^"]+)"/.exec(await (await get(`${baseUrl}/settings`)).text())?.[1] ?? ''
  /** Sends the consent page's form: as the visitor that a cookie in `headers` names, else as one who chooses the Admin. */
  const decide = async (request: string, decision: string, headers: Record<string, string> = {}) =>
    fetch(`${baseUrl}/oauth2/authorize/decision`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, ...headers },
      body: new URLSearchParams({ request, decision, ...(headers.cookie === undefined ? { person: await findAdmin() } : {}) }),
    })
  /** An authorization code, obtained by allowing access. */
  const obtainCode = async (changes: Record<string, string | undefined> = {}) => {
    const page = await get(authorizeUrl(changes))
    const answer = await decide(requestIdOf(await page.text()), 'allow')
    return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
  }
  const form = (path: string, body: Record<string, string>, headers: Record<string, string> = { authorization: basic() }) =>
    fetch(`${baseUrl}${path}`, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams(body) })
  const exchange = (code: string, verifier: string, changes: Record<string, string> = {}, headers?: Record<string, string>) =>
    form(
      '/oauth2/token',
      { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier, ...changes },
      headers,
    )
  const refresh = (token: string, changes: Record<string, string> = {}) =>
    form('/oauth2/token', { grant_type: 'refresh_token', refresh_token: token, ...changes })
  const signIn = async (scope = 'user'): Promise<TokenBody> => {
    const { verifier, challenge } = makePkce()
    const answer = await exchange(await obtainCode({ code_challenge: challenge, scope }), verifier)
    return (await answer.json()) as TokenBody
  }

  const apiKey = running.issueApiKey()
  const keyHeaders = { 'x-api-key': apiKey }
  const json = (method: string, path: string, body: unknown, headers: Record<string, string> = keyHeaders) =>
    fetch(`${baseUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const createSource = (type: string, value: string | Blob, name?: string, headers: Record<string, string> = keyHeaders) => {
    const body = new FormData()
    body.set('type', type)
    if (typeof value === 'string') body.set('value', value)
    else body.set('value', value, name)
    return fetch(`${baseUrl}/v1/sources`, { method: 'POST', headers, body })
  }
  /** The id of a new FILE source. */
  const upload = async (bytes: Uint8Array, name = 'picture.png') => {
    const answer = await createSource('FILE', new Blob([Uint8Array.from(bytes)]), name)
    return ((await answer.json()) as Json).data.id as string
  }
  const ask = (imageUrl: string, question: string) => json('POST', '/v1/image/analysis', { imageUrl, question })
  const adminHeaders = { 'x-admin-token': running.adminToken }
  const admin = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${baseUrl}/admin${path}`, {
      method,
      headers: body === undefined ? adminHeaders : { ...adminHeaders, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as Json }
  }
  const requests = async () => (await admin('GET', '/requests')).body.requests as Json[]

  return {
    ...{
      running,
      baseUrl,
      dataDir,
      clock,
      told,
      stop,
      connection,
      readConnection,
      redirectUri,
      basic,
      authorizeUrl,
      enter,
      cookie,
      get,
      requestIdOf,
      decide,
    },
    ...{ obtainCode, form, exchange, refresh, signIn, apiKey, keyHeaders, json, createSource, upload, ask, adminHeaders, admin, requests },
  }
}
export type TestWorkspace = Awaited<ReturnType<typeof openTestWorkspace>>
