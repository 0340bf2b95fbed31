import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lackForBrowserTests } from '../support/browser-host.ts'
import { type Harness, openHarness } from './open-harness.ts'
import { openReusedPage, type ReusedPage } from './reused-page.ts'

const lack = lackForBrowserTests()
let harness: Harness
let page: Page
let place: ReusedPage

const work = (): Locator => page.getByRole('region', { name: 'Work', exact: true }).getByRole('article')
const jobs = (): Locator => page.getByRole('region', { name: 'Jobs' }).getByRole('article')
const opener = (name: RegExp): Locator => page.getByRole('link', { name })
const heading = (): Locator => page.getByRole('heading', { level: 1 })
const hasFocus = (one: Locator): Promise<boolean> => one.evaluate((element) => element === document.activeElement)
const openByKeys = async (name: RegExp): Promise<void> => {
  await opener(name).focus()
  await page.keyboard.press('Enter')
  await jobs().first().waitFor()
}

describe.skipIf(lack)(`Activity${lack ? ` (skipped: ${lack})` : ''}`, () => {
  beforeAll(async () => {
    harness = await openHarness()
    place = await openReusedPage(harness, { theme: 'light', width: 900, height: 600 })
    page = place.page
  })
  afterAll(() => harness?.close())
  beforeEach(async () => {
    await place.begin()
    await page.goto(`${harness.url}?scene=full#/activity`)
    await work().first().waitFor()
  })

  it('has one row for each action with its progress, and a job of its own as itself', async () => {
    await expect.poll(() => work().count()).toBe(4)
    expect(await work().evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual([
      'Create product Summer set',
      'Attach 45 pictures to 3 products',
      'Upload 194 pictures',
      'Ask “Write alt text for this picture.” about 6 pictures',
    ])
    expect(await work().nth(2).innerText()).toMatch(/Needs attention\s+188 of 194 jobs done · 1 needs attention · 5 running/)
  })

  it('opens an action by keyboard, names it to a screen reader, and gives the focus back after Escape and after “back”', async () => {
    for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
      await openByKeys(/^Show jobs: Upload/)
      expect(await heading().innerText()).toBe('Upload 194 pictures')
      await expect.poll(() => hasFocus(heading())).toBe(true)
      // Of nearly two hundred, those in view.
      expect(await jobs().count()).toBeLessThan(40)
      await leave()
      await work().first().waitFor()
      await expect.poll(() => hasFocus(opener(/^Show jobs: Upload/))).toBe(true)
    }
  })

  it('Escape that closes a menu or a dialog leaves the action open', async () => {
    await openByKeys(/^Show jobs: Attach/)
    await page
      .getByRole('button', { name: /^More: / })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Cancel job' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('menuitem').count()).toBe(0)
    await page.getByRole('button', { name: 'Change product…' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Change the product' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(await heading().innerText()).toBe('Attach 45 pictures to 3 products')
  })

  it('retries and cancels all of one action, and leaves the others', async () => {
    await openByKeys(/^Show jobs: Attach/)
    await page.getByRole('button', { name: 'Retry all', exact: true }).click()
    await page.getByText('Under way (3)').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Needs attention (2)').waitFor()
    await openByKeys(/^Show jobs: Upload/)
    await page.getByRole('button', { name: 'Cancel all' }).click()
    await page.getByText('Cancelled (1)').waitFor()
    await page.getByRole('link', { name: 'All activity' }).click()
    await page.getByText('Needs attention (1)').waitFor()
    await page.getByText('Under way (3)').waitFor()
  })

  it('cancels a job with Delete, and asks before it cancels all of an action', async () => {
    await opener(/^Show jobs: Ask/).focus()
    await page.keyboard.press('Delete')
    const question = page.getByRole('dialog', { name: /^Cancel \d+ jobs\?$/ })
    // In the question the key means nothing.
    await question.getByRole('button', { name: 'Keep' }).press('Delete')
    await question.getByRole('button', { name: 'Keep' }).click()
    await question.waitFor({ state: 'hidden' })
    await opener(/^Show jobs: Ask/).focus()
    await page.keyboard.press('Delete')
    await question.getByRole('button', { name: /^Cancel \d+ jobs$/ }).click()
    await page.getByText(/^\d+ jobs cancelled$/).waitFor()
    await page.getByRole('article', { name: 'Create product Summer set' }).getByRole('button').last().focus()
    await page.keyboard.press('Delete')
    await page.getByText('Cancelled', { exact: true }).first().waitFor()
  })

  it('keeps filter and search while an action is open', async () => {
    await page.getByRole('textbox', { name: 'Search activity' }).fill('alt text')
    await expect.poll(() => work().count()).toBe(1)
    await page.getByText('Under way (1)').click()
    await openByKeys(/^Show jobs: Ask/)
    await expect.poll(() => jobs().count()).toBe(6)
    await page.keyboard.press('Escape')
    await expect.poll(() => work().count()).toBe(1)
    expect(await page.getByRole('textbox', { name: 'Search activity' }).inputValue()).toBe('alt text')
    expect(await page.getByRole('radio', { name: /^Under way/ }).isChecked()).toBe(true)
    await page.getByRole('textbox', { name: 'Search activity' }).fill('nothing like it')
    await page.getByText('Searched in: question, product, picture name.').waitFor()
  })

  it('says so when an action is not in this workspace', async () => {
    await page.goto(`${harness.url}?scene=full#/activity/987654`)
    await page.getByText('Its jobs belong to another workspace, or were lost.').waitFor()
    await page.getByRole('button', { name: 'Show all activity' }).click()
    await expect.poll(() => work().count()).toBe(4)
  })
})
