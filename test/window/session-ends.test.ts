import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { libraryFile } from '../../electron/core/base/database/library-files.ts'
import { openSecretStore } from '../../electron/core/base/keychain/open-secret-store.ts'
import { type Operations, startStrictServer } from '../core/service/session/strict-authorization-server.ts'
import { findFreePorts, followAuthorize, visit } from '../core/service/session/test-session.ts'
import { acceptOffer } from '../support/accept-offer.ts'
import { type Display, startDisplay } from '../support/display.ts'
import { type ElectronHost, lackForElectronTests, openElectronHost } from '../support/electron-host.ts'
import { realBuild } from '../support/host-build.ts'
import { findReasonAgainstKeyring, type KeyringSession, startKeyringSession } from '../support/keyring-session.ts'
import { openTestCore, writePng } from '../support/open-test-core.ts'

const lack = lackForElectronTests() ?? (await findReasonAgainstKeyring())
const pictures = 30
const rightKey = 'key-of-a-person-in-the-team'
const questions = Array.from({ length: 100 }, (_, i) => `Question ${i}?`)

/** The service's answer to a signed-in person: everything succeeds, slowly enough that the queue lasts. */
const wellBehaved: Operations = async (route, isLive, apiKey) => {
  await sleep(150)
  if (apiKey !== undefined && apiKey !== rightKey)
    return { status: 401, body: { statusCode: 401, message: 'No such key.', error: 'Unauthorized' } }
  if (route.startsWith('GET /v1/tones')) return { status: 200, body: { data: [] } }
  if (!isLive && apiKey === undefined)
    return { status: 401, body: { statusCode: 401, message: 'The access token is not valid.', error: 'Unauthorized' } }
  if (route.endsWith('/analysis')) return { status: 200, body: { analysis: 'yes' } }
  return { status: 201, body: { requestId: 'r', resource: 'source', data: { id: `src_${Math.random()}` } } }
}
const refusing =
  (path: string, status: number, message: string, headers: Record<string, string> = {}): Operations =>
  async (route, isLive, apiKey) =>
    isLive && route.endsWith(path)
      ? { status, body: { statusCode: status, message, error: 'No' }, headers }
      : wellBehaved(route, isLive, apiKey)

/** One window goes through every way a session ends and every refusal, one after the other, with 3,000 questions queued. */
describe.skipIf(lack)(`the ends of a session, in the window${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let folder: string
  let keyring: KeyringSession
  let display: Display | undefined
  let server: Awaited<ReturnType<typeof startStrictServer>>
  let host: ElectronHost

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packshot-ends-'))
    keyring = await startKeyringSession()
    Object.assign(process.env, keyring.environment)
    const redirectUris = (await findFreePorts(1)).map((port) => `http://127.0.0.1:${port}/callback`)
    server = await startStrictServer({ redirectUris })
    server.control.operations = wellBehaved
    const { store, reason } = await openSecretStore({ loadKeytar: () => import('keytar'), dataFolder: join(folder, 'data') })
    expect(reason).toBeUndefined()
    const openBrowser = async (url: string): Promise<void> => {
      void followAuthorize(url).then((location) => visit(location))
    }
    const { core, client } = await openTestCore(join(folder, 'data'), { secrets: store, openBrowser })
    const { id, secret } = server.control.client
    const file = { packshot: 1, name: 'Team Blue', baseUrl: server.baseUrl, clientId: id, clientSecret: secret, redirectUris }
    const rates = { 'analyse-image': null, 'upload-source': null }
    await client.session.connect({ kind: 'file', text: JSON.stringify({ ...file, publishing: { kind: 'data' }, rates }) })
    await client.session.signIn({ openBrowser: true })
    for (let i = 0; i < pictures; i += 1) await writePng(join(folder, `${i}.png`), `picture ${i}`)
    await core.addFiles(Array.from({ length: pictures }, (_, i) => join(folder, `${i}.png`)))
    await client.questions.ask({ images: { kind: 'all' }, questions, again: false })
    await core.stop()
    server.control.operations = refusing('/sources', 403, 'Forbidden.')
    display = process.platform === 'linux' ? await startDisplay() : undefined
  })
  afterAll(async () => {
    await host?.close()
    await display?.stop()
    await server?.stop()
    await keyring?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const counts = (): Record<string, number> => {
    const database = new DatabaseSync(libraryFile(join(folder, 'data')), { readOnly: true })
    const rows = database.prepare('SELECT operation, state, count(*) AS n FROM jobs GROUP BY 1, 2').all()
    database.close()
    return Object.fromEntries(rows.map((row) => [`${row.operation} ${row.state}`, Number(row.n)]))
  }
  const done = (): number => counts()['analyse-image done'] ?? 0
  const textOf = async (label: string): Promise<string> => {
    const region = host.page.locator(`section[aria-label="${label}"]`)
    return (await region.count()) === 0 ? '' : (await region.first().innerText()).replace(/\s+/g, ' ')
  }
  const expectShown = (label: string, words: RegExp) => expect.poll(() => textOf(label)).toMatch(words)
  /** Held once: nothing parked, nothing sent, no browser opened, and no refresh after the first. */
  const expectHeld = async (): Promise<void> => {
    await expect.poll(() => Object.keys(counts()).filter((key) => key.endsWith('running'))).toEqual([])
    const sofar = async () => ({ done: done(), opened: (await host.openedAddresses()).length, ...server.control.counts })
    const before = await sofar()
    const shown = await textOf('Workspace')
    // A page that is loaded anew has asked for everything it shows.
    await host.page.reload()
    await expect.poll(() => textOf('Workspace')).toBe(shown)
    await expect.poll(() => host.page.locator('[data-kind]').count()).toBe(1)
    expect(await sofar()).toEqual(before)
    const all = counts()
    expect(Object.keys(all).filter((key) => key.endsWith('parked') || key.endsWith('cancelled'))).toEqual([])
  }
  const expectGoesOn = async (): Promise<void> => {
    const before = done()
    await expect.poll(done).toBeGreaterThan(before + 10)
    expect(await textOf('Workspace')).toBe('')
    expect(await textOf('Holds')).toBe('')
  }
  /** It may already have resumed by itself. Then there is no button to press. */
  const tryNow = () =>
    host.page
      .getByRole('button', { name: 'Try now' })
      .first()
      .click({ timeout: 5_000 })
      .catch(() => {})
  const signInAgain = async (): Promise<void> => {
    const before = (await host.openedAddresses()).length
    await host.page.getByRole('button', { name: 'Sign in again' }).click()
    await expect.poll(async () => (await host.openedAddresses()).length).toBe(before + 1)
    await expectShown('Workspace', /Waiting for your browser/)
    await visit(await followAuthorize((await host.openedAddresses()).at(-1) ?? ''))
  }

  it('starts signed in from the keychain; a product feature that is not enabled holds the uploads, and the questions continue', async () => {
    host = await openElectronHost({ build: realBuild, dataFolder: join(folder, 'data'), display: display?.name })
    await host.page.evaluate(() => {
      globalThis.location.hash = '#/activity'
    })
    await expectShown('Holds', /Uploads wait.*403.*product feature is not enabled.*admin/)
    const before = done()
    await expect.poll(done).toBeGreaterThan(before + 10)
    expect(counts()).toMatchObject({ 'upload-source waiting': pictures })
    server.control.operations = wellBehaved
    await tryNow()
    await expect.poll(() => counts()['upload-source done']).toBe(pictures)
    await expectGoesOn()
    expect(Object.values(counts()).reduce((sum, n) => sum + n, 0)).toBe(pictures + pictures * questions.length)
  })

  it.each([
    [
      'no API subscription',
      refusing('/analysis', 402, 'No subscription.'),
      /Questions wait.*402.*“No subscription”.*no API subscription.*admin/,
      /^$/,
    ],
    [
      'no API access',
      refusing('/analysis', 403, 'Forbidden.'),
      /Questions wait.*403.*no API access.*no API subscription.*scope “user”.*admin/,
      /^$/,
    ],
    [
      'a scope missing',
      refusing('/analysis', 403, 'Forbidden.', { 'www-authenticate': 'Bearer error="insufficient_scope"' }),
      /Questions wait.*lacks a scope.*“user” on the OAuth client/,
      /^$/,
    ],
    [
      'a 401 that survives a good refresh',
      refusing('/analysis', 401, 'No.'),
      /Questions wait.*401.*sign-in works for other actions.*may require an API key/,
      /though you are signed in.*Add an API key/,
    ],
  ])('%s holds the questions, not the session, and “Try now” resumes', async (_name, operations, words, banner) => {
    server.control.operations = operations
    await expectShown('Holds', words)
    await expectShown('Workspace', banner)
    await expectHeld()
    server.control.operations = wellBehaved
    await tryNow()
    await expectGoesOn()
  })

  it('a session that was ended elsewhere, unused or revoked shows its likely causes; one click signs in again', async () => {
    server.kill()
    await expectShown(
      'Workspace',
      /The session with Team Blue has ended.*another Packshot signed in.*signed in elsewhere.*30 days.*revoked.*kept/,
    )
    await expectHeld()
    await signInAgain()
    await expectGoesOn()
  })

  it('a client whose secret was reset, or that was removed, is named as the cause, with the admin as the next step', async () => {
    server.control.client.secret = 'reset'
    server.kill()
    await expectShown(
      'Workspace',
      /does not accept this connection’s client id and secret.*secret was reset.*client was removed.*new connection file/,
    )
    await expectHeld()
    // A failed sign-in changes nothing, and says why.
    await signInAgain()
    await expect.poll(() => host.page.getByText('You are not signed in.').count()).toBeGreaterThan(0)
    await expectShown('Workspace', /secret was reset/)
    // The new file solves it: its secret replaces the old one, and everything queued resumes.
    const file = join(folder, 'new-secret.packshot')
    const { redirectUris, client } = server.control
    const content = { packshot: 1, name: 'Team Blue', baseUrl: server.baseUrl, clientId: client.id, clientSecret: 'reset', redirectUris }
    await writeFile(file, JSON.stringify({ ...content, publishing: { kind: 'data' }, rates: { 'analyse-image': null } }))
    await host.page.getByRole('region', { name: 'Workspace' }).getByRole('button', { name: 'Connection file…' }).click()
    await host.page.getByRole('dialog', { name: 'Connect a workspace' }).waitFor()
    await host.page.locator('input[type=file][aria-label="Connection file"]').setInputFiles(file)
    await host.page.getByText('Its secret is replaced; its queue, answers and products stay').waitFor()
    const before = (await host.openedAddresses()).length
    await acceptOffer(host.page, async () => {
      await expect.poll(async () => (await host.openedAddresses()).length).toBe(before + 1)
      await visit(await followAuthorize((await host.openedAddresses()).at(-1) ?? ''))
    })
    await expectGoesOn()
  })

  it('where questions reject the sign-in, an additional API key can be added: tested first, never shown again, used only for them', async () => {
    let bearers = 0
    server.control.operations = async (route, isLive, apiKey) => {
      if (route.endsWith('/analysis') && apiKey === undefined) {
        bearers += 1
        return { status: 401, body: { statusCode: 401, message: 'An API key is needed.', error: 'Unauthorized' } }
      }
      return wellBehaved(route, isLive, apiKey)
    }
    await expectShown('Workspace', /refuses some of the work.*though you are signed in/)
    await host.page.getByRole('button', { name: 'Add an API key' }).click()
    const dialog = host.page.getByRole('dialog', { name: 'Additional API key' })
    await dialog.getByRole('textbox', { name: 'API key' }).fill('a-wrong-key')
    await dialog.getByRole('button', { name: 'Test and add' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'does not accept this key' }).waitFor()
    await dialog.getByRole('textbox', { name: 'API key' }).fill(rightKey)
    await dialog.getByRole('button', { name: 'Test and add' }).click()
    await expectGoesOn()
    // Packshot knows by now, so it doesn't try the sign-in for questions, though more of them are answered.
    const refused = bearers
    await expectGoesOn()
    expect(bearers).toBe(refused)
    await host.page.evaluate(() => {
      globalThis.location.hash = '#/settings'
    })
    await host.page.getByRole('button', { name: 'Replace…' }).click()
    expect(await dialog.getByRole('textbox', { name: 'API key' }).inputValue()).toBe('')
    await dialog.getByRole('button', { name: 'Remove the key' }).click()
    await host.page.evaluate(() => {
      globalThis.location.hash = '#/activity'
    })
    await expectShown('Workspace', /Add an API key/)
    server.control.operations = wellBehaved
    await tryNow()
    await expectGoesOn()
  })

  it('being offline doesn’t end the session: the window says so, no sign-in is needed, and work resumes by itself', async () => {
    await server.stop()
    await expectShown('Workspace', /Offline\..*resumes when Team Blue can be reached/)
    const { exchange } = server.control.counts
    await server.startAgain()
    await tryNow()
    await expectGoesOn()
    expect(server.control.counts.exchange).toBe(exchange)
  })
})
