import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptOffer } from '../support/accept-offer.ts'
import { lackForBrowserTests } from '../support/browser-host.ts'
import { chooseProduct } from '../support/choose-product.ts'
import { dragFilesOnto } from '../support/drag-files.ts'
import { findReasonAgainstKeyring } from '../support/keyring-session.ts'
import { writePng } from '../support/open-test-core.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'
import { openRealWindow, type RealWindow } from './real-window.ts'

const lack = lackForBrowserTests() ?? (await findReasonAgainstKeyring())

type There = { products: { id: string; name: string; attributes: Record<string, string[]> }[] }

/** The built app with an imported list; the tests are a person's steps, one after the other. */
describe.skipIf(lack)(`adding pictures to a product${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let workspace: WorkspaceProcess
  let real: RealWindow
  let page: Page
  const go = (screen: string) => page.getByRole('link', { name: screen }).click()
  const dialog = () => page.getByRole('dialog', { name: 'Attach to a product' })
  const item = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) }).first()
  const write = async (name: string): Promise<string> => {
    const path = join(real.folder, 'pictures', name)
    await mkdir(dirname(path), { recursive: true })
    await writePng(path, `seed of ${name}`)
    return path
  }
  const pictures = () =>
    dialog()
      .getByRole('list', { name: 'Pictures to attach' })
      .getByRole('listitem')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.split(',')[0]))
  const lists = async () =>
    Object.fromEntries(
      (await workspace.admin<There>('GET', 'products')).products.map((one) => [one.name, one.attributes.Images?.length ?? 0]),
    )
  const attach = () => dialog().getByRole('button', { name: 'Attach', exact: true }).click()

  beforeAll(async () => {
    workspace = await startWorkspaceProcess()
    real = await openRealWindow({ theme: 'light', width: 1280, height: 800 })
    page = real.page
    await page.getByRole('button', { name: 'Connect workspace' }).click()
    await page.locator('input[aria-label="Connection file"]').setInputFiles(workspace.connectionFile)
    await acceptOffer(page, real.allowAccess)
    await go('Products')
    const list = join(real.folder, 'list.csv')
    await writeFile(list, 'SKU,GTIN,Name\nSKU-1,4006381333931,Cup\nSKU-2,4.00638E+12,Mug\nSKU-3,,Bowl\n')
    await page.locator('input[aria-label="Import product list"]').setInputFiles(list)
    await page.getByRole('button', { name: 'Import products' }).click()
    await page.getByRole('button', { name: 'Show products' }).click()
    await item('Cup').waitFor()
  })
  afterAll(async () => {
    await real?.close()
    await workspace?.remove()
  })

  it('keeps the rows that were not imported in reach, to look at and to copy', async () => {
    await page.getByText('1 row of “list.csv” was not imported.').waitFor()
    await page.getByRole('button', { name: 'Show rows' }).click()
    const rows = page.getByRole('dialog', { name: 'Rows of “list.csv” to check' })
    await rows.getByText('4.00638E+12').waitFor()
    await rows.getByRole('button', { name: 'Copy list' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('Row 3: ')
    await page.keyboard.press('Escape')
    await rows.waitFor({ state: 'detached' })
  })

  it('takes files dropped on a product: they are added, and attached only once that is confirmed', async () => {
    await item('Bowl').evaluate((element) => {
      element.id = 'bowl'
    })
    await dragFilesOnto(page, '#bowl', [await write('bowl_2.png'), await write('bowl_1.png')])
    await dialog().waitFor()
    expect(await dialog().getByRole('combobox', { name: 'Product', exact: true }).inputValue()).toBe('Bowl')
    expect(await pictures()).toEqual(['bowl_1.png', 'bowl_2.png'])
    expect(await workspace.requests('/v1/products')).toEqual([])
    await attach()
    await expect.poll(lists).toEqual({ Bowl: 2 })
    await item('Bowl').getByText('2 pictures').waitFor()
  })

  it('adds files from this computer, also ones that are in the library already', async () => {
    await item('Cup').click()
    await page.getByRole('heading', { level: 2, name: 'Cup' }).waitFor()
    await page.getByRole('button', { name: 'Add pictures' }).click()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('menuitem', { name: 'From this computer…' }).click(),
    ])
    await chooser.setFiles([await write('cup.png'), await write('bowl_1.png')])
    await dialog().waitFor()
    expect(await dialog().getByRole('combobox', { name: 'Product', exact: true }).inputValue()).toBe('Cup')
    expect(await pictures()).toEqual(['bowl_1.png', 'cup.png'])
    await attach()
    await expect.poll(lists).toEqual({ Bowl: 2, Cup: 2 })
  })

  it('adds pictures of the library: they are picked there, for the product that was chosen before', async () => {
    await item('Bowl').click()
    await page.getByRole('heading', { level: 2, name: 'Bowl' }).waitFor()
    await page.getByRole('button', { name: 'Add pictures' }).click()
    await page.getByRole('menuitem', { name: 'From the library…' }).click()
    const note = page.getByRole('region', { name: 'Pictures for a product' })
    await note.getByText('Select pictures for Bowl (SKU-3).').waitFor()
    await page.getByRole('gridcell', { name: /cup\.png/ }).click()
    await note.getByRole('button', { name: 'Attach 1 picture…' }).click()
    await dialog().waitFor()
    expect(await dialog().getByRole('combobox', { name: 'Product', exact: true }).inputValue()).toBe('Bowl')
    await attach()
    await expect.poll(lists).toEqual({ Bowl: 3, Cup: 2 })
    await note.waitFor({ state: 'detached' })
  })

  it('adds what is dropped on a product that was only shown to the library, and to no product', async () => {
    await go('Library')
    await go('Products')
    const shown = await page.getByRole('heading', { level: 2 }).innerText()
    await page.getByRole('region', { name: shown }).evaluate((element) => {
      element.id = 'shown'
    })
    await dragFilesOnto(page, '#shown', [await write('tea_back.png'), await write('tea_front.png'), await write('pot_2.png')])
    await page.getByRole('heading', { level: 1, name: 'Library' }).waitFor()
    await page.getByRole('gridcell', { name: /pot_2\.png/ }).waitFor()
    expect(await dialog().count()).toBe(0)
    expect(await lists()).toEqual({ Bowl: 3, Cup: 2 })
  })

  it('begins with the order of the match rules, and says so if another picture should come first', async () => {
    const search = page.getByRole('textbox', { name: 'Search the library' })
    const open = async (text: string, count: number): Promise<void> => {
      await search.fill(text)
      await expect.poll(() => page.getByRole('gridcell').count()).toBe(count)
      await page.getByRole('grid', { name: 'Pictures' }).focus()
      await page.keyboard.press('ControlOrMeta+a')
      await page.getByRole('button', { name: `Attach to product (${count})` }).click()
    }
    const doubt = dialog().getByText('becomes the main picture, though its name says that another one comes first')
    await open('tea_', 2)
    await expect.poll(pictures).toEqual(['tea_front.png', 'tea_back.png'])
    await chooseProduct(dialog(), { create: 'Tea' })
    await dialog().getByText('A new product with 2 pictures.').waitFor()
    expect(await doubt.count()).toBe(0)
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await dialog().waitFor({ state: 'hidden' })
    await open('pot_', 1)
    await chooseProduct(dialog(), { create: 'Pot' })
    await doubt.waitFor()
  })
})
