import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { listSources } from '../support/compare-with-service.ts'
import { linesOf as allLinesOf, createPackshotUser, type ListedImage, type PackshotUser } from '../support/packshot-user.ts'
import { startWorkspaceProcess, useRedirectOfItsOwn, type WorkspaceProcess } from '../support/workspace-process.ts'

/** Without what the workspace’s own file changes of what is usual, which is said first. */
const linesOf = (text: string): readonly string[] => allLinesOf(text).filter((line) => !/^(It changes what is usual|- )/.test(line))

type File = { readonly clientId: string; readonly clientSecret: string; readonly redirectUris: readonly string[]; readonly baseUrl: string }

let user: PackshotUser
let workspace: WorkspaceProcess
let redirectUri: string

beforeAll(async () => {
  workspace = await startWorkspaceProcess()
  redirectUri = await useRedirectOfItsOwn(workspace)
})
afterAll(() => workspace.remove())
beforeEach(async () => {
  user = await createPackshotUser()
})
afterEach(async () => {
  await workspace.misbehave()
  await user.expectNowhere([(await readConnection()).clientSecret])
  await user.remove()
})

const readConnection = async (): Promise<File> => JSON.parse(await readFile(workspace.connectionFile, 'utf8'))
/** A connection file like the workspace's own, except for these fields. */
const writeConnection = async (changes: Partial<Record<keyof File | 'packshot' | 'name', unknown>>): Promise<string> => {
  const path = join(user.folder, 'other.packshot')
  await writeFile(path, JSON.stringify({ ...(await readConnection()), ...changes }))
  return path
}
const signInAndRun = (file = workspace.connectionFile, consent: 'allow' | 'deny' = 'allow') =>
  user.runWith({ consent }, 'run', '--connect', file, '--no-browser')
let seed = 1000
const addPictures = async (count: number): Promise<void> => {
  seed += count
  await writeTestPictures(join(user.folder, 'pictures'), count, { firstSeed: seed })
  expect((await user.run('add', join(user.folder, 'pictures'))).code).toBe(0)
}
/** The failed sign-in has changed nothing: nothing was sent, everything waits, and a valid one resumes it. */
const expectNothingLost = async (count: number): Promise<void> => {
  expect((await user.jobs()).map((job) => [job.status.state, job.attempts])).toEqual(Array.from({ length: count }, () => ['waiting', 0]))
  expect(await signInAndRun()).toMatchObject({ code: 0, stdout: `${count} jobs done, 0 waiting, 0 need attention.\n` })
}

describe('a sign-in that fails', () => {
  it('with a wrong client secret: reported in one line, and the right file resumes the work', async () => {
    await addPictures(2)
    const failed = await signInAndRun(await writeConnection({ clientSecret: `wrong-${'x'.repeat(40)}` }))
    expect(failed.code).toBe(1)
    expect(failed.stdout).toBe('')
    const lines = linesOf(failed.stderr)
    expect(lines).toHaveLength(3)
    expect(lines[0]).toBe('Open this address to allow access:')
    expect(lines[2]).toMatch(
      /does not accept this connection’s client id and secret.*Everything queued is kept\..*Ask the workspace’s admin for a new connection file/,
    )
    await expectNothingLost(2)
  })

  it('with a secret that was reset', async () => {
    await addPictures(2)
    const old = await writeConnection({})
    await workspace.admin('POST', 'reset-client-secret')
    expect((await signInAndRun(old)).stderr).toMatch(/secret was reset/)
    await expectNothingLost(2)
  })

  it('with a missing client: the work is not assigned to it', async () => {
    await addPictures(2)
    const failed = await signInAndRun(await writeConnection({ clientId: 'cli_nobody' }))
    expect(failed.code).toBe(1)
    expect(linesOf(failed.stderr)).toHaveLength(1)
    expect(failed.stderr).toMatch(/client was removed.*Everything queued is kept/)
    expect((await user.run('status')).stdout).toMatch(/Workspace: none connected/)
    await expectNothingLost(2)
  })

  it('with a redirect URI that is not registered: names it, for the admin', async () => {
    await addPictures(2)
    const failed = await signInAndRun(await writeConnection({ redirectUris: ['http://127.0.0.1:39417/callback'] }))
    expect(failed.code).toBe(1)
    expect(linesOf(failed.stderr)).toHaveLength(1)
    expect(failed.stderr).toMatch(
      /no redirect URI http:\/\/127\.0\.0\.1:39417\/callback.*Everything queued is kept.*admin to add http:\/\/127\.0\.0\.1:39417\/callback/,
    )
    await expectNothingLost(2)
  })

  it('because a person denied access', async () => {
    await addPictures(2)
    const denied = await signInAndRun(workspace.connectionFile, 'deny')
    expect(denied.code).toBe(1)
    expect(linesOf(denied.stderr).at(-1)).toMatch(
      /^Access was refused in the browser.*Everything queued is kept\. Start again and allow access in the browser\.$/,
    )
    await expectNothingLost(2)
  })

  it('because the redirect’s port is taken', async () => {
    await addPictures(1)
    const squatter = createServer().listen(Number(new URL(redirectUri).port), '127.0.0.1')
    await once(squatter, 'listening')
    const failed = await signInAndRun()
    await new Promise((resolve) => squatter.close(resolve))
    expect(failed.code).toBe(1)
    expect(failed.stderr).toMatch(/Another program uses the port of http:\/\/127\.0\.0\.1:\d+\/callback/)
    // The command can't receive a link, so it doesn't wait for one.
    const linked = await signInAndRun(await writeConnection({ redirectUris: ['packshot://oauth/callback'] }))
    expect(linked).toMatchObject({ code: 1, stderr: expect.stringMatching(/can’t come back here from packshot:\/\/oauth\/callback/) })
  })

  it('because the workspace is down, answers with web pages, or another site is there', async () => {
    await addPictures(2)
    await workspace.stop()
    const down = await signInAndRun()
    await workspace.restartOnSamePort()
    expect(down.code).toBe(1)
    expect(linesOf(down.stderr)).toEqual([
      expect.stringMatching(
        /^127\.0\.0\.1:\d+ can’t be reached: nothing answers there\. Everything queued is kept\. Check the network\. If other sites work, check the workspace’s address in Settings or with “packshot connection”\.$/,
      ),
    ])
    await workspace.misbehave({ match: { path: '/oauth2/token' }, effect: { kind: 'status', status: 503, body: 'html' } })
    const failing = await signInAndRun()
    expect(failing.code).toBe(1)
    expect(linesOf(failing.stderr).at(-1)).toBe(
      'The workspace failed with status 503. Everything queued is kept. Try again later. If this continues, tell the workspace’s admin.',
    )
    await workspace.misbehave()
    await expectNothingLost(2)
  })

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['another version', { packshot: 2 }, /“packshot” must be 1/],
    ['no secret', { clientSecret: undefined }, /“clientSecret” is missing/],
    ['plain http', { baseUrl: 'http://workspace.example' }, /must use https/],
    ['no redirect', { redirectUris: [] }, /“redirectUris”/],
  ])('with a connection file with %s: names the mistake', async (_name, changes, words) => {
    const path = await writeConnection(changes)
    const failed = await user.run('run', '--connect', path, '--no-browser')
    expect(failed.code).toBe(1)
    expect(linesOf(failed.stderr)).toHaveLength(1)
    expect(failed.stderr).toMatch(words)
    expect(failed.stderr).toMatch(/Ask the workspace’s admin for a new connection file/)
  })
})

describe('a session', () => {
  it('of one run is revoked when the run ends, and at Ctrl-C', async () => {
    const revocations = async () => (await workspace.requests('/oauth2/revoke')).filter((one) => one.outcome === 'committed').length
    await addPictures(1)
    const before = await revocations()
    expect((await signInAndRun()).code).toBe(0)
    expect(await revocations()).toBe(before + 1)

    await workspace.misbehave({ match: { path: '/v1/sources' }, effect: { kind: 'black-hole' } })
    await addPictures(2)
    const { child, ended } = user.start(['run', '--connect', workspace.connectionFile, '--no-browser'], { consent: 'allow' })
    await expect.poll(async () => (await user.jobs()).some(({ status }) => status.state === 'running')).toBe(true)
    child.kill('SIGINT')
    expect((await ended).code).toBe(4)
    expect(await revocations()).toBe(before + 2)
    await workspace.misbehave()
  })

  it('that is still starting: Ctrl-C ends the sign-in, and nothing is sent', async () => {
    await addPictures(1)
    const { child, ended } = user.start(['run', '--connect', workspace.connectionFile, '--no-browser'])
    await new Promise<void>((resolve) => child.stderr?.on('data', (text: string) => /authorize/.test(text) && resolve()))
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 4, stdout: '', stderr: expect.stringMatching(/Stopped before the sign-in was complete\./) })
  })

  it('that is still starting: the timeout of the run ends it, and says so', async () => {
    await addPictures(2)
    const ended = await user.run('run', '--connect', workspace.connectionFile, '--no-browser', '--timeout', '2')
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toMatch(
      /The sign-in in the browser was not completed within 2 seconds \(--timeout\)\. Everything queued is kept\. Run it again with a longer --timeout, and allow access in the browser\.\n$/,
    )
    await expectNothingLost(2)
  })

  it('that ends during a run: the queue is held, exit 2, and the next sign-in finishes it', async () => {
    await addPictures(40)
    await workspace.misbehave({ match: { path: '/v1/sources' }, effect: { kind: 'latency', ms: 500 } })
    const before = (await listSources(workspace)).length
    const running = signInAndRun()
    await expect.poll(async () => (await listSources(workspace)).length).toBeGreaterThanOrEqual(before + 10)
    await workspace.admin('POST', 'revoke-all')
    const ended = await running
    expect(ended.code).toBe(2)
    const lines = linesOf(ended.stdout)
    expect(lines[0]).toMatch(/^\d+ jobs done, \d+ waiting, 0 need attention\.$/)
    expect(lines[1]).toMatch(/^Signed out: The workspace ended this session\..*Everything queued is kept\. Sign in again/)
    expect(lines).toHaveLength(2)
    await workspace.misbehave()
    const rest = await signInAndRun()
    expect(rest.code).toBe(0)
    const counts = [lines[0], rest.stdout].map((text) => Number(/^\d+/.exec(text ?? '')?.[0]))
    expect(
      counts.reduce((sum, count) => sum + count),
      'each job counts in the run that did it',
    ).toBe(40)
    const images = await user.list<ListedImage>('images')
    const there = (await listSources(workspace)).map((one) => one.sha256)
    for (const image of images) expect(there.filter((one) => one === image.sha256)).toHaveLength(1)
  })

  it('of one run ends with it: the next run without one exits with 2', async () => {
    await addPictures(1)
    expect((await signInAndRun()).code).toBe(0)
    await addPictures(2)
    const run = await user.run('run')
    expect(run.code).toBe(2)
    expect(run.stdout).toMatch(
      /^0 jobs done, \d waiting, 0 need attention\.\nSigned out: You are not signed in\. Everything queued is kept\. Sign in/,
    )
  })

  it('cannot be saved without a keychain: connect says so and changes nothing', async () => {
    const failed = await user.run('connect', workspace.connectionFile, '--no-browser')
    expect(failed.code).toBe(1)
    expect(linesOf(failed.stderr)).toHaveLength(1)
    expect(failed.stderr).toMatch(
      /The sign-in could not be kept\. This session has no keyring that answers.*Nothing was changed\..*packshot run --connect/,
    )
    expect((await user.run('status')).stdout).toMatch(/Workspace: none connected/)
  })
})
