import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { setUpKeychainUsers } from '../support/keychain-users.ts'
import { findReasonAgainstKeyring } from '../support/keyring-session.ts'
import { linesOf as allLinesOf, type PackshotUser } from '../support/packshot-user.ts'
import type { WorkspaceProcess } from '../support/workspace-process.ts'

/** Without what the workspace’s own file changes of what is usual, which is said first. */
const linesOf = (text: string): readonly string[] => allLinesOf(text).filter((line) => !/^(It changes what is usual|- )/.test(line))

const lack = await findReasonAgainstKeyring()

describe.skipIf(lack)(`“packshot connect” with a real keychain${lack ? ` (skipped: ${lack})` : ''}`, () => {
  const set = setUpKeychainUsers()
  let user: PackshotUser
  let workspace: WorkspaceProcess

  beforeEach(async () => {
    user = set.user()
    workspace = set.workspace()
  })
  afterEach(async () => {
    const { clientSecret } = JSON.parse(await readFile(workspace.connectionFile, 'utf8'))
    await user.expectNowhere([clientSecret, workspace.apiKey])
  })

  const connect = (...args: string[]) => user.runWith({ consent: 'allow' }, 'connect', ...args, '--no-browser')
  const addPictures = async (count: number, firstSeed = 1): Promise<void> => {
    await writeTestPictures(join(user.folder, 'pictures'), count, { firstSeed })
    expect((await user.run('add', join(user.folder, 'pictures'))).code).toBe(0)
  }
  const tokenRequests = async (path: string) => (await workspace.requests(path)).filter((one) => one.outcome === 'committed')

  it('signs in once; another process is signed in, and disconnecting revokes', async () => {
    await addPictures(2)
    const connected = await connect(workspace.connectionFile)
    expect(connected).toMatchObject({ code: 0, stdout: `Connected to Sample workspace (${workspace.baseUrl}) and signed in.\n` })
    expect(connected.stderr).toMatch(/contains the client secret in plain text.*Delete it/)
    expect(connected.stderr).toMatch(/your browser named it\. Was it the wrong one/)
    expect((await user.start(['status']).ended).stdout).toMatch(/^Workspace: Sample workspace \(http.*\), signed-in\n/)
    expect(await user.start(['run']).ended).toMatchObject({ code: 0, stdout: '2 jobs done, 0 waiting, 0 need attention.\n' })
    expect(await tokenRequests('/oauth2/token')).toHaveLength(1)

    // Already connected: no second trip through the browser.
    expect((await user.run('connect', workspace.connectionFile, '--no-browser')).code).toBe(0)

    expect((await user.run('disconnect')).stdout).toBe(
      'Disconnected; the tokens were revoked.\nPictures, questions, answers and everything queued are kept.\n',
    )
    expect(await tokenRequests('/oauth2/revoke')).toHaveLength(1)
    await addPictures(3, 20)
    const run = await user.run('run')
    expect(run.code).toBe(2)
    expect(run.stdout).toMatch(/No workspace is connected/)
    expect((await connect(workspace.connectionFile)).code).toBe(0)
    expect((await user.run('run')).code).toBe(0)
    expect((await user.run('images', '--json')).json() as unknown[]).toHaveLength(5)
  })

  it('keeps the connected workspace when another fails to connect', async () => {
    expect((await connect(workspace.connectionFile)).code).toBe(0)
    await addPictures(2)
    const right = JSON.parse(await readFile(workspace.connectionFile, 'utf8'))
    const other = join(user.folder, 'other.packshot')
    for (const changes of [{ clientId: 'cli_nobody' }, { baseUrl: 'http://127.0.0.1:1' }]) {
      await writeFile(other, JSON.stringify({ ...right, ...changes }))
      const failed = await connect(other)
      expect(failed.code).toBe(1)
      expect(linesOf(failed.stderr)).toHaveLength(1)
    }
    expect((await user.run('status')).stdout).toMatch(/^Workspace: Sample workspace .*, signed-in\n/)
    expect(await user.run('run')).toMatchObject({ code: 0, stdout: '2 jobs done, 0 waiting, 0 need attention.\n' })
  })

  it('says that the session was ended elsewhere, keeps the queue, and resumes after the next sign-in', async () => {
    expect((await connect(workspace.connectionFile)).code).toBe(0)
    await addPictures(3)
    await workspace.admin('POST', 'revoke-all')
    for (let time = 0; time < 2; time++) {
      const run = await user.run('run')
      expect(run.code).toBe(2)
      expect(linesOf(run.stdout)).toEqual([
        '0 jobs done, 3 waiting, 0 need attention.',
        expect.stringMatching(/^Signed out: The workspace ended this session\..*Everything queued is kept\. Sign in again/),
      ])
    }
    expect((await user.run('status')).stdout).toMatch(/, ended\n {2}The workspace ended this session/)
    expect((await connect(workspace.connectionFile)).code).toBe(0)
    expect((await user.run('run')).code).toBe(0)
  })

  it('a lost session: “packshot connect”, as the run advises, signs in again without the file', async () => {
    expect((await connect(workspace.connectionFile)).code).toBe(0)
    await addPictures(2)
    await workspace.admin('POST', 'revoke-all')
    expect((await user.run('run')).stdout).toContain('“packshot connect”')
    expect((await connect()).stdout).toMatch(/^Connected to Sample workspace \(.*\) and signed in\.\n$/)
    expect(await user.run('run')).toMatchObject({ code: 0, stdout: '2 jobs done, 0 waiting, 0 need attention.\n' })
  })

  it('asks the workspace before it says who is signed in', async () => {
    expect((await connect(workspace.connectionFile)).code).toBe(0)
    const alive = await user.run('connect', '--no-browser')
    expect(alive).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Still signed in to Sample workspace/) })
    await workspace.admin('POST', 'revoke-all')
    const dead = await connect(workspace.connectionFile)
    expect(dead).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^The workspace ended this session.*Signing in again\.\nOpen this address/),
    })
    expect(await tokenRequests('/oauth2/token')).toHaveLength(2)
    await workspace.stop()
    const away = await user.run('connect')
    expect(away).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^The sign-in could not be checked\./),
    })
    expect((await user.run('connect', '--json')).json()).toMatchObject({ state: 'signed-in', checked: false })
    await workspace.restartOnSamePort()
  })

  it('lets another user sign in, and revokes the first one’s access', async () => {
    expect((await connect(workspace.connectionFile)).code).toBe(0)
    const denied = await user.runWith({ consent: 'deny' }, 'connect', '--as-another-user', '--no-browser')
    expect(denied.code).toBe(1)
    expect((await user.run('connect')).stdout).toMatch(/^Still signed in/)
    const other = await connect('--as-another-user')
    expect(other).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Sign in as the other user in the browser\./) })
    expect(await tokenRequests('/oauth2/revoke')).toHaveLength(1)
    expect((await user.run('connect')).stdout).toMatch(/^Still signed in/)
  })

  it('warns before a one-run sign-in that it ends the saved one', async () => {
    expect((await connect(workspace.connectionFile)).code).toBe(0)
    await addPictures(1)
    const run = await user.runWith({ consent: 'allow' }, 'run', '--connect', workspace.connectionFile, '--no-browser')
    expect(run).toMatchObject({ code: 0, stderr: expect.stringMatching(/^A sign-in for .* is kept in the keychain\..*one session per/) })
    expect((await user.run('run')).code).toBe(0)
  })

  it('without a connection, “packshot connect” says which option is needed', async () => {
    const ended = await user.run('connect')
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringMatching(/^No workspace is connected\..*packshot connect --sample/) })
  })

  it('applies options given beside the file', async () => {
    const options = ['--name', 'Shop', '--publish', 'data', '--rate', '60']
    expect((await connect(workspace.connectionFile, ...options)).stdout).toMatch(/^Connected to Shop/)
    expect((await user.run('connection', '--json')).json()).toMatchObject({ name: 'Shop', rates: { 'analyse-image': 60 } })
    // Already signed in: the options still apply.
    expect((await user.run('connect', workspace.connectionFile, '--name', 'Store')).stdout).toMatch(/^Connected to Store/)
    const refused = await user.run('connect', '--publish', 'data')
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/^--publish can’t be used here\..*packshot publishing/) })
  })

  it('keeps an API key in the keychain and forgets it', async () => {
    await addPictures(2)
    const connected = await user.runWith({ stdin: `${workspace.apiKey}\n` }, 'connect', '--base-url', workspace.baseUrl, '--api-key-stdin')
    expect(connected).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Connected to .* with an API key\.\n$/) })
    expect((await user.run('run')).code).toBe(0)
    expect((await user.run('disconnect')).stdout).toMatch(/^Disconnected\. The API key was deleted here, but stays valid/)
  })

  it('connects the sample workspace, which runs while it is needed', async () => {
    await addPictures(2)
    const connected = await connect('--sample')
    expect(connected).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Connected to Sample workspace \(.*\) and signed in\.\n$/) })
    await user.run('ask', '--question', 'What colours does it have?')
    expect(await user.run('run')).toMatchObject({ code: 0, stdout: '4 jobs done, 0 waiting, 0 need attention.\n' })
    expect((await user.run('disconnect')).stdout).toMatch(/tokens were revoked/)
  })

  it('leaves nothing in the keychain after disconnecting', async () => {
    expect((await connect(workspace.connectionFile)).code).toBe(0)
    const count = `import('keytar').then(async ({ default: keytar }) => console.log((await keytar.findCredentials('Packshot')).length))`
    const countEntries = (): number =>
      Number(spawnSync(process.execPath, ['-e', count], { env: { ...process.env, ...set.environment() }, encoding: 'utf8' }).stdout)
    expect(countEntries()).toBeGreaterThan(0)
    const before = countEntries()
    expect((await user.run('disconnect')).code).toBe(0)
    expect(countEntries()).toBeLessThan(before)
  })
})
