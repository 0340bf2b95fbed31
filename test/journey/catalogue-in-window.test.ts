import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sumUpFrames, watchFrames } from '../bench/window/watch-frames.ts'
import { lackForBrowserTests, launchBrowser } from '../support/browser-host.ts'
import { startKeyringSession } from '../support/keyring-session.ts'
import { type Catalogue, makeCatalogue } from '../support/make-catalogue.ts'
import { electronUnderTest, type OpenWindow } from '../support/open-window.ts'
import { createWindowPerson, type WindowPerson } from '../support/window-person.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'
import { createStopwatch, expectHeld } from './compare-catalogue.ts'
import { createStrip } from './take-strip.ts'

const host = electronUnderTest()
const lack = host.lack ?? lackForBrowserTests()
/** The issue's limit. */
const mostActions = 15
const patience = 600_000

/** Real clicks, keys and drops in the app itself. Each is counted; text typed into one field is one. */
describe.skipIf(lack)(`a catalogue in the window${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let folder: string
  let catalogue: Catalogue
  let workspace: WorkspaceProcess
  let browser: Browser
  let opened: OpenWindow
  let person: WindowPerson
  let page: Page
  let keyring: Awaited<ReturnType<typeof startKeyringSession>> | undefined
  const actions: string[] = []
  const act = async (what: string, task: Promise<unknown>): Promise<void> => {
    actions.push(what)
    await task
  }
  const press = (name: string | RegExp, within: Page | Locator = page): Promise<void> =>
    act(`press ${name}`, within.getByRole('button', { name, exact: true }).click())
  const key = (name: string): Promise<void> => act(`key ${name}`, page.keyboard.press(name))

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packshot-catalogue-'))
    catalogue = await makeCatalogue(folder, { size: process.env.PACKSHOT_JOURNEY })
    workspace = await startWorkspaceProcess()
    browser = await launchBrowser()
    await host.prepare()
    // Without a keychain each screen says so; the picture is of a usual computer.
    keyring = process.env.PACKSHOT_STRIP === undefined ? undefined : await startKeyringSession()
    opened = await host.open(join(folder, 'data'), keyring?.environment)
    page = opened.page
    page.setDefaultTimeout(120_000)
    person = createWindowPerson(opened, browser)
    await person.connect(workspace.connectionFile)
  })
  afterAll(async () => {
    await opened?.close()
    await host.end()
    await keyring?.stop()
    await browser?.close()
    await workspace?.remove()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  it(`takes at most ${mostActions} actions from a folder and a list to the workspace’s products`, async () => {
    const { count } = catalogue
    const [products, pictures] = [count.products.toLocaleString('en'), count.pictures.toLocaleString('en')]
    const { step, sum } = createStopwatch()
    const strip = createStrip(page, process.env.PACKSHOT_STRIP)
    const waitForWords = (words: string | RegExp): Promise<void> => page.getByText(words).first().waitFor({ timeout: patience })

    await step('add pictures', async () => {
      await act('drop the folder', person.drop([catalogue.pictures]))
      await page.getByText(`${pictures} pictures`, { exact: true }).first().waitFor({ timeout: patience })
    })
    await strip.take()
    await step('import', async () => {
      await act('drop the list', person.drop([catalogue.list]))
      await press('Import products')
      await waitForWords('400 products added')
    })
    await key('Escape')
    await act('press Match', page.getByRole('link', { name: 'Match' }).click())
    const rules = page.getByRole('dialog', { name: 'Match by rules' })
    await step('preview', async () => {
      await press('Match by rules…')
      await rules
        .getByText(/pictures match/)
        .first()
        .waitFor({ timeout: patience })
    })
    await act('choose the mapping file', rules.locator('input[aria-label="Choose mapping file"]').setInputFiles(catalogue.corrections))
    await step('barcodes', () => rules.getByText(/being read for barcodes/).waitFor({ state: 'hidden', timeout: patience }))
    await strip.take()
    await step('apply', async () => {
      await press('Apply', rules)
      await waitForWords(/2 without a product|1 to decide · 1 without a product/)
    })
    const tray = page.getByRole('grid', { name: 'Without a product' })
    await expect.poll(() => tray.getByRole('row').count()).toBe(2)
    await strip.take()
    const { intervals } = await watchFrames(
      { run: (task, arg) => page.evaluate(task as never, arg as never) as never },
      { selector: '[role=grid][aria-label=Products]', ms: 3_000, pixelsPerSecond: 3_000 },
    )
    const frames = sumUpFrames(intervals)
    await tray.focus()
    const right = tray
      .getByRole('row')
      .first()
      .getByRole('button', { name: /barcode/ })
    await act('press the candidate that the barcode names', right.click())
    await expect.poll(() => tray.getByRole('row').count()).toBe(1)
    await tray.focus()
    await key('m')
    const move = page.getByRole('dialog', { name: /^Move 1 picture/ })
    await act('type the product', move.getByRole('combobox', { name: 'Product' }).fill(catalogue.loose.product))
    await move.getByText('Not created yet.').waitFor()
    await key('Enter')
    await waitForWords(`${pictures} pictures matched to ${products} products`)
    const plan = page.getByRole('dialog', { name: 'Attach matched pictures' })
    await step('plan preview', async () => {
      await press('Attach to products…')
      await plan.getByText(`${pictures} pictures go to ${products} products, ${products} of them new.`).waitFor({ timeout: patience })
    })
    await step('attach', async () => {
      await press(`Create ${products} products with ${pictures} pictures`, plan)
      await plan.getByText(`${products} done`, { exact: true }).waitFor({ timeout: patience })
    })
    await strip.take()
    await strip.write()
    await expectHeld(workspace, catalogue)
    console.log(`${actions.length} actions, ${pictures} pictures, ${products} products, ${count.wrong} wrong ids corrected: ${sum()}`)
    console.log(`scrolling the products: a frame ${frames.p50.toFixed(1)} ms, p95 ${frames.p95.toFixed(1)} ms`)
    console.log(actions.map((what, at) => `  ${at + 1}. ${what}`).join('\n'))
    expect(actions.length).toBeLessThanOrEqual(mostActions)
  })
})
