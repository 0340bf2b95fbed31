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

const show = async (screen: 'library' | 'products' | 'activity'): Promise<void> => {
  await page.goto('about:blank')
  await page.goto(`${harness.url}?scene=full#/${screen}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}
const cell = (at: number): Locator => page.getByRole('grid', { name: 'Pictures' }).getByRole('gridcell').nth(at)
const attachDialog = (): Locator => page.getByRole('dialog', { name: 'Attach to a product' })
const openAttach = async (): Promise<Locator> => {
  await page.getByRole('button', { name: 'Attach to product' }).click()
  await attachDialog().waitFor()
  return attachDialog()
}
const namesIn = (list: Locator): Promise<(string | undefined)[]> =>
  list.getByRole('listitem').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.split(',')[0]))

describe.skipIf(lack)(`dialogs about products${lack ? ` (skipped: ${lack})` : ''}`, () => {
  beforeAll(async () => {
    harness = await openHarness()
    place = await openReusedPage(harness, { theme: 'light', width: 900, height: 600 })
    page = place.page
  })
  afterAll(() => harness?.close())
  beforeEach(async () => {
    await place.begin()
  })

  it('order pictures as they were clicked, and a range by name; the first is the main picture of a new product only', async () => {
    await show('library')
    await cell(5).click()
    await cell(1).click({ modifiers: ['ControlOrMeta'] })
    await cell(3).click({ modifiers: ['ControlOrMeta'] })
    const pictures = (await openAttach()).getByRole('list', { name: 'Pictures to attach' })
    const order = (name: string): Locator => attachDialog().getByRole('button', { name, exact: true })
    const clicked = ['pouch-006.jpg', 'mug-002.jpg', 'jar-004.jpg']
    expect(await namesIn(pictures)).toEqual(clicked)
    expect(await order('As clicked').getAttribute('aria-pressed')).toBe('true')
    const first = () => pictures.getByRole('listitem').first()
    expect(await first().textContent()).toBe('1pouch-006.jpg')
    await chooseProduct(page, { create: 'Cup' })
    await expect.poll(() => first().textContent()).toBe('Mainpouch-006.jpg')
    expect(await first().getAttribute('aria-label')).toBe('pouch-006.jpg, 1 of 3, main picture')
    await attachDialog().getByRole('combobox', { name: 'Product', exact: true }).fill('prd_81f2')
    await attachDialog()
      .getByText(/^It has 9 pictures now/)
      .waitFor()
    await expect.poll(() => first().textContent()).toBe('10pouch-006.jpg')
    expect(await first().getAttribute('aria-label')).toBe('pouch-006.jpg, 1 of 3, picture 10 of the product')
    await order('By name').click()
    await expect.poll(() => namesIn(pictures)).toEqual(['jar-004.jpg', 'mug-002.jpg', 'pouch-006.jpg'])
    await order('Reversed').click()
    await expect.poll(() => namesIn(pictures)).toEqual(['pouch-006.jpg', 'mug-002.jpg', 'jar-004.jpg'])
    await order('As clicked').click()
    await expect.poll(() => namesIn(pictures)).toEqual(clicked)
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await cell(0).click()
    await cell(5).click({ modifiers: ['Shift'] })
    await openAttach()
    const byName = ['bottle-001.png', 'box-003.jpg', 'can-005.png', 'jar-004.jpg', 'mug-002.jpg', 'pouch-006.jpg']
    expect(await namesIn(pictures)).toEqual(byName)
    expect(await order('By name').getAttribute('aria-pressed')).toBe('true')
  })

  it('order the pictures of a list, and show those of the list before it by their names', async () => {
    await show('products')
    const list = page.getByRole('list', { name: 'Images in order' })
    await list.getByText('Main').waitFor()
    const before = await namesIn(list)
    await page.getByRole('button', { name: 'Reversed', exact: true }).click()
    await expect.poll(() => namesIn(list)).toEqual(before.toReversed())
    await page.getByText('in another order').waitFor()
    await page.getByRole('button', { name: 'As saved', exact: true }).click()
    await page.getByText('in another order').waitFor({ state: 'detached' })
  })

  it('find a product by any part of its name or ID, take what the text means, and create others; the button says what is missing', async () => {
    await show('library')
    await cell(3).click()
    const dialog = await openAttach()
    const field = dialog.getByRole('combobox', { name: 'Product', exact: true })
    const options = dialog.getByRole('option')
    const attach = dialog.getByRole('button', { name: 'Attach', exact: true })
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
    await expect.poll(() => options.allInnerTexts()).toHaveLength(3)
    await expect.poll(() => attach.isDisabled()).toBe(true)
    await dialog.getByText('Choose a product, or create it.').waitFor({ state: 'attached' })
    // A word of a name: Enter alone takes nothing, and creating is a choice of its own that shows what is similar.
    await page.keyboard.type('autumn')
    await expect
      .poll(() => options.allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Glass bottles, autumn/),
        expect.stringMatching(/^Create “autumn”\s+Similar: Glass bottles, autumn/),
        expect.stringMatching(/^Use the ID “autumn”/),
      ])
    expect(await dialog.getByRole('option', { selected: true }).count()).toBe(0)
    await page.keyboard.press('Enter')
    expect(await options.count()).toBe(3)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await field.inputValue()).toBe('autumn')
    await dialog.getByText('A new product is created. Similar: Glass bottles, autumn.').waitFor()
    expect(await attach.isEnabled()).toBe(true)
    // The beginning of a name: Enter takes it, and the field says what was taken.
    await field.fill('glass b')
    await dialog.getByRole('option', { name: /^Glass bottles, autumn/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    expect(await field.inputValue()).toBe('Glass bottles, autumn')
    // A known name in full is that product, whatever its case; Enter attaches.
    await field.fill('glass BOTTLES, autumn')
    await dialog.getByText('prd_81f2').waitFor()
    expect(await options.count()).toBe(0)
    await expect.poll(() => attach.isEnabled()).toBe(true)
    await field.fill('SKU-1')
    await expect
      .poll(() => options.allInnerTexts())
      .toEqual([expect.stringMatching(/^SKU-12/), expect.stringMatching(/^Use the ID “SKU-1”/), 'Create “SKU-1”'])
    await expect.poll(() => attach.isDisabled()).toBe(true)
    await field.fill('prd_81f2')
    await dialog.getByText(/^It has 9 pictures now/).waitFor()
    await field.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    // The note says how it ended.
    await page.getByText('Queued.', { exact: false }).waitFor()
    await page.getByText('Attached.', { exact: true }).waitFor()
  })

  it('give a failed attachment another product, and all others that failed for it likewise', async () => {
    await show('activity')
    await page.getByRole('link', { name: 'Show jobs: Attach' }).click()
    const failed = page.getByRole('article', { name: /^Attach (40|3) pictures to SKU-12$/ })
    await failed.first().getByRole('button', { name: 'Change product…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change the product' })
    const use = dialog.getByRole('button', { name: 'Use this product' })
    await dialog.getByRole('switch', { name: 'Also for 1 other attachment to this product with the same problem', checked: true }).waitFor()
    expect(await use.isDisabled()).toBe(true)
    await chooseProduct(dialog, { known: 'prd_81f2' })
    await use.click()
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => failed.getByRole('button', { name: 'Change product…' }).count()).toBe(0)
  })
})
