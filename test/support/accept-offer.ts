import type { Page } from 'playwright'

/** Says yes on the sheet of a connection that was handed over: `allow` gives consent in the browser; then the workspace is confirmed. */
export const acceptOffer = async (page: Page, allow: () => Promise<unknown>): Promise<void> => {
  await page.getByRole('button', { name: 'Connect in the browser' }).click()
  await allow()
  await page.getByRole('button', { name: 'Yes, that was it' }).click()
  const isConnected = page.getByRole('button', { name: /^Workspace: / }).getByText('Connected', { exact: true })
  await isConnected.waitFor()
  // With a keychain it is said what to do with the file.
  const left = page.getByRole('button', { name: /^(Keep the file|Done)$/ })
  await left.click({ timeout: 3_000 }).catch(() => {})
}
