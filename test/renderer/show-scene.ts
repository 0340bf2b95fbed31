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

export type Look = { readonly theme: 'light' | 'dark'; readonly width: number; readonly height: number }

export type Stage = {
  readonly page: Page
  /** Loads the window with a view's scene and brings it to where it is looked at; says what went wrong on the way. */
  readonly show: (view: View) => Promise<readonly string[]>
}

/** A page in one theme and size, motion off, in which one view after the other is shown. */
export const setStage = async (browser: Browser, url: string, { theme, width, height }: Look): Promise<Stage> => {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  let faults: string[] = []
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`${message.type()}: ${message.text()}`)
  })
  const show = async (view: View): Promise<readonly string[]> => {
    // A new document every time, also where only the part behind # differs.
    await page.goto('about:blank')
    faults = []
    await page.goto(`${url}?scene=${view.scene}#/${view.screen}`)
    await page.getByRole('status', { name: 'Queue' }).waitFor()
    await view.act?.(page)
    // Menus and dialogs come in, words are settled.
    await page.waitForTimeout(200)
    return faults
  }
  return { page, show }
}
