import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lackForBrowserTests } from '../support/browser-host.ts'
import { chooseProduct } from '../support/choose-product.ts'
import { twoFrames } from '../support/two-frames.ts'
import { type Harness, openHarness } from './open-harness.ts'
import { openReusedPage, type ReusedPage } from './reused-page.ts'

const lack = lackForBrowserTests()
let harness: Harness
let page: Page
let place: ReusedPage

const show = async (screen: string): Promise<void> => {
  await page.goto(`${harness.url}?scene=full#/${screen}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}
const cell = (at: number): Locator => page.getByRole('grid', { name: 'Pictures' }).getByRole('gridcell').nth(at)
const openAttach = async (): Promise<Locator> => {
  await cell(3).click()
  await page.getByRole('button', { name: 'Attach to product' }).click()
  return page.getByRole('dialog', { name: 'Attach to a product' })
}
const takeOut = async (name: string): Promise<void> => {
  await page.getByRole('link', { name: 'Library' }).click()
  await page.getByRole('textbox', { name: 'Search the library' }).fill(name)
  await expect.poll(() => page.getByRole('gridcell').count()).toBe(1)
  await cell(0).click()
  await page.getByRole('button', { name: /^Remove \d+ from the library$/ }).click()
  await page.getByText('1 picture removed').waitFor()
}
const question = (): Locator => page.getByRole('textbox', { name: 'Question' })
const hasFocus = (one: Locator): Promise<boolean> => one.evaluate((element) => element === document.activeElement)
const pressTwice = (button: Locator): Promise<void> =>
  button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
const words = (): Promise<string[]> => page.getByRole('alert').allInnerTexts()

describe.skipIf(lack)(`typing, clicking and naming${lack ? ` (skipped: ${lack})` : ''}`, () => {
  beforeAll(async () => {
    harness = await openHarness()
    place = await openReusedPage(harness)
    page = place.page
  })
  afterAll(() => harness?.close())
  beforeEach(async () => {
    await place.begin()
  })

  it('a question that is too long is kept unchanged with a message, instead of being cut', async () => {
    await show('questions')
    await question().fill('x'.repeat(10_000))
    await page.getByText('A question may have 4,000 characters; this one has 10,000. Shorten it, then ask.').waitFor()
    expect((await question().inputValue()).length).toBe(10_000)
    const ask = page.getByRole('button', { name: 'Ask', exact: true })
    expect(await ask.isDisabled()).toBe(true)
    await question().fill('x'.repeat(4_000))
    await expect.poll(() => ask.isEnabled()).toBe(true)
  })

  it('a half-written question and a half-edited answer survive a reload of the window', async () => {
    await show('questions')
    await question().fill('Half a question')
    // It moves the answers down, away from a pointer that is pressed there.
    await page.getByText(/^197 requests, about/).waitFor()
    await page
      .getByRole('button', { name: /^Edit the answer/ })
      .first()
      .click()
    await page.getByRole('textbox', { name: 'Edited answer' }).fill('Half an answer')
    await page.reload()
    await expect.poll(() => question().inputValue()).toBe('Half a question')
    await expect.poll(() => page.getByRole('textbox', { name: 'Edited answer' }).inputValue()).toBe('Half an answer')
  })

  it('Q moves to the question field, and keys in a dialog change nothing behind it', async () => {
    await show('library')
    const dialog = await openAttach()
    await dialog.getByRole('listitem').first().focus()
    for (const key of ['q', '/', 'p']) await page.keyboard.press(key)
    await twoFrames(page)
    expect(page.url()).toContain('#/library')
    expect(await hasFocus(dialog.getByRole('listitem').first())).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('grid', { name: 'Pictures' }).focus()
    await page.keyboard.press('q')
    await expect.poll(() => hasFocus(question())).toBe(true)
    await page.keyboard.press('ControlOrMeta+1')
    await page.getByRole('grid', { name: 'Pictures' }).focus()
    await page.keyboard.press('ControlOrMeta+k')
    await page.locator('input[aria-label="Search commands"]:focus').waitFor()
    await page.keyboard.type('ask about')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Commands' }).waitFor({ state: 'hidden' })
    await expect.poll(() => hasFocus(question())).toBe(true)
  })

  it('a double click runs an action once, and announces it once', async () => {
    await page.clock.install()
    /** Whatever the page or its core put off by up to a second has happened. */
    const pass = async (): Promise<void> => {
      await page.clock.fastForward(1_000)
      await twoFrames(page)
    }
    await show('library')
    const dialog = await openAttach()
    await chooseProduct(dialog, { create: 'Winter set' })
    await pressTwice(dialog.getByRole('button', { name: 'Attach', exact: true }))
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(words).toContainEqual(expect.stringContaining('→ Winter set'))
    await pass()
    expect((await words()).filter((one) => one.includes('→ Winter set'))).toHaveLength(1)
    await pressTwice(page.getByRole('button', { name: /^Remove \d+ from the library$/ }))
    await page.getByText('1 picture removed').waitFor()
    await pass()
    expect((await words()).filter((one) => one.includes('removed'))).toHaveLength(1)
    await show('questions')
    await question().fill('What is it?')
    await pressTwice(page.getByRole('button', { name: 'Ask', exact: true }))
    await page.getByText(/^Asked about/).waitFor()
    await pass()
    expect((await words()).filter((one) => one.includes('Asked about'))).toHaveLength(1)
  })

  it('only the two newest notes are shown, so that they cover no list', async () => {
    await show('library')
    for (let at = 0; at < 4; at++) {
      await cell(1).click()
      await page.getByRole('button', { name: /^Remove \d+ from the library$/ }).click()
      await expect.poll(words).toHaveLength(Math.min(at + 1, 2))
    }
    expect((await words()).every((one) => one.includes('1 picture removed'))).toBe(true)
  })

  it('an attachment is announced as queued, with the reason while work is paused, and never as done before it is', async () => {
    await show('library')
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await page.getByRole('button', { name: 'Resume', exact: true }).waitFor()
    const dialog = await openAttach()
    await chooseProduct(dialog, { create: 'Winter set' })
    await dialog.getByRole('button', { name: 'Attach', exact: true }).click()
    await expect.poll(words).toContainEqual(expect.stringMatching(/^1 picture → Winter set\s+Queued\. Work is paused\./))
    await page.getByRole('button', { name: 'Resume', exact: true }).click()
    await expect.poll(words).toContainEqual(expect.stringMatching(/^1 picture → Winter set\s+Attached\./))
  })

  it('several attachments in a row are announced in one place, and cover nothing', async () => {
    await show('library')
    for (const name of ['One', 'Two', 'Three']) {
      const dialog = await openAttach()
      await chooseProduct(dialog, { create: name })
      await dialog.getByRole('button', { name: 'Attach', exact: true }).click()
      await dialog.waitFor({ state: 'hidden' })
    }
    await expect.poll(async () => (await words()).filter((one) => one.includes('1 picture →')).length).toBe(1)
  })

  it('a picture without text on the clipboard is pasted even while a field has the focus', async () => {
    await show('library')
    await page.getByRole('textbox', { name: 'Search the library' }).focus()
    const paste = (text: string | null): Promise<void> =>
      page.evaluate((given) => {
        const clipboardData = new DataTransfer()
        clipboardData.items.add(new File(['x'], given ?? 'pasted.png', { type: 'image/png' }))
        if (given !== null) clipboardData.setData('text/plain', given)
        document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, text)
    await paste('cells')
    await paste(null)
    await expect.poll(() => page.evaluate(() => (window as unknown as { handedOver: string[] }).handedOver)).toEqual(['pasted.png'])
  })

  it('a picture that was removed from the library is reported as gone, and nothing is selected', async () => {
    await show('activity')
    const showDone = async (): Promise<void> => {
      await page.getByRole('link', { name: /^Show jobs: Upload/ }).click()
      await page.getByText(/^Done \(/).click()
    }
    await showDone()
    const first = page.getByRole('article', { name: /^Upload/ }).first()
    const name = (await first.getAttribute('aria-label'))?.replace('Upload ', '') ?? ''
    await takeOut(name)
    await page.getByRole('link', { name: 'Activity', exact: true }).click()
    await showDone()
    await page
      .getByRole('article', { name: /^Upload/ })
      .first()
      .getByRole('button', { name: /^More/ })
      .click()
    await page.getByRole('menuitem', { name: 'Open picture' }).click()
    await page.getByText('is no longer in the library').waitFor()
    expect(page.url()).toContain('#/activity/')
  })

  it('a long workspace name pushes no setting out of sight', async () => {
    await show('settings')
    const all = page.getByRole('group', { name: 'All settings' })
    const named = await all.evaluate((sheet, text) => {
      const titles = [...sheet.querySelectorAll('h2, p')]
      const name = titles.filter(({ tagName }) => tagName === 'H2')[1]?.textContent
      const own = titles.filter(({ textContent }) => textContent === name)
      for (const one of own) one.textContent = text
      return own.length
    }, 'N'.repeat(200))
    expect(named).toBe(2)
    expect(await all.evaluate((sheet) => sheet.scrollWidth > sheet.clientWidth)).toBe(false)
  })

  it('a long product name pushes nothing out of its place', async () => {
    await show('library')
    const dialog = await openAttach()
    const long = 'Sommerkollektion-'.repeat(12)
    const isCut = (one: Locator): Promise<boolean> => one.evaluate((element) => element.scrollWidth > element.clientWidth)
    await dialog.getByRole('option', { name: 'SKU-12' }).evaluate((option, text) => {
      const label = option.querySelector('span') ?? option
      label.textContent = text
    }, long)
    expect(await isCut(dialog)).toBe(false)
    const box = await dialog.getByRole('option', { name: long }).boundingBox()
    const frame = await dialog.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan((frame?.x ?? 0) + (frame?.width ?? 0))
    await show('products')
    const view = page.getByRole('region', { name: 'Glass bottles, autumn' })
    await view.getByRole('heading', { level: 2 }).evaluate((heading, text) => {
      heading.textContent = text
    }, 'W'.repeat(300))
    expect(await isCut(view)).toBe(false)
  })

  it('a picture that was removed from the library still appears in its product', async () => {
    await show('products')
    const first = page.getByRole('list', { name: 'Images in order' }).getByRole('listitem').first()
    await first.locator('img').waitFor()
    await expect.poll(() => first.getAttribute('aria-label')).toMatch(/, 1 of 9, main picture$/)
    const name = (await first.getAttribute('aria-label'))?.replace(/, 1 of 9, main picture$/, '') ?? ''
    await takeOut(name)
    await page.getByRole('link', { name: 'Products' }).click()
    await expect.poll(() => first.getAttribute('aria-label')).toBe(`${name}, 1 of 9, main picture`)
    expect(await first.locator('img').count()).toBe(1)
  })

  it('switching screens closes the enlarged picture', async () => {
    await show('library')
    await cell(4).dblclick()
    await page.getByRole('button', { name: 'Next picture' }).waitFor()
    await page.keyboard.press('ControlOrMeta+2')
    await question().waitFor()
    await page.keyboard.press('ControlOrMeta+1')
    await cell(4).waitFor()
    await twoFrames(page)
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('the number of parallel requests is always a whole number, whatever is typed', async () => {
    await show('settings')
    const box = page.getByRole('textbox', { name: 'Parallel requests' })
    await box.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('1.5')
    await expect.poll(() => box.inputValue()).toBe('15')
  })

  it('a picture’s history names the product', async () => {
    await show('library')
    await cell(4).click()
    await page
      .getByRole('region', { name: 'Details' })
      .getByText(/^Attach \d+ pictures? to (?!a product)/)
      .first()
      .waitFor()
  })
})
