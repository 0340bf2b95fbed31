import type { Page } from 'playwright'

type Dragged = { readonly items: readonly { readonly mimeType: string; readonly data: string }[]; readonly files: readonly string[] }

/**
 * Before its first paint Chromium discards files dropped on a page, and the app accepts them once it is drawn; a person has nowhere to drop
 * anything until then.
 */
const waitForPage = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0, undefined, { timeout: 10_000 }).catch(() => {})
  // A host's own test page has no frame.
  await page.locator('#main, body:not(:has(#root))').first().waitFor({ state: 'attached' })
}

const dragOnto = async (page: Page, selector: string, dragged: Dragged): Promise<void> => {
  await waitForPage(page)
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`${selector} is not shown`)
  const session = await page.context().newCDPSession(page)
  const data = { items: [...dragged.items], files: [...dragged.files], dragOperationsMask: 1 }
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2, data }
  await session.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at })
  // Repeats dragover like a mouse that stands still, and drops once the page has accepted the drag; if it shows
  // no sign of that, a moment later.
  const says = page.getByText('Drop to add')
  let saidFor = 0
  for (let times = 0; times < 40 && saidFor < 3; times++) {
    await session.send('Input.dispatchDragEvent', { type: 'dragOver', ...at })
    await page.waitForTimeout(30)
    if (await says.isVisible()) saidFor++
  }
  await session.send('Input.dispatchDragEvent', { type: 'drop', ...at })
  await session.detach()
}

/** A real drag of files from outside onto the middle of an element, with Chromium's events for a drop from a file manager. */
export const dragFilesOnto = (page: Page, selector: string, files: readonly string[]): Promise<void> =>
  dragOnto(page, selector, { items: [], files })

/** A browser's data for a picture inside a link: the link's address, and the picture's own only in the HTML. */
export const dragLinkedPictureOnto = (page: Page, selector: string, link: string, picture: string): Promise<void> =>
  dragOnto(page, selector, {
    items: [
      { mimeType: 'text/uri-list', data: link },
      { mimeType: 'text/html', data: `<a href="${link}"><img src="${picture}" alt="A mug"></a>` },
    ],
    files: [],
  })

/** The same with text, or with addresses in a browser's format (`text/uri-list`, RFC 2483). */
export const dragTextOnto = (page: Page, selector: string, text: string, mimeType = 'text/plain'): Promise<void> =>
  dragOnto(page, selector, { items: [{ mimeType, data: text }], files: [] })
