import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMemorySecrets } from '../../../../electron/core/base/keychain/memory-secrets.ts'
import { openTestCore, type TestCore } from '../../../support/open-test-core.ts'
import { startStrictServer } from '../../service/session/strict-authorization-server.ts'
import { findFreePorts, followAuthorize, visit } from '../../service/session/test-session.ts'

let folder: string
let server: Awaited<ReturnType<typeof startStrictServer>>
let open: TestCore
let redirectUris: string[]
let file: Record<string, unknown>
let browsed: number

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-verify-'))
  redirectUris = (await findFreePorts(1)).map((port) => `http://127.0.0.1:${port}/callback`)
  server = await startStrictServer({ redirectUris })
  server.control.operations = async (_route, isLive) => (isLive ? { status: 200, body: { items: [] } } : { status: 401 })
  const { client } = server.control
  file = { packshot: 1, name: 'Team', baseUrl: server.baseUrl, clientId: client.id, clientSecret: client.secret, redirectUris }
  browsed = 0
  const openBrowser = async (url: string): Promise<void> => {
    browsed += 1
    void followAuthorize(url).then((location) => visit(location))
  }
  open = await openTestCore(join(folder, 'data'), { secrets: createMemorySecrets(), openBrowser })
})
afterEach(async () => {
  await open.core.stop()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const connect = (over?: object) => open.client.session.connect({ kind: 'file', text: JSON.stringify(file), ...(over ? { over } : {}) })
const signIn = (more: object = {}) => open.client.session.signIn({ openBrowser: true, ...more })

describe('a saved session', () => {
  beforeEach(async () => {
    await connect()
    await signIn()
  })

  it('is shown as accepted only after asking the service', async () => {
    expect(await open.client.session.verify()).toMatchObject({ problem: null, view: { state: 'signed-in' } })
    expect(server.control.counts.refresh).toBe(0)
  })

  it('that was ended elsewhere is detected by asking, though it looks valid before', async () => {
    server.kill()
    expect((await connect()).state).toBe('signed-in')
    expect(await open.client.session.verify()).toMatchObject({ problem: { code: 'session-ended' }, view: { state: 'ended' } })
    await signIn()
    expect(await open.client.session.verify()).toMatchObject({ problem: null })
  })

  it('stays unchanged if the service cannot be asked, and the message says so', async () => {
    await server.stop()
    expect(await open.client.session.verify()).toMatchObject({ problem: { code: 'offline' }, view: { state: 'signed-in' } })
  })

  it('is revoked when another user signs in and has allowed it', async () => {
    await signIn({ asAnotherUser: true })
    expect([browsed, server.control.counts.revoke]).toEqual([2, 1])
    expect(await open.client.session.verify()).toMatchObject({ problem: null, view: { state: 'signed-in' } })
  })

  it('is revoked at a sign-out; the workspace stays connected', async () => {
    expect(await open.client.session.signOut()).toEqual({ revoked: true, reason: null })
    expect(await open.client.session.get()).toMatchObject({ state: 'signed-out', connection: { name: 'Team' } })
  })
})

describe('options given beside a connection file', () => {
  it('override the file, for a new workspace and for a known one', async () => {
    server.control.client.secret = 'plain'
    file = { ...file, clientSecret: 'plain' }
    const over = { name: 'Shop', publishing: { kind: 'data' }, rates: { 'analyse-image': 60 }, basicAuth: 'raw' }
    const applied = { name: 'Shop', publishing: { kind: 'data' }, rates: { 'analyse-image': 60 }, credentials: { basicAuth: 'raw' } }
    await connect(over)
    expect((await signIn()).connection).toMatchObject(applied)
    const again = await connect({ ...over, name: 'Store', publishing: { kind: 'origin' } })
    expect(again.connection).toMatchObject({ ...applied, name: 'Store', publishing: { kind: 'origin' } })
    expect((await open.client.session.get()).connection?.name).toBe('Store')
  })
})
