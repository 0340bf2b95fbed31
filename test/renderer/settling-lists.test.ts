import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lackForBrowserTests } from '../support/browser-host.ts'
import { chooseProduct } from '../support/choose-product.ts'
import { type Harness, openHarness } from './open-harness.ts'
import { openReusedPage, type ReusedPage } from './reused-page.ts'

const lack = lackForBrowserTests()
let harness: Harness
let page: Page
let place: ReusedPage

const show = async (scene: string, screen: string): Promise<void> => {
  await page.goto('about:blank')
  await page.goto(`${harness.url}?scene=${scene}#/${screen}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}
const openSheet = async (): Promise<Locator> => {
  await show('unsettled', 'activity')
  await page.getByRole('button', { name: 'Review products' }).click()
  const sheet = page.getByRole('dialog', { name: /need a look$/ })
  await sheet.getByRole('article').first().waitFor()
  return sheet
}

describe.skipIf(lack)(`lists that block work${lack ? ` (skipped: ${lack})` : ''}`, () => {
  beforeAll(async () => {
    harness = await openHarness()
    place = await openReusedPage(harness)
    page = place.page
  })
  afterAll(() => harness?.close())
  beforeEach(async () => {
    await place.begin()
  })

  it('are settled one by one: nothing is preselected, and unanswered ones keep waiting', async () => {
    const sheet = await openSheet()
    expect(await sheet.getByRole('article').count()).toBe(3)
    expect(await sheet.getByRole('radio', { checked: true }).count()).toBe(0)
    expect(await sheet.getByRole('button', { name: 'Continue', exact: true }).isDisabled()).toBe(true)
    expect(await sheet.getByRole('link', { name: 'Open the product' }).first().getAttribute('href')).toBe(
      'https://shop.example/products/SKU-12',
    )
    await sheet.getByRole('article', { name: 'SKU-12' }).getByRole('radio', { name: 'Yes, still these' }).check()
    await sheet.getByRole('button', { name: 'Continue 1 product' }).click()
    await page.getByRole('dialog', { name: '2 products need a look' }).waitFor()
    expect(await page.getByRole('dialog').getByRole('article').count()).toBe(2)
  })

  it('ask about each picture that may have arrived, and about each known one that is left out', async () => {
    const sheet = await openSheet()
    const bowl = sheet.getByRole('article', { name: 'Ceramic bowl, small' })
    const go = sheet.getByRole('button', { name: /^Continue/ })
    await bowl.getByRole('radio', { name: 'Yes, still these' }).check()
    expect(await go.isDisabled()).toBe(true)
    await bowl.getByRole('region', { name: 'Pictures without an answer' }).getByText('It’s there').click()
    await expect.poll(() => go.isEnabled()).toBe(true)
    await bowl.getByRole('radio', { name: 'No, it has none' }).check()
    expect(await go.isDisabled()).toBe(true)
    await bowl.getByRole('region', { name: 'Pictures left out' }).getByText('Removed', { exact: true }).click()
    await expect.poll(() => go.isEnabled()).toBe(true)
  })

  it('are filled in from a pasted table that names its bad lines, and unblock the work once a person confirms', async () => {
    const sheet = await openSheet()
    await sheet.getByRole('button', { name: 'Paste lists…' }).click()
    await sheet.getByRole('textbox', { name: 'Current lists' }).fill('product;sources\nSKU-77;none\nSKU-12;\nSKU-5;src_1')
    await sheet.getByRole('button', { name: 'Fill in' }).click()
    await sheet.getByText('Line 3 (SKU-12;): It has no source IDs.').waitFor()
    await sheet.getByText('Line 4 (SKU-5): Nothing waits for this product.').waitFor()
    await expect
      .poll(() => sheet.getByRole('article', { name: 'SKU-77' }).getByRole('radio', { name: 'No, it has none' }).isChecked())
      .toBe(true)
    await sheet.getByRole('button', { name: 'Continue 1 product' }).click()
    await page.getByText('2 attachments continued').waitFor()
  })

  it('ask in their row if the core knows more, and keep the statement', async () => {
    const sheet = await openSheet()
    const row = sheet.getByRole('article', { name: 'SKU-77' })
    await row.getByRole('radio', { name: 'Yes, keep these: …' }).check()
    await row.getByRole('textbox', { name: 'Source IDs to keep' }).fill('src_of_another')
    await sheet.getByRole('button', { name: 'Continue 1 product' }).click()
    await row.getByRole('alert').getByText('A request without an answer may have put this there: src_88.').waitFor()
    expect(await row.getByRole('textbox', { name: 'Source IDs to keep' }).inputValue()).toBe('src_of_another')
    expect(await sheet.getByRole('button', { name: 'Continue', exact: true }).isDisabled()).toBe(true)
    await row.getByText('It isn’t').click()
    await sheet.getByRole('button', { name: 'Continue 1 product' }).waitFor()
  })

  it('let a person cancel an attachment without an answer after stating what became of its pictures', async () => {
    await show('full', 'activity')
    await page.getByRole('link', { name: 'Show jobs: Attach' }).click()
    const job = page.getByRole('article', { name: 'Attach 2 pictures to SKU-12' })
    await job.getByRole('button', { name: /^More/ }).click()
    await page.getByRole('menuitem', { name: 'Cancel job' }).click()
    const dialog = page.getByRole('dialog', { name: 'Did the pictures arrive?' })
    const cancel = dialog.getByRole('button', { name: 'Cancel attachment' })
    expect(await cancel.isDisabled()).toBe(true)
    await dialog.getByRole('radio', { name: 'Yes, they are there' }).check()
    await cancel.click()
    await page.getByText('Cancelled', { exact: true }).first().waitFor()
  })

  it('ask about a contradiction in the attach dialog, where it appears', async () => {
    await show('full', 'library')
    await page.getByRole('grid', { name: 'Pictures' }).getByRole('gridcell').nth(3).click()
    await page.getByRole('button', { name: 'Attach to product' }).click()
    const dialog = page.getByRole('dialog', { name: 'Attach to a product' })
    await chooseProduct(dialog, { id: 'SKU-9' })
    await dialog.getByRole('radio', { name: 'No, it has none' }).check()
    await dialog.getByText('one of the changes can still be lost').waitFor()
    const attach = dialog.getByRole('button', { name: 'Attach', exact: true })
    await attach.click()
    const leftOut = dialog.getByRole('region', { name: 'Pictures left out' })
    await leftOut.getByText('src_88').first().waitFor()
    expect(await attach.isDisabled()).toBe(true)
    await leftOut.getByText('Removed', { exact: true }).click()
    await attach.click()
    await dialog.waitFor({ state: 'hidden' })
  })

  it('ask once who else edits lists, with the first product that others created', async () => {
    await show('full', 'library')
    await page.getByRole('grid', { name: 'Pictures' }).getByRole('gridcell').nth(3).click()
    const attachButton = page.getByRole('button', { name: 'Attach to product' })
    const dialog = page.getByRole('dialog', { name: 'Attach to a product' })
    const question = dialog.getByRole('combobox', { name: 'Who else changes product pictures in this workspace?' })
    await attachButton.click()
    await chooseProduct(dialog, { create: 'Mug' })
    expect(await question.count()).toBe(0)
    await chooseProduct(dialog, { id: 'SKU-4' })
    await question.click()
    await page.getByRole('option', { name: 'Only this computer' }).click()
    await dialog.getByRole('radio', { name: 'No, it has none' }).check()
    await dialog.getByRole('button', { name: 'Attach', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await attachButton.click()
    await chooseProduct(dialog, { id: 'SKU-5' })
    await dialog.getByRole('radio', { name: 'No, it has none' }).waitFor()
    expect(await question.count()).toBe(0)
  })
})
