import type { Page } from 'playwright-core'

/** A real drag of files from outside onto the middle of an element: what Chromium does when a file manager lets go. */
export const dragFilesOnto = async (page: Page, selector: string, files: readonly string[]): Promise<void> => {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`${selector} is not shown`)
  const session = await page.context().newCDPSession(page)
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2, data: { items: [], files: [...files], dragOperationsMask: 1 } }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await session.send('Input.dispatchDragEvent', { type, ...at })
  await session.detach()
}
