import type { Page } from 'playwright'

/** Accepts the sheet of an offered connection: `allow` gives consent in the browser; then the workspace is confirmed. */
export const acceptOffer = async (page: Page, allow: () => Promise<unknown>): Promise<void> => {
  await page.getByRole('button', { name: 'Connect in the browser' }).click()
  await allow()
  await page.getByRole('button', { name: 'Yes, that was it' }).click()
  const isConnected = page.getByRole('button', { name: /^Workspace: / }).getByText('Connected', { exact: true })
  await isConnected.waitFor()
  // With a keychain, the sheet asks what to do with the file.
  const left = page.getByRole('button', { name: /^(Keep the file|Done)$/ })
  await left.click({ timeout: 3_000 }).catch(() => {})
}
