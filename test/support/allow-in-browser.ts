import type { Browser } from 'playwright'
import { asOwner } from './allow-as-owner.ts'

/** A person on the real consent page, in a real browser: presses a button there, and arrives at the page that says to go back. */
export const decideInBrowser = async (browser: Browser, address: string, decision: 'Allow' | 'Deny' = 'Allow'): Promise<string> => {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.goto(await asOwner(address))
    await page.getByRole('button', { name: decision, exact: true }).click()
    await page.waitForURL(/\/callback(\/[^?]*)?\?/)
    return await page.title()
  } finally {
    await context.close()
  }
}
