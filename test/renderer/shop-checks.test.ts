import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lackForBrowserTests } from '../support/browser-host.ts'
import { chooseProduct } from '../support/choose-product.ts'
import { useProfiles } from './check-views.ts'
import { type Harness, openHarness } from './open-harness.ts'
import { openReusedPage, type ReusedPage } from './reused-page.ts'

const lack = lackForBrowserTests()
let harness: Harness
let page: Page
let place: ReusedPage

describe.skipIf(lack)(`shop checks${lack ? ` (skipped: ${lack})` : ''}`, () => {
  const group = () => page.getByRole('region', { name: 'Shop checks' })
  const importFile = async (name: string, text: string): Promise<void> => {
    await page
      .getByLabel('File with a requirement profile')
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
  }

  beforeAll(async () => {
    harness = await openHarness()
    place = await openReusedPage(harness, { theme: 'light', width: 900, height: 600 })
    page = place.page
  })
  afterAll(() => harness?.close())
  beforeEach(async () => {
    await place.begin()
    await page.goto(`${harness.url}?scene=full#/settings`)
    await group().waitFor()
  })

  it('says of each rule that fails what was measured, what is required and what would fix it', async () => {
    await useProfiles(page, 'Amazon main image', 'Our shop')
    await page.getByRole('link', { name: 'Library' }).click()
    await page.getByRole('gridcell').nth(1).click()
    const details = page.getByRole('region', { name: 'Details' })
    await details.getByText('3 shop rules fail').first().waitFor()
    const rules = details.getByRole('list', { name: /^Amazon main image/ }).getByRole('listitem')
    await rules.first().waitFor()
    const said = (await rules.allTextContents()).map((text) => text.replaceAll(/\s+/g, ' '))
    expect(said.filter((text) => text.startsWith('Fails:'))).toEqual([
      'Fails: Product fills the frameMeasured68.9 %Requiredat least 85 %FixCrop the picture closer to the product.',
      'Fails: BackgroundMeasuredcolor 246, 246, 246Requiredpure white (255, 255, 255)FixMake the nearly white background pure white.',
    ])
    expect(said).toContain('Not checked: Text on the pictureIts text is not read yet.')
    await details.getByRole('button', { name: 'Fix… (Amazon main image)' }).click()
    await details.getByRole('button', { name: 'Fix 1 picture' }).waitFor()
    expect(await details.getByRole('region', { name: 'Plan' }).getByRole('listitem').allTextContents()).toEqual([
      '1 nearly white background becomes pure white.',
      'Originals stay as they are.',
      'The workspace keeps the earlier file until you send again.',
    ])
    await details.getByRole('button', { name: 'Fix 1 picture' }).click()
    await page.getByText('1 picture fixed').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Fixes of 1 picture taken back').waitFor()
    await details
      .getByRole('list', { name: /^Our shop/ })
      .getByText('This version of Packshot doesn’t know the rule.')
      .waitFor()
  })

  it('says of each product what its pictures lack', async () => {
    await page.getByRole('link', { name: 'Match' }).click()
    const products = page.getByRole('grid', { name: 'Products' })
    await products.getByRole('rowheader').first().waitFor()
    expect(await products.getByText(/fails?\b/).count()).toBe(0)
    await page.getByRole('link', { name: 'Settings' }).click()
    await useProfiles(page, 'Amazon main image', 'Our shop')
    await page.getByRole('link', { name: 'Match' }).click()
    const first = products.getByRole('rowheader').first()
    await first.getByText('Amazon main image: the main picture fails.').waitFor()
    await first.getByText('Our shop: 4 pictures fail.').waitFor()
    expect(await first.locator('[data-state]').getAttribute('data-state')).toBe('failed')
  })

  describe('on the Products screen', () => {
    const checks = () => page.getByRole('region', { name: 'Shop checks: Images' })
    const verdict = (said: string | RegExp) => checks().locator('summary').getByText(said)
    const pictures = () => page.getByRole('list', { name: 'Images in order' }).getByRole('listitem')
    const readCalls = () =>
      page.evaluate(() => ({ ...(globalThis as unknown as { productCalls: { all: number; most: number } }).productCalls }))
    const shopProfile = (id: string, name: string, of: object) => JSON.stringify({ packshotProfile: 1, id, revision: 1, name, ...of })

    it('says nothing where no profile is in use', async () => {
      await page.getByRole('link', { name: 'Products' }).click()
      await pictures().first().waitFor()
      expect(await checks().count()).toBe(0)
    })

    it('says of a list what shops require and it lacks, rule by rule, and follows each change before it is saved', async () => {
      const rules = [
        { kind: 'edge', side: 'longest', least: 1600 },
        { kind: 'picture-count', least: 8, most: 8 },
      ]
      await importFile('count.packshot-profile', shopProfile('count', 'Counting shop', { rules }))
      await useProfiles(page, 'Amazon main image', 'Counting shop')
      await page.getByRole('link', { name: 'Products' }).click()
      await verdict('9 pictures fail; 9 pictures, 8 pictures required.').waitFor()
      const main = checks().locator('details').filter({ hasText: 'Amazon main image' })
      await main.getByText('the main picture fails.').waitFor()
      expect(await main.getAttribute('open')).toBeNull()
      // By keyboard: opened, and still open and focused after each change.
      await main.locator('summary').press('Enter')
      const rulesOf = (name: string) => main.getByRole('list', { name })
      const first = (await pictures().first().getAttribute('aria-label'))?.split(',')[0] ?? ''
      const second = (await pictures().nth(1).getAttribute('aria-label'))?.split(',')[0] ?? ''
      const said = (await rulesOf(`Main picture: ${first}`).getByRole('listitem').allTextContents()).map((text) =>
        text.replaceAll(/\s+/g, ' '),
      )
      expect(said.filter((text) => text.startsWith('Fails:'))[0]).toBe(
        'Fails: Product fills the frameMeasured68.9 %Requiredat least 85 %FixCrop the picture closer to the product.',
      )
      await pictures().first().press('Alt+ArrowRight')
      await rulesOf(`Main picture: ${second}`).waitFor()
      expect(await rulesOf(`Main picture: ${first}`).count()).toBe(0)
      await pictures().first().press('Delete')
      await verdict('8 pictures fail.').waitFor()
      await page.getByRole('button', { name: 'Discard' }).click()
      await verdict('9 pictures fail; 9 pictures, 8 pictures required.').waitFor()
      await verdict('Counting shop').click()
      await checks().getByRole('list', { name: 'Counting shop' }).getByText('Remove pictures from the product.').waitFor()
    })

    it('asks about one order at a time, leaves out those in between, and shows no answer about an earlier one', async () => {
      await useProfiles(page, 'Our shop')
      await page.getByRole('link', { name: 'Products' }).click()
      await verdict('9 pictures fail.').waitFor()
      await verdict('Our shop').click()
      await checks()
        .getByRole('list', { name: /^Main picture:/ })
        .waitFor()
      const before = await readCalls()
      // Compares after each change of the page what it says with the order it shows.
      await page.evaluate(() => {
        const wrong: string[] = []
        const look = (): void => {
          const main = document.querySelector('ol li[aria-label$="main picture"]')?.getAttribute('aria-label')?.split(',')[0]
          const checked = [...document.querySelectorAll('details p')].find((one) =>
            one.textContent?.startsWith('Main picture: '),
          )?.textContent
          if (checked && checked !== `Main picture: ${main}`) wrong.push(`${checked} at ${main}`)
        }
        new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
        Object.assign(globalThis, { wrongOrders: wrong })
      })
      // In the page: a press from here takes longer than an answer.
      await page.getByRole('button', { name: 'Reversed', exact: true }).evaluate(async (button: HTMLElement) => {
        for (let at = 0; at < 12; at++) {
          button.click()
          await new Promise((resolve) => setTimeout(resolve))
        }
      })
      await pictures().first().press('Delete')
      await verdict('8 pictures fail.').waitFor()
      const main = (await pictures().first().getAttribute('aria-label'))?.split(',')[0]
      await checks()
        .getByRole('list', { name: `Main picture: ${main}` })
        .waitFor()
      const after = await readCalls()
      expect(after.most).toBe(1)
      expect(after.all - before.all).toBeLessThan(10)
      expect(await page.evaluate(() => (globalThis as unknown as { wrongOrders: string[] }).wrongOrders)).toEqual([])
    })

    it('never passes a source that is not ours, and says so', async () => {
      await useProfiles(page, 'Shopify')
      await page.getByRole('link', { name: 'Products' }).click()
      await page.getByRole('button', { name: /^SKU-12/ }).click()
      await verdict(/1 picture not fully checked\.$/).click()
      await checks().getByText('1 picture not checked: not in this library.').waitFor()
    })
  })

  it('says while pictures are attached what shops require of the product that they make', async () => {
    await useProfiles(page, 'Our shop')
    await page.getByRole('link', { name: 'Library' }).click()
    await page.getByRole('gridcell').nth(3).click()
    await page
      .getByRole('gridcell')
      .nth(7)
      .click({ modifiers: ['ControlOrMeta'] })
    await page.getByRole('button', { name: 'Attach to product' }).click()
    const dialog = page.getByRole('dialog', { name: 'Attach to a product' })
    const checks = dialog.getByRole('region', { name: 'Shop checks of the product' })
    await dialog.getByRole('option').first().waitFor()
    expect(await checks.count()).toBe(0)
    await chooseProduct(page, { known: 'SKU-12' })
    await checks.getByText('Not checked: say above which pictures the product has.').waitFor()
    await dialog.getByRole('radio', { name: /^Yes, still these/ }).check()
    await checks.locator('summary').getByText('5 pictures fail; 1 picture not fully checked.').waitFor()
    await dialog.getByRole('radio', { name: 'No, it has none' }).check()
    await dialog.getByRole('button', { name: 'All removed' }).click()
    await checks.locator('summary').getByText('2 pictures fail.').click()
    const main = async () =>
      (await dialog.getByRole('list', { name: 'Pictures to attach' }).getByRole('listitem').first().getAttribute('aria-label'))?.split(
        ',',
      )[0]
    await checks.getByRole('list', { name: `Main picture: ${await main()}` }).waitFor()
    await dialog.getByRole('button', { name: 'Reversed', exact: true }).click()
    await checks.getByRole('list', { name: `Main picture: ${await main()}` }).waitFor()
  })

  it('filters the library by what fails', async () => {
    const filter = page.getByRole('combobox', { name: 'Shop checks' })
    await page.getByRole('link', { name: 'Library' }).click()
    await page.getByRole('gridcell').first().waitFor()
    expect(await filter.count()).toBe(0)
    await page.getByRole('link', { name: 'Settings' }).click()
    await useProfiles(page, 'eBay')
    await page.getByRole('link', { name: 'Library' }).click()
    await filter.click()
    await page.getByRole('option', { name: 'Fails eBay' }).click()
    await expect.poll(() => filter.inputValue()).toBe('Fails eBay')
  })

  it('imports a file, says why another one can’t be used, and undoes a removal', async () => {
    const rules = [{ kind: 'edge', side: 'longest', least: 2000 }]
    await importFile('ours.packshot-profile', JSON.stringify({ packshotProfile: 1, id: 'new', revision: 1, name: 'New shop', rules }))
    await group().getByRole('switch', { name: 'Check by New shop' }).waitFor()
    await importFile('odd.packshot-profile', '{"packshotProfile": 2}')
    await page.getByText('This file has version 2, which a newer Packshot wrote.').waitFor()
    await group().getByRole('button', { name: 'More for New shop' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await group().getByRole('switch', { name: 'Check by New shop' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await group().getByRole('switch', { name: 'Check by New shop' }).waitFor()
  })
})
