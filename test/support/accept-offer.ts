import type { Page } from 'playwright'

/** Accepts the sheet of an offered connection: `allow` gives consent in the browser; then the workspace is confirmed. */
export const acceptOffer = async (page: Page, allow: () => Promise<unknown>): Promise<void> => {
  await page.getByRole('button', { name: 'Connect in the browser' }).click()
  await allow()
  await page.getByRole('button', { name: 'Yes, that was it' }).click()
  const isConnected = page.getByRole('button', { name: /^Workspace: / }).getByText('Connected', { exact: true })
  await isConnected.waitFor()
  // With a keychain, the sheet asks what to do with the file; without one it closes.
  const left = page.getByRole('button', { name: /^(Keep the file|Done)$/ })
  const sheet = page.getByRole('dialog')
  await left.or(page.locator('body:not(:has([role=dialog]))')).first().waitFor()
  if (await left.isVisible()) await left.click()
  await sheet.waitFor({ state: 'detached' })
}
