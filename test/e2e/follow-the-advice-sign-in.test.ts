import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ErrorRecord } from '../../shared/base/errors.ts'
import type { KeychainFailure } from '../../shared/base/keychain-failures.ts'
import type { SessionFailure } from '../../shared/service/session-failures.ts'
import { occupy } from '../core/service/session/test-session.ts'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { saidBy, typeAdvice } from '../support/follow-advice.ts'
import { changeEntries } from '../support/keychain-entries.ts'
import { findReasonAgainstKeyring, type KeyringSession, startKeyringSession } from '../support/keyring-session.ts'
import type { Ended } from '../support/packshot-process.ts'
import { createPackshotUser, type PackshotUser } from '../support/packshot-user.ts'
import { startStorageServer, storageKeys } from '../support/storage-server.ts'
import { allowScopes, startWorkspaceProcess, useRedirectOfItsOwn, type WorkspaceProcess } from '../support/workspace-process.ts'

const lack = await findReasonAgainstKeyring()

type Stage = {
  readonly user: PackshotUser
  readonly workspace: WorkspaceProcess
  readonly keyring: KeyringSession
  /** `packshot connect` with a connection file, by default the workspace's own; the person allows access. */
  readonly connect: (file?: string) => Promise<Ended>
  readonly connectWithKey: () => Promise<Ended>
  readonly run: () => Promise<Ended>
  /** Types the first command of the text that fits. */
  readonly type: (said: Ended, fits: RegExp, stdin?: string) => Promise<Ended>
  readonly change: (last: 'tokens' | 'client-secret' | 'api-key' | 'bucket-keys', text: string | null) => Promise<void>
  /** A copy of the workspace's connection file with changes. */
  readonly writeFile: (changes: object) => Promise<string>
}

type Row = {
  /** Brings the state about, and shows the text. */
  readonly shows: (stage: Stage) => Promise<Ended>
  readonly says: RegExp
  /** Does what the text says. */
  readonly follow: (stage: Stage, said: Ended) => Promise<unknown>
}

const failToken =
  (status: number) =>
  async ({ workspace, connect }: Stage) => {
    await workspace.misbehave({ match: { path: '/oauth2/token' }, times: 1, effect: { kind: 'status', status } })
    return connect()
  }
const connectAgain = ({ connect }: Stage) => connect()

/** With a keychain. In each, a picture waits that is uploaded in the end. */
const rows = {
  'a damaged session': {
    shows: async ({ connect, change, run }) => {
      await connect()
      await change('tokens', JSON.stringify({ packshot: 1, value: '{}' }))
      return run()
    },
    says: /The saved session in the keychain is damaged\..*Sign in again/,
    follow: ({ type }, said) => type(said, /^connect$/),
  },
  'a session that was ended, for one run': {
    shows: async ({ connect, workspace, run }) => {
      await connect()
      await workspace.admin('POST', 'revoke-all')
      return run()
    },
    says: /The workspace ended this session\..*Sign in again/,
    follow: ({ type }, said) => type(said, /^run --connect/),
  },
  'a keychain without sign-in and client secret': {
    shows: async ({ connect, change, run }) => {
      await connect()
      await change('tokens', null)
      await change('client-secret', null)
      return run()
    },
    says: /no client secret of “Sample workspace”.*Open the connection file/,
    follow: ({ type }, said) => type(said, /^connect FILE/),
  },
  'a keychain without the sign-in': {
    shows: async ({ connect, change, run }) => {
      await connect()
      await change('tokens', null)
      return run()
    },
    says: /You are not signed in\..*Sign in\./,
    follow: ({ type }, said) => type(said, /^connect$/),
  },
  'a keychain without the API key': {
    shows: async ({ connectWithKey, change, run }) => {
      await connectWithKey()
      await change('api-key', null)
      return run()
    },
    says: /is not in the keychain\..*Connect the workspace again with it/,
    follow: ({ type, workspace }, said) => type(said, /^connect --base-url/, workspace.apiKey),
  },
  'a damaged API key, for one run': {
    shows: async ({ connectWithKey, change, run }) => {
      await connectWithKey()
      await change('api-key', 'damaged')
      return run()
    },
    says: /is not in the keychain\./,
    follow: ({ type, workspace }, said) => type(said, /^run --api-key-stdin/, workspace.apiKey),
  },
  'an API key that was deleted': {
    shows: async ({ connectWithKey, workspace, run }) => {
      await connectWithKey()
      await workspace.admin('DELETE', 'api-keys')
      return run()
    },
    says: /does not accept this API key.*Connect again with a valid API key/,
    follow: async ({ type, workspace }, said) => {
      const { apiKey } = await workspace.admin<{ apiKey: string }>('POST', 'api-keys')
      await type(said, /^connect --base-url/, apiKey)
    },
  },
  'a sign-in for reading only': {
    shows: async ({ connect, workspace, run }) => {
      await allowScopes(workspace, ['user:read'])
      await connect()
      return run()
    },
    says: /Ask your admin to allow the scope “user” on the OAuth client, then sign in again/,
    follow: async ({ type, workspace }, said) => {
      await allowScopes(workspace, ['user', 'user:read'])
      await type(said, /^connect$/)
    },
  },
  'access refused in the browser': {
    shows: ({ user, workspace }) => user.runWith({ consent: 'deny' }, 'connect', workspace.connectionFile, '--no-browser'),
    says: /Access was refused in the browser\..*Start again and allow access/,
    follow: connectAgain,
  },
  'a redirect URI that is not registered': {
    shows: async ({ connect, workspace, writeFile: write }) => {
      await useRedirectOfItsOwn(workspace)
      const old = await write({})
      await useRedirectOfItsOwn(workspace)
      return connect(old)
    },
    says: /no redirect URI http.*admin.* or for a new connection file/,
    follow: connectAgain,
  },
  'redirect URIs that only the window can receive': {
    shows: async ({ connect, writeFile: write }) => connect(await write({ redirectUris: ['packshot://oauth/callback'] })),
    says: /can’t come back here.*admin to register http:\/\/127\.0\.0\.1:28417\/callback too, and for a new connection file/,
    follow: async ({ connect, workspace }) => {
      await useRedirectOfItsOwn(workspace)
      await connect()
    },
  },
  'a client whose secret was reset': {
    shows: async ({ connect, workspace, run }) => {
      await connect()
      await workspace.admin('POST', 'reset-client-secret')
      await workspace.admin('POST', 'revoke-all')
      return run()
    },
    says: /does not accept this connection’s client id and secret.*Ask the workspace’s admin for a new connection file/,
    follow: ({ type }, said) => type(said, /^connect FILE/),
  },
  'a sign-in that is asked to wait': { shows: failToken(429), says: /asks for a pause\..*Try again later/, follow: connectAgain },
  'a sign-in that fails': { shows: failToken(500), says: /failed with status 500\..*Try again later/, follow: connectAgain },
  'a sign-in that the plan lacks': { shows: failToken(402), says: /plan does not include this\..*then retry/, follow: connectAgain },
  'a sign-in that is not allowed': { shows: failToken(403), says: /does not allow this\..*then retry/, follow: connectAgain },
  'a sign-in that is refused': { shows: failToken(400), says: /refused to complete.*Start the sign-in again/, follow: connectAgain },
  'a locked keychain': {
    shows: async ({ connect, keyring, run }) => {
      await connect()
      keyring.lock()
      return run()
    },
    says: /keychain refused: .*\. Everything queued is kept\. Unlock the system’s keychain and try again/,
    follow: ({ keyring }) => keyring.unlock(),
  },
  'a keychain that is locked while connecting: no browser opens, and the earlier session stays': {
    shows: async ({ connect, keyring }) => {
      await connect()
      keyring.lock()
      return connect()
    },
    says: /^(?!.*Open this address).*keychain refused: .*\. Unlock the system’s keychain and try again/s,
    follow: ({ keyring }) => keyring.unlock(),
  },
  'no keyring, and one that is started': {
    shows: ({ user, workspace }) => user.runWith({ environment: withoutKeyring }, 'connect', workspace.connectionFile, '--no-browser'),
    says: /no keyring that answers.*Install or start one, then start Packshot again/,
    follow: connectAgain,
  },
} as const satisfies Record<string, Row>

const withoutKeyring = { DBUS_SESSION_BUS_ADDRESS: 'disabled:', DISPLAY: '' }

/** What each text about the session and the keychain leads to: its row above, the test that follows it elsewhere, or why there is nothing to follow. */
const followed: Record<
  SessionFailure<ErrorRecord>['kind'] | KeychainFailure<ErrorRecord>['kind'],
  keyof typeof rows | { readonly in: string } | { readonly nothing: string }
> = {
  'not-signed-in': 'a keychain without the sign-in',
  'not-signed-in-yet': { nothing: 'the same advice as for “not-signed-in”' },
  'signed-in-for-reading': 'a sign-in for reading only',
  'session-over': { in: 'e2e/follow-the-advice-session.test.ts' },
  'session-damaged': 'a damaged session',
  'secret-missing': 'a keychain without the API key',
  'client-secret-missing': 'a keychain without sign-in and client secret',
  'api-key-rejected': 'an API key that was deleted',
  'client-unknown': { nothing: 'a fault of Packshot' },
  'no-sign-in-waiting': { nothing: 'not followed yet: the sign-in ended while its address was pasted' },
  'no-sign-in-with-key': { nothing: 'no sign-in waits then, and that is said first' },
  'address-not-waited-for': { in: 'core/service/session/hostile-callbacks.test.ts' },
  'access-refused': 'access refused in the browser',
  'sign-in-ended': { in: 'core/service/session/sign-in.test.ts' },
  'issuer-differs': { in: 'core/service/session/sign-in.test.ts' },
  'endpoint-elsewhere': { in: 'security/mix-up.test.ts' },
  'access-not-allowed': { in: 'core/service/session/sign-in.test.ts' },
  'sign-in-cancelled': { nothing: 'the person cancelled it' },
  'sign-in-replaced': { nothing: 'the person started another' },
  'workspace-disconnected': { nothing: 'the person disconnected it' },
  'app-closing': { nothing: 'the person closed Packshot' },
  'redirect-unknown': 'a redirect URI that is not registered',
  'redirects-elsewhere': 'redirect URIs that only the window can receive',
  'redirect-ports-reserved': { in: 'core/service/session/reserved-ports.test.ts' },
  'redirect-ports-used': { in: 'e2e/follow-the-advice-sign-in.test.ts' },
  'no-browser': { in: 'core/service/session/open-in-browser.test.ts' },
  'browser-not-reopened': { nothing: 'not followed yet: the sign-in goes on waiting, and its address can be copied' },
  'oauth-asks-to-wait': 'a sign-in that is asked to wait',
  'oauth-failed': 'a sign-in that fails',
  'client-refused': 'a client whose secret was reset',
  'oauth-plan-lacks': 'a sign-in that the plan lacks',
  'oauth-not-allowed': 'a sign-in that is not allowed',
  'oauth-refused': 'a sign-in that is refused',
  'oauth-not-the-service': { in: 'core/service/session/refresh.test.ts' },
  'oauth-answer-odd': { in: 'faults/misbehaviour-session.test.ts' },
  'oauth-answer-too-large': { nothing: 'not followed yet: the advice is to check the address' },
  'key-not-revocable': { in: 'core/service/session/disconnect.test.ts' },
  'not-revoked': { in: 'e2e/follow-the-advice-sign-in.test.ts' },
  'keychain-refused': 'a locked keychain',
  'keychain-not-asked': { in: 'core/base/keychain/keyring-troubles.test.ts' },
  'keychain-silent': { in: 'core/base/keychain/keyring-troubles.test.ts' },
  'keychain-entry-damaged': { in: 'e2e/follow-the-advice-sign-in.test.ts' },
  'secret-not-kept': 'no keyring, and one that is started',
  'keychain-unusable': { in: 'core/base/keychain/open-secret-store.test.ts' },
  'keyring-absent': 'no keyring, and one that is started',
  'libsecret-missing': { in: 'core/base/keychain/load-keytar.test.ts' },
  'keytar-missing': { nothing: 'no keychain can be used there, and it says so' },
  'keytar-odd': { in: 'core/base/keychain/open-secret-store.test.ts' },
}

it('each text about the session and the keychain is followed in a row or a test that exists', () => {
  const tests = Object.values(followed).flatMap((one) => (typeof one === 'object' && 'in' in one ? [one.in] : []))
  expect(tests.filter((path) => !existsSync(fileURLToPath(new URL(`../${path}`, import.meta.url))))).toEqual([])
})

const uploads = async (workspace: WorkspaceProcess) =>
  (await workspace.requests('/v1/sources')).filter(({ outcome, method }) => outcome === 'committed' && method === 'POST')

const addPicture = async (user: PackshotUser): Promise<void> => {
  await writeTestPictures(join(user.folder, 'pictures'), 1)
  expect(await user.run('add', join(user.folder, 'pictures'))).toMatchObject({ code: 0 })
}

describe.skipIf(lack)(`the advice about sign-in and keychain${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let stage: Stage

  beforeEach(async () => {
    const keyring = await startKeyringSession()
    const user = await createPackshotUser(keyring.environment)
    const workspace = await startWorkspaceProcess()
    const known = { 'FILE.packshot': workspace.connectionFile, URL: workspace.baseUrl, ID: storageKeys.accessKeyId }
    stage = {
      ...{ user, workspace, keyring },
      connect: (file = workspace.connectionFile) => user.runWith({ consent: 'allow' }, 'connect', file, '--no-browser'),
      connectWithKey: () =>
        user.runWith({ stdin: workspace.apiKey }, 'connect', '--base-url', workspace.baseUrl, '--api-key-stdin', '--publish', 'data'),
      run: () => user.run('run'),
      type: async (said, fits, stdin) => {
        const typed = await typeAdvice(user, saidBy(said), fits, { known, ...(stdin === undefined ? {} : { stdin }) })
        expect(typed, saidBy(typed)).toMatchObject({ code: 0 })
        return typed
      },
      change: (last, text) => changeEntries(user.dataFolder, keyring.environment, last, text),
      writeFile: async (changes) => {
        const path = join(user.folder, 'other.packshot')
        await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(workspace.connectionFile, 'utf8')), ...changes }))
        return path
      },
    }
    await addPicture(user)
  })
  afterEach(async () => {
    await stage.workspace.remove()
    await stage.user.remove()
    await stage.keyring.stop()
  })

  it.each(Object.entries<Row>(rows))('leads out of %s', async (_, { shows, says, follow }) => {
    const said = await shows(stage)
    expect(said.code).not.toBe(0)
    expect(saidBy(said)).toMatch(says)
    await follow(stage, said)
    await stage.run()
    expect(await uploads(stage.workspace)).toHaveLength(1)
  })

  it('leads out of a port that another program uses', async () => {
    const { connect, workspace, run } = stage
    const server = await occupy(Number(new URL(await useRedirectOfItsOwn(workspace)).port))
    expect(saidBy(await connect())).toMatch(/Another program uses the port.*Close the program that uses the port, then sign in again/)
    await new Promise((closed) => server.close(closed))
    expect(await connect()).toMatchObject({ code: 0 })
    expect(await run()).toMatchObject({ code: 0 })
  })

  it('leads out of a damaged access key of a bucket', async () => {
    const { connectWithKey, user, change, run, type } = stage
    const storage = await startStorageServer()
    const { accessKeyId, secretAccessKey } = storageKeys
    await connectWithKey()
    const bucket = ['publishing', 'bucket', '--endpoint', storage.endpoint, '--bucket', 'pictures']
    await user.runWith({ stdin: secretAccessKey }, ...bucket, '--access-key', accessKeyId, '--secret-key-stdin')
    await user.run('ask', '--question', 'White?')
    await change('bucket-keys', 'damaged')
    const held = await run()
    expect(held.code).toBe(3)
    expect(saidBy(held)).toMatch(
      /access key cannot be read\..*is damaged or incomplete\..*Enter the bucket’s access key and its secret again/,
    )
    await type(held, /^publishing bucket --access-key/, secretAccessKey)
    expect(await run()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^1 job done/) })
    await storage.remove()
  })

  it('revokes the access by itself once the workspace can be reached, as it says', async () => {
    const { connect, workspace, user, run } = stage
    await connect()
    await workspace.stop()
    expect(saidBy(await user.run('disconnect'))).toMatch(/Packshot revokes the access as soon as it can reach the workspace/)
    await workspace.restartOnSamePort()
    await run()
    expect((await workspace.requests('/oauth2/revoke')).map(({ status }) => status)).toEqual([200])
  })
})

describe('the advice where there is no keychain', () => {
  let user: PackshotUser
  let workspace: WorkspaceProcess
  beforeEach(async () => {
    user = await createPackshotUser()
    workspace = await startWorkspaceProcess()
    await addPicture(user)
  })
  afterEach(async () => {
    await workspace.remove()
    await user.remove()
  })
  const known = () => ({ 'FILE.packshot': workspace.connectionFile, URL: workspace.baseUrl })

  it.each([
    ['a connection file', () => ['connect', workspace.connectionFile], /^run --connect FILE/],
    ['the sample workspace', () => ['connect', '--sample'], /^run --connect sample/],
    ['an API key', () => ['connect', '--base-url', workspace.baseUrl, '--api-key-stdin'], /^run --api-key-stdin --base-url URL/],
  ] as const)('leads to a run for itself from “connect” with %s, and from the next run', async (_, command, advised) => {
    const stdin = workspace.apiKey
    const refused = await user.runWith({ stdin }, ...command())
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/could not be kept\. .*kept for one run only/) })
    expect(await typeAdvice(user, saidBy(refused), advised, { known: known(), stdin })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^1 job done/),
    })
    await writeTestPictures(join(user.folder, 'more'), 1, { firstSeed: 9 })
    await user.run('add', join(user.folder, 'more'))
    const next = await user.run('run')
    expect(next.code).toBe(2)
    if (command().includes('--sample')) return
    expect(saidBy(next)).toMatch(/or without a keychain “packshot run/)
    expect(await typeAdvice(user, saidBy(next), /^run/, { known: known(), stdin })).toMatchObject({ code: 0 })
    expect(await uploads(workspace)).toHaveLength(2)
  })

  it('leads from a bucket’s access key to a connection file that has it', async () => {
    await user.runWith({ consent: 'allow' }, 'run', '--connect', workspace.connectionFile, '--no-browser')
    const storage = await startStorageServer()
    const { endpoint } = storage
    const refused = await user.runWith(
      { stdin: storageKeys.secretAccessKey },
      ...['publishing', 'bucket', '--endpoint', endpoint, '--bucket', 'pictures', '--access-key', storageKeys.accessKeyId],
      '--secret-key-stdin',
    )
    expect(saidBy(refused)).toMatch(/put the keys into a connection file for “packshot run --connect”\.$/m)
    const file = JSON.parse(await readFile(workspace.connectionFile, 'utf8'))
    const path = join(user.folder, 'keys.packshot')
    await writeFile(
      path,
      JSON.stringify({ ...file, publishing: { kind: 's3', endpoint, bucket: 'pictures', region: 'us-east-1', keys: storageKeys } }),
    )
    await user.run('ask', '--question', 'White?')
    const run = await user.runWith({ consent: 'allow' }, 'run', '--connect', path, '--no-browser')
    expect(run, saidBy(run)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^1 job done/) })
    await storage.remove()
  })

  it('names for a proxy’s password the environment alone', async () => {
    const refused = await user.runWith({ stdin: 'x' }, 'proxy', '--host', 'a:1', '--user', 'u', '--password-stdin')
    expect(refused.stderr).toMatch(/Set HTTPS_PROXY=http:\/\/NAME:PASSWORD@HOST:PORT in the environment instead\.\n$/)
  })
})
