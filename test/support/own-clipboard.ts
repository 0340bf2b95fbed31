import type { Page } from 'playwright'

/** Gives a page a clipboard of its own, from its next load on: the screen's is shared by all tests that run beside each other. */
export const giveOwnClipboard = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    let kept = ''
    Object.assign(navigator.clipboard, {
      writeText: async (text: string) => {
        kept = text
      },
      readText: async () => kept,
    })
  })
}
