import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lackForBrowserTests } from '../support/browser-host.ts'
import { type Harness, openHarness } from './open-harness.ts'
import { openReusedPage, type ReusedPage } from './reused-page.ts'

const lack = lackForBrowserTests()
let harness: Harness
let page: Page
let place: ReusedPage

describe.skipIf(lack)(`a converted picture${lack ? ` (skipped: ${lack})` : ''}`, () => {
  /** Of the scene's pictures, one with 12 pages, one that is sent as it is, and one of which the workspace has an earlier file. */
  const find = async (name: '-015.tif' | '-005.png' | '-017.png') => {
    await page.getByRole('textbox', { name: 'Search the library' }).fill(name)
    await expect.poll(() => page.getByRole('gridcell').count()).toBe(1)
    return page.getByRole('gridcell', { name: new RegExp(`${name.replace('.', '[.]')}$`) })
  }
  const details = () => page.getByRole('region', { name: 'Details' })

  beforeAll(async () => {
    harness = await openHarness()
    place = await openReusedPage(harness, { theme: 'light', width: 900, height: 600 })
    page = place.page
  })
  afterAll(() => harness?.close())
  beforeEach(async () => {
    await place.begin()
    await page.goto(`${harness.url}?scene=full#/library`)
    await page.getByRole('gridcell').first().locator('img').waitFor()
  })

  it('says in its row what it is converted from, to the eye and to a screen reader', async () => {
    await page.getByRole('button', { name: 'Show as list' }).click()
    const converted = await find('-015.tif')
    await converted.getByText('Converted from TIFF, first of 12 pages').first().waitFor()
    const described = (await converted.getAttribute('aria-describedby'))?.split(' ')[0]
    expect(await page.locator(`#${described}`).textContent()).toContain('Attached, converted from TIFF, first of 12 pages')
    const plain = await find('-005.png')
    await plain.waitFor()
    expect(await plain.textContent()).not.toMatch(/convert/i)
    await page.goto(`${harness.url}?scene=full#/activity`)
    await page.getByText('Show jobs').nth(1).click()
    await page.getByText(/^Done \(/).click()
    await page.getByText('converted from TIFF, first of 12 pages').waitFor()
  })

  it('is shown beside what is sent of it, with what was done', async () => {
    await (await find('-015.tif')).click()
    const sides = details().getByRole('figure')
    await expect.poll(() => sides.count()).toBe(2)
    expect(await sides.nth(0).textContent()).toMatch(/^OriginalTIFF\d+ × \d+[\d.]+ [kM]B$/)
    expect(await sides.nth(1).textContent()).toMatch(/^Sent fileJPEG\d+ × \d+[\d.]+ [kM]B$/)
    expect(await details().getByRole('list', { name: 'What was done' }).getByRole('listitem').allTextContents()).toEqual([
      'Converted from TIFF',
      'First of 12 pages',
      'Turned upright',
      'Colors changed from CMYK (Coated FOGRA39) to sRGB',
      '16 bits per channel reduced to 8',
      'JPEG quality 90',
    ])
    await details().getByText('The workspace has this file.').waitFor()
    await (await find('-005.png')).click()
    await details().getByText('As it is, unchanged').waitFor()
    expect(await sides.count()).toBe(0)
  })

  it('is enlarged beside its original by keyboard, both at the same zoom', async () => {
    await (await find('-015.tif')).click()
    await details().getByRole('button', { name: 'Enlarge what is sent, beside the original' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect.poll(() => dialog.getByRole('figure').count()).toBe(2)
    await dialog.getByRole('radio', { name: 'Fit' }).focus()
    await page.keyboard.press('ArrowRight')
    const original = dialog.getByRole('group', { name: 'Original, full size' })
    const sent = dialog.getByRole('group', { name: 'Sent file, full size' })
    await original.focus()
    const placeOf = (side: typeof original) => side.evaluate((one) => [one.scrollLeft, one.scrollTop])
    // It begins in the middle.
    await expect.poll(async () => Math.min(...(await placeOf(original)))).toBeGreaterThan(0)
    const [left = 0, top = 0] = await placeOf(original)
    // The arrows scroll both, and don't lead to the next picture.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    const hasMoved = async (): Promise<boolean> => {
      const [nowLeft = 0, nowTop = 0] = await placeOf(original)
      return nowLeft > left && nowTop > top
    }
    await expect.poll(hasMoved).toBe(true)
    await expect.poll(async () => JSON.stringify(await placeOf(sent)) === JSON.stringify(await placeOf(original))).toBe(true)
    expect(await dialog.getByRole('heading').textContent()).toContain('.tif')
    await dialog.getByRole('radio', { name: 'Original and sent file' }).focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => dialog.getByRole('figure').count()).toBe(0)
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
  })

  it('of which the workspace has an earlier file is sent again and replaced in its products by keyboard, with Undo', async () => {
    await (await find('-005.png')).click()
    await details().getByText('As it is, unchanged').waitFor()
    expect(await details().getByRole('region', { name: 'Earlier files' }).count()).toBe(0)
    await (await find('-017.png')).click()
    await details().getByText('The workspace has an earlier file of this picture.').waitFor()
    await details().getByText('About an earlier file of this picture.').first().waitFor()
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Send again' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Send again' })
    await dialog.getByText('Send 1 picture again, and replace it in 2 products.').waitFor()
    await dialog.getByRole('button', { name: 'Send again and replace in 2 products' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Replacing 1 picture in 2 products').waitFor()
    await expect.poll(() => dialog.count()).toBe(0)
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('grid')
    await page.getByRole('button', { name: 'Undo' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('The earlier files get their places back in 2 products.').waitFor()
  })
})
