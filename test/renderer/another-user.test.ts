import { afterAll, beforeAll, describe, it } from 'vitest'
import { lackForBrowserTests } from '../support/browser-host.ts'
import { type Harness, openHarness } from './open-harness.ts'
import { setStage } from './show-scene.ts'

const lack = lackForBrowserTests()
let harness: Harness

describe.skipIf(lack)(`another user of the same workspace${lack ? ` (skipped: ${lack})` : ''}`, () => {
  beforeAll(async () => {
    harness = await openHarness()
  })
  afterAll(() => harness?.close())

  it('signs in from Settings without disconnecting first', async () => {
    const { page } = await setStage(harness.browser, harness.url, { theme: 'light', width: 1280, height: 800 })
    await page.goto(`${harness.url}?scene=full#/settings`)
    await page.getByRole('button', { name: 'More about Northwind Studio' }).click()
    await page.getByRole('menuitem', { name: 'Sign in as another user…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in to Northwind Studio as another user' })
    await dialog.getByText('nothing changes here').waitFor()
    await dialog.getByRole('button', { name: 'Open browser' }).click()
    await page.getByText(/^Signed in to /).waitFor()
  })
})
