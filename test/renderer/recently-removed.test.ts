import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lackForBrowserTests } from '../support/browser-host.ts'
import { type Harness, openHarness } from './open-harness.ts'
import { openReusedPage, type ReusedPage } from './reused-page.ts'

const lack = lackForBrowserTests()
let harness: Harness
let page: Page
let place: ReusedPage

describe.skipIf(lack)(`what was removed recently${lack ? ` (skipped: ${lack})` : ''}`, () => {
  const list = () => page.getByRole('dialog', { name: 'Recently removed' })
  const names = () => list().getByRole('listitem')

  beforeAll(async () => {
    harness = await openHarness()
    place = await openReusedPage(harness, { theme: 'light', width: 900, height: 600 })
    page = place.page
  })
  afterAll(() => harness?.close())
  beforeEach(async () => {
    await place.begin()
    await page.goto(`${harness.url}?scene=full#/settings`)
    await page.getByText('4 items · 4.8 MB of disk space').waitFor()
    await page.getByRole('button', { name: 'Show what was removed recently' }).click()
    await expect.poll(() => names().count()).toBe(4)
  })

  it('says what each is and when it goes, and is restored one by one', async () => {
    expect(await names().nth(3).innerText()).toMatch(/Autumn campaign\s+Question set · removed 9 days ago · goes in 21 days/)
    await list().getByRole('button', { name: 'Restore Autumn campaign' }).click()
    await expect.poll(() => names().count()).toBe(3)
    await page.getByText('1 item restored').waitFor()
  })

  it('is removed for good only after a question, which the keyboard leaves with nothing changed', async () => {
    await list().getByRole('button', { name: 'Remove all for good…' }).click()
    const question = page.getByRole('dialog', { name: 'Remove 4 items for good?' })
    await question.getByText('This cannot be undone.').waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => question.count()).toBe(0)
    expect(await names().count()).toBe(4)
    await list().getByRole('button', { name: 'Remove for good… Linen shirt, blue' }).click()
    await page.getByRole('button', { name: 'Remove for good', exact: true }).click()
    await expect.poll(() => names().count()).toBe(3)
    await list().getByRole('button', { name: 'Remove all for good…' }).click()
    await page.getByRole('button', { name: 'Remove all for good', exact: true }).click()
    await list().getByText('Nothing was removed recently.').waitFor()
  })
})
