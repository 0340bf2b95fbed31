import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMemorySecrets } from '../../../../electron/core/base/keychain/memory-secrets.ts'
import type { SecretStore } from '../../../../electron/core/base/keychain/secret-store.ts'
import { AppError } from '../../../../shared/base/errors.ts'
import { openTestCore, type TestCore, waitFor, writePng } from '../../../support/open-test-core.ts'
import { told } from '../../../support/told.ts'
import { startStrictServer } from './strict-authorization-server.ts'
import { findFreePorts, followAuthorize, visit } from './test-session.ts'

let folder: string
let server: Awaited<ReturnType<typeof startStrictServer>>
let opened: TestCore
let browsed = 0
let redirectUris: string[]
/** How much is queued: an upload of each of ten pictures, and the questions about it. */
let all = 0
let asked = 0
/** Queues this many questions about each picture. */
const ask = async (count: number): Promise<void> => {
  const questions = Array.from({ length: count }, () => `Question ${asked++}?`)
  await opened.client.questions.ask({ images: { kind: 'all' }, questions, again: false })
  all += 10 * count
}

/** Memory that can be locked. */
const lockable = (): SecretStore & { isLocked: boolean } => {
  const store = createMemorySecrets()
  const refuse = () => Promise.reject(new AppError('keychain-locked', { kind: 'keychain-refused', said: 'locked' }))
  const made = {
    ...store,
    isLocked: false,
    get: (name: string) => (made.isLocked ? refuse() : store.get(name)),
    set: (name: string, value: string) => (made.isLocked ? refuse() : store.set(name, value)),
  }
  return made
}

let secrets: ReturnType<typeof lockable>
const open = async (): Promise<void> => {
  const openBrowser = async (url: string): Promise<void> => {
    browsed += 1
    void followAuthorize(url).then((location) => visit(location))
  }
  opened = await openTestCore(join(folder, 'data'), { secrets, openBrowser })
}
const file = (secret: string) => {
  const fields = {
    packshot: 1,
    name: 'Team',
    baseUrl: server.baseUrl,
    clientId: server.control.client.id,
    clientSecret: secret,
    redirectUris,
  }
  return JSON.stringify({ ...fields, publishing: { kind: 'data' }, rates: { 'analyse-image': null } })
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-ends-'))
  redirectUris = (await findFreePorts(1)).map((port) => `http://127.0.0.1:${port}/callback`)
  server = await startStrictServer({ redirectUris })
  server.control.operations = async (_route, isLive) => (isLive ? { status: 201, body: { id: 's', analysis: 'a' } } : { status: 401 })
  secrets = lockable()
  browsed = 0
  await open()
  await opened.client.session.connect({ kind: 'file', text: file(server.control.client.secret) })
  await opened.client.session.signIn({ openBrowser: true })
  for (let i = 0; i < 10; i += 1) await writePng(join(folder, `${i}.png`), `picture ${i}`)
  await opened.core.addFiles(Array.from({ length: 10 }, (_, i) => join(folder, `${i}.png`)))
  all = 10
  await ask(30)
})
afterEach(async () => {
  await opened.core.stop()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const holds = async () => (await opened.client.queue.status()).holds
const expectHeldOnce = async (code: string): Promise<void> => {
  await waitFor(async () => (await holds()).some((hold) => hold.reason?.code === code))
  const counts = async () => (await opened.client.queue.status()).counts
  await waitFor(async () => (await counts()).running === 0)
  await opened.pass(10_000)
  expect(await counts()).toEqual({ waiting: all, running: 0, done: 0, parked: 0, cancelled: 0 })
  expect(await holds()).toMatchObject([{ kind: 'signed-out', operation: null, reason: { code } }])
}

test('900 queued questions continue after a reset secret, a new connection file and a sign-in with it', async () => {
  await ask(60)
  server.control.client.secret = 'the new one'
  // The service rejects the access token first: only then is the secret needed.
  const { operations } = server.control
  server.control.operations = async () => ({ status: 401 })
  await opened.core.start()
  await expectHeldOnce('invalid-client')
  expect(server.control.counts.refresh).toBe(0)
  server.control.operations = operations
  await opened.client.session.connect({ kind: 'file', text: file('the new one') })
  // A secret is saved once a sign-in with it succeeded, so that a wrong file can't replace a right one.
  await opened.client.session.signIn({ openBrowser: true })
  await waitFor(async () => (await opened.client.queue.status()).counts.done === all)
  expect(browsed).toBe(2)
})

test('an ended session holds 300 queued questions once, also after a restart, and starts no sign-in by itself', async () => {
  server.kill()
  await opened.core.start()
  await expectHeldOnce('session-ended')
  expect(told(await opened.client.session.get())).toMatchObject({
    state: 'ended',
    reason: { message: expect.stringMatching(/another Packshot signed in/) },
  })
  await opened.core.stop()
  await open()
  await opened.core.start()
  await expectHeldOnce('session-ended')
  expect({ browsed, refreshes: server.control.counts.refresh }).toEqual({ browsed: 1, refreshes: 1 })
  await opened.client.session.signIn({ openBrowser: true })
  await waitFor(async () => (await opened.client.queue.status()).counts.done === all)
})

test('a keychain that is locked at the start is reported, and after unlocking one click resumes 300 queued questions without the browser', async () => {
  await opened.core.stop()
  secrets.isLocked = true
  await open()
  await opened.core.start()
  await expectHeldOnce('keychain-locked')
  expect(told(await opened.client.session.get())).toMatchObject({
    state: 'ended',
    reason: { message: expect.stringMatching(/locked/), action: expect.stringMatching(/Unlock/) },
  })
  expect(await opened.client.workspaces.list()).toMatchObject([{ state: 'unknown' }])
  secrets.isLocked = false
  await opened.client.session.signIn({ openBrowser: true })
  expect(browsed).toBe(1)
  await waitFor(async () => (await opened.client.queue.status()).counts.done === all)
})

test('a keychain that locks midway holds 300 queued questions once, and they resume by themselves', async () => {
  server.kill()
  secrets.isLocked = true
  await opened.core.start()
  await waitFor(async () => (await holds()).some((hold) => hold.reason?.code === 'keychain-locked'))
  await waitFor(async () => (await opened.client.queue.status()).counts.waiting === all)
  expect(await holds()).toMatchObject([{ kind: 'signed-out', until: expect.any(Number) }])
  secrets.isLocked = false
  // A session that was ended elsewhere meanwhile: the next try reports it.
  await waitFor(async () => (await holds()).some((hold) => hold.reason?.code === 'session-ended'))
  await waitFor(async () => (await opened.client.queue.status()).counts.waiting === all)
})

test('a pause that the token endpoint asked for survives a restart, and ends on time', async () => {
  let now = Date.now() + 25 * 3_600_000
  const clock = { now: () => now }
  const start = async (): Promise<void> => {
    await opened.core.stop()
    opened = await openTestCore(join(folder, 'data'), { secrets, clock })
    await opened.core.start()
  }
  server.control.trouble = { status: 429, body: '', headers: { 'retry-after': '3600' } }
  await start()
  await waitFor(async () => (await holds()).some(({ reason }) => reason?.code === 'rate-limited'))
  server.control.trouble = 'none'
  now += 3_500_000
  await start()
  await waitFor(async () => (await holds()).some(({ reason }) => reason?.code === 'rate-limited'))
  await opened.pass(10_000)
  expect(server.control.counts.refresh).toBe(0)
  now += 101_000
  await start()
  await waitFor(async () => (await opened.client.queue.status()).counts.done === all)
  expect(server.control.counts.refresh).toBe(1)
})
