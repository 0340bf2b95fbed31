import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptOffer } from '../support/accept-offer.ts'
import { lackForBrowserTests } from '../support/browser-host.ts'
import { findReasonAgainstKeyring } from '../support/keyring-session.ts'
import { openTestCore, writePng } from '../support/open-test-core.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'
import { openRealWindow, type RealWindow } from './real-window.ts'

const lack = lackForBrowserTests() ?? (await findReasonAgainstKeyring())

const skus = Array.from({ length: 5 }, (_, at) => `SKU-${at + 1}`)
/** The workspace has none of these ids. */
const list = ['Product ID,SKU,Name', ...skus.map((sku, at) => `prd_wrong_${at + 1},${sku},Mug ${at + 1}`)].join('\n')
const question = 'Write alt text for this picture.'

type There = { products: { id: string; name: string; attributes: Record<string, string[]> }[] }

/** A list with ids of another workspace, two pictures of each of its products, and texts about those of the first one. */
const seedLibrary = async (dataFolder: string, folder: string): Promise<void> => {
  for (const sku of skus) {
    await mkdir(join(folder, 'shoot', sku), { recursive: true })
    for (const view of [1, 2]) await writePng(join(folder, 'shoot', sku, `${sku}_${view}.png`), `${sku} ${view}`)
  }
  await writeFile(join(folder, 'list.csv'), list)
  const { client, core } = await openTestCore(dataFolder)
  await client.intake.add({ named: [join(folder, 'shoot')], recursive: true, upload: false })
  await client.catalogue.importFile({ path: join(folder, 'list.csv'), columns: {}, dryRun: false })
  await client.matching.apply({ rules: [{ by: 'sku' }] })
  const set = await client.questionSets.save({
    name: 'Shop texts',
    questions: [{ question, column: question, checks: [] }],
    runsOnDrop: false,
  })
  const { rows } = await client.library.page({ offset: 0, limit: 10, sort: { by: 'name', descending: false }, filter: {} })
  const sheet = await client.sheet.page({ view: { setId: set.id }, offset: 0, limit: 100 })
  const cells = ['A red mug', 'A red mug from above'].flatMap((text, at) => {
    const row = sheet.rows.find(({ imageId }) => imageId === rows[at]?.id)
    const [cell] = row?.cells ?? []
    return row?.imageId && cell ? [{ imageId: row.imageId, question, text, seen: cell.digest }] : []
  })
  await client.sheet.edit({ cells, kind: 'typed' })
  // Each an action of its own, which waits for a workspace.
  for (const [at, sku] of skus.entries())
    await client.products.attach({
      images: { kind: 'some', images: rows.filter(({ name }) => name.startsWith(sku)).map(({ id }) => id) },
      product: { kind: 'id', productId: `prd_wrong_${at + 1}` },
      attribute: 'Images',
      current: { kind: 'nothing' },
      again: false,
    })
  await core.stop()
}

/** The built app and a workspace; the tests are a person's steps, one after the other. */
describe.skipIf(lack)(`what could go to a wrong product${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let workspace: WorkspaceProcess
  let real: RealWindow
  let page: Page
  const go = (screen: string) => page.getByRole('link', { name: screen }).click()

  const item = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) }).first()

  beforeAll(async () => {
    workspace = await startWorkspaceProcess()
    real = await openRealWindow({ theme: 'light', width: 1280, height: 800 }, seedLibrary)
    page = real.page
    await page.getByRole('button', { name: 'Connect workspace' }).click()
    await page.locator('input[aria-label="Connection file"]').setInputFiles(workspace.connectionFile)
    await acceptOffer(page, real.allowAccess)
  })
  afterAll(async () => {
    await real?.close()
    await workspace?.remove()
  })

  it('proposes an attribute for a question’s texts, and says whose text a product with several pictures gets', async () => {
    await go('Sheet')
    await page.getByRole('button', { name: 'More ways to export and import' }).click()
    await page.getByRole('menuitem', { name: 'Send to products…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send texts to products' })
    expect(await dialog.getByRole('combobox', { name: `Attribute for ${question}` }).inputValue()).toBe('Alt text')
    await dialog.getByText('All texts').click()
    await dialog.getByText('1 product has pictures with different texts. The text of the main picture is sent').waitFor()
    await dialog.getByText('Mug 1', { exact: false }).first().waitFor()
    await dialog.getByText('Of SKU-1_1.png, the main picture. 1 other picture has a different text.').waitFor()
  })

  it('keeps what was chosen in that dialog when the screen behind it is drawn again', async () => {
    const dialog = page.getByRole('dialog', { name: 'Send texts to products' })
    for (const [key, screen] of [
      ['4', 'Products'],
      ['3', 'Sheet'],
    ] as const) {
      await page.keyboard.press(`ControlOrMeta+${key}`)
      await page.locator('h1').filter({ hasText: screen }).waitFor()
    }
    expect(await dialog.getByRole('radio', { name: 'All texts' }).isChecked()).toBe(true)
    await dialog.getByText('Mug 1', { exact: false }).first().waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  it('shows attachments to ids that don’t exist as one problem, which is cancelled and undone at once', async () => {
    await go('Activity')
    const work = page.getByRole('region', { name: 'Work', exact: true })
    const problem = work.getByRole('article', { name: '5 attachments have the same kind of problem' })
    await problem.getByText('Mug 1').waitFor()
    expect(await work.getByRole('article', { name: /^Attach 2 pictures/ }).count()).toBe(0)
    await page.getByText('Needs attention (1)').waitFor()
    await problem.getByRole('button', { name: /^Fix all/ }).click()
    await page.getByRole('menuitem', { name: 'Cancel all' }).click()
    await page.getByText('5 jobs cancelled').waitFor()
    await page.getByText('Needs attention (0)').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('5 jobs put back').waitFor()
    await problem.waitFor()
  })

  it('does the same by keyboard: Delete cancels the work of the row, and nothing where none is left', async () => {
    const list = page.getByRole('group', { name: 'Work list' })
    const problem = list.getByRole('article', { name: '5 attachments have the same kind of problem' })
    await problem.getByRole('button', { name: /^Fix all/ }).focus()
    await page.keyboard.press('Delete')
    await page.getByText('5 jobs cancelled').last().waitFor()
    await page.getByText('Needs attention (0)').waitFor()
    await list.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Delete')
    await page.keyboard.press('ControlOrMeta+z')
    await page.getByText('5 jobs put back').last().waitFor()
    await problem.waitFor()
  })

  it('opens the row to show its jobs, and creates the products that the workspace lacks in one go', async () => {
    await page.getByRole('link', { name: /^Show jobs: 5 attachments/ }).click()
    await expect.poll(() => page.getByRole('region', { name: 'Jobs' }).getByRole('article').count()).toBe(5)
    await page.getByRole('button', { name: /^Fix all/ }).click()
    await page.getByRole('menuitem', { name: 'Create new products' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create new products' })
    await dialog.getByRole('button', { name: 'Create new products' }).click()
    await page.getByText('5 jobs queued again').waitFor()
    const lists = async () =>
      Object.fromEntries(
        (await workspace.admin<There>('GET', 'products')).products.map((one) => [one.name, one.attributes.Images?.length ?? 0]),
      )
    await expect.poll(lists).toEqual({ 'Mug 1': 2, 'Mug 2': 2, 'Mug 3': 2, 'Mug 4': 2, 'Mug 5': 2 })
  })

  it('forgets wrong ids when the list is imported again without them, and says what waits for these', async () => {
    await go('Products')
    const path = join(real.folder, 'again.csv')
    const rows = (lines: readonly string[]) => writeFile(path, lines.join('\n'))
    await rows(['Product ID,SKU,Name', 'prd_old_6,SKU-6,Bowl'])
    const input = page.locator('input[aria-label="Import product list"]')
    await input.setInputFiles(path)
    await page.getByRole('button', { name: 'Import products' }).click()
    await page.getByRole('button', { name: 'Show products' }).click()
    await rows(['SKU,Name', 'SKU-6,Bowl'])
    await input.setInputFiles(path)
    await page.getByText('This list has no column with IDs, so they are kept.').waitFor()
    await page.getByRole('checkbox', { name: 'Forget the product ID of the earlier list' }).check()
    await page.getByText('1 product of the list has no ID then').waitFor()
    await page.getByRole('button', { name: 'Import products' }).click()
    await page.getByRole('button', { name: 'Show products' }).click()
    // The list of products is read again once the import is over.
    const shows = async () => {
      await item('Bowl').click()
      return page.getByText('Your list has no ID for it.').isVisible()
    }
    await expect.poll(shows).toBe(true)
  })

  it('changes a product, and says what that does; undo takes it back', async () => {
    await page.getByRole('button', { name: 'More: Bowl' }).click()
    await page.getByRole('menuitem', { name: 'Edit product…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit product' })
    await dialog.getByRole('textbox', { name: 'GTIN' }).fill('123')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('“123” is not a valid GTIN.').waitFor()
    await dialog.getByRole('textbox', { name: 'GTIN' }).fill('')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Oak bowl')
    await dialog.getByText('It gets this name when it is created.').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 2, name: 'Oak bowl' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByRole('heading', { level: 2, name: 'Bowl', exact: true }).waitFor()
  })

  it('removes a product with the pictures that are matched to it, and brings both back', async () => {
    await item('Mug 3').click()
    await page.getByRole('button', { name: 'More: Mug 3' }).click()
    await page.getByRole('menuitem', { name: 'Remove product…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove Mug 3?' })
    await dialog.getByText('Nothing changes in the workspace.').waitFor()
    await dialog.getByText('2 matched pictures have no product then.').waitFor()
    await dialog.getByRole('button', { name: 'Remove product' }).click()
    await page.getByText('Mug 3 removed').waitFor()
    await expect.poll(() => item('Mug 3').count()).toBe(0)
    // The row that has the focus, whichever product is shown.
    await item('Mug 2').focus()
    await page.keyboard.press('Delete')
    const other = page.getByRole('dialog', { name: 'Remove Mug 2?' })
    await other.getByRole('button', { name: 'Cancel' }).click()
    await other.waitFor({ state: 'hidden' })
    await page.getByRole('textbox', { name: 'Search products' }).press('Delete')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await item('Mug 3').waitFor()
    await item('Mug 3').click()
    await page.getByRole('region', { name: 'In your product list' }).getByText('SKU-3').waitFor()
  })
})
