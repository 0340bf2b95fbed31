import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeJourneyPictures } from '../fixtures/journey-pictures.ts'
import { lackForBrowserTests, launchBrowser } from '../support/browser-host.ts'
import { chooseProduct } from '../support/choose-product.ts'
import { listProducts, listSources } from '../support/compare-with-service.ts'
import { setNetwork } from '../support/cut-network.ts'
import { hashSent } from '../support/hash-sent.ts'
import { findReasonAgainstKeyring, type KeyringSession, startKeyringSession } from '../support/keyring-session.ts'
import { electronUnderTest, type OpenWindow } from '../support/open-window.ts'
import { createWindowPerson, type WindowPerson } from '../support/window-person.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'

const count = 20
const questions = ['What colours does it have?', 'Is the background white?']
/** Measured, not read: reading the print of photographs would take this computer a minute. */
const askedOffline = 'Is it sharp?'
const host = electronUnderTest()
const lack = host.lack ?? lackForBrowserTests() ?? (await findReasonAgainstKeyring())

describe.skipIf(lack)(`journeys through trouble, in ${host.name}${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let folder: string
  let dataFolder: string
  let pictures: readonly string[]
  let hashes: readonly string[]
  let browser: Browser
  let workspace: WorkspaceProcess
  let keyring: KeyringSession
  let opened: OpenWindow | undefined

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packshot-journey-'))
    pictures = await makeJourneyPictures(count, join(folder, 'pictures'))
    hashes = await Promise.all(pictures.map(hashSent))
    browser = await launchBrowser()
    await host.prepare()
    keyring = await startKeyringSession()
  })
  afterAll(async () => {
    await host.end()
    await keyring.stop()
    await browser.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  beforeEach(async () => {
    workspace = await startWorkspaceProcess()
    dataFolder = await mkdtemp(join(folder, 'data-'))
  })
  afterEach(async () => {
    await opened?.close()
    opened = undefined
    await workspace.remove()
  })

  const open = async (): Promise<{ person: WindowPerson; window: OpenWindow }> => {
    opened = await host.open(dataFolder, keyring.environment)
    return { person: createWindowPerson(opened, browser), window: opened }
  }
  /** Slows the service down, so that something can happen midway. */
  const slowDown = (path = '/v1/', ms = 800): Promise<void> => workspace.misbehave({ match: { path }, effect: { kind: 'latency', ms } })
  const committed = async (path: string) => (await workspace.requests(path)).filter(({ outcome }) => outcome === 'committed')

  /** Every request reached the service: each picture once or, if its job says so, more often; the list in one order. */
  const expectAllArrived = async (): Promise<void> => {
    const sources = await listSources(workspace)
    expect(new Set(sources.map(({ sha256 }) => sha256))).toEqual(new Set(hashes))
    const [product, ...others] = await listProducts(workspace)
    expect(others).toEqual([])
    const attached = product?.attributes.Images ?? []
    expect(attached).toHaveLength(count)
    const hashOfSource = new Map(sources.map(({ id, sha256 }) => [id, sha256]))
    expect(new Set(attached.map((id) => hashOfSource.get(id)))).toEqual(new Set(hashes))
    for (const question of questions) {
      const asked = (await committed('/v1/image/analysis')).filter(({ facts }) => facts.question === question)
      expect(new Set(asked.map(({ facts }) => facts.sha256)), question).toEqual(new Set(hashes))
    }
  }

  /** Everything is queued during a pause. Then the queue resumes, up to the middle. */
  const handOver = async (person: WindowPerson): Promise<void> => {
    await person.pause()
    await person.drop(pictures)
    await person.expectPictures(count)
    for (const question of questions) await person.ask(question)
    await person.attachAllToNew('Harbour')
    await person.resume()
  }
  const comeToTheMiddle = async (person: WindowPerson): Promise<void> => {
    // The service has made the product before Packshot knows: without its answer a person would be asked whether it exists.
    await person.goTo('Products')
    await person.page.getByText('· created by Packshot').waitFor()
    await expect.poll(async () => (await committed('/v1/')).length).toBeGreaterThan(10)
  }

  it('connections black-holed midway: it says so, keeps everything, and resumes when they are back', { timeout: 900_000 }, async () => {
    const { person, window } = await open()
    const { app } = window.electron ?? {}
    if (!app) throw new Error('Electron only')
    await person.connect(workspace.connectionFile)
    await slowDown()
    await handOver(person)
    await comeToTheMiddle(person)
    const port = Number(new URL(workspace.baseUrl).port)
    await setNetwork(app, port, 'black-holed')
    await person.expectQueue(/offline, waiting/, 120_000)
    await person.expectStanding('Offline')
    await person.ask(askedOffline)
    await person.expectQueue(/offline, waiting/)
    expect((await workspace.requests('/v1/')).length).toBeLessThan(count * 3)

    await workspace.misbehave()
    await setNetwork(app, port, 'up')
    await person.expectQueue(/^All done$/, 600_000)
    await expectAllArrived()
    const asked = (await committed('/v1/image/analysis')).filter(({ facts }) => facts.question === askedOffline)
    expect(new Set(asked.map(({ facts }) => facts.sha256))).toEqual(new Set(hashes))
  })
  it('killed midway and restarted, it continues and loses nothing', { timeout: 300_000 }, async () => {
    const first = await open()
    await first.person.connect(workspace.connectionFile)
    await slowDown()
    await handOver(first.person)
    await comeToTheMiddle(first.person)
    await first.window.kill()
    const seen = (await committed('/v1/')).length
    expect(seen).toBeLessThan(count * 3)

    const { person } = await open()
    await person.expectPictures(count)
    await workspace.misbehave()
    // The session is in the keychain: no new sign-in is needed.
    await person.expectQueue(/^All done$/, 120_000)
    await expectAllArrived()
  })

  it('killed while a product is being created: a person is asked whether it exists, and nothing is created twice', {
    timeout: 300_000,
  }, async () => {
    const first = await open()
    await first.person.connect(workspace.connectionFile)
    // The product is created, and the answer is delayed.
    await workspace.misbehave({ match: { path: '/v1/products' }, effect: { kind: 'latency', ms: 20_000, when: 'after' } })
    await handOver(first.person)
    await expect.poll(async () => (await listProducts(workspace)).length).toBe(1)
    await first.window.kill()
    await workspace.misbehave()

    const { person } = await open()
    await person.expectQueue(/1 needs attention/)
    await person.goTo('Activity')
    await person.page.getByRole('button', { name: 'It exists' }).click()
    const [product] = await listProducts(workspace)
    const dialog = person.page.getByRole('dialog', { name: 'Enter the product’s ID' })
    await chooseProduct(dialog, { id: product?.id ?? '' })
    // The product exists, so its list is not replaced without asking.
    await dialog.getByRole('radio', { name: 'No, it has none' }).check()
    await dialog.getByRole('button', { name: 'Use this product' }).click()
    await person.expectQueue(/^All done$/, 120_000)
    await expectAllArrived()
  })

  it('signed out, the tokens are revoked and nothing more is sent; everything stays', async () => {
    const { person } = await open()
    await person.connect(workspace.connectionFile)
    await person.drop(pictures.slice(0, 3))
    await person.expectQueue(/^All done$/)
    await person.signOut()
    expect((await workspace.requests('/oauth2/revoke')).map(({ status }) => status)).toEqual([200])
    const before = (await workspace.requests('/v1/')).length
    await person.ask(questions[0] ?? '')
    await person.expectQueue(/waiting for a workspace/)
    await person.expectPictures(3)
    expect((await workspace.requests('/v1/')).length).toBe(before)
  })
})
