import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { acceptOffer } from '../support/accept-offer.ts'
import { lackForBrowserTests } from '../support/browser-host.ts'
import { chooseProduct } from '../support/choose-product.ts'
import { listProducts, listSources } from '../support/compare-with-service.ts'
import { findReasonAgainstKeyring } from '../support/keyring-session.ts'
import { openTestCore, writePng } from '../support/open-test-core.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'
import { readAxe } from './axe-source.ts'
import { openRealWindow, type RealWindow } from './real-window.ts'

const lack = lackForBrowserTests() ?? (await findReasonAgainstKeyring())

const products = Array.from({ length: 6 }, (_, at) => ({ sku: `SKU-${100 + at}`, name: `Linen shirt ${at + 1}` }))
const views = ['1', '2', '10']
/** Each product has three pictures in a folder; one more lies in a wrong folder, so that a person must decide. */
const files = [...products.flatMap(({ sku }) => views.map((view) => `${sku}/${sku}_${view}.jpg`)), 'SKU-100/SKU-101_3.jpg']

const seedLibrary = async (dataFolder: string, folder: string): Promise<void> => {
  const paths = await writeTestPictures(join(folder, 'made'), files.length)
  for (const [at, file] of files.entries()) {
    const to = join(folder, 'shoot', file)
    await mkdir(dirname(to), { recursive: true })
    await rename(paths[at] ?? '', to)
  }
  const test = await openTestCore(dataFolder)
  await test.client.intake.add({ named: [join(folder, 'shoot')], recursive: true, upload: false })
  await test.core.stop()
}

/** The built app on a seeded folder and a workspace. The tests are a person's steps, one after the other. */
describe.skipIf(lack)(`attaching all matched pictures in the window${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let workspace: WorkspaceProcess
  let real: RealWindow
  let page: Page
  let dialog: Locator
  let actions = 0
  const press = async (name: string): Promise<void> => {
    actions += 1
    await page.getByRole('button', { name, exact: true }).click()
  }
  const expectNoFault = async (): Promise<void> => {
    await page.evaluate(await readAxe())
    const { violations } = await page.evaluate(() =>
      (globalThis as unknown as { axe: { run: (options: object) => Promise<AxeResults> } }).axe.run({ resultTypes: ['violations'] }),
    )
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([])
  }
  /** What the workspace holds: product name → the pictures of its list, by their files' names. */
  const held = async (): Promise<Record<string, readonly string[]>> => {
    const names = new Map((await listSources(workspace)).map((one) => [one.id, one.name]))
    return Object.fromEntries(
      (await listProducts(workspace)).map((one) => [one.name, (one.attributes.Images ?? []).map((id) => names.get(id) ?? id)]),
    )
  }
  const planned = Object.fromEntries(
    products.map(({ sku, name }, at) => [name, [...(at === 1 ? ['1', '2', '10', '3'] : views).map((view) => `${sku}_${view}.jpg`)]]),
  )

  beforeAll(async () => {
    workspace = await startWorkspaceProcess()
    real = await openRealWindow({ theme: 'light', width: 1280, height: 800 }, seedLibrary)
    page = real.page
    dialog = page.getByRole('dialog', { name: 'Attach matched pictures' })
    await page.getByRole('button', { name: 'Connect workspace' }).click()
    await page.locator('input[aria-label="Connection file"]').setInputFiles(workspace.connectionFile)
    await acceptOffer(page, real.allowAccess)
    const list = join(real.folder, 'list.csv')
    await writeFile(list, ['SKU;Name', ...products.map(({ sku, name }) => `${sku};${name}`)].join('\r\n'))
    await page.locator('input[aria-label="Import product list"]').setInputFiles(list)
  })
  afterAll(async () => {
    await real?.close()
    await workspace?.remove()
  })

  it('takes a list, a decision and one confirmation; the workspace then has every product with its pictures in order', async () => {
    await press('Import products')
    await page.getByText('6 products added').first().waitFor()
    await page.keyboard.press('Escape')
    actions += 1
    await page.getByRole('link', { name: 'Match' }).click()
    await press('Match by rules…')
    await press('Apply')
    await page.getByText('18 pictures matched to 6 products · 1 to decide').waitFor()
    const tray = page.getByRole('grid', { name: 'Without a product' })
    await tray.focus()
    // The candidate is the one that the file's name says.
    actions += 1
    await tray.getByRole('button', { name: /Linen shirt 2/ }).click()
    await page.getByText('19 pictures matched to 6 products').waitFor()
    await press('Attach to products…')
    await dialog.getByText('19 pictures go to 6 products, 6 of them new.').waitFor()
    await dialog.getByText('New product · 4 pictures added').waitFor()
    await expectNoFault()
    await press('Create 6 products with 19 pictures')
    await dialog.getByText('6 done', { exact: true }).waitFor()
    await expectNoFault()
    expect(await held()).toEqual(planned)
    // Importing, opening, two of the rules, one decision, two of the plan.
    expect(actions).toBe(7)
  })

  it('says afterwards that all of it is attached, and offers nothing to attach', async () => {
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await page.getByText('19 attached or on the way').waitFor()
    const button = page.getByRole('button', { name: 'Attach to products…' })
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    await button.focus()
    await page.getByText('6 products are up to date: nothing is left to attach.').waitFor()
    const board = page.getByRole('grid', { name: 'Products' })
    await board.getByText('3 pictures · Attached').first().waitFor()
    // A match that is changed afterwards is to be attached.
    await board.focus()
    await page.keyboard.press('m')
    const move = page.getByRole('dialog', { name: 'Move 1 picture to a product' })
    await move.getByRole('combobox', { name: 'Product', exact: true }).fill('SKU-105')
    await move.getByRole('button', { name: 'Move' }).click()
    await page.getByText('1 to attach · 18 attached or on the way').waitFor()
    await board.getByText('4 pictures · Changed: 1 to attach').waitFor()
    await page.getByRole('heading', { name: 'Match' }).click()
    await page.keyboard.press('ControlOrMeta+z')
    await page.getByText('19 attached or on the way').waitFor()
  })

  it('tells a picture that nothing was found for from one that is not matched yet, and one that is attached by hand', async () => {
    const path = join(real.folder, 'mood.png')
    await writePng(path, 'of no product')
    await page.locator('input[aria-label="Add pictures"]').setInputFiles(path)
    await page.getByText('20 pictures', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Match' }).click()
    const tray = page.getByRole('grid', { name: 'Without a product' })
    await tray.getByText('Not matched yet').waitFor()
    await press('Match by rules…')
    await page.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true }).click()
    await tray.getByText('Nothing found').waitFor()
    actions = 7
    await page.getByRole('link', { name: 'Library' }).click()
    await page.getByRole('grid', { name: 'Pictures' }).getByRole('gridcell').first().click()
    await page.getByRole('button', { name: 'Attach to product (1)' }).click()
    const attach = page.getByRole('dialog', { name: 'Attach to a product' })
    await chooseProduct(attach, { create: 'Mood board' })
    await attach.getByRole('button', { name: 'Attach', exact: true }).click()
    await attach.waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'Match' }).click()
    await tray.getByText(/^Attached to Mood board/).waitFor()
  })

  it('is one row of Activity, which opens its products; the previous lists come back', async () => {
    await page.getByRole('link', { name: 'Activity' }).click()
    const row = page.getByRole('article', { name: /to 6 products$/ })
    await row.getByRole('link').first().click()
    await press('By product…')
    await press('Restore previous lists…')
    await press('Restore 6 products')
    await dialog.getByText('6 restored', { exact: true }).waitFor()
    expect(Object.values(await held()).flat()).toEqual(['mood.png'])
  })
})
