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

const show = async (screen: 'library' | 'products'): Promise<void> => {
  await page.goto('about:blank')
  await page.goto(`${harness.url}?scene=full#/${screen}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}
const openAttach = async (): Promise<Locator> => {
  await page.getByRole('grid', { name: 'Pictures' }).getByRole('gridcell').nth(3).click()
  await page.getByRole('button', { name: 'Attach to product' }).click()
  return page.getByRole('dialog', { name: 'Attach to a product' })
}

describe.skipIf(lack)(`the current content of a product, which only a person can know${lack ? ` (skipped: ${lack})` : ''}`, () => {
  beforeAll(async () => {
    harness = await openHarness()
    place = await openReusedPage(harness)
    page = place.page
  })
  afterAll(() => harness?.close())
  beforeEach(async () => {
    await place.begin()
  })

  it('a statement about one product is not used for another, nor for another list', async () => {
    await show('library')
    const dialog = await openAttach()
    const attach = dialog.getByRole('button', { name: 'Attach', exact: true })
    await chooseProduct(dialog, { id: 'prd_of_mine' })
    await dialog.getByRole('radio', { name: 'No, it has none' }).check()
    await expect.poll(() => attach.isEnabled()).toBe(true)
    await chooseProduct(dialog, { known: 'SKU-12' })
    await dialog.getByRole('radio', { name: 'No, it has none' }).waitFor()
    expect(await dialog.getByRole('radio', { checked: true }).count()).toBe(0)
    expect(await attach.isDisabled()).toBe(true)
    await dialog.getByRole('radio', { name: /^Yes, still these/ }).check()
    await expect.poll(() => attach.isEnabled()).toBe(true)
    await dialog.getByRole('textbox', { name: 'Picture field' }).fill('Gallery')
    expect(await attach.isDisabled()).toBe(true)
  })

  it('a list that was confirmed more than a day ago is changed after a person has stated its content', async () => {
    await show('products')
    await page.getByRole('button', { name: /^SKU-12/ }).click()
    const item = page.getByRole('list', { name: 'Images in order' }).getByRole('listitem').first()
    await item.focus()
    await page.keyboard.press('Delete')
    const save = page.getByRole('button', { name: 'Save list' })
    await page.getByText('Does this product already have pictures?').waitFor()
    expect(await save.isDisabled()).toBe(true)
    await page.getByRole('radio', { name: 'Yes, keep these: …' }).check()
    await page.getByRole('textbox', { name: 'Source IDs to keep' }).fill('src_new_of_a_colleague')
    // A decision on each known picture that was not named.
    expect(await save.isDisabled()).toBe(true)
    const leftOut = page.getByRole('region', { name: 'Pictures left out' })
    expect(await leftOut.getByRole('radiogroup').count()).toBe(4)
    await leftOut.getByRole('button', { name: 'All removed' }).click()
    await leftOut.getByRole('radiogroup').nth(3).getByText('Keep').click()
    await page.getByText('Before: 2 pictures. After: 2 pictures').waitFor()
    await save.click()
    await page.getByText('Updating the list').waitFor()
  })

  it('the chosen attribute is suggested the next time', async () => {
    await show('library')
    const dialog = await openAttach()
    await chooseProduct(dialog, { create: 'Winter set' })
    await dialog.getByRole('textbox', { name: 'Picture field' }).fill('Gallery')
    await dialog.getByRole('button', { name: 'Attach', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await openAttach()
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Picture field' }).inputValue()).toBe('Gallery')
  })
})
