import type { Page } from 'playwright'
import { noticesFile } from '../../build/notices/gather-notices.ts'
import type { Harness } from './open-harness.ts'
import { type Look, setStage } from './show-scene.ts'

export type ReusedPage = {
  readonly page: Page
  /** Call it before each test: the next address loads a new document, without what the test before has stored. */
  readonly begin: () => Promise<void>
}

/** One page for test after test. Its process has compiled the window's scripts already, which takes two thirds of a page's first load. */
export const openReusedPage = async (harness: Harness, look: Look = { theme: 'light', width: 1280, height: 800 }): Promise<ReusedPage> => {
  const { page } = await setStage(harness.browser, harness.url, look)
  return {
    page,
    begin: async () => {
      await page.context().clearPermissions()
      await page.mouse.move(0, 0)
      // No script runs in it, so that nothing is stored after what was stored is removed.
      await page.goto(`${harness.url}${noticesFile}`)
      await page.evaluate(() => {
        localStorage.clear()
        sessionStorage.clear()
      })
    },
  }
}
