import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lackForBrowserTests } from '../support/browser-host.ts'
import { type Harness, openHarness } from './open-harness.ts'
import { setStage } from './show-scene.ts'

const lack = lackForBrowserTests()
let harness: Harness
let page: Page

describe.skipIf(lack)(`dragging pictures of the library${lack ? ` (skipped: ${lack})` : ''}`, () => {
  const cell = (at: number) => page.locator(`#picture-${at}`)
  const chosen = () => page.getByRole('gridcell', { selected: true }).count()

  beforeAll(async () => {
    harness = await openHarness()
  })
  afterAll(() => harness?.close())
  beforeEach(async () => {
    page = (await setStage(harness.browser, harness.url, { theme: 'light', width: 1280, height: 800 })).page
    await page.goto(`${harness.url}?scene=full#/library`)
    await cell(2).locator('img').waitFor()
  })

  it('onto Products attaches the selection, and a click leaves one of it', async () => {
    await cell(0).click()
    await cell(1).click({ modifiers: ['ControlOrMeta'] })
    await cell(1).dragTo(page.getByRole('link', { name: 'Products' }))
    const dialog = page.getByRole('dialog', { name: 'Attach to a product' })
    await dialog.getByText('2 pictures').first().waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await chosen()).toBe(2)
    await cell(0).click()
    expect(await chosen()).toBe(1)
  })

  it('drags the picture that is pressed, if it was not selected, and opens nothing elsewhere', async () => {
    await cell(0).click()
    await cell(2).dragTo(page.getByRole('link', { name: 'Match' }))
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await cell(2).getAttribute('aria-selected')).toBe('true')
    expect(await chosen()).toBe(1)
    await cell(2).dragTo(page.getByRole('link', { name: 'Products' }))
    await page.getByRole('dialog', { name: 'Attach to a product' }).waitFor()
  })
})
