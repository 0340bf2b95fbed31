import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptOffer } from '../support/accept-offer.ts'
import { lackForBrowserTests } from '../support/browser-host.ts'
import { findReasonAgainstKeyring } from '../support/keyring-session.ts'
import { writePng } from '../support/open-test-core.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'
import { openRealWindow, type RealWindow } from './real-window.ts'

const lack = lackForBrowserTests() ?? (await findReasonAgainstKeyring())

type There = { products: { id: string; name: string }[] }

/** SKU-1 to SKU-18, and some that are found by their words. The GTIN of Product 9 has 150 in it, its handle begins with it. */
const list = [
  'SKU,GTIN,Name,Handle',
  ...Array.from({ length: 18 }, (_, at) => `SKU-${at + 1},${at === 8 ? '4006381150934' : ''},Product ${at + 1},${at === 8 ? '150-x' : ''}`),
  'OIL-5,,Olive oil 500 ml,',
  'PEN-5,,Penne 500 g,',
  'MUE-1,,Müsli,',
].join('\n')

/** The built app with an imported list; the tests are a person's steps, one after the other. */
describe.skipIf(lack)(`finding and naming products${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let workspace: WorkspaceProcess
  let real: RealWindow
  let page: Page
  const go = (screen: string) => page.getByRole('link', { name: screen }).click()
  const dialog = () => page.getByRole('dialog', { name: 'Attach to a product' })
  const field = () => dialog().getByRole('combobox', { name: 'Product', exact: true })
  const options = () => dialog().getByRole('option')
  const first = () => options().first()
  const said = async () => (await options().allInnerTexts()).map((words) => words.replace(/\s+/g, ' '))
  const selected = () => dialog().getByRole('option', { selected: true })
  const attach = () => dialog().getByRole('button', { name: 'Attach', exact: true }).click()
  const openAttach = async (picture: string): Promise<void> => {
    await go('Library')
    await page.getByRole('gridcell', { name: new RegExp(picture) }).click()
    await page.getByRole('button', { name: 'Attach to product' }).click()
    await dialog().waitFor()
  }
  const addPicture = async (name: string): Promise<void> => {
    const path = join(real.folder, 'pictures', name)
    await mkdir(dirname(path), { recursive: true })
    await writePng(path, `seed of ${name}`)
    await page.locator('input[aria-label="Add pictures"]').setInputFiles(path)
    await page.getByRole('gridcell', { name: new RegExp(name) }).waitFor()
  }
  const created = async () => (await workspace.admin<There>('GET', 'products')).products.map(({ name }) => name).sort()

  beforeAll(async () => {
    workspace = await startWorkspaceProcess()
    real = await openRealWindow({ theme: 'light', width: 1280, height: 800 })
    page = real.page
    await page.getByRole('button', { name: 'Connect workspace' }).click()
    await page.locator('input[aria-label="Connection file"]').setInputFiles(workspace.connectionFile)
    await acceptOffer(page, real.allowAccess)
    await go('Products')
    const path = join(real.folder, 'list.csv')
    await writeFile(path, list)
    await page.locator('input[aria-label="Import product list"]').setInputFiles(path)
    await page.getByRole('button', { name: 'Import products' }).click()
    await page.getByRole('button', { name: 'Show products' }).click()
    await page
      .getByRole('button', { name: /^Product 1/ })
      .first()
      .waitFor()
    await go('Library')
    await addPicture('a.png')
    await addPicture('b.png')
  })
  afterAll(async () => {
    await real?.close()
    await workspace?.remove()
  })

  it('shows the field that matched, and takes no product by Enter for a number that its row doesn’t show', async () => {
    await openAttach('a.png')
    await field().fill('150')
    await expect.poll(said).toContainEqual(expect.stringMatching(/^Product 9 SKU-9 · Handle 150-x/))
    expect(await selected().count()).toBe(0)
    await field().press('Enter')
    await dialog().getByText('Choose one of the products found, or create it.').waitFor({ state: 'attached' })
    expect(await field().inputValue()).toBe('150')
    await field().fill('1150934')
    await expect.poll(said).toContainEqual(expect.stringMatching(/^Product 9 SKU-9 · GTIN 4006381150934/))
    expect(await selected().count()).toBe(0)
    // The whole number means it.
    await field().fill('4006381150934')
    await dialog().getByText('Product 9 (SKU-9)').waitFor()
  })

  it('finds a SKU in full first, and says which product it is', async () => {
    await field().fill('SKU-1')
    await dialog().getByText('Product 1 (SKU-1)').waitFor()
    await field().fill('sku1')
    await expect.poll(async () => (await said())[0]).toMatch(/^Product 1 SKU-1 /)
    await field().fill('SKU-10')
    await dialog().getByText('Product 10 (SKU-10)').waitFor()
    await field().fill('oil 500')
    await expect.poll(async () => (await said())[0]).toMatch(/^Olive oil 500 ml OIL-5 /)
    await field().fill('musli')
    await first().getByText('Müsli', { exact: true }).waitFor()
    await field().press('Enter')
    expect(await field().inputValue()).toBe('Müsli')
    await dialog().getByText('Müsli (MUE-1)').waitFor()
  })

  it('names the product by name and SKU after attaching, and in Activity', async () => {
    await attach()
    await page.getByText('1 picture → Müsli (MUE-1)').waitFor()
    await expect.poll(created).toEqual(['Müsli'])
    await go('Activity')
    await page.getByText('Attach 1 picture to Müsli (MUE-1)').first().waitFor()
  })

  it('shows the pictures of products that have some', async () => {
    await openAttach('b.png')
    await field().fill('MUE')
    await first().getByText('Müsli', { exact: true }).waitFor()
    await first().locator('img').waitFor()
  })

  it('creates a product only by its own choice, which shows what is similar', async () => {
    await field().fill('Penne')
    await first().getByText('Penne 500 g', { exact: true }).waitFor()
    await expect.poll(said).toContainEqual('Create “Penne” Similar: Penne 500 g (PEN-5)')
    await field().press('Enter')
    expect(await field().inputValue()).toBe('Penne 500 g')
    await field().fill('Penne rigate')
    await expect.poll(said).toEqual(['Create “Penne rigate” Similar: Penne 500 g (PEN-5)', expect.stringMatching(/^Use the ID/)])
    await field().press('Enter')
    expect(await field().inputValue()).toBe('Penne rigate')
    expect(await options().count()).toBe(2)
    await field().press('ArrowDown')
    await field().press('Enter')
    await dialog().getByText('A new product is created. Similar: Penne 500 g (PEN-5).').waitFor()
    await attach()
    await expect.poll(created).toEqual(['Müsli', 'Penne rigate'])
  })

  it('finds the same in the list of products and in matching', async () => {
    await go('Products')
    const search = page.getByRole('textbox', { name: 'Search products' })
    await search.fill('SKU-1')
    const rows = page.getByRole('group', { name: 'Products list' }).getByRole('button')
    await expect.poll(async () => (await rows.allInnerTexts())[0]).toMatch(/^Product 1\n/)
    await search.fill('1150934')
    await rows.first().getByText('SKU-9 · GTIN 4006381150934').waitFor()
    await go('Match')
    const board = page.getByRole('region', { name: 'Products with their pictures' })
    await board.getByRole('textbox', { name: 'Search products' }).fill('musli')
    await board.getByText('Müsli', { exact: true }).waitFor()
    await board.getByRole('textbox', { name: 'Search products' }).fill('1150934')
    await board.getByText('GTIN 4006381150934').waitFor()
  })
})
