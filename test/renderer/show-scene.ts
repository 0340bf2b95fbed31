import type { Browser, Page } from 'playwright'
import type { View } from './views.ts'

export type Look = { readonly theme: 'light' | 'dark'; readonly width: number; readonly height: number }

export type Stage = {
  readonly page: Page
  /** Loads the window with a view's scene and brings it into view; reports errors on the way. */
  readonly show: (view: View) => Promise<readonly string[]>
  /** Changes the theme and size of the shown page, in the same document. */
  readonly look: (look: Look) => Promise<void>
}

/** Waits until debounced input has arrived and two frames are drawn. Motion is off, so nothing moves after that. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve())), 80)))

/**
 * A page in one theme and size, motion off, which shows one view after the other.
 * @param script runs first in each of its documents; the page's policy does not block it
 */
export const setStage = async (browser: Browser, url: string, first: Look, script?: string): Promise<Stage> => {
  const { theme, width, height } = first
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, reducedMotion: 'reduce' })
  if (script !== undefined) await context.addInitScript({ content: script })
  const page = await context.newPage()
  let faults: string[] = []
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`${message.type()}: ${message.text()}`)
  })
  let shown = first
  /** Both in one step, so that the page is styled and drawn once. */
  const put = async (next: Look): Promise<boolean> => {
    if (next.theme === shown.theme && next.width === shown.width && next.height === shown.height) return false
    shown = next
    await Promise.all([page.emulateMedia({ colorScheme: next.theme }), page.setViewportSize({ width: next.width, height: next.height })])
    return true
  }
  const look = async (next: Look): Promise<void> => {
    if (await put(next)) await settle(page)
  }
  const show = async (view: View): Promise<readonly string[]> => {
    // The document that is left isn't drawn once more in the first look.
    await page.evaluate(() => {
      document.documentElement.style.display = 'none'
    })
    await put(first)
    faults = []
    // A new document every time, even if only the part behind # differs.
    await page.goto(`${url}?scene=${view.scene}&view=${view.name}#/${view.screen}`)
    await page.getByRole('status', { name: 'Queue' }).waitFor()
    // Screens other than the library are loaded from a separate file.
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await view.act?.(page)
    await settle(page)
    return faults
  }
  return { page, show, look }
}
