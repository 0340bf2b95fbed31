import type { Page } from 'playwright-core'

type Dragged = { readonly items: readonly { readonly mimeType: string; readonly data: string }[]; readonly files: readonly string[] }

/** Before its first paint Chromium throws away what is dropped on a page; a person has nothing to drop it on until then. */
const waitForPaint = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => performance.getEntriesByType('paint').length > 0, undefined, { timeout: 10_000 }).catch(() => {})

const startDrag = async (page: Page, { items, files }: Dragged) => {
  await waitForPaint(page)
  const session = await page.context().newCDPSession(page)
  const data = { items: [...items], files: [...files], dragOperationsMask: 1 }
  const send = async (type: 'dragEnter' | 'dragOver' | 'drop', selector: string): Promise<void> => {
    const box = await page.locator(selector).boundingBox()
    if (!box) throw new Error(`${selector} is not shown`)
    await session.send('Input.dispatchDragEvent', { type, x: box.x + box.width / 2, y: box.y + box.height / 2, data })
  }
  return { send, end: () => session.detach() }
}

const dragOnto = async (page: Page, selector: string, dragged: Dragged): Promise<void> => {
  const { send, end } = await startDrag(page, dragged)
  await send('dragEnter', selector)
  // A hand that holds still is over the page again and again.
  for (let times = 0; times < 3; times++) {
    await send('dragOver', selector)
    await page.waitForTimeout(30)
  }
  await send('drop', selector)
  await end()
}

/** Lets go at once over another element than the one before: Chromium tells the page that it was entered, and asks nothing more. */
export const flingFilesOnto = async (page: Page, from: string, to: string, files: readonly string[]): Promise<void> => {
  const { send, end } = await startDrag(page, { items: [], files })
  await send('dragEnter', from)
  await send('dragOver', from)
  await send('dragOver', to)
  await send('drop', to)
  await end()
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
