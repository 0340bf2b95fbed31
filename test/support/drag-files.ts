import type { Page } from 'playwright'

type Dragged = { readonly items: readonly { readonly mimeType: string; readonly data: string }[]; readonly files: readonly string[] }

/** Before its first paint Chromium throws away what is dropped on a page; a person has nothing to drop it on until then. */
const waitForPaint = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => performance.getEntriesByType('paint').length > 0, undefined, { timeout: 10_000 }).catch(() => {})

const dragOnto = async (page: Page, selector: string, dragged: Dragged): Promise<void> => {
  await waitForPaint(page)
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`${selector} is not shown`)
  const session = await page.context().newCDPSession(page)
  const data = { items: [...dragged.items], files: [...dragged.files], dragOperationsMask: 1 }
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2, data }
  await session.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at })
  // A hand that holds still is over the page again and again, and lets go when the page has said that it takes what is dragged; where
  // nothing says so, a moment later.
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

/** A real drag of files from outside onto the middle of an element: what Chromium does when a file manager lets go. */
export const dragFilesOnto = (page: Page, selector: string, files: readonly string[]): Promise<void> =>
  dragOnto(page, selector, { items: [], files })

/** What a browser gives for a picture inside a link: the link's address, and the picture's own in its HTML only. */
export const dragLinkedPictureOnto = (page: Page, selector: string, link: string, picture: string): Promise<void> =>
  dragOnto(page, selector, {
    items: [
      { mimeType: 'text/uri-list', data: link },
      { mimeType: 'text/html', data: `<a href="${link}"><img src="${picture}" alt="A mug"></a>` },
    ],
    files: [],
  })

/** The same with text, or with addresses as a browser gives them (`text/uri-list`, RFC 2483). */
export const dragTextOnto = (page: Page, selector: string, text: string, mimeType = 'text/plain'): Promise<void> =>
  dragOnto(page, selector, { items: [{ mimeType, data: text }], files: [] })
