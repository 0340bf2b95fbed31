import type { Page } from 'playwright'
import type { Harness } from './open-harness.ts'
import { setStage } from './show-scene.ts'

export type ReusedPage = {
  readonly page: Page
  /** Call it before each test: its first `address` loads a new document, without what the test before has stored. */
  readonly begin: () => Promise<void>
  readonly address: (scene: string, screen: string) => string
}

/** One page for test after test. Its process has compiled the window's scripts already, which takes two thirds of a page's first load. */
export const openReusedPage = async (harness: Harness): Promise<ReusedPage> => {
  const { page } = await setStage(harness.browser, harness.url, { theme: 'light', width: 1280, height: 800 })
  // In each document before its scripts: only in the first one of a test is something stored by another.
  await page.addInitScript(() => {
    const test = new URLSearchParams(location.search).get('test')
    if (test === null || sessionStorage.getItem('test') === test) return
    localStorage.clear()
    sessionStorage.clear()
    sessionStorage.setItem('test', test)
  })
  let test = 0
  return {
    page,
    begin: async () => {
      test++
      await page.context().clearPermissions()
      await page.mouse.move(0, 0)
    },
    address: (scene, screen) => `${harness.url}?scene=${scene}&test=${test}#/${screen}`,
  }
}
