import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lackForBrowserTests } from '../support/browser-host.ts'
import { type Harness, openHarness } from './open-harness.ts'
import { setStage } from './show-scene.ts'

const lack = lackForBrowserTests()
let harness: Harness

describe.skipIf(lack)(`the first view${lack ? ` (skipped: ${lack})` : ''}`, () => {
  beforeAll(async () => {
    harness = await openHarness()
  })
  afterAll(() => harness?.close())
  const open = async (scene: string, width: number) => {
    const { page } = await setStage(harness.browser, harness.url, { theme: 'light', width, height: 600 })
    await page.goto(`${harness.url}?scene=${scene}#/library`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    return page
  }

  it.each([1280, 1040, 900])('names the workspace once, in a window %i pixels wide', async (width) => {
    const page = await open('full', width)
    const shown = page.getByText('Northwind Studio', { exact: true }).filter({ visible: true })
    await expect.poll(() => shown.count()).toBe(1)
    const { width: widthOfName } = (await shown.boundingBox()) ?? { width: 0 }
    expect(widthOfName).toBeGreaterThan(60)
  })

  it('lets a person retry what could not be loaded', async () => {
    const page = await open('broken', 1280)
    await page.getByRole('alert').filter({ hasText: 'The library cannot be shown.' }).waitFor()
    await page.evaluate(() => Object.assign(globalThis, { isMended: true }))
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('gridcell', { selected: false }).first().waitFor()
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  })
})
