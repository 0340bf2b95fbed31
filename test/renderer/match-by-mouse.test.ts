import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lackForBrowserTests } from '../support/browser-host.ts'
import { dragFilesOnto } from '../support/drag-files.ts'
import { twoFrames } from '../support/two-frames.ts'
import { type Harness, openHarness } from './open-harness.ts'
import { openReusedPage, type ReusedPage } from './reused-page.ts'

const lack = lackForBrowserTests()
let harness: Harness
let page: Page
let place: ReusedPage

describe.skipIf(lack)(`the Match screen by mouse${lack ? ` (skipped: ${lack})` : ''}`, () => {
  beforeAll(async () => {
    harness = await openHarness()
    place = await openReusedPage(harness)
    page = place.page
  })
  afterAll(() => harness?.close())
  beforeEach(async () => {
    await place.begin()
    await page.goto(`${harness.url}?scene=full#/match`)
    await page.getByRole('grid', { name: 'Products' }).getByRole('row').first().waitFor()
  })

  it('selects no range that was given up meanwhile, or that is of the other list', async () => {
    const tray = page.getByRole('grid', { name: 'Without a product' })
    await tray.getByRole('row').first().click()
    await tray.focus()
    await page.keyboard.press('Shift+End')
    await expect.poll(() => tray.getByRole('row', { selected: true }).count()).toBeGreaterThan(3)
    await page.keyboard.press('Home')
    // Both before the range can have been read.
    await tray.evaluate((element) => {
      for (const init of [{ key: 'End', shiftKey: true }, { key: 'Escape' }])
        element.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }))
    })
    // The core in this page answers without a pause.
    await twoFrames(page)
    expect(await tray.getByRole('row', { selected: true }).count()).toBe(0)
  })

  it('marks what an answer suggests, and takes it only when a person presses its number', async () => {
    const row = page.getByRole('grid', { name: 'Without a product' }).locator('#tray-6')
    await row.getByText('Suggested').waitFor()
    expect(await row.getByRole('button', { name: 'Suggested' }).getAttribute('title')).toBe('Suggested: its answer names this product')
    await row.click({ position: { x: 80, y: 20 } })
    await page.keyboard.press('1')
    await page.getByText('1 picture moved to Glass bottle 7').waitFor({ state: 'attached' })
  })

  it('takes files again after a picture was dragged far from its row', async () => {
    const tray = page.getByRole('grid', { name: 'Without a product' })
    await tray.getByRole('row').nth(1).hover()
    await page.mouse.down()
    const product = await page.getByRole('grid', { name: 'Products' }).getByRole('rowheader').first().boundingBox()
    if (!product) throw new Error('no product is shown')
    await page.mouse.move(product.x + 20, product.y + 30, { steps: 4 })
    await tray.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect.poll(() => tray.locator('#tray-39').count()).toBe(1)
    await page.mouse.move(product.x + 30, product.y + 10, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => tray.locator('#tray-1').count()).toBe(0)
    await dragFilesOnto(page, '#main', [new URL('../../build/icons/packshot.svg', import.meta.url).pathname])
    await expect.poll(() => page.evaluate(() => (window as unknown as { handedOver: string[] }).handedOver)).toEqual(['packshot.svg'])
  })
})
