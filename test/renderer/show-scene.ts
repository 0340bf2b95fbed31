import { type Browser, chromium, type Page } from 'playwright-core'
import type { View } from './views.ts'

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const openBrowser = (): Promise<Browser> => chromium.launch({ executablePath: '/usr/bin/chromium', args: quiet })

type Shown = { readonly page: Page /** Errors of the page and what its policy refused. */; readonly faults: string[] }

/** Opens a view in a page of its own, motion off, and brings it to where it is looked at. */
export const show = async (
  browser: Browser,
  url: string,
  view: View,
  theme: 'light' | 'dark',
  size: { width: number; height: number },
): Promise<Shown> => {
  const page = await browser.newPage({ viewport: size, colorScheme: theme, reducedMotion: 'reduce' })
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`${message.type()}: ${message.text()}`)
  })
  await page.goto(`${url}?scene=${view.scene}#/${view.screen}`)
  await page.getByRole('status', { name: 'Queue' }).waitFor()
  await view.act?.(page)
  await page.waitForTimeout(250)
  return { page, faults }
}
