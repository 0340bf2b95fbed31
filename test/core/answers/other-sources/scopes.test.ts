import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { missingScope } from '../../../../shared/service/scopes.ts'
import { openTestCore } from '../../../support/open-test-core.ts'
import { startStrictServer } from '../../service/session/strict-authorization-server.ts'
import { findFreePorts, followAuthorize, visit } from '../../service/session/test-session.ts'

/** A core, signed in to its own service with these scopes. */
const signIn = async (scopes: readonly string[]) => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-scopes-'))
  const redirectUris = (await findFreePorts(1)).map((port) => `http://127.0.0.1:${port}/callback`)
  const server = await startStrictServer({ redirectUris })
  const openBrowser = async (url: string): Promise<void> => {
    void followAuthorize(url).then((location) => visit(location))
  }
  const open = await openTestCore(join(folder, 'data'), { openBrowser })
  onTestFinished(async () => {
    await open.core.stop()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const { id, secret } = server.control.client
  const file = { packshot: 1, name: 'Team Blue', baseUrl: server.baseUrl, clientId: id, clientSecret: secret, redirectUris, scopes }
  await open.client.session.connect({ kind: 'file', text: JSON.stringify({ ...file, paths: { knowledge: '/v1/knowledge' } }) })
  await open.client.session.signIn({ openBrowser: true })
  return open.client
}

it('with a read-only sign-in Packshot says so before anything is queued, and can still list knowledge items', async () => {
  const client = await signIn(['user:read'])
  expect(await client.otherSources.standing()).toEqual({ missingScope: 'user', listsKnowledge: true })
  await expect(client.otherSources.create({ kind: 'text', text: 'words' })).rejects.toMatchObject({
    code: 'not-allowed',
    message: expect.stringMatching(/for reading only.*“user”.*Nothing was queued/),
    action: expect.stringMatching(/admin.*sign in again/),
  })
  expect(await client.jobs.list({})).toEqual([])
})

it('a sign-in with the scope “user” can create sources', async () => {
  const client = await signIn(['user', 'user:read'])
  expect(await client.otherSources.standing()).toEqual({ missingScope: null, listsKnowledge: true })
  expect((await client.otherSources.create({ kind: 'text', text: 'words' })).isNew).toBe(true)
})

it('reading requires either scope, everything else “user”; without stated scopes nothing is missing', () => {
  expect([null, 'user', 'user:read', 'user:read user', '', 'other'].map((granted) => missingScope(granted, 'user'))).toEqual([
    ...[null, null, 'user', null, null, 'user'],
  ])
  expect(['user', 'user:read', 'other'].map((granted) => missingScope(granted, 'user:read'))).toEqual([null, null, 'user'])
})
