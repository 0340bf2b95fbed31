import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lackForBrowserTests } from '../support/browser-host.ts'
import { type Harness, openHarness } from './open-harness.ts'
import { openReusedPage, type ReusedPage } from './reused-page.ts'

const lack = lackForBrowserTests()
let harness: Harness
let page: Page
let place: ReusedPage

describe.skipIf(lack)(`pictures that say where they were taken${lack ? ` (skipped: ${lack})` : ''}`, () => {
  const line = () => page.getByRole('region', { name: 'Locations in pictures' })
  const showLibrary = async (): Promise<void> => {
    await page.getByRole('link', { name: 'Library' }).click()
    await page.getByRole('grid', { name: 'Pictures' }).waitFor()
  }

  beforeAll(async () => {
    harness = await openHarness()
    place = await openReusedPage(harness, { theme: 'light', width: 900, height: 600 })
    page = place.page
  })
  afterAll(() => harness?.close())
  beforeEach(async () => {
    await place.begin()
    await page.goto(`${harness.url}?scene=watched#/library`)
    await line().waitFor()
  })

  it('are counted once, with what uploads do and where that is changed, by keyboard', async () => {
    expect(await line().innerText()).toContain('3 pictures contain a GPS location. Packshot removes it when it uploads.')
    await line().getByRole('button', { name: 'Change this in Settings' }).focus()
    await page.keyboard.press('Enter')
    const uploads = page.getByRole('region', { name: 'Uploads' })
    await uploads.getByRole('switch', { name: 'Remove location and personal metadata' }).waitFor()
    await expect.poll(() => uploads.evaluate((part) => part === document.activeElement)).toBe(true)
    await expect.poll(async () => ((await uploads.boundingBox())?.y ?? 0) < 300).toBe(true)
    await showLibrary()
    expect(await line().count()).toBe(0)
  })

  it('are not counted again once the line was dismissed', async () => {
    await line().getByRole('button', { name: 'Dismiss' }).click()
    await expect.poll(() => line().count()).toBe(0)
    await page.getByRole('link', { name: 'Settings' }).click()
    await showLibrary()
    expect(await line().count()).toBe(0)
  })
})
