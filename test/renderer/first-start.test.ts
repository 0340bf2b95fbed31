import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lackForBrowserTests } from '../support/browser-host.ts'
import { type Harness, openHarness } from './open-harness.ts'

const lack = lackForBrowserTests()

describe.skipIf(lack)(`the first start, before the core answers${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await openHarness()
  })
  afterAll(() => harness?.close())

  it('shows the welcome and opens its dialog, from which the focus returns', async () => {
    const page = await harness.browser.newPage()
    await page.goto(`${harness.url}?new`)
    await page.getByRole('heading', { name: 'Welcome to Packshot' }).waitFor()
    const connect = page.getByRole('button', { name: 'Connect workspace' })
    await connect.click()
    const dialog = page.getByRole('dialog', { name: 'Connect a workspace' })
    await dialog.getByRole('textbox', { name: 'Or paste its link' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => connect.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.close()
  })

  it('draws no list of a filter before it is asked for, and then all of it', async () => {
    const page = await harness.browser.newPage()
    await page.goto(`${harness.url}?scene=full#/library`)
    const state = page.getByRole('combobox', { name: 'State' })
    await state.waitFor()
    expect(await page.locator('[role=option], [role=listbox]').count()).toBe(0)
    await state.focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: 'Any state' }).waitFor()
    // From the chosen one, which is the first, to the next.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => state.inputValue()).not.toBe('Any state')
    await page.close()
  })
})
